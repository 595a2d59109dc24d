package dev.bowline.simulator.server;

import de.bwaldvogel.mongo.backend.aggregation.Aggregation;
import de.bwaldvogel.mongo.bson.BinData;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.bson.ObjectId;
import de.bwaldvogel.mongo.exception.FailedToParseException;
import de.bwaldvogel.mongo.oplog.NoopOplog;
import dev.bowline.egress.environment.Environment;
import dev.bowline.simulator.store.Namespace;
import dev.bowline.simulator.store.Store;
import dev.bowline.simulator.store.StoreDatabase;
import dev.bowline.simulator.store.StoredCollection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Aggregation pipelines: the engine's stages, and those it lacks or does with clocks and dice of its own. */
final class Pipelines {
    private final Environment environment;
    private final Store store;
    private final String database;

    Pipelines(Environment environment, Store store, String database) {
        this.environment = environment;
        this.store = store;
        this.database = database;
    }

    /** True if the last stage writes. */
    static boolean writes(List<Document> pipeline) {
        if (pipeline.isEmpty()) {
            return false;
        }
        Document last = pipeline.get(pipeline.size() - 1);
        return last.containsKey("$out") || last.containsKey("$merge");
    }

    /** Runs a pipeline over a collection, a view, or, if the name is null, over nothing. */
    List<Document> run(@Nullable String collectionName, List<Document> pipeline) {
        List<Document> stages = pipeline;
        String source = collectionName;
        for (int depth = 0; source != null && depth < 20; depth++) {
            StoredCollection collection = store.collection(new Namespace(database, source));
            if (collection == null || !(collection.collectionOptions().get("viewOn") instanceof String viewOn)) {
                break;
            }
            List<Document> combined = new ArrayList<>(Aggregation.parse(collection.collectionOptions()
                    .getOrDefault("pipeline", List.of())));
            combined.addAll(stages);
            stages = combined;
            source = viewOn;
        }
        return runStages(source, stages);
    }

    private List<Document> runStages(@Nullable String source, List<Document> stages) {
        StoreDatabase db = store.database(database);
        StoredCollection collection = source == null ? null : store.collection(new Namespace(database, source));
        Stream<Document> input = collection == null
                ? Stream.of()
                : stream(collection.query(new Document(), null, 0, 0, null));
        List<Document> pending = new ArrayList<>();
        List<Document> current = null;
        Document output = null;
        for (int i = 0; i < stages.size(); i++) {
            Document stage = NewerOperators.inStage(stages.get(i));
            if (stage.size() != 1) {
                throw new ServerError(40323, "A pipeline stage specification object must contain exactly one field.");
            }
            String name = stage.keySet().iterator().next();
            Object argument = stage.get(name);
            if ((name.equals("$out") || name.equals("$merge")) && i != stages.size() - 1) {
                throw new ServerError(40601, name + " can only be the final stage in the pipeline");
            }
            switch (name) {
                case "$set" -> pending.add(new Document("$addFields", argument));
                case "$replaceWith" -> pending.add(new Document("$replaceRoot", new Document("newRoot", argument)));
                case "$out" -> output = stage;
                case "$sample" -> {
                    current = flush(input, current, pending, db, collection);
                    current = sample(current, argument);
                }
                case "$documents" -> {
                    current = new ArrayList<>();
                    for (Object document : argument instanceof List<?> list ? list : List.of()) {
                        current.add((Document) document);
                    }
                }
                case "$unionWith" -> {
                    current = new ArrayList<>(flush(input, current, pending, db, collection));
                    Document spec = argument instanceof Document d ? d : new Document("coll", argument);
                    current.addAll(run(Values.string(spec, "coll"),
                            spec.containsKey("pipeline")
                                    ? Values.documents(spec, "pipeline")
                                    : List.of()));
                }
                case "$collStats" -> current = List.of(collStats(source, collection));
                case "$currentOp", "$listSessions" -> current = new ArrayList<>();
                case "$listLocalSessions" -> current = List.of(new Document("_id",
                        new Document("id", environment.newUuid()).append("uid", new BinData(new byte[32])))
                        .append("lastUse", Instant.ofEpochMilli(environment.currentTimeMillis())));
                case "$changeStreamSplitLargeEvent" -> {
                }
                case "$merge" -> {
                    prepareMerge(argument);
                    pending.add(stage);
                }
                default -> pending.add((Document) replaceNow(stage));
            }
        }
        List<Document> result = flush(input, current, pending, db, collection);
        if (output != null) {
            out(result, output.get("$out"));
            return List.of();
        }
        return result;
    }

