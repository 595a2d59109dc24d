package dev.bowline.benchmarks.executor;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Remote commands per second, against the same exchange on bare sockets. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 3)
public class RemoteCommandBenchmark {
    private static final int BATCH = 4096;

    @Param({"1", "8", "64"})
    public int connections;

    private @Nullable CommandPair pair;

    @Setup
    public void start() throws IOException {
        pair = new CommandPair(connections);
    }

    @TearDown
    public void stop() throws IOException {
        pair().close();
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public void overExecutor() throws InterruptedException {
        pair().overExecutor(BATCH);
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public void overSockets() throws InterruptedException {
        pair().overSockets(BATCH);
    }

    private CommandPair pair() {
        if (pair == null) {
            throw new IllegalStateException("Not set up");
        }
        return pair;
    }
}
