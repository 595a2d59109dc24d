package dev.bowline.conformance.unit;

import dev.bowline.codec.BinaryVectors;
import dev.bowline.conformance.SpecCase;
import dev.bowline.conformance.SpecFile;
import dev.bowline.conformance.SpecFormat;
import dev.bowline.conformance.format.Documents;
import dev.bowline.conformance.match.MismatchException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNumber;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;

/** Binary vectors: numbers in, bytes out, and back; and what is neither valid as numbers nor as bytes. */
public final class BinaryVectorFormat implements SpecFormat {
    private static final Set<String> KEYS = Set.of("description", "valid", "vector", "dtype_hex", "dtype_alias",
            "padding", "canonical_bson");

    @Override
    public boolean reads(SpecFile file) {
        return file.has("test_key", "tests");
    }

    @Override
    public List<SpecCase> cases(SpecFile file) {
        String key = file.contents().getString("test_key").getValue();
        return Documents.list(file.contents(), "tests").map(test -> new SpecCase(file.suite(), file.path(),
                test.getString("description").getValue(), () -> check(test, key))).toList();
    }

    private static void check(BsonDocument test, String key) {
        Check.knownKeys(test, KEYS, "the case");
        int type = Integer.decode(test.getString("dtype_hex").getValue());
        int padding = test.getNumber("padding", new BsonInt32(0)).intValue();
        if (!test.getBoolean("valid").getValue()) {
            checkInvalid(test, key, type, padding);
            return;
        }
        BsonBinary vector = encode(test.getArray("vector"), type, padding);
        String bytes = HexFormat.of().withUpperCase()
                .formatHex(bytes(new RawBsonDocument(new BsonDocument(key, vector), new BsonDocumentCodec())));
        Check.equal(test.getString("canonical_bson").getValue().toUpperCase(Locale.ROOT), bytes, "canonical_bson");
        BsonBinary stored = stored(test, key);
        Check.equal(padding, BinaryVectors.padding(stored), "padding");
        Check.equal(numbers(test.getArray("vector"), type), decode(stored, type), "vector");
    }

    private static void checkInvalid(BsonDocument test, String key, int type, int padding) {
        if (test.containsKey("vector")) {
            try {
                // The interface has no padding but for bits, so the header is checked as if it were stored.
                BinaryVectors.validate(withHeader(encode(test.getArray("vector"), type, type == 0x10 ? padding : 0),
                        type, padding));
                throw new MismatchException("the vector was accepted, although it is invalid");
            } catch (IllegalArgumentException e) {
                // As it should be.
            }
        }
        if (test.containsKey("canonical_bson")) {
            try {
                BinaryVectors.validate(stored(test, key));
            } catch (IllegalArgumentException e) {
                return;
            }
            throw new MismatchException("the bytes were accepted, although they are invalid");
        }
    }

    private static BsonBinary withHeader(BsonBinary vector, int type, int padding) {
        byte[] data = vector.getData().clone();
        data[0] = (byte) type;
        data[1] = (byte) padding;
        return new BsonBinary(vector.getType(), data);
    }

    private static BsonBinary encode(BsonArray elements, int type, int padding) {
        if (type == 0x27) {
            float[] numbers = new float[elements.size()];
            for (int i = 0; i < numbers.length; i++) {
                if (!elements.get(i).isDouble()) {
                    throw new IllegalArgumentException(elements.get(i) + " is no floating point number");
                }
                numbers[i] = (float) elements.get(i).asDouble().getValue();
            }
            return BinaryVectors.ofFloat32(numbers);
        }
        byte[] bytes = new byte[elements.size()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = element(elements.get(i), type == 0x03 ? -128 : 0, type == 0x03 ? 127 : 255);
        }
        return type == 0x03 ? BinaryVectors.ofInt8(bytes) : BinaryVectors.ofPackedBits(bytes, padding);
    }

    private static byte element(BsonValue value, int min, int max) {
        if (!(value instanceof BsonNumber number) || value.isDouble() || number.intValue() < min
                || number.intValue() > max) {
            throw new IllegalArgumentException(value + " is no whole number of " + min + " to " + max);
        }
        return (byte) number.intValue();
    }

    private static List<Object> numbers(BsonArray elements, int type) {
        List<Object> numbers = new ArrayList<>();
        for (BsonValue element : elements) {
            numbers.add(type == 0x27
                    ? (Object) (float) element.asNumber().doubleValue()
                    : (Object) element.asNumber().intValue());
        }
        return numbers;
    }

    private static List<Object> decode(BsonBinary vector, int type) {
        List<Object> numbers = new ArrayList<>();
        if (type == 0x27) {
            for (float number : BinaryVectors.toFloat32(vector)) {
                numbers.add(number);
            }
            return numbers;
        }
        for (byte element : type == 0x03 ? BinaryVectors.toInt8(vector) : BinaryVectors.toPackedBits(vector)) {
            numbers.add(type == 0x03 ? (int) element : element & 0xff);
        }
        return numbers;
    }

    private static BsonBinary stored(BsonDocument test, String key) {
        byte[] bytes = HexFormat.of().parseHex(test.getString("canonical_bson").getValue());
        return new RawBsonDocument(bytes).decode(new BsonDocumentCodec()).getBinary(key);
    }

    private static byte[] bytes(RawBsonDocument document) {
        ByteBuffer buffer = document.getByteBuffer().asNIO();
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }
}
