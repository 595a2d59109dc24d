package dev.bowline.simulator.server;

import de.bwaldvogel.mongo.bson.BsonTimestamp;
import de.bwaldvogel.mongo.bson.Document;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.simulator.bson.DocumentEncoder;
import dev.bowline.simulator.bson.Encoded;
import dev.bowline.simulator.replication.Node;
import dev.bowline.simulator.store.Namespace;
import dev.bowline.simulator.store.Store;
import dev.bowline.simulator.store.StoredCollection;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Queries and their cursors. */
final class ReadCommands {
    private static final int DEFAULT_BATCH = 101;

    private final Server server;

    ReadCommands(Server server) {
        this.server = server;
    }

    void register(CommandTable table) {
        int reads = Command.READS | Command.TRANSACTIONAL | Command.STABLE;
        table.add("find", reads, this::find);
        table.add("aggregate", reads | Command.CONCERNED, this::aggregate);
        table.add("count", Command.READS | Command.STABLE, this::count);
        table.add("distinct", Command.READS | Command.TRANSACTIONAL, this::distinct);
        table.add("getMore", reads & ~Command.READS, this::getMore);
        table.add("killCursors", Command.STABLE | Command.TRANSACTIONAL, this::killCursors);
        table.add("mapReduce", Command.READS, request -> {
            server.lacks("JavaScript (mapReduce)");
            throw new ServerError(ErrorCodes.COMMAND_NOT_FOUND, "The simulated server runs no JavaScript");
        });
        table.add("explain", Command.READS | Command.STABLE, this::explain);
    }

    private Document find(Request request) {
        Document body = request.body;
        Namespace namespace = request.namespace();
        Document collation = Values.document(body, "collation");
        Document given = Values.documentOrEmpty(body, "filter");
        slow(request, namespace, given);
        Document filter = Filters.prepare(given, collation, Values.document(body, "let"));
        Document sort = Values.document(body, "sort");
        Document projection = Values.document(body, "projection");
        int skip = (int) Values.number(body, "skip", 0);
        long limit = Values.number(body, "limit", 0);
        long batchSize = Values.number(body, "batchSize", DEFAULT_BATCH);
        boolean single = Values.isTrue(body.get("singleBatch")) || limit < 0;
        boolean tailable = Values.isTrue(body.get("tailable"));
        long bound = Math.abs(limit);
        List<Encoded> documents = new ArrayList<>();
        long[] last = new long[1];
        Access.read(request, store -> {
            StoredCollection collection = store.collection(namespace);
            if (collection == null) {
                return null;
            }
            if (collection.collectionOptions().containsKey("viewOn")) {
                List<Document> pipeline = viewQuery(filter, sort, skip, bound, projection);
                encode(new Pipelines(server.environment(), store, namespace.database()).run(namespace.collection(),
                        pipeline),
                        documents);
                return null;
            }
            if (tailable && !Values.isTrue(collection.collectionOptions().get("capped"))) {
                throw new ServerError(ErrorCodes.BAD_VALUE,
                        "error processing query: tailable cursor requested on non capped collection");
            }
            Filters.checkHint(body.get("hint"), collection);
            if (Values.isTrue(body.get("returnKey"))) {
                encodeKeys(collection.query(filter, sort, skip, (int) bound, null), filter, sort, documents);
                return null;
            }
            encode(collection.query(filter, sort, skip, (int) Math.min(bound, Integer.MAX_VALUE), projection),
                    documents);
            last[0] = collection.lastRecordId();
            return null;
        });
        request.checkTime();
        Cursors.Source source = tailable
                ? new Tail(namespace, filter, projection, last[0], Values.isTrue(body.get("awaitData")))
                : null;
        return firstBatch(request, namespace, documents, source, batchSize, bound, single);
    }

    /** Only the fields of the index that the query would have used. */
    private static void encodeKeys(Iterable<Document> found, Document filter, @Nullable Document sort,
            List<Encoded> into) {
        boolean byId = filter.containsKey("_id") || (sort != null && sort.containsKey("_id"));
        for (Document document : found) {
            into.add(new Encoded(
                    DocumentEncoder.encode(byId ? new Document("_id", document.get("_id")) : new Document())));
        }
    }

    private static List<Document> viewQuery(Document filter, @Nullable Document sort, int skip, long limit,
            @Nullable Document projection) {
        List<Document> pipeline = new ArrayList<>();
        pipeline.add(new Document("$match", filter));
        if (sort != null && !sort.isEmpty()) {
            pipeline.add(new Document("$sort", sort));
        }
        if (skip > 0) {
            pipeline.add(new Document("$skip", skip));
        }
        if (limit > 0) {
            pipeline.add(new Document("$limit", limit));
        }
        if (projection != null && !projection.isEmpty()) {
            pipeline.add(new Document("$project", projection));
        }
        return pipeline;
    }