    private Document collStats(@Nullable String source, @Nullable StoredCollection collection) {
        Document options = collection == null ? new Document() : collection.collectionOptions();
        int count = collection == null ? 0 : collection.count();
        Document storage = new Document("size", 0).append("count", count).append("storageSize", 0)
                .append("capped", Values.isTrue(options.get("capped")));
        storage.putIfNotNull("max", options.get("max"));
        storage.putIfNotNull("maxSize", options.get("size"));
        return new Document("ns", database + "." + source).append("count", count).append("storageStats", storage);
    }

    private static Stream<Document> stream(Iterable<Document> documents) {
        return java.util.stream.StreamSupport.stream(documents.spliterator(), false);
    }

    private List<Document> flush(Stream<Document> input, @Nullable List<Document> current, List<Document> pending,
            StoreDatabase db, @Nullable StoredCollection collection) {
        if (pending.isEmpty() && current != null) {
            return current;
        }
        if (pending.isEmpty()) {
            return input.toList();
        }
        Aggregation aggregation = Aggregation.fromPipeline(List.copyOf(pending), store::database, db, collection,
                NoopOplog.get());
        pending.clear();
        return aggregation.runStages(current != null ? current.stream() : input);
    }

    /** Runs stages that need no collection over given documents: change stream pipelines, pipeline updates. */
    List<Document> over(List<Document> documents, List<Document> stages) {
        List<Document> translated = new ArrayList<>();
        for (Document given : stages) {
            Document stage = NewerOperators.inStage(given);
            String name = stage.keySet().iterator().next();
            Object argument = stage.get(name);
            switch (name) {
                case "$set" -> translated.add(new Document("$addFields", argument));
                case "$replaceWith" -> translated.add(new Document("$replaceRoot", new Document("newRoot", argument)));
                case "$changeStreamSplitLargeEvent" -> {
                }
                default -> translated.add((Document) replaceNow(stage));
            }
        }
        return flush(documents.stream(), documents, translated, store.database(database), null);
    }

    private List<Document> sample(List<Document> documents, @Nullable Object argument) {
        int size = argument instanceof Document spec && spec.get("size") instanceof Number n ? n.intValue() : 0;
        List<Document> pool = new ArrayList<>(documents);
        List<Document> result = new ArrayList<>();
        while (!pool.isEmpty() && result.size() < size) {
            result.add(pool.remove(environment.random().nextInt(pool.size())));
        }
        return result;
    }

    private void out(List<Document> documents, @Nullable Object target) {
        Namespace namespace = target instanceof Document spec
                ? new Namespace(String.valueOf(spec.get("db")), String.valueOf(spec.get("coll")))
                : new Namespace(database, String.valueOf(target));
        if (namespace.collection().contains("$")) {
            throw new FailedToParseException("Invalid collection name: " + namespace.collection());
        }
        List<Document> copies = new ArrayList<>();
        for (Document document : documents) {
            copies.add(document.cloneDeeply());
        }
        StoredCollection existing = store.collection(namespace);
        List<Document> indexes = existing == null ? List.of() : existing.indexSpecs();
        store.drop(namespace);
        StoredCollection collection = store.create(namespace, new Document());
        for (Document index : indexes) {
            if (!"_id_".equals(index.get("name"))) {
                store.createIndex(collection, index);
            }
        }
        for (Document copy : copies) {
            collection.addDocument(withId(copy));
        }
    }

    private void prepareMerge(@Nullable Object argument) {
        Object into = argument instanceof Document spec ? spec.get("into") : argument;
        Namespace namespace = into instanceof Document spec
                ? new Namespace(String.valueOf(spec.getOrDefault("db", database)), String.valueOf(spec.get("coll")))
                : new Namespace(database, String.valueOf(into));
        store.collectionOrCreate(namespace);
    }

    private Document withId(Document document) {
        if (document.containsKey("_id")) {
            return document;
        }
        Document result = new Document("_id", new ObjectId(environment.newObjectId().toByteArray()));
        result.putAll(document);
        return result;
    }

    private Object replaceNow(Object value) {
        if ("$$NOW".equals(value)) {
            return new Document("$literal", Instant.ofEpochMilli(environment.currentTimeMillis()));
        } else if (value instanceof Document document && containsNow(document)) {
            Document result = new Document();
            document.forEach((key, inner) -> result.put(key, inner == null ? null : replaceNow(inner)));
            return result;
        } else if (value instanceof List<?> list) {
            List<Object> result = new ArrayList<>();
            for (Object element : list) {
                result.add(element == null ? null : replaceNow(element));
            }
            return result;
        }
        return value;
    }

    private static boolean containsNow(@Nullable Object value) {
        if (value instanceof Document document) {
            return document.values().stream().anyMatch(Pipelines::containsNow);
        } else if (value instanceof List<?> list) {
            return list.stream().anyMatch(Pipelines::containsNow);
        }
        return "$$NOW".equals(value);
    }
}
