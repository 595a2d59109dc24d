package dev.bowline.simulator.server;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Encoded;
import dev.bowline.simulator.expression.QueryError;
import dev.bowline.simulator.query.FilterParser;
import dev.bowline.simulator.store.Namespace;
import dev.bowline.simulator.store.SessionRecord;
import dev.bowline.simulator.store.Store;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** insert, update, delete, findAndModify and the server-wide bulkWrite, statement by statement. */
final class WriteCommands {
    private static final int MAX_BATCH = 100_000;

    private final Server server;
    private final Statements statements;

    WriteCommands(Server server) {
        this.server = server;
        this.statements = new Statements(server);
    }

    void register(CommandTable table) {
        int writes = Command.WRITES | Command.TRANSACTIONAL | Command.CONCERNED | Command.RETRYABLE | Command.STABLE;
        table.add("insert", writes, this::insert);
        table.add("update", writes, this::update);
        table.add("delete", writes, this::delete);
        table.add("findAndModify", writes, this::findAndModify);
        if (server.generation().bulkWrite()) {
            table.add("bulkWrite", writes | Command.ADMIN, this::bulkWrite);
        }
    }

    /** Executes the statement of this number; the result is remembered if it is retryable. */
    private interface Statement {
        Document run(Store store, int index);
    }

    /** What became of a batch of statements, by their number. */
    private static final class Outcome {
        final Map<Integer, Document> results = new LinkedHashMap<>();
        final List<Document> errors = new ArrayList<>();
        final List<Integer> retried = new ArrayList<>();
        boolean close;
        /** Whether the fail point has looked at the batch of inserts as a whole and let it pass. */
        boolean passed;
        /** Whether inserts are tried one by one after the fail point refused them together. */
        boolean apart;
    }

    private Document insert(Request request) {
        Namespace namespace = request.namespace();
        List<Document> documents = Values.documents(request.body, "documents");
        checkBatch(documents.size());
        checkWritable(namespace);
        boolean validate = !Values.isTrue(request.body.get("bypassDocumentValidation"));
        Outcome outcome = run(request, documents.size(),
                (store, i) -> statements.insert(store, namespace, documents.get(i), validate));
        Document reply = new Document("n", outcome.results.size());
        return finish(reply, outcome);
    }

    private Document update(Request request) {
        Namespace namespace = request.namespace();
        List<Document> updates = Values.documents(request.body, "updates");
        checkBatch(updates.size());
        checkWritable(namespace);
        for (Document update : updates) {
            Statements.checkPipeline(update.get("u"), new Queries(request));
            slow(request, update);
            Rehearsal.run(request, namespace, update, "q", !Values.isTrue(update.get("multi")));
        }
        boolean validate = !Values.isTrue(request.body.get("bypassDocumentValidation"));
        Document let = Values.document(request.body, "let");
        Outcome outcome = run(request, updates.size(),
                (store, i) -> statements.update(request, store, namespace, updates.get(i), let, validate));
        int n = 0;
        int modified = 0;
        List<Document> upserted = new ArrayList<>();
        for (Map.Entry<Integer, Document> entry : outcome.results.entrySet()) {
            Document result = entry.getValue();
            n += (int) Values.number(result, "n", 0);
            modified += (int) Values.number(result, "nModified", 0);
            if (result.containsKey("upserted")) {
                upserted.add(new Document("index", entry.getKey()).append("_id", result.get("upserted")));
            }
        }
        Document reply = new Document("n", n).append("nModified", modified);
        if (!upserted.isEmpty()) {
            reply.append("upserted", upserted);
        }
        return finish(reply, outcome);
    }