    private void slow(Request request, Namespace namespace, Document filter) {
        long millis = Filters.sleepMillis(filter);
        if (filter.containsKey("$where") && millis == 0) {
            server.lacks("JavaScript ($where)");
        }
        if (millis > 0) {
            int count = request.node.read(store -> {
                StoredCollection collection = store.collection(namespace);
                return collection == null ? 0 : collection.count();
            });
            request.pause(millis * count);
        }
    }

    static void encode(Iterable<Document> documents, List<Encoded> into) {
        for (Document document : documents) {
            into.add(new Encoded(DocumentEncoder.encode(document)));
        }
    }

    private Document firstBatch(Request request, Namespace namespace, List<Encoded> documents,
            Cursors.@Nullable Source source,
            long batchSize, long limit, boolean single) {
        Cursors.Cursor cursor = server.cursors().create(namespace, documents, source, request, limit);
        if (source != null && source instanceof ChangeStreams.Stream) {
            source.fill(request, cursor.queue, (int) Math.min(batchSize, Integer.MAX_VALUE));
        }
        List<Encoded> batch = cursor.take(batchSize);
        boolean done = single || cursor.isDone(batch.size(), batchSize);
        if (!done) {
            server.cursors().keep(cursor);
        }
        return cursorReply("firstBatch", batch, done ? 0 : cursor.id, namespace, request, cursor);
    }

    private static Document cursorReply(String batchName, List<Encoded> batch, long id, Namespace namespace,
            Request request,
            Cursors.Cursor cursor) {
        Document inner = new Document(batchName, batch);
        Encoded token = cursor.source == null
                ? null
                : cursor.source.resumeToken(cursor.queue, batch.isEmpty() ? null : batch.get(batch.size() - 1));
        if (token != null) {
            inner.append("postBatchResumeToken", token);
        }
        if (request.snapshotTimestamp != 0) {
            inner.append("atClusterTime", new BsonTimestamp(request.snapshotTimestamp));
        }
        inner.append("id", id).append("ns", namespace.fullName());
        return new Document("cursor", inner);
    }

    private Document aggregate(Request request) {
        Document body = request.body;
        List<Document> pipeline = Values.documents(body, "pipeline");
        Object target = body.get("aggregate");
        boolean collectionless = target instanceof Number;
        Namespace namespace = collectionless ? new Namespace(request.database, "$cmd.aggregate") : request.namespace();
        Document cursor = Values.document(body, "cursor");
        if (cursor == null && !Values.isTrue(body.get("explain"))) {
            throw new ServerError(9, "The 'cursor' option is required, except for aggregate with the explain argument");
        }
        long batchSize = cursor == null ? DEFAULT_BATCH : Values.number(cursor, "batchSize", DEFAULT_BATCH);
        if (ChangeStreams.isChangeStream(body)) {
            if (request.inTransaction) {
                throw new ServerError(263, "$changeStream cannot run in a multi-document transaction");
            }
            request.readOnly = true;
            ChangeStreams.Stream stream = new ChangeStreams(server).open(request, namespace, pipeline, collectionless);
            return firstBatch(request, namespace, List.of(), stream, batchSize, 0, false);
        }
        for (Document stage : pipeline) {
            if (stage.containsKey("$listSearchIndexes")) {
                throw CatalogCommands.notAtlas();
            }
            if (stage.get("$match") instanceof Document match) {
                slow(request, namespace, match);
            }
        }
        List<Document> prepared = prepareMatches(Let.into(pipeline, Values.document(body, "let")),
                Values.document(body, "collation"));
        String source = collectionless ? null : namespace.collection();
        List<Encoded> documents = new ArrayList<>();
        boolean writes = Pipelines.writes(pipeline);
        request.readOnly = !writes;
        if (writes && request.inTransaction) {
            throw new ServerError(263, "$out or $merge cannot be used in a transaction");
        }
        if (writes && "linearizable".equals(request.readConcernLevel())) {
            throw new ServerError(ErrorCodes.INVALID_OPTIONS,
                    "$out and $merge cannot be used with readConcern: linearizable");
        }
        if (writes && !request.set().isWritable(request.node)) {
            Node primary = request.set().primary();
            if (server.generation().wireVersion() < 13 || primary == null) {
                throw new ServerError(ErrorCodes.NOT_WRITABLE_PRIMARY, request.connection.notPrimary());
            }
            // The secondary passes the output on to the primary.
            request.node = primary;
        }
        java.util.function.Function<Store, @Nullable Void> run = store -> {
            encode(new Pipelines(server.environment(), store, request.database).run(source, prepared), documents);
            return null;
        };
        if (writes) {
            Access.write(request, run);
        } else {
            Access.read(request, run);
        }
        request.checkTime();
        return firstBatch(request, namespace, documents, null, batchSize, 0, false);
    }

