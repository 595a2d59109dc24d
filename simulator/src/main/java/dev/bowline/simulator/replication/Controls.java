package dev.bowline.simulator.replication;

import dev.bowline.egress.environment.Environment;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What can be done to the members of a set. Each is one step under the set's lock, with all that follows from it at
 * once.
 */
public final class Controls {
    private final ReplicaSet set;
    private final Environment environment;
    private final Members members;
    private final Elections elections;
    /** Guarded by the set's lock. */
    private long handoffNanos = TimeUnit.MILLISECONDS.toNanos(10);

    Controls(ReplicaSet set, Environment environment, Members members, Elections elections) {
        this.set = set;
        this.environment = environment;
        this.members = members;
        this.elections = elections;
    }

    /** How long after a step-down its successor is elected. */
    public void handoffNanos(long nanos) {
        set.locked(() -> handoffNanos = nanos);
    }

    public void kill(Node node) {
        set.locked(() -> {
            node.alive = false;
            if (node.role == Role.PRIMARY) {
                node.role = Role.SECONDARY;
            }
            node.believedPrimary = null;
            members.changed(node);
            return null;
        });
    }

    public void restart(Node node) {
        set.locked(() -> {
            node.alive = true;
            node.frozen = false;
            node.processId = environment.newObjectId();
            node.topologyCounter = 0;
            node.announced.clear();
            node.lonelySinceNanos = 0;
            node.electableAtNanos = Long.MIN_VALUE;
            return null;
        });
        node.exclusively(store -> {
            node.transactions().clear();
            return null;
        });
    }

    public void freeze(Node node, boolean frozen) {
        set.locked(() -> node.frozen = frozen);
    }

    public void lag(Node node, long nanos) {
        set.locked(() -> node.lagNanos = nanos);
    }

    /** Sets a member's clock ahead, or back. */
    public void skewClock(Node node, long millis) {
        set.locked(() -> node.skewMillis = millis);
    }

    /** What a member's clock says. */
    public long currentTimeMillis(Node node) {
        return environment.currentTimeMillis() + set.reading(() -> node.skewMillis);
    }

    /** Lets a member stop to fetch entries, or begin again. It still sees its primary. */
    public void stopReplication(Node node, boolean stop) {
        if (set.reading(() -> node.idle != stop)) {
            set.locked(() -> node.idle = stop);
        }
    }

    /** Cuts or mends the link between two members. */
    public void cut(Node one, Node other, boolean severed) {
        set.locked(() -> {
            members.cut(one, other, severed);
            return null;
        });
    }

    /** Wakes everything that watches this member. */
    public void announce(Node node) {
        set.locked(() -> {
            members.changed(node);
            return null;
        });
    }

    /** Puts a member into or takes it out of the recovering state. */
    public void maintenance(Node node, boolean recovering) {
        set.locked(() -> {
            if (recovering && node.role == Role.PRIMARY) {
                elections.stepDown(node);
            }
            if (node.role == Role.SECONDARY || node.role == Role.RECOVERING) {
                node.role = recovering ? Role.RECOVERING : Role.SECONDARY;
                members.changed(node);
            }
            return null;
        });
    }

    /** The member will not stand for election for this long. */
    public void notElectableFor(Node node, long nanos) {
        set.locked(() -> node.electableAtNanos = nanos == 0 ? Long.MIN_VALUE : environment.nanoTime() + nanos);
    }

    /** Whether a member that this primary sees could follow it now without a loss. */
    public boolean hasSuccessor(Node primary) {
        return set.reading(() -> members.nodes.stream()
                .anyMatch(node -> node != primary && elections.electable(node) && members.connected(primary, node)
                        && node.electableAtNanos <= environment.nanoTime()
                        && node.log.last() == primary.log.last()));
    }

    /** Steps the primary down; a successor is elected after the hand-off time. False if it is not primary. */
    public boolean stepDown(Node node, long notElectableNanos) {
        boolean done = set.locked(() -> {
            if (!node.alive || node.role != Role.PRIMARY) {
                return false;
            }
            long now = environment.nanoTime();
            elections.stepDown(node);
            node.electableAtNanos = now + notElectableNanos;
            for (Node other : members.nodes) {
                other.lonelySinceNanos = now - elections.timeoutNanos + handoffNanos;
            }
            return true;
        });
        if (done) {
            abortTransactions(node);
        }
        return done;
    }

    /** Makes this member primary now if a majority will have it; the present primary steps down. */
    public boolean electNow(Node node) {
        Node[] former = new Node[1];
        boolean won = set.locked(() -> {
            set.step(environment.nanoTime());
            if (node.role == Role.PRIMARY) {
                return true;
            }
            if (!elections.electable(node) || !node.alive || node.frozen
                    || members.visibleVotes(node) < node.configuration.majority()) {
                return false;
            }
            node.electableAtNanos = Long.MIN_VALUE;
            former[0] = members.visiblePrimary(node);
            return elections.elect(node);
        });
        if (won && former[0] != null) {
            abortTransactions(former[0]);
        }
        return won;
    }

    private static void abortTransactions(Node node) {
        node.exclusively(store -> {
            node.transactions().abortAll();
            return null;
        });
    }

    /** Installs a new configuration through its primary. New members must have the next free ids. */
    public void reconfigure(Node primary, Supplier<Configuration> change) {
        // A new member copies the log from its beginning, or, where that has been forgotten, the data first.
        boolean done;
        do {
            Node.Copy copy = set.reading(() -> primary.log.oldestIndex() > 1) ? primary.copy() : null;
            done = set.locked(() -> {
                if (primary.role != Role.PRIMARY) {
                    throw new NotPrimaryException();
                }
                if (primary.log.oldestIndex() > (copy == null ? 0 : copy.lastIndex()) + 1) {
                    return false;
                }
                install(primary, change.get(), copy);
                return true;
            });
        } while (!done);
    }

    private void install(Node primary, Configuration configuration, Node.@Nullable Copy copy) {
        int size = configuration.members().stream().mapToInt(MemberSettings::id).max().orElse(0) + 1;
        while (members.size() < size) {
            Node added = set.add(members.size(),
                    new Configuration(configuration.setName(), 0, 0, configuration.members()));
            if (copy != null && added.role != Role.ARBITER) {
                added.beginWith(copy);
            }
        }
        elections.adopt(primary,
                new Configuration(configuration.setName(), primary.configuration.version() + 1, primary.term,
                        configuration.members()));
    }
}
