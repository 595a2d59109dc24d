package dev.bowline.egress.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StateLockTest {
    private final StateLock lock = new StateLock();
    private int guarded;

    @Test
    void onlyOneThreadAtATimeHasItWhateverItsKind() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            Runnable work = () -> {
                for (int n = 0; n < 20_000; n++) {
                    lock.lock();
                    try {
                        guarded++;
                    } finally {
                        lock.unlock();
                    }
                }
            };
            threads.add(i % 2 == 0 ? Thread.ofPlatform().start(work) : Thread.ofVirtual().start(work));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(guarded).isEqualTo(16 * 20_000);
    }

    @Test
    void anInterruptedThreadGetsItAndStaysInterrupted() throws InterruptedException {
        lock.lock();
        AtomicBoolean interrupted = new AtomicBoolean();
        Thread waiting = Thread.ofPlatform().start(() -> {
            lock.lock();
            interrupted.set(Thread.currentThread().isInterrupted());
            lock.unlock();
        });
        waiting.interrupt();
        while (!lock.hasQueuedThreads()) {
            Thread.onSpinWait();
        }
        lock.unlock();
        waiting.join();
        assertThat(interrupted).isTrue();
    }

    /** With an ordinary lock the platform thread would wait for the virtual one before it, which gets no carrier. */
    @Test
    void aVirtualThreadWithoutACarrierHoldsUpNobody() throws InterruptedException {
        AtomicBoolean release = new AtomicBoolean();
        lock.lock();
        Thread starved = Thread.ofVirtual().start(() -> {
            lock.lock();
            lock.unlock();
        });
        while (starved.getState() == Thread.State.NEW) {
            Thread.onSpinWait();
        }
        int carriers = Runtime.getRuntime().availableProcessors();
        CountDownLatch busy = new CountDownLatch(carriers);
        try {
            for (int i = 0; i < carriers; i++) {
                Thread.ofVirtual().start(() -> {
                    busy.countDown();
                    while (!release.get()) {
                        Thread.onSpinWait();
                    }
                });
            }
            // All carriers are busy then, if need be one of them with the thread that asks again and again for the lock.
            if (!busy.await(500, TimeUnit.MILLISECONDS)) {
                assertThat(busy.getCount()).isEqualTo(1);
            }
            CountDownLatch served = new CountDownLatch(1);
            Thread platform = Thread.ofPlatform().start(() -> {
                lock.lock();
                lock.unlock();
                served.countDown();
            });
            while (platform.getState() == Thread.State.RUNNABLE || platform.getState() == Thread.State.NEW) {
                Thread.onSpinWait();
            }
            lock.unlock();
            assertThat(served.await(10, TimeUnit.SECONDS)).isTrue();
        } finally {
            release.set(true);
            if (lock.isHeldByCurrentThread()) {
                lock.unlock();
            }
            starved.join();
        }
    }
}
