package dev.bowline.benchmarks.bson;

import dev.bowline.egress.wire.BsonBufferReader;
import dev.bowline.egress.wire.BsonBufferWriter;
import dev.bowline.egress.wire.FastCodecs;
import dev.bowline.egress.wire.WireBuffer;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.bson.BsonBinaryReader;
import org.bson.BsonBinaryWriter;
import org.bson.Document;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.DocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/** A document to encode and to decode, by our codec on our buffers or by the library's on its own. */
public final class BsonWork {
    private static final EncoderContext ENCODING = EncoderContext.builder().build();
    private static final DecoderContext DECODING = DecoderContext.builder().build();

    private final Document document;
    private final byte[] bytes;
    private final WireBuffer buffer = new WireBuffer();
    private final BsonBufferWriter writer = new BsonBufferWriter(buffer);
    private final BsonBufferReader reader;
    private final Codec<Document> ours = FastCodecs.document();
    private final Codec<Document> theirs = new DocumentCodec();
    private final BasicOutputBuffer output = new BasicOutputBuffer(64 * 1024);

    public BsonWork(Shape shape) {
        document = shape.document();
        encodeOurs();
        bytes = Arrays.copyOf(buffer.bytes(), buffer.size());
        reader = new BsonBufferReader(bytes);
    }

    public void encodeOurs() {
        buffer.reset();
        ours.encode(writer, document, ENCODING);
    }

    public void encodeTheirs() {
        output.truncateToPosition(0);
        try (BsonBinaryWriter theirWriter = new BsonBinaryWriter(output)) {
            theirs.encode(theirWriter, document, ENCODING);
        }
    }

    public void decodeOurs() {
        reader.reset(bytes, 0, bytes.length);
        check(ours.decode(reader, DECODING));
    }

    public void decodeTheirs() {
        try (BsonBinaryReader theirReader = new BsonBinaryReader(ByteBuffer.wrap(bytes))) {
            check(theirs.decode(theirReader, DECODING));
        }
    }

    /** So that nothing is optimized away. */
    private void check(Document decoded) {
        if (decoded.size() != document.size()) {
            throw new IllegalStateException("A field is missing");
        }
    }
}
