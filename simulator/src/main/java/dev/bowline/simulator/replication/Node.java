package dev.bowline.simulator.replication;

import dev.bowline.egress.environment.Environment;
import dev.bowline.simulator.store.Effect;
import dev.bowline.simulator.store.SessionKey;
import dev.bowline.simulator.store.Store;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * One member: its log and role, guarded by the set's lock, and its data, guarded by the data lock.
 *
 * <p>The data follows the log lazily: entries are applied, or undone after a rollback, at the next access.
 */
public final class Node {
    private final ReplicaSet set;
    private final int id;

    // Guarded by the set's lock.
    final Log log = new Log();
    Configuration configuration;
    boolean alive = true;
    boolean frozen;
    Role role = Role.SECONDARY;
    long term;
    long votedTerm;
    long commitIndex;
    long lagNanos;
    /** How far its clock is ahead, or behind if negative. */
    long skewMillis;
    /** Whether it has stopped to fetch from its primary. */
    boolean idle;
    long electableAtNanos = Long.MIN_VALUE;
    /** When this member last lost sight of a primary, or, if it is primary, of a majority; 0 if it has not. */
    long lonelySinceNanos;
    @Nullable
    Node believedPrimary;
    ObjectId processId;
    long topologyCounter;
    /** How this member looked after each of its latest changes, oldest first. */
    final ArrayDeque<ReplicaSet.View> announced = new ArrayDeque<>();
    int rollbacks;
    /** What each member, by id, is known by this one to have; meaningful while it is primary. */
    long[] acknowledged = new long[0];

    /** Rises whenever the log changes other than by this member's own writes. Written under the set's lock. */
    volatile long logVersion;

    // Guarded by the data lock.
    private final ReentrantReadWriteLock dataLock = new ReentrantReadWriteLock();
    private final Store store;
    private final Log applied = new Log();
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

    /** Runs something on the newest data while no other thread touches it. What it changes must be undone by it. */
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
        long last = applied.lastIndex();
        long target = Math.min(index, last);
        if (target < applied.oldestIndex() - 1) {
            throw new IllegalArgumentException("The data as of entry " + index + " has been forgotten");
        }
        for (long i = last; i > target; i--) {
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
            for (long i = target + 1; i <= last; i++) {
                store.redoAll(applied.get(i).effects());
            }
        }
    }

    /** The last entry this member's data reflects; for callers inside {@link #exclusively} or {@link #write}. */
    public long appliedIndex() {
        return applied.lastIndex();
    }

    public Entry appliedEntry(long index) {
        return applied.get(index);
    }

    /** Whether {@link #at} can show the data as of this entry. */
    public boolean canShow(long index) {
        dataLock.readLock().lock();
        try {
            return index >= applied.oldestIndex() - 1;
        } finally {
            dataLock.readLock().unlock();
        }
    }

    /**
     * All of a member's data as of a committed entry, as changes to an empty store, and what its log holds up to there.
     */
    record Copy(List<Entry> entries, List<Effect> effects) {
        long lastIndex() {
            return entries.get(entries.size() - 1).index();
        }
    }

    Copy copy() {
        dataLock.writeLock().lock();
        try {
            sync();
            long last = Math.min(set.log().commitIndex(this), applied.lastIndex());
            return new Copy(applied.between(applied.oldestIndex() - 1, last), at(last, List.of(), Store::contents));
        } finally {
            dataLock.writeLock().unlock();
        }
    }

    /** Gives a new member, which no other thread has seen yet, its data. Needs the set's lock. */
    void beginWith(Copy copy) {
        log.beginWith(copy.entries());
        applied.beginWith(copy.entries());
        store.redoAll(copy.effects());
        commitIndex = copy.lastIndex();
        logMoved();
    }

    /** Makes the data reflect the log now rather than at the next access. Returns the last entry it reflects. */
    long catchUp() {
        dataLock.writeLock().lock();
        try {
            sync();
            return applied.lastIndex();
        } finally {
            dataLock.writeLock().unlock();
        }
    }

    /** Releases what is needed only to show the data as of an earlier entry, unless a transaction reads there. */
    void forgetBefore(long index) {
        dataLock.writeLock().lock();
        try {
            applied.forgetBefore(Math.min(index, transactions.oldestSnapshot()));
        } finally {
            dataLock.writeLock().unlock();
        }
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
        for (long i = applied.lastIndex(); i > tail.commonIndex(); i--) {
            store.undoAll(applied.get(i).effects());
        }
        applied.cutAfter(tail.commonIndex());
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
