package dev.bowline.simulator.replication;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.simulator.store.Effect;
import dev.bowline.simulator.store.SessionKey;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A set of members that replicate one log, as a model: messages between members take no time unless lag is set, but
 * pass only where both are alive and the link between them is whole.
 *
 * <p>What holds at all times, and is asserted: a member votes once per term; a primary has the votes of a majority for
 * its term, so no term has two; an entry counts as committed once a majority has it and it is of the primary's own term
 * or precedes one that is; a new primary has every committed entry.
 *
 * <p>One lock guards everything here. A thread, the pacemaker, sleeps until the next moment at which something happens
 * by itself: an election, a primary that gives up for want of a majority, a lagging entry that arrives.
 */
public final class ReplicaSet implements AutoCloseable {
    static final long CLUSTER_TIME_FLOOR = 1L << 32;
    /** How many of a member's latest changes those who watch it hear of one by one. */
    private static final int ANNOUNCEMENTS = 8;

    /** What a member's data needs to catch up with its log. */
    record LogTail(long commonIndex, List<Entry> entries, long version) {}

    private final Environment environment;
    private final ReentrantLock lock = new ReentrantLock();
    private final Waiters logWaiters;

    // Guarded by the lock.
    private final Members members = new Members();
    private final LogReader reader = new LogReader(lock, members);
    private final Controls controls;
    private final Replication replication;
    private final Elections elections;
    private boolean closed;
    private @Nullable Thread pacemaker;

    /** Who became primary, and in which term. */
    public record Election(long term, int member) {}

    public ReplicaSet(Environment environment, Configuration configuration) {
        this.environment = environment;
        this.logWaiters = new Waiters(environment);
        this.replication = new Replication(environment, members);
        this.elections = new Elections(members, replication);
        this.controls = new Controls(this, environment, members, elections);
        for (MemberSettings member : configuration.members()) {
            add(member.id(), configuration);
        }
    }

    Node add(int id, Configuration configuration) {
        Node node = new Node(this, id, configuration, environment);
        MemberSettings self = configuration.member(id);
        node.role = self == null ? Role.REMOVED : self.arbiter() ? Role.ARBITER : Role.SECONDARY;
        node.acknowledged = new long[id + 1];
        members.add(node);
        for (Node each : members.nodes) {
            each.acknowledged = Arrays.copyOf(each.acknowledged, members.size());
        }
        return node;
    }

    /** Elects a first primary at once and starts the pacemaker. */
    public void start() {
        locked(() -> {
            for (Node node : members.nodes) {
                node.lonelySinceNanos = environment.nanoTime() - elections.timeoutNanos;
            }
            return null;
        });
        pacemaker = environment.start("simulator-pacemaker", this::keepPace);
    }

    @Override
    public void close() {
        locked(() -> closed = true);
    }

    public void electionTimeoutNanos(long nanos) {
        locked(() -> elections.timeoutNanos = nanos);
    }

    /** How many entries of the log are kept at least; twice as many at most, and more only if a member lacks them. */
    public void logLimit(int entries) {
        locked(() -> replication.logLimit = entries);
    }

    /** What can be done to the members. */
    public Controls controls() {
        return controls;
    }

    public LogReader log() {
        return reader;
    }

    public Waiters logWaiters() {
        return logWaiters;
    }

    public List<Node> nodes() {
        return reading(() -> List.copyOf(members.nodes));
    }

    public Node node(int id) {
        return reading(() -> members.nodes.get(id));
    }

    public List<Election> elections() {
        return reading(elections::history);
    }

    /** A snapshot of one member's state, as it sees itself. */
    public record View(int id, Configuration configuration, Role role, long term, long lastIndex, long lastTimestamp,
            long lastTerm, long lastWallMillis, long commitIndex, long commitTimestamp, long commitTerm,
            @Nullable Integer primaryId, org.bson.types.ObjectId processId, long topologyCounter) {}

    public View view(Node node) {
        lock.lock();
        try {
            Entry last = node.log.last();
            Entry commit = node.commitIndex == 0 ? null : node.log.get(node.commitIndex);
            return new View(node.id(), node.configuration, node.role, node.term, node.log.lastIndex(),
                    last == null ? CLUSTER_TIME_FLOOR : last.timestamp(), last == null ? 0 : last.term(),
                    last == null ? 0 : last.wallMillis(), node.commitIndex,
                    commit == null ? CLUSTER_TIME_FLOOR : commit.timestamp(),
                    commit == null ? 0 : commit.term(), node.believedPrimary == null ? null : node.believedPrimary.id(),
                    node.processId, node.topologyCounter);
        } finally {
            lock.unlock();
        }
    }

    /**
     * How the member looked after the first of its changes beyond this one, or looks now. A caller that asks for one
     * after the other misses none, even if several were made at once: a client that learned of new members and of an
     * election in one reply would, by the rules of discovery, not take note of the members.
     */
    public View viewAfter(Node node, long topologyCounter) {
        lock.lock();
        try {
            for (View view : node.announced) {
                if (view.topologyCounter() > topologyCounter) {
                    return view;
                }
            }
            return view(node);
        } finally {
            lock.unlock();
        }
    }

    public long term(Node node) {
        lock.lock();
        try {
            return node.term;
        } finally {
            lock.unlock();
        }
    }

