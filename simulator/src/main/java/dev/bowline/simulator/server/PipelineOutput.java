package dev.bowline.simulator.server;

import dev.bowline.simulator.aggregate.Pipeline;
import dev.bowline.simulator.aggregate.PipelineParser;
import dev.bowline.simulator.aggregate.Run;
import dev.bowline.simulator.aggregate.Snapshot;
import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Missing;
import dev.bowline.simulator.bson.Order;
import dev.bowline.simulator.bson.Show;
import dev.bowline.simulator.bson.Types;
import dev.bowline.simulator.expression.Expression;
import dev.bowline.simulator.expression.QueryError;
import dev.bowline.simulator.expression.Scope;
import dev.bowline.simulator.query.FieldPath;
import dev.bowline.simulator.store.Namespace;
import dev.bowline.simulator.store.Store;
import dev.bowline.simulator.store.StoredCollection;
import dev.bowline.simulator.store.StoredCollection.Stored;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** {@code $out} and {@code $merge}: what becomes of the documents that a pipeline makes. Inside the data lock. */
final class PipelineOutput {
    private final Server server;
    private final Queries queries;
    private final Store store;
    private final String database;

    PipelineOutput(Server server, Queries queries, Store store, String database) {
        this.server = server;
        this.queries = queries;
        this.store = store;
        this.database = database;
    }

    void write(Document stage, Iterator<Document> documents) {
        List<Document> made = new ArrayList<>();
        documents.forEachRemaining(made::add);
        if (stage.containsKey("$out")) {
            out(made, stage.get("$out"));
        } else {
            merge(made, stage.get("$merge"));
        }
    }

    private Namespace target(@Nullable Object given) {
        Namespace namespace = given instanceof Document spec
                ? new Namespace(String.valueOf(spec.getOrDefault("db", database)), String.valueOf(spec.get("coll")))
                : new Namespace(database, String.valueOf(given));
        if (namespace.collection().isEmpty() || namespace.collection().contains("$")) {
            throw new QueryError(73, "Invalid $out or $merge target namespace, " + namespace);
        }
        if (namespace.collection().startsWith("system.")) {
            throw new QueryError(17385, "Can't $out to special collection: " + namespace.collection());
        }
        return namespace;
    }

    private void out(List<Document> documents, @Nullable Object given) {
        Namespace namespace = target(given);
        StoredCollection existing = store.collection(namespace);
        if (existing != null && existing.isView()) {
            throw new QueryError(18630, "Can't $out to view collection: " + namespace);
        }
        if (existing != null && Values.isTrue(existing.collectionOptions().get("capped"))) {
            throw new QueryError(17152, "namespace '" + namespace + "' is capped so it can't be used for $out");
        }
        List<Document> indexes = existing == null ? List.of() : existing.indexSpecs();
        Document options = existing == null ? new Document() : existing.collectionOptions();
        store.drop(namespace);
        StoredCollection collection = store.create(namespace, options);
        for (Document index : indexes) {
            if (!"_id_".equals(index.get("name"))) {
                store.createIndex(collection, index);
            }
        }
        for (Document document : documents) {
            collection.insert(withId(document));
        }
    }

    private Document withId(Document document) {
        if (document.size() > 0 && document.nameAt(0).equals("_id")) {
            return document;
        }
        Document result = new Document("_id",
                document.containsKey("_id") ? document.get("_id") : server.environment().newObjectId());
        result.putAll(document);
        return result;
    }

    private void merge(List<Document> documents, @Nullable Object given) {
        Document spec = given instanceof Document document ? document : new Document("into", given);
        Namespace namespace = target(spec.get("into"));
        StoredCollection collection = store.collectionOrCreate(namespace);
        List<String> on = on(spec.get("on"));
        if (!(on.size() == 1 && on.get(0).equals("_id")) && !hasUniqueIndex(collection, on)) {
            throw new QueryError(51183, "Cannot find index to verify that join fields will be unique");
        }
        Object matched = spec.getOrDefault("whenMatched", "merge");
        Object notMatched = spec.getOrDefault("whenNotMatched", "insert");
        Pipeline pipeline = matched instanceof List<?> stages ? updatePipeline(stages, spec) : null;
        for (Document document : documents) {
            Document complete = on.contains("_id") ? withId(document) : document;
            Stored existing = find(collection, complete, on);
            if (existing == null) {
                switch (String.valueOf(notMatched)) {
                    case "insert" -> collection.insert(withId(complete));
                    case "fail" -> throw new QueryError(13113,
                            "$merge could not find a matching document in the target collection for at least one "
                                    + "document in the source collection");
                    default -> {
                    }
                }
            } else {
                Document after = pipeline != null
                        ? piped(pipeline, existing.document(), complete, spec)
                        : combined(String.valueOf(matched), existing.document(), complete);
                if (after != existing.document()) {
                    collection.replace(existing, Statements.keepId(after, existing.document()),
                            "replace".equals(matched), null);
                }
            }
        }
    }