    private static List<Document> prepareMatches(List<Document> pipeline, @Nullable Document collation) {
        List<Document> result = new ArrayList<>(pipeline.size());
        for (Document stage : pipeline) {
            result.add(stage.get("$match") instanceof Document match
                    ? new Document("$match", Filters.prepare(match, collation))
                    : stage);
        }
        return result;
    }

    private Document count(Request request) {
        Document body = request.body;
        Namespace namespace = request.namespace();
        Document given = Values.documentOrEmpty(body, "query");
        slow(request, namespace, given);
        Document filter = Filters.prepare(given, Values.document(body, "collation"));
        int skip = (int) Values.number(body, "skip", 0);
        int limit = (int) Math.abs(Values.number(body, "limit", 0));
        int count = Access.read(request, store -> {
            StoredCollection collection = store.collection(namespace);
            if (collection == null) {
                return 0;
            }
            if (collection.collectionOptions().containsKey("viewOn")) {
                return new Pipelines(server.environment(), store, namespace.database())
                        .run(namespace.collection(), viewQuery(filter, null, skip, limit, null)).size();
            }
            Filters.checkHint(body.get("hint"), collection);
            return collection.count(filter, skip, limit);
        });
        request.checkTime();
        return new Document("n", count);
    }

    private Document distinct(Request request) {
        Document body = request.body;
        Namespace namespace = request.namespace();
        String key = Values.string(body, "key");
        if (key == null) {
            throw Values.missing("distinct", "key");
        }
        Document collation = Values.document(body, "collation");
        Document given = Values.documentOrEmpty(body, "query");
        slow(request, namespace, given);
        Document filter = Filters.prepare(given, collation);
        Encoded values = Access.read(request, store -> {
            StoredCollection collection = store.collection(namespace);
            List<Object> found = new ArrayList<>();
            if (collection != null) {
                Object result = collection.handleDistinct(new Document("key", key).append("query", filter))
                        .get("values");
                if (result instanceof java.util.Collection<?> all) {
                    found.addAll(all);
                }
            }
            if (collation != null && collation.get("strength") instanceof Number n && n.intValue() <= 2) {
                found = foldDuplicates(found);
            }
            return new Encoded(DocumentEncoder.encode(new Document("values", found)));
        });
        request.checkTime();
        Document reply = new Document("values",
                dev.bowline.simulator.bson.DocumentDecoder.decode(values.bytes()).get("values"));
        if (request.snapshotTimestamp != 0) {
            reply.append("atClusterTime", new BsonTimestamp(request.snapshotTimestamp));
        }
        return reply;
    }

    private static List<Object> foldDuplicates(List<Object> values) {
        Set<Object> seen = new LinkedHashSet<>();
        List<Object> result = new ArrayList<>();
        for (Object value : values) {
            if (seen.add(value instanceof String text ? text.toLowerCase(Locale.ROOT) : value)) {
                result.add(value);
            }
        }
        return result;
    }

    private Document getMore(Request request) {
        Document body = request.body;
        String collection = Objects.requireNonNull(Values.string(body, "collection"));
        long id = Values.number(body, "getMore", 0);
        Cursors.Cursor cursor = server.cursors().get(id);
        if (cursor == null) {
            throw new ServerError(ErrorCodes.CURSOR_NOT_FOUND, "cursor id " + id + " not found");
        }
        if (!cursor.namespace.equals(new Namespace(request.database, collection))) {
            throw new ServerError(ErrorCodes.UNAUTHORIZED,
                    "Requested getMore on namespace '" + request.database + "." + collection
                            + "', but cursor belongs to a different namespace " + cursor.namespace);
        }
        if (cursor.session != null && !cursor.session.equals(request.session)) {
            throw new ServerError(50738, "Cannot run getMore on cursor " + id
                    + ", which was created in another session, without an lsid");
        }
        if (cursor.txnNumber >= 0 && (!request.inTransaction || cursor.txnNumber != request.txnNumber)) {
            throw new ServerError(50739, "Cannot run getMore on a cursor of a transaction outside of it");
        }
        if (!cursor.api.equals(StableApi.declared(request))) {
            throw new ServerError(325, "API parameter mismatch: getMore used params " + StableApi.declared(request)
                    + ", the cursor-creating command used " + cursor.api);
        }
        if (request.inTransaction && cursor.txnNumber < 0) {
            throw new ServerError(50740, "Cannot run getMore on cursor " + id
                    + ", which was not created in a transaction, in a transaction");
        }
        if (body.containsKey("maxTimeMS") && !(cursor.source != null && cursor.source.waits())) {
            throw new ServerError(ErrorCodes.BAD_VALUE,
                    "cannot set maxTimeMS on getMore command for a non-awaitData cursor");
        }
        Document failPoint = server.failPoints().take(FailPoints.GET_MORE);
        if (failPoint != null) {
            if (Values.isTrue(failPoint.get("closeConnection"))) {
                throw new ClientConnection.CloseConnectionException();
            }
            throw new ServerError((int) Values.number(failPoint, "errorCode", 1),
                    "Hit the 'failGetMoreAfterCursorCheckout' failpoint");
        }
        if (request.inTransaction) {
            request.node.exclusively(store -> Access.enter(request, store));
        }
        long batchSize = Values.number(body, "batchSize", 0);
        long wanted = batchSize <= 0 ? Long.MAX_VALUE : batchSize;
        if (cursor.source != null && cursor.queue.isEmpty()) {
            cursor.source.fill(request, cursor.queue, (int) Math.min(wanted, Integer.MAX_VALUE));
        }
        if (cursor.killed) {
            throw new ServerError(237, "cursor killed");
        }
        List<Encoded> batch = cursor.take(wanted);
        boolean done = cursor.isDone(batch.size(), wanted);
        if (done) {
            server.cursors().kill(id);
        }
        return cursorReply("nextBatch", batch, done ? 0 : id, cursor.namespace, request, cursor);
    }

