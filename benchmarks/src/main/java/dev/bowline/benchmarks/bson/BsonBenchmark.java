package dev.bowline.benchmarks.bson;

import dev.bowline.egress.wire.BsonBufferReader;
import dev.bowline.egress.wire.BsonBufferWriter;
import dev.bowline.egress.wire.FastCodecs;
import dev.bowline.egress.wire.WireBuffer;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.bson.BsonBinaryReader;
import org.bson.BsonBinaryWriter;
import org.bson.Document;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.DocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Encoding and decoding, three ways: all of it the library's ({@code Library}), our codecs on our reader and writer
 * ({@code Direct}), and the library's codecs on our reader and writer ({@code Foreign}). Buffers are used again, as a
 * connection does; the library's readers and writers are made anew, since they cannot be.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class BsonBenchmark {
    private static final EncoderContext ENCODING = EncoderContext.builder().build();
    private static final DecoderContext DECODING = DecoderContext.builder().build();

    /** The class of the document that is encoded, or decoded to. */
    public enum Tree {
        DOCUMENT, BSON_DOCUMENT
    }

    @Param
    public Shape shape = Shape.FLAT;
    @Param
    public Tree tree = Tree.DOCUMENT;

    private final WireBuffer buffer = new WireBuffer();
    private final BsonBufferWriter writer = new BsonBufferWriter(buffer);
    private final BasicOutputBuffer output = new BasicOutputBuffer(64 * 1024);
    private BsonBufferReader reader = new BsonBufferReader(new byte[0]);
    private byte[] bytes = new byte[0];
    private Object document = new Document();
    private Object template = document;
    private Codec<Object> ours = cast(FastCodecs.document());
    private Codec<Object> theirs = cast(new DocumentCodec());

    @Setup
    public void prepare() {
        document = shape.document();
        template = TreeCopy.template(document);
        ours.encode(writer, document, ENCODING);
        bytes = Arrays.copyOf(buffer.bytes(), buffer.size());
        reader = new BsonBufferReader(bytes);
        if (tree == Tree.BSON_DOCUMENT) {
            ours = cast(FastCodecs.bsonDocument());
            theirs = cast(new BsonDocumentCodec());
            document = shape.document().toBsonDocument();
        }
    }

    @Benchmark
    public int encodeLibrary() {
        output.truncateToPosition(0);
        try (BsonBinaryWriter theirWriter = new BsonBinaryWriter(output)) {
            theirs.encode(theirWriter, document, ENCODING);
        }
        return output.getPosition();
    }

    @Benchmark
    public int encodeDirect() {
        buffer.reset();
        ours.encode(writer, document, ENCODING);
        return buffer.size();
    }

    @Benchmark
    public int encodeForeign() {
        buffer.reset();
        theirs.encode(writer, document, ENCODING);
        return buffer.size();
    }

    @Benchmark
    public Object decodeLibrary() {
        try (BsonBinaryReader theirReader = new BsonBinaryReader(ByteBuffer.wrap(bytes))) {
            return theirs.decode(theirReader, DECODING);
        }
    }

    @Benchmark
    public Object decodeDirect() {
        reader.reset(bytes, 0, bytes.length);
        return ours.decode(reader, DECODING);
    }

    @Benchmark
    public Object decodeForeign() {
        reader.reset(bytes, 0, bytes.length);
        return theirs.decode(reader, DECODING);
    }

    /** The tree without any decoding: what {@code decodeDirect} must allocate, and may not exceed. */
    @Benchmark
    public Object treeAlone() {
        return tree == Tree.DOCUMENT ? TreeCopy.document(template) : TreeCopy.bson(template);
    }

    @SuppressWarnings("unchecked")
    private static Codec<Object> cast(Codec<? extends Object> codec) {
        return (Codec<Object>) codec;
    }
}
