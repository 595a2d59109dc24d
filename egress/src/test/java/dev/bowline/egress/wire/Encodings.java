package dev.bowline.egress.wire;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.bson.BsonBinaryReader;
import org.bson.BsonBinaryWriter;
import org.bson.codecs.Decoder;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.Encoder;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/** Encoding and decoding by our reader and writer, and by those of the library, with any codec. */
final class Encodings {
    private static final EncoderContext ENCODING = EncoderContext.builder().build();
    private static final DecoderContext DECODING = DecoderContext.builder().build();

    private Encodings() {}

    static <T> byte[] byOurWriter(Encoder<T> encoder, T value) {
        WireBuffer buffer = new WireBuffer(16);
        encoder.encode(new BsonBufferWriter(buffer), value, ENCODING);
        return Arrays.copyOf(buffer.bytes(), buffer.size());
    }

    static <T> byte[] byTheirWriter(Encoder<T> encoder, T value) {
        try (BasicOutputBuffer output = new BasicOutputBuffer();
                BsonBinaryWriter writer = new BsonBinaryWriter(output)) {
            encoder.encode(writer, value, ENCODING);
            return output.toByteArray();
        }
    }

    static <T> T byOurReader(Decoder<T> decoder, byte[] bytes) {
        return decoder.decode(new BsonBufferReader(bytes), DECODING);
    }

    static <T> T byTheirReader(Decoder<T> decoder, byte[] bytes) {
        try (BsonBinaryReader reader = new BsonBinaryReader(ByteBuffer.wrap(bytes))) {
            return decoder.decode(reader, DECODING);
        }
    }

    /** A client's reader that has agreed on every compressor. */
    static MessageReader replies() {
        MessageReader reader = MessageReader.forReplies();
        Compressor.NAMES.forEach(name -> reader.accept(Compressor.named(name)));
        return reader;
    }
}
