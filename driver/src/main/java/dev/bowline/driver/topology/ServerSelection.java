package dev.bowline.driver.topology;

import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.selection.ServerSelector;
import dev.bowline.driver.topology.TopologyTransition.Removal;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.StateLock;
import dev.bowline.error.MongoClientException;
import dev.bowline.error.MongoIncompatibleDriverException;
import dev.bowline.error.MongoInterruptedException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds servers for operations in what a topology has published, and lets operations wait for a better description.
 *
 * <p>An operation is registered before it looks, and a description is published before the registered are tried on it:
 * it is either seen or wakes.
 */
final class ServerSelection {
    private static final long RECHECK_NANOS = TimeUnit.MILLISECONDS
            .toNanos(TopologySettings.MIN_HEARTBEAT_FREQUENCY_MILLIS);

    private final TopologySettings settings;
    private final Environment environment;
    private final SelectionLog log;
    private final WaitTally tally;
    private final Supplier<Snapshot> published;
    private final Supplier<List<Removal>> removals;

    /** Guards the list and the positions in it. Not taken together with any other lock. */
    private final StateLock lock = new StateLock();
    private final ArrayList<SelectionWaiter> waiters = new ArrayList<>();

    ServerSelection(TopologySettings settings, Environment environment, SelectionLog log,
            Supplier<Snapshot> published, Supplier<List<Removal>> removals) {
        this.settings = settings;
        this.environment = environment;
        this.log = log;
        this.tally = new WaitTally(environment);
        this.published = published;
        this.removals = removals;
    }

    Server select(ServerSelector selector, Deadline deadline, List<ServerAddress> deprioritized,
            SelectionReason reason) {
        if (log.isDebugEnabled()) {
            return selectAndLog(selector, deadline, deprioritized, reason);
        }
        Server server = choose(published.get(), selector, deprioritized);
        return server != null ? server : waitForServer(selector, deadline, deprioritized, reason);
    }

    /** Whether a listener or log takes the reason of a selection. */
    boolean isObserved() {
        return log.isInfoEnabled();
    }

    /** Wakes selections that may find a server in the new description, or that must fail. */
    void wake(Snapshot current) {
        List<SelectionWaiter> waiting;
        lock.lock();
        try {
            if (waiters.isEmpty()) {
                return;
            }
            waiting = List.copyOf(waiters);
        } finally {
            lock.unlock();
        }
        for (SelectionWaiter waiter : waiting) {
            if (current.isClosed() || waiter.mayFind(current.candidates())) {
                waiter.woken = true;
                environment.unpark(waiter.thread);
            }
        }
    }

    private Server selectAndLog(ServerSelector selector, Deadline deadline, List<ServerAddress> deprioritized,
            SelectionReason reason) {
        log.started(selector, reason, description());
        try {
            Server server = choose(published.get(), selector, deprioritized);
            if (server == null) {
                server = waitForServer(selector, deadline, deprioritized, reason);
            }
            log.succeeded(selector, reason, description(), server.address());
            return server;
        } catch (RuntimeException e) {
            log.failed(selector, reason, description(), e);
            throw e;
        }
    }

    private @Nullable Server choose(Snapshot current, ServerSelector selector, List<ServerAddress> deprioritized) {
        if (current.isClosed()) {
            throw new MongoClientException("The client is closed");
        }
        String incompatible = current.description().compatibilityError();
        if (incompatible != null) {
            throw new MongoIncompatibleDriverException(incompatible);
        }
        return current.choose(selector, deprioritized, environment.random());
    }

    private Server waitForServer(ServerSelector selector, Deadline deadline, List<ServerAddress> deprioritized,
            SelectionReason reason) {
        long start = environment.nanoTime();
        SelectionWaiter waiter = new SelectionWaiter(selector, settings.filter() != null);
        enqueue(waiter);
        boolean logged = false;
        boolean found = false;
        try {
            while (true) {
                waiter.woken = false;
                Snapshot current = published.get();
                Server server = choose(current, selector, deprioritized);
                if (server != null) {
                    found = true;
                    return server;
                }
                if (deadline.isExpired(environment)) {
                    throw timeout(current.description(), selector, start);
                }
                if (!logged) {
                    logged = true;
                    tally.began();
                    log.waiting(selector, reason, current.description(),
                            deadline.isNever() ? null : deadline.remainingMillis(environment));
                }
                for (Server known : current.servers()) {
                    known.requestCheck();
                }
                park(waiter, deadline.earlier(Deadline.afterNanos(environment, RECHECK_NANOS)));
            }
        } finally {
            dequeue(waiter);
            if (logged) {
                tally.ended(start, found);
            }
        }
    }

    private void park(SelectionWaiter waiter, Deadline deadline) {
        while (!waiter.woken && !deadline.isExpired(environment)) {
            if (Thread.interrupted()) {
                Thread.currentThread().interrupt();
                throw new MongoInterruptedException("Interrupted while waiting for a server");
            }
            environment.park(deadline);
        }
    }

    RuntimeException timeout(TopologyDescription description, ServerSelector selector, long start) {
        long now = environment.nanoTime();
        return new SelectionTimeout(description, settings.seeds(), removals.get(), now).exception(selector,
                TimeUnit.NANOSECONDS.toMillis(now - start));
    }

    private void enqueue(SelectionWaiter waiter) {
        lock.lock();
        try {
            waiter.position = waiters.size();
            waiters.add(waiter);
        } finally {
            lock.unlock();
        }
    }

    private void dequeue(SelectionWaiter waiter) {
        lock.lock();
        try {
            // The last takes its place: thousands may leave at once.
            SelectionWaiter last = waiters.removeLast();
            if (last != waiter) {
                last.position = waiter.position;
                waiters.set(last.position, last);
            }
        } finally {
            lock.unlock();
        }
    }

    private TopologyDescription description() {
        return published.get().description();
    }
}
