package dev.bowline.simulator.server;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.expression.QueryError;
import dev.bowline.simulator.replication.Node;
import dev.bowline.simulator.replication.Transactions;
import dev.bowline.simulator.store.Effect;
import dev.bowline.simulator.store.SessionKey;
import dev.bowline.simulator.store.SessionRecord;
import dev.bowline.simulator.store.Store;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Sessions, and the ends of transactions. */
final class SessionCommands {
    private final Server server;

    SessionCommands(Server server) {
        this.server = server;
    }

    void register(CommandTable table) {
        table.add("startSession", 0, request -> new Document("id", new Document("id", server.environment().newUuid()))
                .append("timeoutMinutes", 30));
        table.add("endSessions", Command.STABLE, this::endSessions);
        table.add("refreshSessions", Command.STABLE, request -> new Document());
        table.add("killSessions", 0, request -> end(request, "killSessions"));
        table.add("killAllSessions", 0, this::killAllSessions);
        table.add("killAllSessionsByPattern", 0, this::killAllSessions);
        int ends = Command.WRITES | Command.ADMIN | Command.TRANSACTIONAL | Command.CONCERNED | Command.STABLE;
        table.add("commitTransaction", ends, this::commit);
        table.add("abortTransaction", ends, this::abort);
    }

    private Document endSessions(Request request) {
        return end(request, "endSessions");
    }

    private Document end(Request request, String field) {
        if (!(request.body.get(field) instanceof List<?> sessions)) {
            throw new ServerError(ErrorCodes.TYPE_MISMATCH,
                    "BSON field '" + field + "' is the wrong type, expected type 'array'");
        }
        for (Object session : sessions) {
            if (session instanceof Document lsid && lsid.get("id") instanceof UUID id) {
                SessionKey key = new SessionKey(id, String.join(",", request.connection.users.values()));
                server.cursors().killOf(key);
                forget(request.node, key);
            }
        }
        request.set().logWaiters().wakeAll();
        return new Document();
    }

    private static void forget(Node node, SessionKey key) {
        node.exclusively(store -> {
            node.transactions().forget(key);
            return null;
        });
    }

    private Document killAllSessions(Request request) {
        Node node = request.node;
        node.exclusively(store -> {
            node.transactions().abortAll();
            return null;
        });
        server.cursors().clear();
        request.set().logWaiters().wakeAll();
        return new Document();
    }

    private Document commit(Request request) {
        requireTransaction(request);
        Node node = request.node;
        ServerError failure = node.exclusively(store -> {
            Transactions.Open open = find(request, store, true);
            if (open == null || open.state == Transactions.State.COMMITTED) {
                return null;
            }
            return commit(request, node, open);
        });
        request.set().logWaiters().wakeAll();
        if (failure != null) {
            throw failure;
        }
        return new Document();
    }

    private static @Nullable ServerError commit(Request request, Node node, Transactions.Open open) {
        List<Effect> effects = List.copyOf(open.effects);
        if (effects.isEmpty()) {
            open.commitIndex = node.appliedIndex();
            node.transactions().end(open, Transactions.State.COMMITTED);
            return null;
        }
        try {
            Node.Written<Boolean> written = node.write(open.session, open.txnNumber, store -> {
                for (Effect effect : effects) {
                    store.checkKeys(effect);
                    store.redo(effect);
                    store.captured(effect);
                }
                store.remember(open.session,
                        new SessionRecord(open.txnNumber, Map.of(), true, node.appliedIndex() + 1));
                return true;
            }, ignored -> {});
            request.written = written.entry();
            open.commitIndex = node.appliedIndex();
            node.transactions().end(open, Transactions.State.COMMITTED);
            return null;
        } catch (QueryError e) {
            node.transactions().end(open, Transactions.State.ABORTED);
            return new ServerError(ErrorCodes.WRITE_CONFLICT, "Write conflict at commit: " + e.getMessage());
        }
    }

    /** The transaction, or null if it was committed and only the log remembers it. Throws if there is none. */
    private Transactions.@Nullable Open find(Request request, Store store, boolean committing) {
        SessionKey session = Objects.requireNonNull(request.session);
        Access.checkNumber(request, store);
        Transactions transactions = request.node.transactions();
        Transactions.Open open = transactions.get(session);
        SessionRecord record = store.session(session);
        if (open != null && open.txnNumber == request.txnNumber && open.state == Transactions.State.IN_PROGRESS
                && open.router != server.routerId()) {
            // Another router knows the participants; this one can only decide that there was no decision yet.
            transactions.end(open, Transactions.State.ABORTED);
        }
        if (open != null && open.txnNumber == request.txnNumber) {
            if (open.state == Transactions.State.COMMITTED) {
                request.repeatedIndex = open.commitIndex;
                if (!committing) {
                    throw new ServerError(ErrorCodes.TRANSACTION_COMMITTED,
                            "Transaction " + request.txnNumber + " has been committed.");
                }
            } else if (open.state == Transactions.State.ABORTED) {
                throw Access.noSuchTransaction(request.txnNumber,
                        "Transaction with { txnNumber: " + request.txnNumber + " } has been aborted.");
            }
            return open;
        }
        if (record != null && record.txnNumber() == request.txnNumber && record.committed() != null) {
            if (!committing) {
                throw new ServerError(ErrorCodes.TRANSACTION_COMMITTED,
                        "Transaction " + request.txnNumber + " has been committed.");
            }
            request.repeatedIndex = record.logIndex();
            return null;
        }
        throw Access.noSuchTransaction(request.txnNumber, "Given transaction number " + request.txnNumber
                + " does not match any in-progress transactions. The active transaction number is "
                + (open == null ? -1 : open.txnNumber));
    }

    private Document abort(Request request) {
        requireTransaction(request);
        Node node = request.node;
        node.exclusively(store -> {
            Transactions.Open open = find(request, store, false);
            if (open != null) {
                node.transactions().end(open, Transactions.State.ABORTED);
            }
            return null;
        });
        request.set().logWaiters().wakeAll();
        return new Document();
    }

    private static void requireTransaction(Request request) {
        if (!request.inTransaction) {
            throw new ServerError(125, request.command.name() + " must be run within a transaction");
        }
    }
}
