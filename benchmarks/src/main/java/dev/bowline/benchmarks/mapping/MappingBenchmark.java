package dev.bowline.benchmarks.mapping;

import dev.bowline.codec.MappingCodecProvider;
import dev.bowline.egress.wire.BsonBufferReader;
import dev.bowline.egress.wire.BsonBufferWriter;
import dev.bowline.egress.wire.FastCodecs;
import dev.bowline.egress.wire.WireBuffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.EnumCodecProvider;
import org.bson.codecs.configuration.CodecRegistries;
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

/** A record by the mapping that every client has, and by a codec written by hand, on the driver's reader and writer. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class MappingBenchmark {
    private static final EncoderContext ENCODING = EncoderContext.builder().build();
    private static final DecoderContext DECODING = DecoderContext.builder().build();

    /** Who reads and writes. */
    public enum By {
        MAPPING, HAND
    }

    @Param
    public By by = By.MAPPING;

    private final WireBuffer buffer = new WireBuffer();
    private final BsonBufferWriter writer = new BsonBufferWriter(buffer);
    private final BsonBufferReader reader = new BsonBufferReader(new byte[]{5, 0, 0, 0, 0});
    private byte[] bytes = {};
    private Order order = Order.example();
    private Codec<Order> codec = new OrderCodec();

    @Setup
    public void prepare() {
        codec = switch (by) {
            case HAND -> new OrderCodec();
            case MAPPING -> CodecRegistries.fromRegistries(FastCodecs.registry(),
                    CodecRegistries.fromProviders(new MappingCodecProvider(), new EnumCodecProvider()))
                    .get(Order.class);
        };
        encode();
        bytes = Arrays.copyOf(buffer.bytes(), buffer.size());
        order = decode();
        if (!order.equals(Order.example())) {
            throw new IllegalStateException(order + " came back");
        }
    }

    @Benchmark
    public int encode() {
        buffer.reset();
        codec.encode(writer, order, ENCODING);
        return buffer.size();
    }

    @Benchmark
    public Order decode() {
        reader.reset(bytes, 0, bytes.length);
        return codec.decode(reader, DECODING);
    }
}
