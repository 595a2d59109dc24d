package dev.bowline.benchmarks.sidebyside;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;

/**
 * Those who call. They are there before a slice begins and stay when it is over, so that no contestant pays for
 * starting threads.
 */
sealed interface Callers {
    /** Does all operations of the recording. */
    void run(Recording recording) throws InterruptedException;

    static Callers of(List<? extends Operation> operations, boolean virtual) {
        if (operations.get(0) instanceof Operation.Asynchronous) {
            return new Chains(operations.stream().map(Operation.Asynchronous.class::cast).toList());
        }
        List<Operation.Blocking> blocking = operations.stream().map(Operation.Blocking.class::cast).toList();
        return blocking.size() == 1 && !virtual ? new Alone(blocking.get(0)) : new Threads(blocking, virtual);
    }

    /** The thread that asks. */
    record Alone(Operation.Blocking operation) implements Callers {
        @Override
        public void run(Recording recording) {
            work(operation, recording);
        }
    }

    /** Threads that rest between slices. */
    final class Threads implements Callers {
        private final CyclicBarrier start;
        private final CyclicBarrier end;
        private final List<Thread> threads = new ArrayList<>();
        private volatile Recording current = new Recording(0);

        Threads(List<Operation.Blocking> operations, boolean virtual) {
            start = new CyclicBarrier(operations.size() + 1);
            end = new CyclicBarrier(operations.size() + 1);
            for (Operation.Blocking operation : operations) {
                Thread.Builder builder = virtual
                        ? Thread.ofVirtual()
                        : Thread.ofPlatform().daemon().stackSize(256 * 1024);
                threads.add(builder.start(() -> serve(operation)));
            }
        }

        private void serve(Operation.Blocking operation) {
            try {
                while (true) {
                    start.await();
                    work(operation, current);
                    end.await();
                }
            } catch (InterruptedException | BrokenBarrierException e) {
                // The process ends.
            }
        }

        @Override
        public void run(Recording recording) throws InterruptedException {
            current = recording;
            try {
                start.await();
                end.await();
            } catch (BrokenBarrierException e) {
                throw new IllegalStateException("A caller is gone", e);
            }
        }
    }

    /** So many operations in flight: the thread that completes one starts the next. */
    record Chains(List<Operation.Asynchronous> operations) implements Callers {
        @Override
        public void run(Recording recording) throws InterruptedException {
            CountDownLatch running = new CountDownLatch(operations.size());
            for (Operation.Asynchronous operation : operations) {
                continueWith(operation, recording, running);
            }
            running.await();
        }

        private static void continueWith(Operation.Asynchronous operation, Recording recording,
                CountDownLatch running) {
            int number = recording.next();
            if (number < 0) {
                running.countDown();
                return;
            }
            long start = System.nanoTime();
            operation.start().whenComplete((result, failure) -> {
                recording.took(number, System.nanoTime() - start);
                if (failure != null) {
                    recording.failed(failure);
                }
                continueWith(operation, recording, running);
            });
        }
    }

    private static void work(Operation.Blocking operation, Recording recording) {
        for (int number = recording.next(); number >= 0; number = recording.next()) {
            long start = System.nanoTime();
            try {
                operation.run();
            } catch (RuntimeException e) {
                recording.failed(e);
            }
            recording.took(number, System.nanoTime() - start);
        }
    }
}