    private Document delete(Request request) {
        Namespace namespace = request.namespace();
        List<Document> deletes = Values.documents(request.body, "deletes");
        checkBatch(deletes.size());
        checkWritable(namespace);
        for (Document delete : deletes) {
            slow(request, delete);
            Rehearsal.run(request, namespace, delete, "q", Values.number(delete, "limit", 0) == 1);
        }
        Document let = Values.document(request.body, "let");
        Outcome outcome = run(request, deletes.size(),
                (store, i) -> statements.delete(request, store, namespace, deletes.get(i), let));
        int n = 0;
        for (Document result : outcome.results.values()) {
            n += (int) Values.number(result, "n", 0);
        }
        return finish(new Document("n", n), outcome);
    }

    private Document findAndModify(Request request) {
        Namespace namespace = request.namespace();
        checkWritable(namespace);
        boolean remove = Values.isTrue(request.body.get("remove"));
        boolean update = request.body.get("update") != null;
        if (remove == update) {
            throw new ServerError(9, remove
                    ? "Cannot specify both an update and remove=true"
                    : "Either an update or remove=true must be specified");
        }
        if (remove && (Values.isTrue(request.body.get("upsert")) || Values.isTrue(request.body.get("new")))) {
            throw new ServerError(9, "Cannot specify both upsert or new and remove=true");
        }
        slow(request, new Document("q", Values.documentOrEmpty(request.body, "query")));
        Rehearsal.run(request, namespace, request.body, "query", true);
        Outcome outcome = run(request, 1,
                (store, i) -> statements.findAndModify(request, store, namespace, request.body));
        if (!outcome.errors.isEmpty()) {
            Document error = outcome.errors.get(0);
            Document extra = new Document();
            extra.putIfNotNull("keyPattern", error.get("keyPattern"));
            extra.putIfNotNull("keyValue", error.get("keyValue"));
            extra.putIfNotNull("errInfo", error.get("errInfo"));
            throw new ServerError((int) Values.number(error, "code", 2), String.valueOf(error.get("errmsg")), null,
                    extra);
        }
        Document reply = Objects.requireNonNull(outcome.results.get(0)).clone();
        if (!outcome.retried.isEmpty()) {
            reply.append("retriedStmtId", outcome.retried.get(0));
        }
        return reply;
    }

    private Document bulkWrite(Request request) {
        List<Document> ops = Values.documents(request.body, "ops");
        checkBatch(ops.size());
        List<Namespace> namespaces = new ArrayList<>();
        for (Document info : Values.documents(request.body, "nsInfo")) {
            namespaces.add(Namespace.parse(String.valueOf(info.get("ns"))));
        }
        for (Document op : ops) {
            Object index = op.get(Values.commandName(op));
            if (!(index instanceof Number n) || n.intValue() < 0 || n.intValue() >= namespaces.size()) {
                throw new ServerError(ErrorCodes.BAD_VALUE,
                        "BulkWrite ops entry " + op + " has an invalid nsInfo index.");
            }
            checkWritable(namespaces.get(n.intValue()));
            Rehearsal.run(request, namespaces.get(n.intValue()), op, "filter", !Values.isTrue(op.get("multi")));
        }
        Document let = Values.document(request.body, "let");
        boolean validate = !Values.isTrue(request.body.get("bypassDocumentValidation"));
        boolean errorsOnly = Values.isTrue(request.body.get("errorsOnly"));
        Outcome outcome = run(request, ops.size(), (store, i) -> {
            Document op = ops.get(i);
            String kind = Values.commandName(op);
            Namespace namespace = namespaces.get((int) Values.number(op, kind, 0));
            return switch (kind) {
                case "insert" -> statements.insert(store, namespace,
                        Values.requiredDocument(op, "document", "bulkWrite.ops"), validate);
                case "update" -> statements.update(request, store, namespace, translate(op), let, validate);
                case "delete" -> statements.delete(request, store, namespace, new Document("q", op.get("filter"))
                        .append("limit", Values.isTrue(op.get("multi")) ? 0 : 1)
                        .append("collation", op.get("collation"))
                        .append("hint", op.get("hint")), let);
                default -> throw new ServerError(9, "Unrecognized operation in the bulk write: " + kind);
            };
        });
        return bulkReply(request, ops, outcome, errorsOnly);
    }

