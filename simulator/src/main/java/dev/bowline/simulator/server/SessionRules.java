package dev.bowline.simulator.server;

import dev.bowline.simulator.bson.Document;
import java.util.Objects;

/** How session, transaction number and the fields of a transaction go together. */
final class SessionRules {
    private SessionRules() {}

    static void check(Request request) {
        Document body = request.body;
        if (body.get("txnNumber") == null) {
            if (body.get("autocommit") != null) {
                throw invalid("'autocommit' field requires a transaction number to also be specified");
            }
            if (body.get("startTransaction") != null) {
                throw invalid("'startTransaction' field requires a transaction number to also be specified");
            }
            return;
        }
        if (request.session == null) {
            throw invalid("Transaction number requires a session ID to also be specified");
        }
        if (request.txnNumber < 0) {
            throw invalid("Transaction number cannot be negative");
        }
        if (Boolean.TRUE.equals(body.get("autocommit"))) {
            throw invalid("Specifying autocommit=true is not allowed.");
        }
        if (body.get("startTransaction") != null) {
            if (body.get("autocommit") == null) {
                throw invalid("'startTransaction' field requires 'autocommit' field to also be specified");
            }
            if (!Boolean.TRUE.equals(body.get("startTransaction"))) {
                throw invalid("Specifying startTransaction=false is not allowed.");
            }
        }
        Server server = request.server;
        if (server.kind() == ServerKind.STANDALONE) {
            throw new ServerError(ErrorCodes.ILLEGAL_OPERATION,
                    "Transaction numbers are only allowed on a replica set member or mongos");
        }
        if (!server.settings().transactionNumbers()) {
            throw new ServerError(ErrorCodes.ILLEGAL_OPERATION,
                    "Transaction numbers are only allowed on storage engines that support document-level locking");
        }
        if (request.inTransaction) {
            boolean supported = server.kind() == ServerKind.ROUTER
                    ? server.generation().shardedTransactions()
                    : server.generation().replicaSetTransactions();
            if (!supported) {
                throw new ServerError(ErrorCodes.ILLEGAL_OPERATION, "Multi-document transactions are not supported");
            }
        } else if (!request.command.is(Command.RETRYABLE) && !ends(request)) {
            throw new ServerError(50768,
                    "txnNumber may only be provided for multi-document transactions and retryable write "
                            + "commands. autocommit:false was not provided, and " + request.command.name()
                            + " is not a retryable write command.");
        }
    }

    /** What a transaction may contain; to be asked once it is known that this server runs transactions now. */
    static void checkTransaction(Request request) {
        if (!request.inTransaction) {
            return;
        }
        Command command = request.command;
        String name = command.name();
        int wireVersion = request.server.generation().wireVersion();
        boolean creates = name.equals("create") || name.equals("createIndexes");
        if (!command.is(Command.TRANSACTIONAL) || (creates && wireVersion < 9)) {
            throw unsupported("Cannot run '" + name + "' in a multi-document transaction.");
        }
        boolean anywhere = ends(request) || name.equals("bulkWrite") || name.equals("getMore")
                || name.equals("killCursors");
        boolean system = switch (request.database) {
            case "admin", "config", "local" -> true;
            default -> false;
        };
        if (system && !anywhere) {
            throw unsupported("Cannot run command against the '" + request.database + "' database in a transaction.");
        }
        if (request.startsTransaction && (ends(request) || name.equals("killCursors") || name.equals("getMore"))) {
            throw unsupported("Cannot start a transaction with " + name);
        }
        if (creates && Objects.requireNonNullElse(request.readConcernLevel(), "local").equals("snapshot")) {
            throw unsupported("Cannot run '" + name + "' in a transaction with a readConcern other than local");
        }
    }

    private static boolean ends(Request request) {
        return request.command.name().equals("commitTransaction") || request.command.name().equals("abortTransaction");
    }

    private static ServerError unsupported(String message) {
        return new ServerError(263, message);
    }

    private static ServerError invalid(String message) {
        return new ServerError(ErrorCodes.INVALID_OPTIONS, message);
    }
}
