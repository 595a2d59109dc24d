package dev.bowline.benchmarks.connection;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** A {@code ping} over a connection and over a bare socket. With {@code -prof gc} it shows what each allocates. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PingBenchmark {
    private @Nullable PingPair pair;

    @Setup
    public void open() throws IOException {
        pair = new PingPair(false);
    }

    @TearDown
    public void close() throws IOException {
        pair().close();
    }

    @Benchmark
    public boolean connection() {
        return pair().overConnection();
    }

    @Benchmark
    public int bareSocket() throws IOException {
        return pair().overSocket();
    }

    private PingPair pair() {
        PingPair open = pair;
        if (open == null) {
            throw new IllegalStateException("Not set up");
        }
        return open;
    }
}