    private static Document translate(Document op) {
        Document update = new Document("q", op.get("filter")).append("u", op.get("updateMods"));
        update.append("multi", op.get("multi")).append("upsert", op.get("upsert"));
        for (String name : List.of("arrayFilters", "collation", "hint", "sort")) {
            update.putIfNotNull(name, op.get(name));
        }
        return update;
    }

    private Document bulkReply(Request request, List<Document> ops, Outcome outcome, boolean errorsOnly) {
        int[] counts = new int[5];
        List<Encoded> results = new ArrayList<>();
        Map<Integer, Document> errors = new HashMap<>();
        for (Document error : outcome.errors) {
            errors.put((int) Values.number(error, "index", -1), error);
        }
        for (int i = 0; i < ops.size(); i++) {
            Document result = outcome.results.get(i);
            Document line = null;
            if (result != null) {
                String kind = Values.commandName(ops.get(i));
                int n = (int) Values.number(result, "n", 0);
                line = new Document("ok", 1.0).append("idx", i).append("n", kind.equals("insert") ? 1 : n);
                switch (kind) {
                    case "insert" -> counts[0]++;
                    case "delete" -> counts[4] += n;
                    default -> {
                        line.append("nModified", (int) Values.number(result, "nModified", 0));
                        if (result.containsKey("upserted")) {
                            counts[3]++;
                            line.append("upserted", new Document("_id", result.get("upserted")));
                        } else {
                            counts[1] += n;
                            counts[2] += (int) Values.number(result, "nModified", 0);
                        }
                    }
                }
                if (errorsOnly) {
                    line = null;
                }
            } else {
                Document error = errors.get(i);
                if (error != null) {
                    line = error.clone();
                    line.remove("index");
                    line.append("ok", 0.0).append("idx", i).append("n", 0);
                }
            }
            if (line != null) {
                results.add(new Encoded(dev.bowline.simulator.bson.DocumentEncoder.encode(line)));
            }
        }
        Namespace namespace = new Namespace("admin", "$cmd.bulkWrite");
        long batchSize = request.body.get("cursor") instanceof Document cursor
                ? Values.number(cursor, "batchSize", 100_000)
                : 100_000;
        Cursors.Cursor cursor = server.cursors().create(namespace, results, null, request, 0);
        List<Encoded> batch = cursor.take(batchSize);
        boolean done = cursor.queue.isEmpty();
        if (!done) {
            server.cursors().keep(cursor);
        }
        Document reply = new Document("cursor",
                new Document("id", done ? 0L : cursor.id).append("firstBatch", batch).append("ns",
                        namespace.fullName()))
                .append("nErrors", outcome.errors.size()).append("nInserted", counts[0])
                .append("nMatched", counts[1]).append("nModified", counts[2]).append("nUpserted", counts[3])
                .append("nDeleted", counts[4]);
        if (!outcome.retried.isEmpty()) {
            reply.append("retriedStmtIds", outcome.retried);
        }
        return reply;
    }

    private void slow(Request request, Document statement) {
        if (statement.get("q") instanceof Document filter) {
            long millis = FilterParser.sleepMillis(filter.get("$where"));
            if (millis > 0) {
                request.pause(millis);
            }
        }
    }

    private static void checkBatch(int size) {
        if (size < 1 || size > MAX_BATCH) {
            throw new ServerError(16,
                    "Write batch sizes must be between 1 and " + MAX_BATCH + ". Got " + size + " operations.");
        }
    }

    static void checkWritable(Namespace namespace) {
        if (namespace.collection().indexOf('$') >= 0) {
            throw new ServerError(ErrorCodes.INVALID_NAMESPACE, "Invalid collection name: " + namespace.collection());
        }
        if (namespace.collection().startsWith("system.") && !namespace.collection().equals("system.users")
                && !namespace.collection().startsWith("system.views") && !namespace.collection().equals("system.js")) {
            throw new ServerError(ErrorCodes.INVALID_NAMESPACE, "cannot write to '" + namespace + "'");
        }
    }

