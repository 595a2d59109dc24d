package dev.bowline.egress.environment;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** See {@link StateLockTest}: runs in a process with one carrier, because it keeps it. */
final class StateLockProbe {
    private StateLockProbe() {}

    public static void main(String[] arguments) throws InterruptedException {
        ReentrantLock lock = arguments[0].equals("ordinary") ? new ReentrantLock() : new StateLock();
        lock.lock();
        Thread starved = Thread.ofVirtual().start(() -> {
            lock.lock();
            lock.unlock();
        });
        awaitInLine(lock, starved);
        CountDownLatch served = new CountDownLatch(1);
        Thread platform = Thread.ofPlatform().daemon().start(() -> {
            lock.lock();
            lock.unlock();
            served.countDown();
        });
        awaitInLine(lock, platform);
        Thread[] pair = new Thread[2];
        CountDownLatch busy = new CountDownLatch(1_000);
        for (int i = 0; i < 2; i++) {
            int other = 1 - i;
            pair[i] = Thread.ofVirtual().unstarted(() -> {
                while (true) {
                    busy.countDown();
                    LockSupport.unpark(pair[other]);
                    LockSupport.park();
                }
            });
        }
        // Started by a virtual thread, so that both are in the queue of the one carrier.
        Thread.ofVirtual().start(() -> {
            pair[0].start();
            pair[1].start();
        });
        busy.await();
        lock.unlock();
        System.out.println(served.await(3, TimeUnit.SECONDS)
                ? "the platform thread was served"
                : "the platform thread waits");
        System.exit(0);
    }

    private static void awaitInLine(ReentrantLock lock, Thread thread) {
        while (!lock.hasQueuedThread(thread)) {
            Thread.onSpinWait();
        }
    }
}
