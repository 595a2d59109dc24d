package dev.bowline.simulator.replication;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Terms, votes and roles. Guarded by the set's lock. */
final class Elections {
    private final Members members;
    private final Replication replication;
    private final List<ReplicaSet.Election> history = new ArrayList<>();
    private long highestTerm;
    long timeoutNanos = TimeUnit.MILLISECONDS.toNanos(100);

    Elections(Members members, Replication replication) {
        this.members = members;
        this.replication = replication;
    }

    List<ReplicaSet.Election> history() {
        return List.copyOf(history);
    }

    /**
     * A member that has seen a higher term or configuration informs the others. A primary that hears of a higher term
     * gives up.
     */
    void gossip() {
        for (Node one : members.nodes) {
            for (Node other : members.nodes) {
                if (one != other && members.connected(one, other)) {
                    if (other.term > one.term) {
                        one.term = other.term;
                        if (one.role == Role.PRIMARY) {
                            stepDown(one);
                        }
                    }
                    if (other.configuration.newerThan(one.configuration)) {
                        adopt(one, other.configuration);
                    }
                }
            }
        }
    }

    void adopt(Node node, Configuration configuration) {
        node.configuration = configuration;
        MemberSettings self = configuration.member(node.id());
        if (self == null) {
            node.role = Role.REMOVED;
        } else if (node.role == Role.REMOVED) {
            node.role = self.arbiter() ? Role.ARBITER : Role.SECONDARY;
        }
        members.changed(node);
    }

    /** Primaries that see no majority lose patience. Returns when the next of them will. */
    long stepDownIsolated(long now) {
        long next = Long.MAX_VALUE;
        for (Node node : members.nodes) {
            if (node.role != Role.PRIMARY || !node.alive || node.frozen) {
                continue;
            }
            if (members.visibleVotes(node) >= node.configuration.majority()) {
                node.lonelySinceNanos = 0;
            } else if (patience(node, now) <= now) {
                stepDown(node);
            } else {
                next = Math.min(next, patience(node, now));
            }
        }
        return next;
    }

    private long patience(Node node, long now) {
        if (node.lonelySinceNanos == 0) {
            node.lonelySinceNanos = now;
        }
        return node.lonelySinceNanos + timeoutNanos;
    }

    /** Members that have missed a primary for long enough stand for election. Returns when the next of them will. */
    long run(long now) {
        long next = Long.MAX_VALUE;
        List<Node> candidates = new ArrayList<>();
        for (Node node : members.nodes) {
            if (node.believedPrimary != null || !node.alive || node.frozen) {
                node.lonelySinceNanos = node.role == Role.PRIMARY ? node.lonelySinceNanos : 0;
                continue;
            }
            if (!electable(node) || members.visibleVotes(node) < node.configuration.majority()) {
                continue;
            }
            long at = Math.max(patience(node, now), node.electableAtNanos);
            if (at <= now) {
                candidates.add(node);
            } else {
                next = Math.min(next, at);
            }
        }
        candidates.sort((a, b) -> {
            int byPriority = Double.compare(settings(b).priority(), settings(a).priority());
            return byPriority != 0 ? byPriority : -compareLogs(a, b);
        });
        for (Node candidate : candidates) {
            if (members.visiblePrimary(candidate) == null) {
                elect(candidate);
            }
        }
        for (Node candidate : candidates) {
            if (members.visiblePrimary(candidate) == null) {
                next = Math.min(next, now + timeoutNanos);
            }
        }
        return next;
    }

    private MemberSettings settings(Node node) {
        MemberSettings settings = node.configuration.member(node.id());
        return settings == null
                ? MemberSettings.ordinary(node.id(), node.configuration.members().get(0).address())
                : settings;
    }

    boolean electable(Node node) {
        MemberSettings settings = node.configuration.member(node.id());
        return settings != null && node.role == Role.SECONDARY && settings.priority() > 0 && settings.votes() > 0;
    }

    private static int compareLogs(Node a, Node b) {
        Entry lastA = a.log.last();
        Entry lastB = b.log.last();
        long termA = lastA == null ? 0 : lastA.term();
        long termB = lastB == null ? 0 : lastB.term();
        return termA != termB ? Long.compare(termA, termB) : Long.compare(a.log.lastIndex(), b.log.lastIndex());
    }

    /** Asks every member in sight for its vote, for a term higher than any of them has seen. */
    boolean elect(Node candidate) {
        long term = candidate.term + 1;
        for (Node voter : members.nodes) {
            if (members.connected(candidate, voter)) {
                term = Math.max(term, Math.max(voter.term, voter.votedTerm) + 1);
            }
        }
        int votes = 0;
        List<Node> granting = new ArrayList<>();
        for (MemberSettings member : candidate.configuration.members()) {
            Node voter = members.nodes.get(member.id());
            boolean upToDate = member.arbiter() || compareLogs(candidate, voter) >= 0;
            if (member.votes() > 0 && members.connected(candidate, voter) && voter.votedTerm < term && upToDate) {
                votes += member.votes();
                granting.add(voter);
            }
        }
        if (votes < candidate.configuration.majority()) {
            return false;
        }
        for (Node voter : granting) {
            voter.votedTerm = term;
        }
        won(candidate, term);
        return true;
    }

    private void won(Node candidate, long term) {
        if (term <= highestTerm) {
            throw new IllegalStateException("Two primaries in term " + term);
        }
        replication.requireCommitted(candidate);
        highestTerm = term;
        history.add(new ReplicaSet.Election(term, candidate.id()));
        candidate.term = term;
        candidate.role = Role.PRIMARY;
        candidate.lonelySinceNanos = 0;
        Arrays.fill(candidate.acknowledged, 0);
        gossip();
        members.changed(candidate);
        members.believe();
        // A member that sees the new primary waits the whole time again once it is gone, even if nothing happens in
        // between.
        for (Node node : members.nodes) {
            if (node.believedPrimary != null) {
                node.lonelySinceNanos = 0;
            }
        }
        // An entry of its own term lets the new primary commit what its predecessor left behind.
        replication.append(candidate, List.of(), null, -1);
        candidate.logMoved();
    }

    void stepDown(Node node) {
        if (node.role == Role.PRIMARY) {
            node.role = Role.SECONDARY;
            node.lonelySinceNanos = 0;
            if (node.believedPrimary == node) {
                node.believedPrimary = null;
            }
            members.changed(node);
        }
    }
}
