package dev.bowline.simulator.replication;

import dev.bowline.egress.environment.Environment;
import dev.bowline.simulator.store.Effect;
import dev.bowline.simulator.store.SessionKey;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How entries come into logs, travel, count as committed, and are rolled back. Guarded by the set's lock. */
final class Replication {
    private final Environment environment;
    private final Members members;
    private @Nullable Entry lastCommitted;
    private long clusterTime;
    /** Something that waiters on the log may wait for has happened. Also read without the lock, as a hint. */
    volatile boolean logChanged;
    /** An entry is on its way to a lagging member. */
    boolean delayed;
    /** The log has grown so long that its beginning should be forgotten. Also read without the lock, as a hint. */
    volatile boolean overlong;
    int logLimit = 50_000;
    /**
     * When to try again, so that a member that lacks much and holds the log back costs an attempt now and then only.
     */
    private long forgetAgainAt;

    Replication(Environment environment, Members members) {
        this.environment = environment;
        this.members = members;
        this.clusterTime = (environment.currentTimeMillis() / 1000) << 32 | 1;
    }

    long clusterTime() {
        return clusterTime;
    }

    void observe(long timestamp) {
        if (Long.compareUnsigned(timestamp, clusterTime) > 0) {
            clusterTime = timestamp;
        }
    }

    /** Throws if a member without the latest committed entry is about to lead. */
    void requireCommitted(Node candidate) {
        Entry last = lastCommitted;
        if (last != null && !candidate.log.has(last)) {
            throw new IllegalStateException("Elected without committed entry " + last);
        }
    }

    /** Appends to the primary's log and passes the entry on where nothing is in the way. */
    Entry append(Node node, List<Effect> effects, @Nullable SessionKey session, long txnNumber) {
        long now = environment.nanoTime();
        long millis = environment.currentTimeMillis() + node.skewMillis;
        // Every change has a time of its own in the log that clients read; the entry has the last one.
        clusterTime = Math.max(clusterTime, (millis / 1000) << 32) + Math.max(1, effects.size());
        Entry before = node.log.last();
        Entry entry = new Entry(node.term, node.log.lastIndex() + 1, clusterTime, millis, now, effects, session,
                txnNumber);
        node.log.add(entry);
        logChanged = true;
        if (members.size() > 1) {
            for (Node other : members.nodes) {
                if (other != node && other.role == Role.SECONDARY && other.lagNanos == 0
                        && !other.idle && members.connected(node, other)
                        && other.log.last() == before && other.term <= node.term) {
                    other.log.add(entry);
                    other.logMoved();
                    node.acknowledged[other.id()] = entry.index();
                } else if (other != node && other.lagNanos > 0) {
                    delayed = true;
                }
            }
        }
        advanceCommit(node);
        overlong = node.log.size() > 2 * logLimit && entry.index() >= forgetAgainAt;
        return entry;
    }

    private void advanceCommit(Node primary) {
        if (primary.role != Role.PRIMARY) {
            return;
        }
        Configuration configuration = primary.configuration;
        int majority = configuration.majority();
        long[] have = new long[configuration.members().size()];
        int count = 0;
        for (MemberSettings member : configuration.members()) {
            if (member.votes() > 0 && !member.arbiter()) {
                have[count++] = member.id() == primary.id()
                        ? primary.log.lastIndex()
                        : primary.acknowledged[member.id()];
            }
        }
        if (count < majority) {
            return;
        }
        Arrays.sort(have, 0, count);
        long index = have[count - majority];
        if (index > primary.commitIndex && primary.log.get(index).term() == primary.term) {
            primary.commitIndex = index;
            Entry committed = primary.log.get(index);
            if (lastCommitted == null || committed.index() > lastCommitted.index()) {
                lastCommitted = committed;
            }
            logChanged = true;
            for (Node other : members.nodes) {
                if (other != primary && members.connected(primary, other)) {
                    learnCommit(primary, other);
                }
            }
        }
    }

    private static void learnCommit(Node primary, Node other) {
        long known = Math.min(primary.commitIndex, other.log.lastIndex());
        if (known > other.commitIndex && primary.log.has(known) && other.log.has(primary.log.get(known))) {
            other.commitIndex = known;
        }
    }

    /** Lets every secondary catch up. Returns when the next delayed entry arrives. */
    long replicate(long now) {
        long next = Long.MAX_VALUE;
        for (Node node : members.nodes) {
            Node primary = node.believedPrimary;
            if (primary == null || primary == node || node.role != Role.SECONDARY || !members.connected(node, primary)
                    || primary.role != Role.PRIMARY || node.idle) {
                continue;
            }
            next = Math.min(next, pull(node, primary, now));
        }
        for (Node node : members.nodes) {
            if (node.alive && node.role == Role.PRIMARY) {
                advanceCommit(node);
                for (Node other : members.nodes) {
                    if (other != node && members.connected(node, other) && other.role == Role.SECONDARY) {
                        learnCommit(node, other);
                    }
                }
            }
        }
        return next;
    }

    /** A secondary takes what its primary has and it has not, after rolling back what the primary never had. */
    private long pull(Node node, Node primary, long now) {
        long common = node.log.commonWith(primary.log);
        if (common < node.log.lastIndex()) {
            if (common < node.commitIndex) {
                throw new IllegalStateException(node + " would roll back committed entry " + node.log.get(common + 1));
            }
            node.log.cutAfter(common);
            node.logMoved();
            node.rollbacks++;
            logChanged = true;
        }
        long next = Long.MAX_VALUE;
        for (long i = common + 1; i <= primary.log.lastIndex(); i++) {
            Entry entry = primary.log.get(i);
            if (node.lagNanos > 0 && entry.appendedNanos() + node.lagNanos - now > 0) {
                next = entry.appendedNanos() + node.lagNanos;
                break;
            }
            node.log.add(entry);
            node.logMoved();
            logChanged = true;
        }
        primary.acknowledged[node.id()] = node.log.lastIndex();
        return next;
    }

    /**
     * Forgets the beginning of every log: what every member knows to be committed, but for the last entries as far as
     * they are within the limit. Returns the oldest entry that is still remembered.
     *
     * @param applied the last entry that every member's data reflects
     */
    long forget(long applied) {
        long horizon = applied;
        List<Node> holders = members.holders();
        for (Node node : holders) {
            horizon = Math.min(horizon, Math.min(node.commitIndex, node.log.lastIndex() - logLimit));
            forgetAgainAt = Math.max(forgetAgainAt, node.log.lastIndex() + logLimit);
        }
        for (Node node : holders) {
            node.log.forgetBefore(horizon);
        }
        overlong = false;
        return horizon;
    }
}