    public long topologyCounter(Node node) {
        lock.lock();
        try {
            return node.topologyCounter;
        } finally {
            lock.unlock();
        }
    }

    public long clusterTime() {
        lock.lock();
        try {
            return replication.clusterTime();
        } finally {
            lock.unlock();
        }
    }

    /** Takes note of a cluster time a client has heard elsewhere. */
    public void observeClusterTime(long timestamp) {
        lock.lock();
        try {
            replication.observe(timestamp);
        } finally {
            lock.unlock();
        }
    }

    public boolean isWritable(Node node) {
        lock.lock();
        try {
            return node.alive && node.role == Role.PRIMARY;
        } finally {
            lock.unlock();
        }
    }

    public boolean isReadable(Node node) {
        lock.lock();
        try {
            return node.alive && (node.role == Role.PRIMARY || node.role == Role.SECONDARY);
        } finally {
            lock.unlock();
        }
    }

    public @Nullable Node primary() {
        lock.lock();
        try {
            Node best = null;
            for (Node node : members.nodes) {
                if (node.alive && !node.frozen && node.role == Role.PRIMARY
                        && (best == null || node.term > best.term)) {
                    best = node;
                }
            }
            return best;
        } finally {
            lock.unlock();
        }
    }

    // The log.

    /** Appends to the primary's log and passes the entry on where nothing is in the way. Null if it is not primary. */
    @Nullable
    Entry append(Node node, List<Effect> effects, @Nullable SessionKey session, long txnNumber) {
        lock.lock();
        try {
            if (!node.alive || node.role != Role.PRIMARY) {
                return null;
            }
            return replication.append(node, effects, session, txnNumber);
        } finally {
            lock.unlock();
        }
    }

    LogTail tail(Node node, Log applied) {
        lock.lock();
        try {
            long common = applied.commonWith(node.log);
            return new LogTail(common, node.log.between(common, node.log.lastIndex()), node.logVersion);
        } finally {
            lock.unlock();
        }
    }

    // What happens by itself.

    /** Brings the model up to now. Returns when to look again, or {@link Deadline#NEVER}. Needs the lock. */
    Deadline step(long now) {
        elections.gossip();
        long next = elections.stepDownIsolated(now);
        members.believe();
        next = Math.min(next, elections.run(now));
        next = Math.min(next, replication.replicate(now));
        return next == Long.MAX_VALUE ? Deadline.NEVER : new Deadline(next);
    }

    public boolean isFrozen(Node node) {
        return reading(() -> node.frozen);
    }

    public boolean isAlive(Node node) {
        return reading(() -> node.alive);
    }

    /** Waits until this holds of the set. */
    public boolean await(BooleanSupplier condition, Deadline deadline) {
        return logWaiters.await(condition, deadline);
    }

    // Locking and waking.

    <T> T reading(Supplier<T> look) {
        lock.lock();
        try {
            return look.get();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Changes something under the lock, lets happen what follows from it, and wakes the threads that may wait for that.
     */
    <T> T locked(Supplier<T> change) {
        T result;
        lock.lock();
        try {
            result = change.get();
            step(environment.nanoTime());
        } finally {
            lock.unlock();
        }
        wake();
        return result;
    }

    private void wake() {
        wakeWaiters(true);
        Thread thread = pacemaker;
        if (thread != null) {
            environment.unpark(thread);
        }
    }

    private void wakeWaiters(boolean always) {
        List<Node> changed;
        boolean log;
        lock.lock();
        try {
            changed = members.takeChanged();
            for (Node node : changed) {
                node.announced.add(view(node));
                if (node.announced.size() > ANNOUNCEMENTS) {
                    node.announced.remove();
                }
            }
            log = always || replication.logChanged || !changed.isEmpty();
            replication.logChanged = false;
        } finally {
            lock.unlock();
        }
        for (Node node : changed) {
            node.topologyWaiters().wakeAll();
        }
        if (log) {
            logWaiters.wakeAll();
        }
    }

    /** Wakes those who wait for the log, after a write has released the data lock. */
    void runWakeUps() {
        if (replication.logChanged) {
            replication.logChanged = false;
            logWaiters.wakeAll();
            Thread thread = pacemaker;
            if ((replication.delayed || replication.overlong) && thread != null) {
                environment.unpark(thread);
            }
        }
    }

    /** Drops the oldest entries, which every member has committed, once every member's data reflects them. */
    private void forget() {
        List<Node> holders = reading(members::holders);
        long applied = Long.MAX_VALUE;
        for (Node node : holders) {
            applied = Math.min(applied, node.catchUp());
        }
        long everywhere = applied;
        long horizon = reading(() -> replication.forget(everywhere));
        for (Node node : holders) {
            node.forgetBefore(horizon);
        }
    }

    private void keepPace() {
        while (true) {
            Deadline next;
            lock.lock();
            try {
                if (closed) {
                    return;
                }
                replication.delayed = false;
                next = step(environment.nanoTime());
            } finally {
                lock.unlock();
            }
            wakeWaiters(false);
            if (replication.overlong) {
                forget();
            }
            if (!next.isExpired(environment)) {
                environment.park(next);
            }
        }
    }
}
