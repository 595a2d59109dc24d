package dev.bowline.simulator.replication;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The members of a set and the links between them: who sees whom. Guarded by the set's lock. */
final class Members {
    final List<Node> nodes = new ArrayList<>();
    private boolean[][] cut = new boolean[0][0];
    /** Members whose view of the topology has changed and whose waiters are yet to be woken. */
    private final List<Node> changed = new ArrayList<>();

    void add(Node node) {
        grow(node.id() + 1);
        nodes.add(node);
    }

    private void grow(int size) {
        if (size <= cut.length) {
            return;
        }
        boolean[][] links = new boolean[size][size];
        for (int i = 0; i < cut.length; i++) {
            System.arraycopy(cut[i], 0, links[i], 0, cut.length);
        }
        cut = links;
        for (Node node : nodes) {
            node.acknowledged = Arrays.copyOf(node.acknowledged, size);
        }
    }

    /** Those that hold data, dead or alive; those that were removed too, for they may come back. */
    List<Node> holders() {
        return nodes.stream().filter(node -> node.role != Role.ARBITER).toList();
    }

    int size() {
        return nodes.size();
    }

    void cut(Node one, Node other, boolean severed) {
        cut[one.id()][other.id()] = severed;
        cut[other.id()][one.id()] = severed;
    }

    boolean connected(Node one, Node other) {
        return one == other
                || (one.alive && other.alive && !one.frozen && !other.frozen && !cut[one.id()][other.id()]);
    }

    int visibleVotes(Node node) {
        int votes = 0;
        for (MemberSettings member : node.configuration.members()) {
            if (connected(node, nodes.get(member.id()))) {
                votes += member.votes();
            }
        }
        return votes;
    }

    @Nullable
    Node visiblePrimary(Node node) {
        if (!node.alive) {
            return null;
        }
        Node best = null;
        for (Node other : nodes) {
            if (other.role == Role.PRIMARY && connected(node, other) && (best == null || other.term > best.term)) {
                best = other;
            }
        }
        return best;
    }

    /** Sets the primary that each member sees. */
    void believe() {
        for (Node node : nodes) {
            Node primary = visiblePrimary(node);
            if (node.believedPrimary != primary) {
                node.believedPrimary = primary;
                changed(node);
            }
        }
    }

    void changed(Node node) {
        node.topologyCounter++;
        if (!changed.contains(node)) {
            changed.add(node);
        }
    }

    /** The members whose waiters are to be woken; each is returned once. */
    List<Node> takeChanged() {
        List<Node> result = changed.isEmpty() ? List.of() : List.copyOf(changed);
        changed.clear();
        return result;
    }
}
