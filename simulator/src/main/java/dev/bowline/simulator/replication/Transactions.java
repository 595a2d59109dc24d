package dev.bowline.simulator.replication;

import dev.bowline.simulator.bson.Keys;
import dev.bowline.simulator.store.Effect;
import dev.bowline.simulator.store.Namespace;
import dev.bowline.simulator.store.SessionKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The transactions open on a member, with the documents each has written. Guarded by the member's data lock. */
public final class Transactions {
    /** A document that a transaction has written. */
    public record Key(Namespace namespace, @Nullable Object id) {}

    /** How a transaction stands. */
    public enum State {
        IN_PROGRESS, COMMITTED, ABORTED
    }

    /** One transaction: the snapshot it reads and what it has written so far. */
    public static final class Open {
        public final SessionKey session;
        public final long txnNumber;
        public final long snapshotIndex;
        /** The router it was started through, or -1. */
        public final int router;
        public final long startedNanos;
        public final List<Effect> effects = new ArrayList<>();
        public final Set<Key> written = new HashSet<>();
        public State state = State.IN_PROGRESS;
        /** Where the commit stands in the log, so that committing again can wait for it. */
        public long commitIndex;
        public boolean readMajority;

        Open(SessionKey session, long txnNumber, long snapshotIndex, int router, long startedNanos) {
            this.session = session;
            this.txnNumber = txnNumber;
            this.snapshotIndex = snapshotIndex;
            this.router = router;
            this.startedNanos = startedNanos;
        }
    }

    private final Map<SessionKey, Open> latest = new LinkedHashMap<>();
    private final Map<Key, Open> owners = new HashMap<>();
    private long term;

    /**
     * Transactions do not outlive the term in which their member led: whatever is open from an earlier one is aborted.
     */
    void enterTerm(long current) {
        if (term != current) {
            term = current;
            abortAll();
        }
    }

    public @Nullable Open get(SessionKey session) {
        return latest.get(session);
    }

    public Open begin(SessionKey session, long txnNumber, long snapshotIndex, int router, long nowNanos) {
        Open open = new Open(session, txnNumber, snapshotIndex, router, nowNanos);
        latest.put(session, open);
        return open;
    }

    /** The open transaction, other than this one, that has written one of these documents. */
    public @Nullable Open conflicting(List<Effect> effects, @Nullable Open self) {
        if (owners.isEmpty()) {
            return null;
        }
        for (Effect effect : effects) {
            Key key = keyOf(effect);
            if (key != null) {
                Open owner = owners.get(key);
                if (owner != null && owner != self) {
                    return owner;
                }
            }
        }
        return null;
    }

    public void wrote(Open open, List<Effect> effects) {
        open.effects.addAll(effects);
        for (Effect effect : effects) {
            Key key = keyOf(effect);
            if (key != null && open.written.add(key)) {
                owners.put(key, open);
            }
        }
    }

    /** Ends a transaction and releases its documents. */
    public void end(Open open, State state) {
        open.state = state;
        for (Key key : open.written) {
            owners.remove(key, open);
        }
        open.written.clear();
        open.effects.clear();
    }

    /** The earliest entry that an open transaction takes for the last; a very late one if none is open. */
    long oldestSnapshot() {
        long oldest = Long.MAX_VALUE;
        for (Open open : latest.values()) {
            if (open.state == State.IN_PROGRESS) {
                oldest = Math.min(oldest, open.snapshotIndex);
            }
        }
        return oldest;
    }

    public void forget(SessionKey session) {
        Open open = latest.get(session);
        if (open != null && open.state == State.IN_PROGRESS) {
            end(open, State.ABORTED);
        }
    }

    /** Aborts everything, as a restart or a step-down does. */
    public void abortAll() {
        for (Open open : List.copyOf(latest.values())) {
            if (open.state == State.IN_PROGRESS) {
                end(open, State.ABORTED);
            }
        }
    }

    public void clear() {
        abortAll();
        latest.clear();
    }

    /** The document that an effect touches, or null if it is none. */
    public static @Nullable Key keyOf(Effect effect) {
        return switch (effect) {
            case Effect.Insert e -> key(e.namespace(), e.after().get("_id"));
            case Effect.Update e -> key(e.namespace(), e.before().get("_id"));
            case Effect.Delete e -> key(e.namespace(), e.before().get("_id"));
            case Effect.Evict e -> null;
            case Effect.CreateCollection e -> null;
            case Effect.DropCollection e -> null;
            case Effect.RenameCollection e -> null;
            case Effect.ModifyCollection e -> null;
            case Effect.CreateIndex e -> null;
            case Effect.DropIndex e -> null;
            case Effect.DropDatabase e -> null;
            case Effect.ShardCollection e -> null;
            case Effect.RememberSession e -> null;
        };
    }

    private static Key key(Namespace namespace, @Nullable Object id) {
        // 1, 1L and 1.0 are the same _id.
        return new Key(namespace, Keys.of(id));
    }
}
