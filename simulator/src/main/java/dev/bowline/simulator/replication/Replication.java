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
        if (last != null
                && (candidate.log.size() < last.index() || candidate.log.get((int) last.index() - 1) != last)) {
            throw new IllegalStateException("Elected without committed entry " + last);
        }
    }

    /** Appends to the primary's log and passes the entry on where nothing is in the way. */
    Entry append(Node node, List<Effect> effects, @Nullable SessionKey session, long txnNumber) {
        long now = environment.nanoTime();
        long millis = environment.currentTimeMillis();
        clusterTime = Math.max(clusterTime + 1, (millis / 1000) << 32 | 1);
        Entry entry = new Entry(node.term, node.log.size() + 1, clusterTime, millis, now, effects, session, txnNumber);
        node.log.add(entry);
        logChanged = true;
        if (members.size() > 1) {
            for (Node other : members.nodes) {
                if (other != node && other.role == Role.SECONDARY && other.lagNanos == 0
                        && members.connected(node, other)
                        && other.log.size() == entry.index() - 1 && other.term <= node.term
                        && (entry.index() == 1
                                || other.log.get((int) entry.index() - 2) == node.log.get((int) entry.index() - 2))) {
                    other.log.add(entry);
                    other.logMoved();
                    node.acknowledged[other.id()] = entry.index();
                } else if (other != node && other.lagNanos > 0) {
                    delayed = true;
                }
            }
        }
        advanceCommit(node);
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
                have[count++] = member.id() == primary.id() ? primary.log.size() : primary.acknowledged[member.id()];
            }
        }
        if (count < majority) {
            return;
        }
        Arrays.sort(have, 0, count);
        long index = have[count - majority];
        if (index > primary.commitIndex && primary.log.get((int) index - 1).term() == primary.term) {
            primary.commitIndex = index;
            Entry committed = primary.log.get((int) index - 1);
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
        long known = Math.min(primary.commitIndex, other.log.size());
        if (known > other.commitIndex && other.log.get((int) known - 1) == primary.log.get((int) known - 1)) {
            other.commitIndex = known;
        }
    }

    /** Lets every secondary catch up. Returns when the next delayed entry arrives. */
    long replicate(long now) {
        long next = Long.MAX_VALUE;
        for (Node node : members.nodes) {
            Node primary = node.believedPrimary;
            if (primary == null || primary == node || node.role != Role.SECONDARY || !members.connected(node, primary)
                    || primary.role != Role.PRIMARY) {
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
        int common = Math.min(node.log.size(), primary.log.size());
        while (common > 0 && node.log.get(common - 1) != primary.log.get(common - 1)) {
            common--;
        }
        if (common < node.log.size()) {
            if (common < node.commitIndex) {
                throw new IllegalStateException(node + " would roll back committed entry " + node.log.get(common));
            }
            node.log.subList(common, node.log.size()).clear();
            node.logMoved();
            node.rollbacks++;
            logChanged = true;
        }
        long next = Long.MAX_VALUE;
        for (int i = common; i < primary.log.size(); i++) {
            Entry entry = primary.log.get(i);
            if (node.lagNanos > 0 && entry.appendedNanos() + node.lagNanos - now > 0) {
                next = entry.appendedNanos() + node.lagNanos;
                break;
            }
            node.log.add(entry);
            node.logMoved();
            logChanged = true;
        }
        primary.acknowledged[node.id()] = node.log.size();
        return next;
    }
}
