package dev.bowline.driver.topology;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.StateLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks a former primary, over a connection of its own, whether it still answers. Another member has won an election
 * since, so either the former primary has stepped down and answers, or it is frozen or cut off, and then operations
 * that wait for it will never get an answer. The monitor would find that out too, but only when its own timeout has
 * passed, because a server that streams may be silent for as long as the heartbeat frequency.
 */
final class FrozenPrimaryProbe {
    private final ServerAddress address;
    private final Environment environment;
    private final MonitorLink link;

    /** Guards the field below and the link. */
    private final StateLock lock = new StateLock();
    private boolean running;

    FrozenPrimaryProbe(ServerAddress address, MonitorConnection.Factory connector, Environment environment) {
        this.address = address;
        this.environment = environment;
        this.link = new MonitorLink(address, connector, lock);
    }

    /**
     * Starts one probe on a thread of its own, unless one is under way.
     *
     * @param silent called if there was no answer in time; not if there was any answer at all
     */
    void start(long timeoutNanos, Consumer<RuntimeException> silent) {
        lock.lock();
        try {
            if (running || link.isStopped()) {
                return;
            }
            running = true;
        } finally {
            lock.unlock();
        }
        try {
            environment.startPlatform("bowline-probe-" + address, () -> run(timeoutNanos, silent));
        } catch (RuntimeException | Error noThread) {
            ended();
            throw noThread;
        }
    }

    /** Ends a probe under way, and refuses others. Does not wait. */
    void stop() {
        link.stop();
    }

    private void run(long timeoutNanos, Consumer<RuntimeException> silent) {
        try {
            SchedulerGrace grace = new SchedulerGrace();
            RuntimeException failure;
            do {
                failure = ask(Deadline.afterNanos(environment, timeoutNanos));
            } while (failure != null && grace.appliesTo(failure));
            if (failure != null
                    && (ErrorVerdict.isNetworkTimeout(failure) || ErrorVerdict.isNetworkError(failure))) {
                silent.accept(failure);
            }
        } finally {
            ended();
        }
    }

    private void ended() {
        lock.lock();
        try {
            running = false;
        } finally {
            lock.unlock();
        }
    }

    /** What went wrong, or null if the server answered. */
    private @Nullable RuntimeException ask(Deadline deadline) {
        try {
            link.connect(0, deadline);
            return null;
        } catch (RuntimeException e) {
            return e;
        } finally {
            link.close();
        }
    }
}
