package dev.bowline.egress.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
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

    /** With a limit of a millisecond for each of them, this takes many minutes and both processors. */
    @Test
    void aCrowdOfPlatformThreadsThatHasToWaitGetsIt() throws InterruptedException {
        List<Thread> crowd = new ArrayList<>();
        lock.lock();
        try {
            for (int i = 0; i < 1000; i++) {
                crowd.add(Thread.ofPlatform().daemon().stackSize(64 * 1024).start(() -> {
                    lock.lock();
                    try {
                        guarded++;
                    } finally {
                        lock.unlock();
                    }
                }));
            }
            // Long enough for every thread to have lost patience many times, if each has one of its own.
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
        } finally {
            lock.unlock();
        }
        for (Thread thread : crowd) {
            thread.join();
        }
        assertThat(guarded).isEqualTo(crowd.size());
    }

    /**
     * What an ordinary lock does wrong, in a process with one carrier: two virtual threads that wake each other in turn
     * keep it for good, so that a third one, woken by the platform thread that releases the lock, never runs. It is
     * first in the queue of the lock, and a platform thread behind it waits for it.
     */
    @Test
    void aPlatformThreadDoesNotWaitBehindAVirtualOneWithoutACarrier() throws Exception {
        assertThat(probe("ordinary")).contains("the platform thread waits");
        assertThat(probe("state")).contains("the platform thread was served");
    }

    private static String probe(String kind) throws Exception {
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java")
                .toString(), "-Djdk.virtualThreadScheduler.parallelism=1",
                "-Djdk.virtualThreadScheduler.maxPoolSize=1", "-cp", System.getProperty("java.class.path")
                        + File.pathSeparator + System.getProperty("jdk.module.path", ""),
                StateLockProbe.class.getName(), kind).redirectErrorStream(true).start();
        // A lock that nothing waits in line for would keep the probe, and this test, waiting.
        process.onExit().orTimeout(30, TimeUnit.SECONDS).exceptionally(late -> process.destroyForcibly());
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return output;
    }
}