    private Outcome run(Request request, int count, Statement statement) {
        boolean ordered = !Boolean.FALSE.equals(request.body.get("ordered"));
        boolean retryable = request.retryableWrite();
        List<Integer> ids = retryable ? request.statementIds(count) : List.of();
        Outcome outcome = Access.write(request, store -> {
            Map<Integer, Document> known = retryable ? Access.remembered(request, store) : null;
            Outcome fresh = new Outcome();
            Map<Integer, Document> remember = null;
            for (int i = 0; i < count; i++) {
                Document before = known == null ? null : known.get(ids.get(i));
                if (before != null) {
                    fresh.results.put(i, before);
                    fresh.retried.add(ids.get(i));
                    continue;
                }
                int mark = store.capturedCount();
                try {
                    Document result = statement.run(store, i);
                    fresh.results.put(i, result);
                    if (retryable && store.capturedCount() > mark) {
                        remember = remember == null ? new LinkedHashMap<>() : remember;
                        remember.put(ids.get(i), result);
                        ServerError failure = failTransactionalWrite(request, fresh, count);
                        if (failure != null) {
                            remember.remove(ids.get(i));
                            fresh.results.remove(i);
                            throw failure;
                        }
                    }
                } catch (QueryError e) {
                    store.revertTo(mark);
                    if (request.inTransaction || e.code() == ErrorCodes.MAX_TIME_EXPIRED) {
                        throw e;
                    }
                    fresh.errors.add(statements.writeError(e, i));
                    if (ordered) {
                        break;
                    }
                }
            }
            if (remember != null && !remember.isEmpty()) {
                remember(request, store, known, remember);
            }
            return fresh;
        });
        if (outcome.close) {
            throw new ClientConnection.CloseConnectionException();
        }
        request.checkTime();
        return outcome;
    }

    /**
     * The fail point that strikes a statement of a retryable write, before or after it is committed. As on a server,
     * the connection is closed once the whole batch is done, and an error is that of its statement. Inserts of one
     * command are written together; only if that fails are they tried one by one.
     */
    private @Nullable ServerError failTransactionalWrite(Request request, Outcome outcome, int count) {
        if (outcome.passed) {
            return null;
        }
        Document data = server.failPoints().take(FailPoints.TRANSACTIONAL_WRITE);
        boolean together = request.command.name().equals("insert") && count > 1 && !outcome.apart;
        if (data == null) {
            outcome.passed = together;
            return null;
        }
        outcome.close |= !Boolean.FALSE.equals(data.get("closeConnection"));
        if (!(data.get("failBeforeCommitExceptionCode") instanceof Number code)) {
            outcome.passed = together;
            return null;
        }
        if (together) {
            outcome.apart = true;
            return failTransactionalWrite(request, outcome, count);
        }
        return new ServerError(code.intValue(),
                "Failing write via 'onPrimaryTransactionalWrite' failpoint for session " + request.session);
    }

    private static void remember(Request request, Store store, @Nullable Map<Integer, Document> known,
            Map<Integer, Document> added) {
        // Most batches are of one; a million of them are in memory at once in long runs.
        Map<Integer, Document> all = added.size() == 1 ? Map.copyOf(added) : added;
        if (known != null) {
            all = new LinkedHashMap<>(known);
            all.putAll(added);
        }
        store.remember(Objects.requireNonNull(request.session), new SessionRecord(request.txnNumber, all, null,
                request.node.appliedIndex() + 1));
    }

    private static Document finish(Document reply, Outcome outcome) {
        if (!outcome.errors.isEmpty()) {
            reply.append("writeErrors", outcome.errors);
        }
        if (!outcome.retried.isEmpty()) {
            reply.append("retriedStmtIds", outcome.retried);
        }
        return reply;
    }
}
