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

/** One check-out and check-in without contention. With {@code -prof gc} it shows what each allocates. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PoolBenchmark {
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
        bowline.checkOut().close();
    }

    @Benchmark
    @SuppressWarnings("NullAway") // set up
    public void official() {
        official.checkOut().close();
    }
}
