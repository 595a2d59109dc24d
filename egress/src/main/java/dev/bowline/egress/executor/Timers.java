package dev.bowline.egress.executor;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.StateLock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends waits at their time, on one thread for all of them. That thread is none of the application's carriers, and
 * starts with the first timer. A timer is set and taken back in logarithmic time and leaves nothing behind.
 */
final class Timers implements AutoCloseable {
    /** Something to do at a time. Its fields are guarded by the timers' lock. */
    abstract static class Timer {
        private long dueNanos;
        private int index = -1;

        /** Called once for each time it was set, at that time; must not block. */
        abstract void ring();
    }

    private static final Logger LOG = LoggerFactory.getLogger("dev.bowline.executor");

    private final String name;
    private final Environment environment;

    /** Guards the fields below and those of the timers in the heap. */
    private final StateLock lock = new StateLock();
    private Timer[] heap = new Timer[16];
    private int size;
    private boolean started;
    private boolean closed;
    /** Set by the thread itself before it looks at the heap. */
    private volatile @Nullable Thread thread;

    Timers(String name, Environment environment) {
        this.name = name;
        this.environment = environment;
    }

    /** Sets a timer, or moves one that is set. Does nothing after {@link #close}. */
    void set(Timer timer, long dueNanos) {
        boolean start;
        boolean wake;
        lock.lock();
        try {
            if (closed) {
                return;
            }
            remove(timer);
            timer.dueNanos = dueNanos;
            if (size == heap.length) {
                heap = Arrays.copyOf(heap, 2 * size);
            }
            up(size++, timer);
            wake = timer.index == 0;
            start = !started;
            started = true;
        } finally {
            lock.unlock();
        }
        if (start) {
            startThread(timer);
        } else if (wake) {
            wake();
        }
    }

    /** Without a thread the timer is not set, and the next one tries again to start it. */
    private void startThread(Timer timer) {
        try {
            environment.startPlatform(name + "-timers", this::work);
        } catch (RuntimeException | Error e) {
            lock.lock();
            try {
                started = false;
                remove(timer);
            } finally {
                lock.unlock();
            }
            throw e;
        }
    }

    /** Takes a timer back. It may be about to ring. */
    void cancel(Timer timer) {
        lock.lock();
        try {
            remove(timer);
        } finally {
            lock.unlock();
        }
    }

    /** Ends the thread. Timers that are set do not ring. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            size = 0;
            heap = new Timer[0];
        } finally {
            lock.unlock();
        }
        wake();
    }

    private void wake() {
        Thread sleeper = thread;
        if (sleeper != null) {
            environment.unpark(sleeper);
        }
    }

    private void work() {
        thread = Thread.currentThread();
        List<Timer> due = new ArrayList<>();
        while (true) {
            Deadline next = Deadline.NEVER;
            long now = environment.nanoTime();
            lock.lock();
            try {
                if (closed) {
                    return;
                }
                while (size > 0 && heap[0].dueNanos - now <= 0) {
                    Timer first = heap[0];
                    remove(first);
                    due.add(first);
                }
                if (size > 0) {
                    next = new Deadline(heap[0].dueNanos);
                }
            } finally {
                lock.unlock();
            }
            if (due.isEmpty()) {
                environment.park(next);
            }
            due.forEach(Timers::ring);
            due.clear();
        }
    }

    private static void ring(Timer timer) {
        try {
            timer.ring();
        } catch (RuntimeException | Error e) {
            LOG.error("A timer of the executor threw; others are not affected", e);
        }
    }

    private void remove(Timer timer) {
        int index = timer.index;
        if (index < 0 || closed) {
            return;
        }
        timer.index = -1;
        Timer moved = heap[--size];
        heap[size] = null;
        if (index < size) {
            down(index, moved);
            if (heap[index] == moved) {
                up(index, moved);
            }
        }
    }

    private void up(int from, Timer timer) {
        int index = from;
        while (index > 0) {
            int parent = (index - 1) >>> 1;
            if (heap[parent].dueNanos - timer.dueNanos <= 0) {
                break;
            }
            place(index, heap[parent]);
            index = parent;
        }
        place(index, timer);
    }

    private void down(int from, Timer timer) {
        int index = from;
        while (2 * index + 1 < size) {
            int child = 2 * index + 1;
            if (child + 1 < size && heap[child + 1].dueNanos - heap[child].dueNanos < 0) {
                child++;
            }
            if (timer.dueNanos - heap[child].dueNanos <= 0) {
                break;
            }
            place(index, heap[child]);
            index = child;
        }
        place(index, timer);
    }

    private void place(int index, Timer timer) {
        heap[index] = timer;
        timer.index = index;
    }
}