    private Document killCursors(Request request) {
        List<Object> killed = new ArrayList<>();
        List<Object> unknown = new ArrayList<>();
        List<?> ids = (List<?>) Objects.requireNonNull(request.body.get("cursors"));
        for (Object id : ids) {
            if (id instanceof Number number && server.cursors().kill(number.longValue())) {
                killed.add(id);
            } else {
                unknown.add(id);
            }
        }
        request.set().logWaiters().wakeAll();
        return new Document("cursorsKilled", killed).append("cursorsNotFound", unknown)
                .append("cursorsAlive", List.of())
                .append("cursorsUnknown", List.of());
    }

    private Document explain(Request request) {
        Document command = Values.requiredDocument(request.body, "explain", "explain");
        Object collection = command.get(Values.commandName(command));
        return new Document("queryPlanner",
                new Document("plannerVersion", 1).append("namespace", request.database + "." + collection)
                        .append("winningPlan", new Document("stage", "COLLSCAN").append("direction", "forward"))
                        .append("rejectedPlans", List.of()))
                .append("command", command)
                .append("serverInfo",
                        new Document("host", server.address().host()).append("port", server.address().port())
                                .append("version", server.generation().versionString()));
    }

    /** A tailable cursor: documents as they are added to a capped collection. */
    private final class Tail implements Cursors.Source {
        private final Namespace namespace;
        private final Document filter;
        private final @Nullable Document projection;
        private final boolean await;
        private long last;
        private boolean gone;

        Tail(Namespace namespace, Document filter, @Nullable Document projection, long last, boolean await) {
            this.namespace = namespace;
            this.filter = filter;
            this.projection = projection;
            this.last = last;
            this.await = await;
        }

        @Override
        public void fill(Request request, Deque<Encoded> queue, int wanted) {
            long millis = Values.number(request.body, "maxTimeMS", 1000);
            Deadline until = Deadline.afterNanos(server.environment(), TimeUnit.MILLISECONDS.toNanos(millis));
            while (true) {
                long seen = request.set().log().commitIndex(request.node);
                pull(request, queue);
                if (!queue.isEmpty() || !await || gone || until.isExpired(server.environment())
                        || !request.connection.isOpen()) {
                    return;
                }
                Access.awaitLog(request, seen, until);
            }
        }

        private void pull(Request request, Deque<Encoded> queue) {
            request.node.read(store -> {
                StoredCollection collection = store.collection(namespace);
                if (collection == null) {
                    gone = true;
                    return null;
                }
                for (Map.Entry<Long, Document> entry : collection.after(last).entrySet()) {
                    last = entry.getKey();
                    if (collection.matches(entry.getValue(), filter)) {
                        List<Encoded> one = new ArrayList<>();
                        encode(projection == null
                                ? List.of(entry.getValue())
                                : collection.query(new Document("_id", entry.getValue().get("_id")), null, 0, 1,
                                        projection),
                                one);
                        queue.addAll(one);
                    }
                }
                return null;
            });
        }

        @Override
        public @Nullable Encoded resumeToken(Deque<Encoded> queue, @Nullable Encoded lastTaken) {
            return null;
        }

        @Override
        public boolean exhausted() {
            return gone;
        }

        @Override
        public boolean waits() {
            return await;
        }
    }
}
