package dev.bowline.benchmarks.canned;

import com.github.luben.zstd.Zstd;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/** A reply as it goes over the wire, plain and compressed, with a gap for the id of the request. */
final class CannedMessage {
    static final int OP_REPLY = 1;
    static final int OP_QUERY = 2004;
    static final int OP_COMPRESSED = 2012;
    static final int OP_MSG = 2013;
    static final int MORE_TO_COME = 2;
    static final byte ZSTD = 3;
    /** The id that every reply has. */
    static final int REPLY_ID = 1;
    /** Where the id of the request goes. */
    static final int RESPONSE_TO = 8;
    /**
     * Where the int32 {@code n} of a counted reply lies: after the header, flags, kind, length and the element's name.
     */
    static final int COUNT = 16 + 4 + 1 + 4 + 1 + 2;

    private final byte[] plain;
    private final byte[] compressed;

    private CannedMessage(byte[] plain) {
        this.plain = plain;
        this.compressed = compress(plain);
    }

    static CannedMessage of(BsonDocument body) {
        return new CannedMessage(message(body, 0));
    }

    /** One of a stream of replies to one request. */
    static CannedMessage streamed(BsonDocument body) {
        return new CannedMessage(message(body, MORE_TO_COME));
    }

    /** The form in which the very first hello is answered. */
    static byte[] legacy(BsonDocument body) {
        byte[] bson = encode(body);
        ByteBuffer message = ByteBuffer.allocate(16 + 20 + bson.length).order(ByteOrder.LITTLE_ENDIAN);
        message.putInt(message.capacity()).putInt(REPLY_ID).putInt(0).putInt(OP_REPLY);
        message.putInt(8).putLong(0).putInt(0).putInt(1).put(bson);
        return message.array();
    }

    byte[] plain() {
        return plain;
    }

    byte[] compressed() {
        return compressed;
    }

    private static byte[] message(BsonDocument body, int flags) {
        byte[] bson = encode(body);
        ByteBuffer message = ByteBuffer.allocate(16 + 4 + 1 + bson.length).order(ByteOrder.LITTLE_ENDIAN);
        message.putInt(message.capacity()).putInt(REPLY_ID).putInt(0).putInt(OP_MSG);
        message.putInt(flags).put((byte) 0).put(bson);
        return message.array();
    }

    private static byte[] compress(byte[] message) {
        byte[] body = new byte[message.length - 16];
        System.arraycopy(message, 16, body, 0, body.length);
        byte[] packed = Zstd.compress(body);
        ByteBuffer framed = ByteBuffer.allocate(25 + packed.length).order(ByteOrder.LITTLE_ENDIAN);
        framed.putInt(framed.capacity()).putInt(REPLY_ID).putInt(0).putInt(OP_COMPRESSED);
        return framed.putInt(OP_MSG).putInt(body.length).put(ZSTD).put(packed).array();
    }

    private static byte[] encode(BsonDocument document) {
        BasicOutputBuffer buffer = new BasicOutputBuffer();
        try (BsonBinaryWriter writer = new BsonBinaryWriter(buffer)) {
            new BsonDocumentCodec().encode(writer, document, EncoderContext.builder().build());
        }
        return buffer.toByteArray();
    }
}
