package dev.bowline.benchmarks.sidebyside;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CallersTest {
    private final AtomicInteger done = new AtomicInteger();

    private List<Operation> blocking(int callers) {
        List<Operation> operations = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            operations.add((Operation.Blocking) done::incrementAndGet);
        }
        return operations;
    }

    @Test
    void everyKindOfCallerDoesEveryOperationOnceInSliceAfterSlice() throws InterruptedException {
        List<Operation> asynchronous = List.of(
                (Operation.Asynchronous) () -> CompletableFuture.supplyAsync(done::incrementAndGet),
                (Operation.Asynchronous) () -> CompletableFuture.supplyAsync(done::incrementAndGet));
        for (Callers callers : List.of(Callers.of(blocking(1), false), Callers.of(blocking(1), true),
                Callers.of(blocking(4), false), Callers.of(blocking(4), true), Callers.of(asynchronous, false))) {
            for (int slice = 0; slice < 3; slice++) {
                done.set(0);
                Recording recording = new Recording(50);
                callers.run(recording);
                assertThat(done.get()).as(callers.toString()).isEqualTo(50);
                assertThat(recording.sorted()[49]).isPositive();
                assertThat(recording.failed()).isZero();
            }
        }
    }

    @Test
    void operationsThatFailAreCountedAndDoNotEndTheSlice() throws InterruptedException {
        Operation failing = (Operation.Blocking) () -> {
            if (done.incrementAndGet() % 2 == 0) {
                throw new IllegalStateException("on purpose");
            }
        };
        Recording recording = new Recording(10);
        Callers.of(List.of(failing), false).run(recording);
        assertThat(recording.failed()).isEqualTo(5);
        Recording later = new Recording(10);
        Callers.of(List.of((Operation.Asynchronous) () -> CompletableFuture
                .failedFuture(new IllegalStateException("on purpose"))), false).run(later);
        assertThat(later.failed()).isEqualTo(10);
    }

    @Test
    void anOperationIsLateOnlyPastTheLimit() {
        Recording recording = new Recording(3);
        recording.took(0, Recording.LATE_NANOS);
        recording.took(1, Recording.LATE_NANOS + 1);
        assertThat(recording.late()).isEqualTo(1);
    }
}
