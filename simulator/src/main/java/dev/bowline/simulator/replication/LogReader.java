package dev.bowline.simulator.replication;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** What the members' logs say. Each answer is taken under the set's lock, and may be out of date when it is used. */
public final class LogReader {
    private final ReentrantLock lock;
    private final Members members;

    LogReader(ReentrantLock lock, Members members) {
        this.lock = lock;
        this.members = members;
    }

    /** The timestamp of the last entry the member has. */
    public long lastTimestamp(Node node) {
        lock.lock();
        try {
            Entry last = node.log.last();
            return last == null ? ReplicaSet.CLUSTER_TIME_FLOOR : last.timestamp();
        } finally {
            lock.unlock();
        }
    }

    /**
     * The entries of this member's log after the given index, at most up to what it knows to be committed. Null if some
     * of them have been forgotten.
     */
    public @Nullable List<Entry> committedAfter(Node node, long index, int max) {
        lock.lock();
        try {
            long from = Math.min(index, node.commitIndex);
            if (from < node.log.oldestIndex() - 1) {
                return null;
            }
            return node.log.between(from, Math.min(node.commitIndex, from + max));
        } finally {
            lock.unlock();
        }
    }

    /** The entries that the member's log remembers from this index on, whether they are committed or not. */
    public List<Entry> entriesFrom(Node node, long index) {
        lock.lock();
        try {
            long after = Math.min(Math.max(index, node.log.oldestIndex()) - 1, node.log.lastIndex());
            return node.log.between(after, node.log.lastIndex());
        } finally {
            lock.unlock();
        }
    }

    /**
     * The index of the last entry not later than this timestamp; one that is not remembered if all remembered are
     * later.
     */
    public long indexAt(Node node, long timestamp) {
        lock.lock();
        try {
            return node.log.indexAt(timestamp);
        } finally {
            lock.unlock();
        }
    }

    /** The oldest entry that the member's log remembers. */
    public long oldestIndex(Node node) {
        lock.lock();
        try {
            return node.log.oldestIndex();
        } finally {
            lock.unlock();
        }
    }

    public long commitIndex(Node node) {
        lock.lock();
        try {
            return node.commitIndex;
        } finally {
            lock.unlock();
        }
    }

    /** The entry at this index of the member's log, or null. */
    public @Nullable Entry entryAt(Node node, long index) {
        lock.lock();
        try {
            return node.log.has(index) ? node.log.get(index) : null;
        } finally {
            lock.unlock();
        }
    }

    /** True if the member knows this very entry to be committed. */
    public boolean isCommitted(Node node, Entry entry) {
        lock.lock();
        try {
            return node.commitIndex >= entry.index() && (node.log.has(entry) || isForgottenBy(node, entry));
        } finally {
            lock.unlock();
        }
    }

    /** How many data-bearing members are known by this primary to have this entry. */
    public int replicatedTo(Node primary, Entry entry) {
        lock.lock();
        try {
            if (primary.role != Role.PRIMARY || (!primary.log.has(entry) && !isForgottenBy(primary, entry))) {
                return 0;
            }
            long index = entry.index();
            int count = 0;
            for (Node node : members.nodes) {
                boolean has = node == primary || primary.acknowledged[node.id()] >= index;
                count += has && node.role != Role.ARBITER && node.role != Role.REMOVED ? 1 : 0;
            }
            return count;
        } finally {
            lock.unlock();
        }
    }

    /** True while the member is the primary it was when it wrote an entry of this term. */
    public boolean stillLeads(Node node, long term) {
        lock.lock();
        try {
            return node.alive && node.role == Role.PRIMARY && node.term == term;
        } finally {
            lock.unlock();
        }
    }

    /** A primary never loses what it wrote itself; of others' entries that are forgotten nothing is known any more. */
    private static boolean isForgottenBy(Node node, Entry entry) {
        return entry.index() < node.log.oldestIndex() && node.role == Role.PRIMARY && node.term == entry.term();
    }
}
