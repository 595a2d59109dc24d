package dev.bowline.simulator.server;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.DocumentEncoder;
import dev.bowline.simulator.bson.Encoded;
import dev.bowline.simulator.bson.Keys;
import dev.bowline.simulator.bson.Missing;
import dev.bowline.simulator.bson.Numbers;
import dev.bowline.simulator.bson.OpaqueValue;
import dev.bowline.simulator.bson.Sizes;
import dev.bowline.simulator.expression.Collation;
import dev.bowline.simulator.expression.QueryError;
import dev.bowline.simulator.query.FieldPath;
import dev.bowline.simulator.query.FilterParser;
import dev.bowline.simulator.replication.Node;
import dev.bowline.simulator.store.Namespace;
import dev.bowline.simulator.store.Store;
import dev.bowline.simulator.store.StoredCollection;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.bson.BsonTimestamp;
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
            throw QueryError.notSimulated("JavaScript (mapReduce)");
        });
        table.add("explain", Command.READS | Command.STABLE, new Explain(server)::run);
    }

    private Document find(Request request) {
        Document body = request.body;
        Namespace namespace = request.namespace();
        Document filter = Values.documentOrEmpty(body, "filter");
        Document sort = Values.document(body, "sort");
        Document projection = Values.document(body, "projection");
        Queries queries = new Queries(request);
        FindPlan plan = new FindPlan(queries, filter, sort, projection, body.get("hint"), body);
        slow(request, namespace, filter);
        long skip = Values.number(body, "skip", 0);
        long limit = Math.abs(Values.number(body, "limit", 0));
        long batchSize = Values.number(body, "batchSize", DEFAULT_BATCH);
        boolean single = Values.isTrue(body.get("singleBatch"));
        boolean tailable = Values.isTrue(body.get("tailable"));
        for (String option : List.of("requestResumeToken", "resumeAfter", "startAt")) {
            if (Values.isTrue(body.get(option)) || body.get(option) instanceof Document) {
                throw QueryError.notSimulated("find with " + option);
            }
        }
        if (tailable && sort != null && !sort.isEmpty() && !sort.equals(new Document("$natural", 1))) {
            throw new ServerError(ErrorCodes.BAD_VALUE,
                    "cannot use tailable option with a sort other than {$natural: 1}");
        }
        return Access.query(request, store -> {
            StoredCollection collection = store.collection(namespace);
            if (collection == null) {
                return next -> firstBatch(next, namespace, List.of(), null, batchSize, limit, single || tailable);
            }
            if (collection.isView()) {
                Pipelines pipelines = new Pipelines(server, queries, namespace.database(), namespace.collection(),
                        viewQuery(filter, sort, skip, limit, projection)).begin(store, null);
                return next -> firstBatch(next, namespace, List.of(),
                        new Documents(pipelines.results(), queries), batchSize, limit, single);
            }
            if (tailable && !collection.isCapped()) {
                throw new ServerError(ErrorCodes.BAD_VALUE,
                        "error processing query: tailable cursor requested on non capped collection");
            }
            plan.begin(collection);
            if (Values.isTrue(body.get("returnKey"))) {
                List<Encoded> keys = new ArrayList<>();
                encodeKeys(plan.results(skip, limit), filter, sort, keys);
                return next -> firstBatch(next, namespace, keys, null, batchSize, limit, single);
            }
            if (tailable) {
                // A cursor on a collection without documents is dead from the start.
                List<Encoded> documents = new ArrayList<>();
                encode(() -> plan.results(skip, limit), documents);
                Tail tail = new Tail(namespace, plan, collection.lastRecordId(), Values.isTrue(body.get("awaitData")));
                boolean dead = collection.count() == 0;
                return next -> firstBatch(next, namespace, documents, tail, batchSize, limit, dead);
            }
            return next -> firstBatch(next, namespace, List.of(),
                    new Documents(plan.results(skip, limit), queries), batchSize, limit, single);
        });
    }

    /** Only the fields of the index that the query would have used. */
    private static void encodeKeys(Iterator<Document> found, Document filter, @Nullable Document sort,
            List<Encoded> into) {
        boolean byId = filter.containsKey("_id") || (sort != null && sort.containsKey("_id"));
        while (found.hasNext()) {
            Document document = found.next();
            into.add(new Encoded(
                    DocumentEncoder.encode(byId ? new Document("_id", document.get("_id")) : new Document())));
        }
    }

    private static List<Document> viewQuery(Document filter, @Nullable Document sort, long skip, long limit,
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

    /** A {@code $where} that only sleeps takes its time, once for each document. */
    private static void slow(Request request, Namespace namespace, Document filter) {
        long millis = FilterParser.sleepMillis(filter.get("$where"));
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
        if (source instanceof ChangeStreams.Stream || source instanceof Documents) {
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
        }
        if (Values.isTrue(body.get("explain"))) {
            request.readOnly = true;
            return new Explain(server).explain(request, body, "queryPlanner");
        }
        Queries queries = new Queries(request);
        Pipelines pipelines = new Pipelines(server, queries, request.database,
                collectionless ? null : namespace.collection(), pipeline);
        if (collectionless && !pipelines.pipeline().needsNoSource()) {
            throw new ServerError(73, "{aggregate: 1} is not valid for '"
                    + (pipeline.isEmpty() ? "an empty pipeline" : Values.commandName(pipeline.get(0)))
                    + "'; a collection is required.");
        }
        for (Document stage : pipeline) {
            if (stage.get("$match") instanceof Document match) {
                slow(request, namespace, match);
            }
        }
        Document output = pipelines.pipeline().output();
        request.readOnly = output == null;
        if (output == null) {
            return Access.query(request, store -> {
                pipelines.begin(store, body.get("hint"));
                return next -> firstBatch(next, namespace, List.of(),
                        new Documents(pipelines.results(), queries), batchSize, 0, false);
            });
        }
        if (request.inTransaction) {
            throw new ServerError(263, "$out or $merge cannot be used in a transaction");
        }
        if ("linearizable".equals(request.readConcernLevel())) {
            throw new ServerError(ErrorCodes.INVALID_OPTIONS,
                    "$out and $merge cannot be used with readConcern: linearizable");
        }
        if (!request.set().isWritable(request.node)) {
            Node primary = request.set().primary();
            if (server.generation().wireVersion() < 13 || primary == null) {
                throw new ServerError(ErrorCodes.NOT_WRITABLE_PRIMARY, request.connection.notPrimary());
            }
            // The secondary passes the output on to the primary.
            request.node = primary;
        }
        Access.write(request, store -> {
            pipelines.begin(store, body.get("hint"));
            new PipelineOutput(server, queries, store, request.database).write(output, pipelines.results());
            return null;
        });
        request.checkTime();
        return firstBatch(request, namespace, List.of(), null, batchSize, 0, false);
    }

    private Document count(Request request) {
        Document body = request.body;
        Namespace namespace = request.namespace();
        Document filter = Values.documentOrEmpty(body, "query");
        Queries queries = new Queries(request);
        FindPlan plan = new FindPlan(queries, filter, null, null, body.get("hint"), body);
        slow(request, namespace, filter);
        long skip = Values.number(body, "skip", 0);
        long limit = Math.abs(Values.number(body, "limit", 0));
        return Access.query(request, store -> {
            StoredCollection collection = store.collection(namespace);
            if (collection == null) {
                return ignored -> new Document("n", 0);
            }
            if (collection.isView()) {
                Pipelines pipelines = new Pipelines(server, queries, namespace.database(), namespace.collection(),
                        viewQuery(filter, null, skip, limit, null)).begin(store, null);
                return ignored -> counted(pipelines.results());
            }
            plan.begin(collection);
            return ignored -> counted(plan.results(skip, limit));
        });
    }

    private static Document counted(Iterator<?> found) {
        long count = 0;
        while (found.hasNext()) {
            found.next();
            count++;
        }
        return new Document("n", Numbers.narrow(count, true));
    }

    private Document distinct(Request request) {
        Document body = request.body;
        Namespace namespace = request.namespace();
        String key = Values.string(body, "key");
        if (key == null) {
            throw Values.missing("distinct", "key");
        }
        if (key.indexOf('\0') >= 0) {
            throw new ServerError(31032, "Key field cannot contain an embedded null byte");
        }
        Document filter = Values.documentOrEmpty(body, "query");
        Queries queries = new Queries(request);
        FindPlan plan = new FindPlan(queries, filter, null, null, body.get("hint"), body);
        slow(request, namespace, filter);
        FieldPath path = FieldPath.parse(key);
        return Access.query(request, store -> {
            StoredCollection collection = store.collection(namespace);
            Iterator<Document> found;
            Collation collation = Collation.parse(Values.document(body, "collation"));
            if (collection == null) {
                found = List.<Document>of().iterator();
            } else if (collection.isView()) {
                found = new Pipelines(server, queries, namespace.database(), namespace.collection(),
                        viewQuery(filter, null, 0, 0, null)).begin(store, null).results();
            } else {
                collation = body.containsKey("collation") ? collation : collection.collation();
                found = plan.begin(collection).results(0, 0);
            }
            Collation chosen = collation;
            return ignored -> {
                Map<Object, @Nullable Object> values = new LinkedHashMap<>();
                while (found.hasNext()) {
                    for (Object value : path.keys(found.next())) {
                        boolean nothing = Missing.is(value)
                                || (value instanceof OpaqueValue opaque && opaque.type() == 6);
                        if (!nothing) {
                            values.putIfAbsent(Keys.of(value, chosen == null ? null : chosen::key), value);
                        }
                    }
                }
                Document reply = new Document("values", new ArrayList<>(values.values()));
                if (Sizes.of(reply) > Sizes.MAX_DOCUMENT) {
                    throw new ServerError(17217, "distinct too big, 16mb cap");
                }
                if (request.snapshotTimestamp != 0) {
                    reply.append("atClusterTime", new BsonTimestamp(request.snapshotTimestamp));
                }
                return reply;
            };
        });
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
        if (cursor.source != null && (cursor.queue.isEmpty() || cursor.source instanceof Documents)) {
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

    /** A tailable cursor: documents as they are added to a capped collection. */
    private final class Tail implements Cursors.Source {
        private final Namespace namespace;
        private final FindPlan plan;
        private final boolean await;
        private long last;
        private boolean gone;

        Tail(Namespace namespace, FindPlan plan, long last, boolean await) {
            this.namespace = namespace;
            this.plan = plan;
            this.last = last;
            this.await = await;
        }

        @Override
        public void fill(Request request, Deque<Encoded> queue, int wanted) {
            long millis = Values.number(request.body, "maxTimeMS", 1000);
            Deadline until = Deadline.afterNanos(server.environment(), TimeUnit.MILLISECONDS.toNanos(millis));
            while (true) {
                long seen = request.set().view(request.node).lastIndex();
                pull(request, queue);
                if (!queue.isEmpty() || !await || gone || until.isExpired(server.environment())
                        || !request.connection.isOpen()) {
                    return;
                }
                Access.awaitEntry(request, seen, until);
            }
        }

        private void pull(Request request, Deque<Encoded> queue) {
            if (LocalDatabase.isReadBy(request)) {
                pull(LocalDatabase.of(request, last), queue);
            } else {
                request.node.read(store -> {
                    pull(store, queue);
                    return null;
                });
            }
        }

        private void pull(Store store, Deque<Encoded> queue) {
            StoredCollection collection = store.collection(namespace);
            if (collection == null) {
                gone = true;
                return;
            }
            if (last != 0 && collection.document(last) == null && collection.isCapped()) {
                throw new QueryError(136, "CollectionScan died due to position in capped collection being "
                        + "deleted. Last seen record id: RecordId(" + last + ")");
            }
            for (Map.Entry<Long, Document> entry : collection.after(last).entrySet()) {
                last = entry.getKey();
                if (plan.matching().test(plan.filter(), entry.getValue())) {
                    queue.add(new Encoded(DocumentEncoder.encode(
                            plan.projected(new StoredCollection.Stored(entry.getKey(), entry.getValue())))));
                }
            }
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
