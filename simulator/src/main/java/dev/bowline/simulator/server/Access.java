package dev.bowline.simulator.server;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.expression.QueryError;
import dev.bowline.simulator.replication.Entry;
import dev.bowline.simulator.replication.Node;
import dev.bowline.simulator.replication.ReplicaSet;
import dev.bowline.simulator.replication.Transactions;
import dev.bowline.simulator.store.Effect;
import dev.bowline.simulator.store.SessionKey;
import dev.bowline.simulator.store.SessionRecord;
import dev.bowline.simulator.store.Store;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How a request gets at the data: at the right moment of the log, inside its transaction, waiting where it must. */
final class Access {
    /** How long a transaction may be open before an operation that waits for it may end it. */
    private static final long LIFETIME_NANOS = TimeUnit.SECONDS.toNanos(60);

    private Access() {}

    /** Thrown to take a write back because an open transaction holds a document it touches. */
    private static final class HeldException extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient Transactions.Open owner;

        HeldException(Transactions.Open owner) {
            super(null, null, false, false);
            this.owner = owner;
        }
    }

    static <T> T read(Request request, Function<Store, T> body) {
        Node node = request.node;
        if (request.inTransaction) {
            return inTransaction(request, (open, store) -> body.apply(store));
        }
        awaitClusterTime(request);
        if (LocalDatabase.isReadBy(request)) {
            return body.apply(LocalDatabase.of(request));
        }
        Document concern = Values.document(request.body, "readConcern");
        String level = request.readConcernLevel();
        if (level == null || level.equals("local") || level.equals("available")
                || request.server.kind() == ServerKind.STANDALONE) {
            return node.read(body);
        }
        ReplicaSet set = node.set();
        if (level.equals("snapshot")) {
            long at = concern == null ? 0 : Values.timestamp(concern.get("atClusterTime"));
            if (at != 0) {
                awaitTimestamp(request, at);
            }
            long index = at == 0 ? set.log().commitIndex(node) : set.log().indexAt(node, at);
            requireRemembered(node, index);
            Entry entry = set.log().entryAt(node, index);
            request.snapshotTimestamp = at != 0 ? at : entry == null ? set.clusterTime() : entry.timestamp();
            return node.readAt(index, List.of(), body);
        }
        long commit = set.log().commitIndex(node);
        if (commit == set.view(node).lastIndex()) {
            return node.read(body);
        }
        return node.readAt(commit, List.of(), body);
    }

    /** What is left of a command to do when it has what it needs of the data. */
    interface Remainder<T> {
        T run(Request request);
    }

    /**
     * Takes what a query needs of the data, and evaluates it afterwards, so that a slow one blocks no other: what is
     * stored is never changed in place. Its failure ends the transaction it belongs to.
     */
    static <T> T query(Request request, Function<Store, Remainder<T>> begin) {
        Remainder<T> remainder = read(request, begin);
        try {
            T result = remainder.run(request);
            request.checkTime();
            return result;
        } catch (QueryError e) {
            if (request.inTransaction) {
                abort(request);
            }
            throw e;
        }
    }

    private static void requireRemembered(Node node, long index) {
        if (!node.canShow(index)) {
            throw new ServerError(239, "Read timestamp is older than the oldest available timestamp.");
        }
    }

    private static void awaitClusterTime(Request request) {
        Document concern = Values.document(request.body, "readConcern");
        long after = concern == null ? 0 : Values.timestamp(concern.get("afterClusterTime"));
        if (after != 0 && request.server.kind() != ServerKind.STANDALONE) {
            awaitTimestamp(request, after);
        }
    }

    private static void awaitTimestamp(Request request, long timestamp) {
        ReplicaSet set = request.set();
        Node node = request.node;
        if (Long.compareUnsigned(set.view(node).lastTimestamp(), timestamp) >= 0) {
            return;
        }
        if (set.isWritable(node) && Long.compareUnsigned(set.clusterTime(), timestamp) >= 0) {
            // Nothing will be written by itself; as the server does, write a note that time has passed.
            return;
        }
        boolean reached = set.await(() -> Long.compareUnsigned(set.view(node).lastTimestamp(), timestamp) >= 0
                || !request.connection.isOpen() || !set.isReadable(node), request.deadline);
        if (!reached) {
            request.checkTime();
        }
        if (!set.isReadable(node)) {
            throw new ServerError(ErrorCodes.INTERRUPTED_DUE_TO_REPL_STATE_CHANGE, "operation was interrupted");
        }
    }

    /** Runs a write that is neither retryable nor, unless the request says so, in a transaction. */
    static <T> T write(Request request, Function<Store, T> body) {
        if (request.inTransaction) {
            return inTransaction(request, (open, store) -> writeIn(request, open, store, body));
        }
        Node node = request.node;
        while (true) {
            try {
                Node.Written<T> written = node.write(null, -1, body, effects -> {
                    Transactions.Open owner = node.transactions().conflicting(effects, null);
                    if (owner != null) {
                        throw new HeldException(owner);
                    }
                });
                if (written.entry() != null) {
                    request.written = written.entry();
                }
                return written.result();
            } catch (HeldException e) {
                Transactions.Open owner = e.owner;
                Deadline lifetime = new Deadline(owner.startedNanos + LIFETIME_NANOS);
                node.set().await(() -> owner.state != Transactions.State.IN_PROGRESS || !request.connection.isOpen(),
                        request.deadline.earlier(lifetime));
                if (lifetime.isExpired(request.environment())) {
                    node.exclusively(store -> {
                        if (owner.state == Transactions.State.IN_PROGRESS) {
                            node.transactions().end(owner, Transactions.State.ABORTED);
                        }
                        return null;
                    });
                }
                request.checkTime();
                if (!request.connection.isOpen()) {
                    throw new ClientConnection.CloseConnectionException();
                }
            }
        }
    }

    /** The transaction's part in executing one of its statements. */
    private interface Statement<T> {
        T run(Transactions.Open open, Store store);
    }

    private static <T> T inTransaction(Request request, Statement<T> statement) {
        Node node = request.node;
        awaitClusterTime(request);
        return node.exclusively(store -> {
            Transactions.Open open = enter(request, store);
            try {
                return node.at(open.snapshotIndex, List.copyOf(open.effects), at -> statement.run(open, at));
            } catch (QueryError e) {
                abort(node, open);
                throw e;
            } finally {
                request.set().logWaiters().wakeAll();
            }
        });
    }

    private static void abort(Request request) {
        Node node = request.node;
        node.exclusively(store -> {
            Transactions.Open open = node.transactions().get(Objects.requireNonNull(request.session));
            if (open != null && open.txnNumber == request.txnNumber) {
                abort(node, open);
            }
            return null;
        });
        request.set().logWaiters().wakeAll();
    }

    private static void abort(Node node, Transactions.Open open) {
        if (open.state == Transactions.State.IN_PROGRESS) {
            node.transactions().end(open, Transactions.State.ABORTED);
        }
    }

    private static <T> T writeIn(Request request, Transactions.Open open, Store store, Function<Store, T> body) {
        store.beginCapture();
        boolean completed = false;
        T result;
        try {
            result = body.apply(store);
            completed = true;
        } finally {
            if (!completed) {
                store.undoAll(store.endCapture());
            }
        }
        List<Effect> effects = store.endCapture();
        store.undoAll(effects);
        Node node = request.node;
        if (node.transactions().conflicting(effects, open) != null || overtaken(node, open, effects)) {
            throw new ServerError(ErrorCodes.WRITE_CONFLICT,
                    "Caused by :: Write conflict during plan execution and yielding is "
                            + "disabled. :: Please retry your operation or multi-document transaction.");
        }
        node.transactions().wrote(open, effects);
        return result;
    }

    /** True if something committed since the transaction's snapshot touched one of these documents. */
    private static boolean overtaken(Node node, Transactions.Open open, List<Effect> effects) {
        for (long index = open.snapshotIndex + 1; index <= node.appliedIndex(); index++) {
            for (Effect past : node.appliedEntry(index).effects()) {
                Transactions.Key key = Transactions.keyOf(past);
                if (key != null) {
                    for (Effect effect : effects) {
                        if (key.equals(Transactions.keyOf(effect))) {
                            return true;
                        }
                    }
                }
            }
        }
        return false;
    }

    /** Finds or begins the request's transaction. Inside the data lock. */
    static Transactions.Open enter(Request request, Store store) {
        SessionKey session = Objects.requireNonNull(request.session);
        Node node = request.node;
        Transactions transactions = node.transactions();
        checkNumber(request, store);
        Transactions.Open open = transactions.get(session);
        if (request.startsTransaction) {
            if (open != null && open.txnNumber == request.txnNumber && open.state != Transactions.State.ABORTED) {
                throw new ServerError(50911, "Cannot start transaction " + request.txnNumber
                        + " on session with an existing transaction of that number");
            }
            if (open != null) {
                transactions.forget(session);
            }
            request.server.cursors();
            long snapshot = node.appliedIndex();
            Document concern = Values.document(request.body, "readConcern");
            long at = concern == null ? 0 : Values.timestamp(concern.get("atClusterTime"));
            if (at != 0) {
                snapshot = request.set().log().indexAt(node, at);
                requireRemembered(node, snapshot);
            }
            return transactions.begin(session, request.txnNumber, snapshot, request.server.routerId(),
                    request.environment().nanoTime());
        }
        if (open == null || open.txnNumber != request.txnNumber) {
            throw noSuchTransaction(request.txnNumber, "Given transaction number " + request.txnNumber
                    + " does not match any in-progress transactions. The active transaction number is "
                    + (open == null ? -1 : open.txnNumber));
        }
        if (open.state == Transactions.State.ABORTED || open.router != request.server.routerId()) {
            throw noSuchTransaction(request.txnNumber, "Transaction with { txnNumber: " + request.txnNumber
                    + " } has been aborted.");
        }
        if (open.state == Transactions.State.COMMITTED) {
            throw new ServerError(ErrorCodes.TRANSACTION_COMMITTED,
                    "Transaction " + request.txnNumber + " has been committed.");
        }
        return open;
    }

    static ServerError noSuchTransaction(long txnNumber, String message) {
        return new ServerError(ErrorCodes.NO_SUCH_TRANSACTION, message);
    }

    /** Rejects a transaction number lower than one the session has used. Inside the data lock. */
    static void checkNumber(Request request, Store store) {
        SessionKey session = Objects.requireNonNull(request.session);
        SessionRecord record = store.session(session);
        Transactions.Open open = request.node.transactions().get(session);
        long highest = Math.max(record == null ? -1 : record.txnNumber(), open == null ? -1 : open.txnNumber);
        if (request.txnNumber < highest) {
            throw new ServerError(ErrorCodes.TRANSACTION_TOO_OLD, "Cannot start transaction with { txnNumber: "
                    + request.txnNumber + " } on session because a newer transaction with txnNumber { txnNumber: "
                    + highest
                    + " } has already started on this session.");
        }
    }

    /** What is remembered of the request's statements, or null if its number is new. Inside the data lock. */
    static @Nullable Map<Integer, Document> remembered(Request request, Store store) {
        checkNumber(request, store);
        SessionRecord record = store.session(Objects.requireNonNull(request.session));
        if (record == null || record.txnNumber() != request.txnNumber) {
            return null;
        }
        if (record.committed() != null) {
            throw new ServerError(50768, "Cannot retry transaction " + request.txnNumber + " as a retryable write");
        }
        request.repeatedIndex = record.logIndex();
        return record.statements();
    }

    /** Waits for the member to write or fetch more than this, or for the deadline. */
    static void awaitEntry(Request request, long index, Deadline until) {
        ReplicaSet set = request.set();
        Node node = request.node;
        set.await(() -> set.view(node).lastIndex() > index || !request.connection.isOpen() || !set.isReadable(node),
                until);
    }

    /** Waits for the member to commit more than this, or for the deadline. */
    static void awaitLog(Request request, long index, Deadline until) {
        ReplicaSet set = request.set();
        Node node = request.node;
        set.await(() -> set.log().commitIndex(node) > index || !request.connection.isOpen() || !set.isReadable(node),
                until);
    }
}
