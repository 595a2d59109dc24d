package dev.bowline.simulator.replication;

import dev.bowline.egress.environment.Environment;
import dev.bowline.simulator.store.Effect;
import dev.bowline.simulator.store.SessionKey;
import dev.bowline.simulator.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * One member: its log and role, guarded by the set's lock, and its data, guarded by the data lock.
 *
 * <p>The data follows the log lazily: entries are applied, or undone after a rollback, when somebody next looks.
 */
public final class Node {
    private final ReplicaSet set;
    private final int id;

    // Guarded by the set's lock.
    final List<Entry> log = new ArrayList<>();
    Configuration configuration;
    boolean alive = true;
    boolean frozen;
    Role role = Role.SECONDARY;
    long term;
    long votedTerm;
    long commitIndex;
    long lagNanos;
    long electableAtNanos = Long.MIN_VALUE;
    /** When this member last lost sight of a primary, or, if it is primary, of a majority; 0 if it has not. */
    long lonelySinceNanos;
    @Nullable
    Node believedPrimary;
    ObjectId processId;
    long topologyCounter;
    int rollbacks;
    /** What each member, by id, is known by this one to have; meaningful while it is primary. */
    long[] acknowledged = new long[0];

    /** Rises whenever the log changes other than by this member's own writes. Written under the set's lock. */
    volatile long logVersion;

    // Guarded by the data lock.
    private final ReentrantReadWriteLock dataLock = new ReentrantReadWriteLock();
    private final Store store;
    private final List<Entry> applied = new ArrayList<>();
    private volatile long syncedVersion;
    private final Transactions transactions;

    private final Waiters topologyWaiters;

    Node(ReplicaSet set, int id, Configuration configuration, Environment environment) {
        this.set = set;
        this.id = id;
        this.configuration = configuration;
        this.store = new Store(environment::newUuid);
        this.processId = environment.newObjectId();
        this.topologyWaiters = new Waiters(environment);
        this.transactions = new Transactions();
    }

    public int id() {
        return id;
    }

    public ReplicaSet set() {
        return set;
    }

    /** Threads that wait for this member's view of the topology to change. */
    public Waiters topologyWaiters() {
        return topologyWaiters;
    }

    /** Open transactions; only to be used inside {@link #exclusively} or {@link #write}. */
    public Transactions transactions() {
        return transactions;
    }

    /** Runs a read on the newest data this member has. */
    public <T> T read(Function<Store, T> body) {
        dataLock.readLock().lock();
        try {
            if (syncedVersion == logVersion) {
                return body.apply(store);
            }
        } finally {
            dataLock.readLock().unlock();
        }
        return exclusively(body);
    }

    /** Runs something on the newest data while nobody else touches it. What it changes must be undone by it. */
    public <T> T exclusively(Function<Store, T> body) {
        dataLock.writeLock().lock();
        try {
            sync();
            transactions.enterTerm(set.term(this));
            return body.apply(store);
        } finally {
            dataLock.writeLock().unlock();
        }
    }

    /** Runs a read on the data as it was after the entry of this index, with these further effects in place. */
    public <T> T readAt(long index, List<Effect> overlay, Function<Store, T> body) {
        dataLock.writeLock().lock();
        try {
            sync();
            return at(index, overlay, body);
        } finally {
            dataLock.writeLock().unlock();
        }
    }

    /** As {@link #readAt}, for a caller that is inside {@link #exclusively}. */
    public <T> T at(long index, List<Effect> overlay, Function<Store, T> body) {
        int target = (int) Math.min(index, applied.size());
        for (int i = applied.size() - 1; i >= target; i--) {
            store.undoAll(applied.get(i).effects());
        }
        int done = 0;
        try {
            for (Effect effect : overlay) {
                store.redo(effect);
                done++;
            }
            return body.apply(store);
        } finally {
            store.undoAll(overlay.subList(0, done));
            for (int i = target; i < applied.size(); i++) {
                store.redoAll(applied.get(i).effects());
            }
        }
    }

    /** The number of entries this member's data reflects; for callers inside {@link #exclusively} or {@link #write}. */
    public long appliedIndex() {
        return applied.size();
    }

    public Entry appliedEntry(long index) {
        return applied.get((int) index - 1);
    }

    /** The result of a write, and the entry that carries it if it changed anything. */
    public record Written<T>(T result, @Nullable Entry entry) {}

    /**
     * Runs a write and appends what it changed to the log, as one step.
     *
     * @param guard looks at the effects before they are appended and may throw to take them back
     * @throws NotPrimaryException if this member is not primary, in which case nothing has changed
     */
    public <T> Written<T> write(@Nullable SessionKey session, long txnNumber, Function<Store, T> body,
            Consumer<List<Effect>> guard) {
        dataLock.writeLock().lock();
        try {
            sync();
            if (!set.isWritable(this)) {
                throw new NotPrimaryException();
            }
            transactions.enterTerm(set.term(this));
            store.beginCapture();
            T result;
            boolean completed = false;
            try {
                result = body.apply(store);
                completed = true;
            } finally {
                if (!completed) {
                    store.undoAll(store.endCapture());
                }
            }
            List<Effect> effects = store.endCapture();
            if (effects.isEmpty()) {
                return new Written<>(result, null);
            }
            Entry entry = null;
            try {
                guard.accept(effects);
                entry = set.append(this, effects, session, txnNumber);
            } finally {
                if (entry == null) {
                    store.undoAll(effects);
                }
            }
            if (entry == null) {
                throw new NotPrimaryException();
            }
            applied.add(entry);
            return new Written<>(result, entry);
        } finally {
            dataLock.writeLock().unlock();
            set.runWakeUps();
        }
    }

    /** Notes that the log has changed. Needs the set's lock. */
    void logMoved() {
        long version = logVersion;
        logVersion = version + 1;
    }

    /** Makes the data reflect the log: undoes what was rolled back, applies what is new. Needs the data write lock. */
    private void sync() {
        if (syncedVersion == logVersion) {
            return;
        }
        ReplicaSet.LogTail tail = set.tail(this, applied);
        for (int i = applied.size() - 1; i >= tail.commonLength(); i--) {
            store.undoAll(applied.remove(i).effects());
        }
        for (Entry entry : tail.entries()) {
            store.redoAll(entry.effects());
            applied.add(entry);
        }
        syncedVersion = tail.version();
    }

    @Override
    public String toString() {
        return "member " + id;
    }
}
