package dev.bowline.simulator.server;

import dev.bowline.simulator.aggregate.Pipeline;
import dev.bowline.simulator.aggregate.PipelineParser;
import dev.bowline.simulator.aggregate.Run;
import dev.bowline.simulator.aggregate.Snapshot;
import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.expression.ExpressionParser;
import dev.bowline.simulator.expression.QueryError;
import dev.bowline.simulator.store.Namespace;
import dev.bowline.simulator.store.Store;
import dev.bowline.simulator.store.StoredCollection;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;

/**
 * A pipeline on a collection, a view or nothing: parsed before the data is looked at, begun while the data lock is
 * held, and run after it is released.
 */
final class Pipelines {
    private static final int MAX_VIEW_DEPTH = 20;

    private final Server server;
    private final Queries queries;
    private final String database;
    private final @Nullable String collection;
    private final Pipeline pipeline;

    private final Snapshot snapshot = new Snapshot();
    private @Nullable Run run;
    private @Nullable StoredCollection source;

    Pipelines(Server server, Queries queries, String database, @Nullable String collection, List<Document> stages) {
        this.server = server;
        this.queries = queries;
        this.database = database;
        this.collection = collection;
        this.pipeline = PipelineParser.parse(stages, collection, queries.expressions());
    }

    /** True if the last stage writes. */
    static boolean writes(List<Document> pipeline) {
        if (pipeline.isEmpty()) {
            return false;
        }
        Document last = pipeline.get(pipeline.size() - 1);
        return last.containsKey("$out") || last.containsKey("$merge");
    }

    Pipeline pipeline() {
        return pipeline;
    }

    /** Takes what it needs of the store, inside the data lock. */
    Pipelines begin(Store store, @Nullable Object hint) {
        source = collection == null ? null : store.collection(new Namespace(database, collection));
        Deque<String> pending = new ArrayDeque<>(pipeline.collections());
        if (source != null && !source.isView()) {
            source.checkHint(hint);
            Document first = pipeline.firstMatch();
            List<Document> content = new ArrayList<>();
            if (!pipeline.needsNoSource() && first != null && !pipeline.collections().contains(collection)) {
                source.candidates(first, queries.sameCollation(source)).forEach(one -> content.add(one.document()));
            } else if (!pipeline.needsNoSource() || pipeline.collections().contains(collection)) {
                content.addAll(source.snapshot());
            }
            snapshot.add(String.valueOf(collection), content, source.indexSpecs());
        } else if (collection != null) {
            pending.add(collection);
        }
        while (!pending.isEmpty()) {
            String name = pending.removeFirst();
            if (snapshot.has(name)) {
                continue;
            }
            StoredCollection stored = store.collection(new Namespace(database, name));
            if (stored == null) {
                snapshot.add(name, List.of(), List.of());
            } else if (stored.collectionOptions().get("viewOn") instanceof String on) {
                Pipeline view = viewPipeline(stored, on);
                pending.add(on);
                pending.addAll(view.collections());
                snapshot.add(name, new Snapshot.View(on, view));
            } else {
                snapshot.add(name, stored.snapshot(), stored.indexSpecs());
            }
        }
        checkDepth();
        run = new Run(queries.scope(source), snapshot, this::system);
        return this;
    }

    private Pipeline viewPipeline(StoredCollection view, String on) {
        List<Document> stages = new ArrayList<>();
        if (view.collectionOptions().get("pipeline") instanceof List<?> given) {
            given.forEach(stage -> stages.add((Document) stage));
        }
        return PipelineParser.parse(stages, on, ExpressionParser.of(server.generation().wireVersion()));
    }

    private void checkDepth() {
        String name = collection;
        for (int depth = 0; name != null && snapshot.view(name) != null; depth++) {
            if (depth >= MAX_VIEW_DEPTH) {
                throw new QueryError(165, "View depth too deep or view cycle detected; maximum depth is "
                        + MAX_VIEW_DEPTH);
            }
            Snapshot.View view = snapshot.view(name);
            name = view == null ? null : view.on();
        }
    }

    /** The documents that come out of the pipeline. */
    Iterator<Document> results() {
        Run begun = java.util.Objects.requireNonNull(run);
        return pipeline.run(input(String.valueOf(collection), begun), begun);
    }

    private Iterator<Document> input(String name, Run begun) {
        if (collection == null) {
            return List.<Document>of().iterator();
        }
        Snapshot.View view = snapshot.view(name);
        return view == null
                ? snapshot.documents(name).iterator()
                : view.pipeline().run(input(view.on(), begun), begun);
    }

    @SuppressWarnings("RefactorSwitch")
    private List<Document> system(String stage, @Nullable Object spec) {
        switch (stage) {
            case "$collStats" -> {
                return List.of(collStats());
            }
            case "$indexStats" -> {
                List<Document> result = new ArrayList<>();
                for (Document stored : source == null ? List.<Document>of() : source.indexSpecs()) {
                    Document index = CatalogCommands.listed(stored);
                    result.add(new Document("name", index.get("name")).append("key", index.get("key"))
                            .append("host", server.address().toString())
                            .append("accesses", new Document("ops", 0L).append("since",
                                    Instant.ofEpochMilli(server.environment().currentTimeMillis())))
                            .append("spec", index));
                }
                return result;
            }
            case "$listLocalSessions" -> {
                return List.of(new Document("_id",
                        new Document("id", server.environment().newUuid()).append("uid", new Binary(new byte[32])))
                        .append("lastUse", Instant.ofEpochMilli(server.environment().currentTimeMillis())));
            }
            default -> {
                return List.of();
            }
        }
    }

    private Document collStats() {
        StoredCollection stored = source;
        if (stored == null) {
            throw new QueryError(26, "Collection [" + database + "." + collection + "] not found.");
        }
        Document options = stored.collectionOptions();
        int count = stored.count();
        long size = 0;
        for (Document document : snapshot.documents(String.valueOf(collection))) {
            size += dev.bowline.simulator.bson.Sizes.of(document);
        }
        Document storage = new Document("size", size).append("count", count).append("storageSize", size)
                .append("capped", Values.isTrue(options.get("capped")))
                .append("nindexes", stored.indexSpecs().size());
        storage.putIfNotNull("max", options.get("max"));
        storage.putIfNotNull("maxSize", options.get("size"));
        return new Document("ns", database + "." + collection).append("count", count).append("storageStats", storage);
    }
}
