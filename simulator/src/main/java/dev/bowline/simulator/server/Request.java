package dev.bowline.simulator.server;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.replication.Entry;
import dev.bowline.simulator.replication.Node;
import dev.bowline.simulator.replication.ReplicaSet;
import dev.bowline.simulator.store.Namespace;
import dev.bowline.simulator.store.SessionKey;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One command being executed, and everything its execution needs to know. */
final class Request {
    final Server server;
    final ClientConnection connection;
    final Command command;
    final Document body;
    final String database;
    /** Where it is executed: this server's member, or the primary where one passes work on to it. */
    Node node;
    final Deadline deadline;
    final boolean exhaustAllowed;
    final @Nullable SessionKey session;
    /** The transaction number, or -1. */
    final long txnNumber;
    final boolean inTransaction;
    final boolean startsTransaction;

    /** The last entry this request has written, for its write concern. */
    @Nullable
    Entry written;
    /** Where a write that repeats an earlier one stands in the log. */
    long repeatedIndex;
    /** The timestamp of a snapshot read, reported with its cursor. */
    long snapshotTimestamp;
    @Nullable
    Document failPoint;
    /** Whether a fail point made the command fail before it was run. */
    boolean failedBeforehand;
    /** The plans of statements whose filters were evaluated beforehand, by the filter object. */
    private @Nullable IdentityHashMap<Document, FindPlan> rehearsed;
    /** True if the request turned out to write nothing, and has no write concern to wait for. */
    boolean readOnly;

    Request(Server server, ClientConnection connection, Command command, Document body, boolean exhaustAllowed) {
        this.server = server;
        this.connection = connection;
        this.command = command;
        this.body = body;
        this.exhaustAllowed = exhaustAllowed;
        Object db = body.get("$db");
        this.database = db instanceof String text ? text : "";
        this.node = server.node();
        long maxTimeMillis = command.name().equals("getMore") ? 0 : Values.number(body, "maxTimeMS", 0);
        if (maxTimeMillis < 0) {
            throw new ServerError(ErrorCodes.BAD_VALUE, maxTimeMillis + " value for maxTimeMS is out of range");
        }
        boolean limited = maxTimeMillis > 0 && !server.failPoints().isOn(FailPoints.NEVER_TIME_OUT);
        this.deadline = Deadline.afterMillisOrNever(server.environment(), limited ? maxTimeMillis : 0);
        Document lsid = Values.document(body, "lsid");
        if (lsid == null) {
            session = null;
        } else if (lsid.get("id") instanceof UUID id) {
            session = new SessionKey(id, String.join(",", connection.users.values()));
        } else {
            throw new ServerError(ErrorCodes.TYPE_MISMATCH,
                    "BSON field 'OperationSessionInfo.lsid.id' is the wrong type, expected type 'binData'");
        }
        this.txnNumber = Values.number(body, "txnNumber", -1);
        this.inTransaction = txnNumber >= 0 && Boolean.FALSE.equals(body.get("autocommit"));
        this.startsTransaction = Values.isTrue(body.get("startTransaction"));
    }

    Environment environment() {
        return server.environment();
    }

    ReplicaSet set() {
        return node.set();
    }

    boolean retryableWrite() {
        return txnNumber >= 0 && !inTransaction;
    }

    /** The collection that the command's first field names. */
    Namespace namespace() {
        Object name = body.get(Values.commandName(body));
        if (!(name instanceof String text)) {
            throw new ServerError(ErrorCodes.INVALID_NAMESPACE,
                    "collection name has invalid type " + Values.typeName(name));
        }
        if (text.isEmpty()) {
            throw new ServerError(ErrorCodes.INVALID_NAMESPACE, "Invalid namespace specified '" + database + ".'");
        }
        if (text.startsWith(".") || text.indexOf('\0') >= 0) {
            throw new ServerError(ErrorCodes.INVALID_NAMESPACE,
                    "Invalid namespace specified '" + database + "." + text + "'");
        }
        return new Namespace(database, text);
    }

    /** Throws MaxTimeMSExpired if a fail point wants every command with a limit to be late. */
    void failTime() {
        if (deadline != Deadline.NEVER && server.failPoints().take(FailPoints.ALWAYS_TIME_OUT) != null) {
            throw new ServerError(ErrorCodes.MAX_TIME_EXPIRED, "operation exceeded time limit");
        }
    }

    /** Throws MaxTimeMSExpired if the client's time limit has passed. */
    void checkTime() {
        if (deadline.isExpired(environment())) {
            throw new ServerError(ErrorCodes.MAX_TIME_EXPIRED, "operation exceeded time limit");
        }
    }

    /** Waits, but not beyond the client's time limit or the end of the connection. */
    void pause(long millis) {
        Deadline until = Deadline.afterNanos(environment(), TimeUnit.MILLISECONDS.toNanos(millis));
        Deadline end = until.earlier(deadline);
        while (!end.isExpired(environment()) && connection.isOpen()) {
            environment().park(end);
        }
        checkTime();
    }

    void rehearsed(Document filter, FindPlan plan) {
        if (rehearsed == null) {
            rehearsed = new IdentityHashMap<>();
        }
        rehearsed.put(filter, plan);
    }

    /** The plan for this filter if it was evaluated beforehand, else null. */
    @Nullable
    FindPlan rehearsed(Document filter) {
        return rehearsed == null ? null : rehearsed.get(filter);
    }

    /** The level of the request's read concern, or of the default one; null if neither says anything. */
    @Nullable
    String readConcernLevel() {
        Document readConcern = Values.document(body, "readConcern");
        String level = readConcern == null ? null : Values.string(readConcern, "level");
        return level != null || inTransaction ? level : DefaultConcerns.readConcernLevel(this);
    }

    /** The request's write concern, with the default's {@code w} if it has none of its own. */
    @Nullable
    Document writeConcern() {
        Document given = Values.document(body, "writeConcern");
        if (given != null && given.containsKey("w")) {
            return given;
        }
        Document standard = DefaultConcerns.writeConcern(this);
        if (standard == null) {
            return given;
        }
        return given == null ? standard : given.clone().append("w", standard.get("w"));
    }

    List<Integer> statementIds(int count) {
        Object ids = body.get("stmtIds");
        Integer[] result = new Integer[count];
        int first = (int) Values.number(body, "stmtId", 0);
        for (int i = 0; i < count; i++) {
            result[i] = ids instanceof List<?> list && i < list.size() && list.get(i) instanceof Number n
                    ? n.intValue()
                    : first + i;
        }
        return List.of(result);
    }
}
