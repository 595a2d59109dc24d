package dev.bowline.benchmarks.executor;

import dev.bowline.egress.executor.CallbackHandle;
import dev.bowline.egress.executor.ExecutorSettings;
import dev.bowline.egress.executor.NetworkTaskExecutor;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Scheduling a callback: one that is waited for, and many of which only the last is. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class ScheduleBenchmark {
    private static final int BATCH = 1000;

    private NetworkTaskExecutor executor = NetworkTaskExecutor.create("benchmark", ExecutorSettings.defaults());
    private long ran;

    @Setup
    public void start() {
        executor = NetworkTaskExecutor.create("benchmark", ExecutorSettings.defaults());
        executor.startup();
    }

    @TearDown
    public void stop() {
        executor.close();
    }

    /** There and back: two changes of thread. */
    @Benchmark
    public long scheduleAndWait() throws InterruptedException {
        executor.wait(executor.scheduleWork(args -> ran++));
        return ran;
    }

    /** What one of many costs without waits in between. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long scheduleMany() throws InterruptedException {
        CallbackHandle last = executor.scheduleWork(args -> ran++);
        for (int i = 1; i < BATCH; i++) {
            last = executor.scheduleWork(args -> ran++);
        }
        executor.wait(last);
        return ran;
    }
}
