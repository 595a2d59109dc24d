package dev.bowline.codec;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.bson.BsonBinary;
import org.bson.BsonBinarySubType;

/**
 * Binary vectors (binary subtype 9) from Java arrays and back: many numbers of one kind in a few bytes, as vector
 * search wants them.
 *
 * <pre>{@code
 * collection.insertOne(new Document("embedding", BinaryVectors.ofFloat32(embedding)));
 * float[] stored = BinaryVectors.toFloat32(document.get("embedding", BsonBinary.class));
 * }</pre>
 *
 * <p>A {@code Document} that was read holds a vector as an {@code org.bson.BinaryVector}, whose {@code getData} are
 * arrays too; a {@code BsonDocument} holds it as a {@link BsonBinary}. Both may be written. What is made and what is
 * read here is checked by the rules of the specification of binary vectors, "Validity Criteria"; arrays are copied.
 */
public final class BinaryVectors {
    private static final byte INT8 = 0x03;
    private static final byte FLOAT32 = 0x27;
    private static final byte PACKED_BITS = 0x10;
    private static final int HEADER_BYTES = 2;
    private static final int MAX_PADDING = 7;

    private BinaryVectors() {}

    /** A vector of signed bytes. */
    public static BsonBinary ofInt8(byte... elements) {
        return vector(INT8, 0, elements);
    }

    /** A vector of single precision numbers, NaN and infinities included. */
    public static BsonBinary ofFloat32(float... elements) {
        ByteBuffer bytes = ByteBuffer.allocate(elements.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (float element : elements) {
            bytes.putInt(Float.floatToRawIntBits(element));
        }
        return vector(FLOAT32, 0, bytes.array());
    }

    /**
     * A vector of bits, eight to a byte, the most significant first.
     *
     * @param padding how many bits at the end of the last byte are no elements: 0 to 7, and 0 if there are no bytes
     * @throws IllegalArgumentException if the padding is out of range, or one of the bits that it leaves out is set
     */
    public static BsonBinary ofPackedBits(byte[] bits, int padding) {
        if (padding < 0 || padding > MAX_PADDING) {
            throw new IllegalArgumentException("The padding of packed bits is 0 to 7, not " + padding);
        }
        BsonBinary made = vector(PACKED_BITS, padding, bits);
        validate(made);
        return made;
    }

    /**
     * The elements of a vector of signed bytes.
     *
     * @throws IllegalArgumentException if it is no vector, an invalid one, or one of other elements
     */
    public static byte[] toInt8(BsonBinary vector) {
        return elements(vector, INT8, "signed bytes");
    }

    /**
     * The elements of a vector of single precision numbers.
     *
     * @throws IllegalArgumentException if it is no vector, an invalid one, or one of other elements
     */
    public static float[] toFloat32(BsonBinary vector) {
        ByteBuffer bytes = ByteBuffer.wrap(elements(vector, FLOAT32, "single precision numbers"))
                .order(ByteOrder.LITTLE_ENDIAN);
        float[] numbers = new float[bytes.remaining() / Float.BYTES];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = Float.intBitsToFloat(bytes.getInt());
        }
        return numbers;
    }

    /**
     * The bytes of a vector of bits; the last {@link #padding} bits of the last one are no elements.
     *
     * @throws IllegalArgumentException if it is no vector, an invalid one, or one of other elements
     */
    public static byte[] toPackedBits(BsonBinary vector) {
        return elements(vector, PACKED_BITS, "bits");
    }

    /**
     * How many bits at the end of a vector are no elements; 0 where the elements are not bits.
     *
     * @throws IllegalArgumentException if it is no vector, or an invalid one
     */
    public static int padding(BsonBinary vector) {
        validate(vector);
        return vector.getData()[1];
    }

    /**
     * Checks that a value is a valid vector, whatever its elements.
     *
     * @throws IllegalArgumentException telling what is wrong with it
     */
    public static void validate(BsonBinary vector) {
        byte[] data = vector.getData();
        require(vector.getType() == BsonBinarySubType.VECTOR.getValue(),
                "its binary subtype is " + vector.getType() + ", not 9");
        require(data.length >= HEADER_BYTES, "it has " + data.length + " bytes, fewer than its header");
        int padding = data[1];
        switch (data[0]) {
            case INT8 -> require(padding == 0, "signed bytes have no padding, it says " + padding);
            case FLOAT32 -> {
                require(padding == 0, "single precision numbers have no padding, it says " + padding);
                require((data.length - HEADER_BYTES) % Float.BYTES == 0,
                        (data.length - HEADER_BYTES) + " bytes are no whole number of elements");
            }
            case PACKED_BITS -> {
                require(padding >= 0 && padding <= MAX_PADDING, "the padding of bits is 0 to 7, it says " + padding);
                require(padding == 0 || data.length > HEADER_BYTES, "it has a padding of " + padding + " and no bits");
                require((data[data.length - 1] & ((1 << padding) - 1)) == 0 || data.length == HEADER_BYTES,
                        "a bit that the padding leaves out is set");
            }
            default -> throw invalid(String.format("there is no type of elements 0x%02x", data[0]));
        }
    }

    private static BsonBinary vector(byte type, int padding, byte[] elements) {
        byte[] data = new byte[HEADER_BYTES + elements.length];
        data[0] = type;
        data[1] = (byte) padding;
        System.arraycopy(elements, 0, data, HEADER_BYTES, elements.length);
        return new BsonBinary(BsonBinarySubType.VECTOR, data);
    }

    private static byte[] elements(BsonBinary vector, byte type, String wanted) {
        validate(vector);
        byte[] data = vector.getData();
        require(data[0] == type, String.format("its elements are of type 0x%02x, not %s", data[0], wanted));
        return Arrays.copyOfRange(data, HEADER_BYTES, data.length);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw invalid(otherwise);
        }
    }

    private static IllegalArgumentException invalid(String reason) {
        return new IllegalArgumentException("This is no valid binary vector: " + reason);
    }
}
