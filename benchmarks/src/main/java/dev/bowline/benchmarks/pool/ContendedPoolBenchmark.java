package dev.bowline.benchmarks.pool;

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

/**
 * Check-out, 100 us of holding, and check-in on ten connections: throughput, and with the sampled time the longest wait
 * (p1.00). Choose the number of threads with {@code -t}.
 */
@State(Scope.Benchmark)
@BenchmarkMode({Mode.Throughput, Mode.SampleTime})
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 1)
public class ContendedPoolBenchmark {
    private @Nullable BowlinePool bowline;
    private @Nullable OfficialPool official;

    @Setup
    public void open() throws Exception {
        bowline = new BowlinePool(10);
        official = new OfficialPool(10);
    }

    @TearDown
    public void close() {
        if (bowline != null && official != null) {
            bowline.close();
            official.close();
        }
    }

    @Benchmark
    @SuppressWarnings("NullAway") // set up
    public void bowline() {
        try (var held = bowline.checkOut()) {
            PairedPools.hold();
        }
    }

    @Benchmark
    @SuppressWarnings("NullAway") // set up
    public void official() {
        var held = official.checkOut();
        try {
            PairedPools.hold();
        } finally {
            held.close();
        }
    }
}
