package dev.bowline.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.bson.BsonBinary;
import org.bson.BsonBinarySubType;
import org.junit.jupiter.api.Test;

class BinaryVectorsTest {
    @Test
    void arraysComeBackAsTheyWere() {
        byte[] bytes = {-128, 0, 127};
        assertThat(BinaryVectors.toInt8(BinaryVectors.ofInt8(bytes))).isEqualTo(bytes);
        float[] numbers = {1.5f, Float.NEGATIVE_INFINITY, Float.MIN_VALUE, -0f};
        assertThat(BinaryVectors.toFloat32(BinaryVectors.ofFloat32(numbers))).isEqualTo(numbers);
        BsonBinary bits = BinaryVectors.ofPackedBits(new byte[]{(byte) 0xee, (byte) 0xe0}, 4);
        assertThat(BinaryVectors.toPackedBits(bits)).containsExactly(0xee, 0xe0);
        assertThat(BinaryVectors.padding(bits)).isEqualTo(4);
        assertThat(bits.getData()).containsExactly(0x10, 0x04, 0xee, 0xe0);
    }

    @Test
    void numbersOfTheSpecificationAreWrittenAsItSays() {
        assertThat(BinaryVectors.ofFloat32(1.0f).getData()).containsExactly(0x27, 0x00, 0x00, 0x00, 0x80, 0x3f);
        assertThat(Float.floatToRawIntBits(BinaryVectors.toFloat32(vector(0x27, 0, 0x34, 0x12, 0xc0, 0x7f))[0]))
                .isEqualTo(0x7fc01234);
    }

    @Test
    void bitsThatArePaddingAreZero() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BinaryVectors.ofPackedBits(new byte[]{(byte) 0xff}, 7)).withMessageContaining("bit");
        assertThat(BinaryVectors.ofPackedBits(new byte[]{(byte) 0x80}, 7).getData()).hasSize(3);
        assertThatIllegalArgumentException().isThrownBy(() -> BinaryVectors.toPackedBits(vector(0x10, 7, 0xff)));
        assertThat(BinaryVectors.toPackedBits(vector(0x10, 7, 0x80))).containsExactly(0x80);
    }

    @Test
    void thePaddingOfBitsIsZeroToSevenAndZeroWithoutBits() {
        for (int padding : new int[]{-1, 8}) {
            assertThatIllegalArgumentException().isThrownBy(() -> BinaryVectors.ofPackedBits(new byte[1], padding));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> BinaryVectors.ofPackedBits(new byte[0], 1));
        assertThat(BinaryVectors.padding(BinaryVectors.ofPackedBits(new byte[0], 0))).isZero();
        assertThat(BinaryVectors.padding(BinaryVectors.ofPackedBits(new byte[1], 7))).isEqualTo(7);
        assertThatIllegalArgumentException().isThrownBy(() -> BinaryVectors.validate(vector(0x10, 8, 0)));
    }

    @Test
    void whatIsNoVectorIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> BinaryVectors
                .validate(new BsonBinary(BsonBinarySubType.BINARY, new byte[]{3, 0, 1}))).withMessageContaining("9");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BinaryVectors.validate(new BsonBinary(BsonBinarySubType.VECTOR, new byte[]{3})));
        assertThatIllegalArgumentException().isThrownBy(() -> BinaryVectors.validate(vector(0x04, 0, 1)));
        assertThatIllegalArgumentException().isThrownBy(() -> BinaryVectors.validate(vector(0x03, 1, 1)));
        assertThatIllegalArgumentException().isThrownBy(() -> BinaryVectors.validate(vector(0x27, 0, 1, 2, 3)));
        assertThatIllegalArgumentException().isThrownBy(() -> BinaryVectors.toInt8(BinaryVectors.ofFloat32(1f)));
    }

    private static BsonBinary vector(int... bytes) {
        byte[] data = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            data[i] = (byte) bytes[i];
        }
        return new BsonBinary(BsonBinarySubType.VECTOR, data);
    }
}