    private static List<String> on(@Nullable Object given) {
        List<String> result = new ArrayList<>();
        if (given instanceof List<?> names) {
            names.forEach(name -> result.add(String.valueOf(name)));
        } else {
            result.add(given == null ? "_id" : String.valueOf(given));
        }
        return result;
    }

    private static boolean hasUniqueIndex(StoredCollection collection, List<String> fields) {
        return collection.indexSpecs().stream().anyMatch(index -> Values.isTrue(index.get("unique"))
                && index.get("key") instanceof Document key && key.size() == fields.size()
                && key.keySet().containsAll(fields));
    }

    private static @Nullable Stored find(StoredCollection collection, Document document, List<String> on) {
        if (on.size() == 1 && on.get(0).equals("_id")) {
            List<Stored> found = collection.candidates(new Document("_id", document.get("_id")), true);
            return found.stream().filter(one -> Order.BINARY.equal(one.document().get("_id"), document.get("_id")))
                    .findFirst().orElse(null);
        }
        List<@Nullable Object> wanted = new ArrayList<>();
        for (String field : on) {
            Object value = FieldPath.parse(field).values(document).get(0);
            if (Missing.orNull(value) || value instanceof List<?>) {
                throw new QueryError(value instanceof List<?> ? 51185 : 51132,
                        "$merge write error: 'on' field '" + field
                                + "' cannot be missing, null, undefined or an array");
            }
            wanted.add(value);
        }
        for (Stored candidate : collection.candidates(new Document(), true)) {
            boolean same = true;
            for (int i = 0; i < on.size(); i++) {
                Object value = FieldPath.parse(on.get(i)).values(candidate.document()).get(0);
                same = same && Order.BINARY.equal(value, wanted.get(i));
            }
            if (same) {
                return candidate;
            }
        }
        return null;
    }

    private static Document combined(String mode, Document existing, Document added) {
        return switch (mode) {
            case "replace" -> added;
            case "keepExisting" -> existing;
            case "fail" -> throw new QueryError(11000, "PlanExecutor error during aggregation :: caused by :: E11000 "
                    + "duplicate key error dup key: { _id: " + Show.value(existing.get("_id")) + " }",
                    new Document("keyPattern", new Document("_id", 1)).append("keyValue",
                            new Document("_id", existing.get("_id"))));
            default -> {
                Document result = existing.clone();
                result.putAll(added);
                yield result;
            }
        };
    }

    private Pipeline updatePipeline(List<?> stages, Document spec) {
        List<Document> given = new ArrayList<>();
        for (Object stage : stages) {
            given.add((Document) Objects.requireNonNull(stage));
        }
        Document let = spec.get("let") instanceof Document variables ? variables : new Document();
        return PipelineParser.parse(given, null,
                queries.expressions().with(let.keySet()).with("new"));
    }

    private Document piped(Pipeline pipeline, Document existing, Document added, Document spec) {
        Scope scope = queries.scope(null).with("new", added);
        if (spec.get("let") instanceof Document let) {
            Scope over = scope.over(added);
            for (int i = 0; i < let.size(); i++) {
                Expression value = queries.expressions().with("new").parse(let.valueAt(i));
                scope = scope.with(let.nameAt(i), value.evaluate(over));
            }
        }
        List<Document> result = PipelineParser.over(pipeline, List.of(existing),
                new Run(scope, new Snapshot(), (stage, ignored) -> List.of()));
        if (result.size() != 1) {
            throw new QueryError(2, "an update by pipeline must give one document, not " + Types.name(result));
        }
        return result.get(0);
    }
}
