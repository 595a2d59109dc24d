package dev.bowline.simulator.server;

import dev.bowline.simulator.aggregate.Pipeline;
import dev.bowline.simulator.aggregate.PipelineParser;
import dev.bowline.simulator.aggregate.Run;
import dev.bowline.simulator.aggregate.Snapshot;
import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.DocumentEncoder;
import dev.bowline.simulator.bson.Encoded;
import dev.bowline.simulator.bson.Order;
import dev.bowline.simulator.bson.Sizes;
import dev.bowline.simulator.expression.QueryError;
import dev.bowline.simulator.query.FilterParser;
import dev.bowline.simulator.query.Matching;
import dev.bowline.simulator.query.Update;
import dev.bowline.simulator.query.UpdateParser;
import dev.bowline.simulator.store.Namespace;
import dev.bowline.simulator.store.Store;
import dev.bowline.simulator.store.StoredCollection;
import dev.bowline.simulator.store.StoredCollection.Stored;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bson.BsonRegularExpression;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** Single write statements on a store. */
final class Statements {
    private static final Document EVERYTHING = new Document();

    private final Server server;
    private final Validators validators;

    Statements(Server server) {
        this.server = server;
        this.validators = new Validators(server);
    }

    /** How a document is changed: by operators, by a pipeline, or by another one in its place. */
    private sealed interface Change {
        record Operators(Update update) implements Change {}

        record Stages(Pipeline pipeline) implements Change {}

        record Replacement(Document document) implements Change {}
    }

    Document insert(Store store, Namespace namespace, Document given, boolean validate) {
        checkId(given.containsKey("_id") ? given.get("_id") : "");
        checkInsertedNames(given);
        Document document = idFirst(given, given.containsKey("_id") ? given.get("_id") : freshId());
        long size = Sizes.of(document);
        if (size > Sizes.MAX_DOCUMENT) {
            throw new QueryError(2, "object to insert too large. size in bytes: " + size + ", max size: "
                    + Sizes.MAX_DOCUMENT);
        }
        StoredCollection collection = writable(store, namespace);
        String timeField = collection.timeField();
        if (timeField != null && !(document.get(timeField) instanceof Instant)) {
            throw new QueryError(2, "'" + timeField + "' must be present and contain a valid BSON UTC datetime value");
        }
        validators.check(collection, null, document, validate);
        collection.insert(document);
        return new Document("n", 1);
    }

    private static void checkId(@Nullable Object id) {
        if (id instanceof List<?> || id instanceof BsonRegularExpression
                || (id instanceof dev.bowline.simulator.bson.OpaqueValue opaque && opaque.type() == 6)) {
            throw new QueryError(53, "The '_id' value cannot be of type " + Values.typeName(id));
        }
        if (id instanceof Document fields) {
            for (String name : fields.keySet()) {
                if (name.startsWith("$") && !name.equals("$ref") && !name.equals("$id") && !name.equals("$db")) {
                    throw new QueryError(52, "_id fields may not contain '$'-prefixed fields: " + name
                            + " is not valid for storage.");
                }
            }
        }
    }

    private static Document idFirst(Document document, @Nullable Object id) {
        if (document.size() > 0 && document.nameAt(0).equals("_id") && document.valueAt(0) == id) {
            return document;
        }
        Document result = new Document("_id", id);
        for (int i = 0; i < document.size(); i++) {
            if (!document.nameAt(i).equals("_id")) {
                result.put(document.nameAt(i), document.valueAt(i));
            }
        }
        return result;
    }

    private Change parse(@Nullable Object change, @Nullable Object arrayFilters, Queries queries, boolean multi) {
        if (change instanceof List<?> stages) {
            if (arrayFilters != null) {
                throw new QueryError(9, "arrayFilters may not be specified for pipeline-syle updates");
            }
            return new Change.Stages(updatePipeline(stages, queries));
        }
        if (!(change instanceof Document document)) {
            throw change == null
                    ? Values.missing("update.updates", "u")
                    : new ServerError(9, "Update argument must be either an object or an array");
        }
        if (!UpdateParser.isReplacement(document)) {
            return new Change.Operators(UpdateParser.parse(document,
                    arrayFilters instanceof List<?> filters ? filters : null, queries.expressions()));
        }
        if (multi) {
            throw new QueryError(9, "multi update is not supported for replacement-style update");
        }
        if (arrayFilters != null) {
            throw new QueryError(9, "arrayFilters may not be specified for replacement-style updates");
        }
        checkNames(document);
        return new Change.Replacement(document);
    }

    private static Pipeline updatePipeline(List<?> stages, Queries queries) {
        List<Document> given = new ArrayList<>();
        for (Object stage : stages) {
            Document document = (Document) Objects.requireNonNull(stage);
            given.add(document);
        }
        Pipeline parsed = PipelineParser.parse(given, null, queries.expressions());
        for (Document stage : given) {
            String name = Values.commandName(stage);
            switch (name) {
                case "$set", "$addFields", "$unset", "$project", "$replaceRoot", "$replaceWith" -> {
                }
                default -> throw new QueryError(72, name + " is not allowed to be used within an update");
            }
        }
        return parsed;
    }

    /**
     * Refuses a pipeline with stages that no server knows; those that are known but not allowed in an update fail
     * later.
     */
    static void checkPipeline(@Nullable Object update, Queries queries) {
        if (update instanceof List<?> stages) {
            for (Object stage : stages) {
                if (stage instanceof Document document && document.size() == 1) {
                    try {
                        PipelineParser.parse(List.of(document), null, queries.expressions());
                    } catch (QueryError e) {
                        if (e.code() == 40324) {
                            throw e;
                        }
                    }
                }
            }
        }
    }

    Document update(Request request, Store store, Namespace namespace, Document statement, @Nullable Document let,
            boolean validate) {
        Document filter = Values.requiredDocument(statement, "q", "update.updates");
        FindPlan rehearsed = request.rehearsed(filter);
        Queries queries = rehearsed != null
                ? rehearsed.queries()
                : new Queries(request, let, Values.document(statement, "collation"));
        boolean multi = Values.isTrue(statement.get("multi"));
        boolean upsert = Values.isTrue(statement.get("upsert"));
        Document sort = Values.document(statement, "sort");
        if (multi && sort != null) {
            throw new QueryError(9, "Cannot specify sort with multi=true");
        }
        Change change = parse(statement.get("u"), statement.get("arrayFilters"), queries, multi);
        StoredCollection existing = store.collection(namespace);
        Stored byId = existing == null || sort != null || statement.get("hint") != null
                || !queries.sameCollation(existing) ? null : existing.byId(filter);
        FindPlan plan = byId != null
                ? null
                : rehearsed != null
                        ? rehearsed
                        : new FindPlan(queries, filter, sort, null, statement.get("hint"), EVERYTHING);
        if (existing == null && !upsert) {
            return new Document("n", 0).append("nModified", 0);
        }
        StoredCollection collection = existing == null ? writable(store, namespace) : checked(existing);
        List<Stored> matched = new ArrayList<>();
        if (plan == null) {
            matched.add(Objects.requireNonNull(byId));
        } else {
            Iterator<Stored> found = plan.begin(collection).matches();
            while (found.hasNext() && (multi || matched.isEmpty())) {
                matched.add(found.next());
            }
        }
        Matching matching = plan == null ? new Matching(queries.scope(collection)) : plan.matching();
        int modified = 0;
        for (Stored stored : matched) {
            if (modify(collection, stored, change, plan, matching, queries, validate) != stored.document()) {
                modified++;
            }
        }
        if (matched.isEmpty() && upsert) {
            Document inserted = upsert(collection, filter, change, matching, queries, validate);
            return new Document("n", 1).append("nModified", 0).append("upserted", inserted.get("_id"));
        }
        return new Document("n", matched.size()).append("nModified", modified);
    }

    /** Changes a stored document; the document afterwards, or the same object if nothing changed. */
    private Document modify(StoredCollection collection, Stored stored, Change change, @Nullable FindPlan plan,
            Matching matching, Queries queries, boolean validate) {
        Document before = stored.document();
        List<List<Object>> touched = change instanceof Change.Operators ? new ArrayList<>(2) : null;
        Document after = switch (change) {
            case Change.Operators operators -> {
                if (plan != null) {
                    // The element that matched is the one of this document.
                    matching.test(plan.filter(), before);
                }
                yield operators.update().apply(before, matching, false, touched);
            }
            case Change.Stages stages -> {
                Document result = keepId(piped(stages.pipeline(), before, queries, collection), before);
                yield UpdateParser.same(before, result) ? before : result;
            }
            case Change.Replacement replacement -> {
                Document result = keepId(replacement.document(), before);
                yield UpdateParser.same(before, result) ? before : result;
            }
        };
        if (after == before) {
            return before;
        }
        if (!Order.BINARY.equal(before.get("_id"), after.get("_id")) || !after.containsKey("_id")) {
            throw new QueryError(66, "Performing an update on the path '_id' would modify the immutable field '_id'");
        }
        checkSize(after);
        validators.check(collection, before, after, validate);
        collection.replace(stored, after, change instanceof Change.Replacement, touched);
        return after;
    }

    private static void checkSize(Document document) {
        if (Sizes.of(document) > Sizes.MAX_DOCUMENT) {
            throw new QueryError(17419, "Resulting document after update is larger than " + Sizes.MAX_DOCUMENT);
        }
    }

    private static Document piped(Pipeline pipeline, Document before, Queries queries, StoredCollection collection) {
        Run run = new Run(queries.scope(collection), new Snapshot(), (stage, ignored) -> List.of());
        return PipelineParser.over(pipeline, List.of(before), run).get(0);
    }

    /** A whole document in place of another: it has that one's _id, first. */
    static Document keepId(Document document, Document before) {
        Object id = before.get("_id");
        if (!document.containsKey("_id")) {
            return idFirst(document, id);
        }
        if (!Order.BINARY.equal(document.get("_id"), id)) {
            throw new QueryError(66, "After applying the update, the (immutable) field '_id' was found to have been "
                    + "altered to _id: " + dev.bowline.simulator.bson.Show.value(document.get("_id")));
        }
        return idFirst(document, document.get("_id"));
    }

    private Document upsert(StoredCollection collection, Document filter, Change change, Matching matching,
            Queries queries, boolean validate) {
        Map<String, @Nullable Object> equalities = new LinkedHashMap<>();
        FilterParser.equalities(filter, equalities);
        Document made = switch (change) {
            case Change.Operators operators -> operators.update().apply(seed(equalities),
                    new Matching(matching.scope()), true, null);
            case Change.Stages stages -> piped(stages.pipeline(), seed(equalities), queries, collection);
            case Change.Replacement replacement -> {
                Document document = replacement.document();
                if (!equalities.containsKey("_id")) {
                    yield document;
                }
                if (document.containsKey("_id")
                        && !Order.BINARY.equal(document.get("_id"), equalities.get("_id"))) {
                    throw new QueryError(66, "The _id field cannot be changed from {_id: "
                            + dev.bowline.simulator.bson.Show.value(equalities.get("_id")) + "} to {_id: "
                            + dev.bowline.simulator.bson.Show.value(document.get("_id")) + "}.");
                }
                yield idFirst(document, equalities.get("_id"));
            }
        };
        if (equalities.containsKey("_id") && made.containsKey("_id")
                && !Order.BINARY.equal(made.get("_id"), equalities.get("_id"))) {
            throw new QueryError(66, "Performing an update on the path '_id' would modify the immutable field '_id'");
        }
        Document document = idFirst(made, made.containsKey("_id") ? made.get("_id") : freshId());
        checkId(document.get("_id"));
        checkSize(document);
        validators.check(collection, null, document, validate);
        collection.insert(document);
        return document;
    }

    /** A document with the values that a filter asks for. */
    private static Document seed(Map<String, @Nullable Object> equalities) {
        Document result = new Document();
        if (equalities.containsKey("_id")) {
            result.put("_id", equalities.get("_id"));
        }
        equalities.forEach((path, value) -> {
            Document inner = result;
            String[] names = path.split("\\.");
            for (int i = 0; i < names.length - 1; i++) {
                Object next = inner.get(names[i]);
                Document deeper = next instanceof Document document ? document : new Document();
                inner.put(names[i], deeper);
                inner = deeper;
            }
            inner.put(names[names.length - 1], value);
        });
        return result;
    }

    Document delete(Request request, Store store, Namespace namespace, Document statement, @Nullable Document let) {
        Document filter = Values.requiredDocument(statement, "q", "delete.deletes");
        FindPlan rehearsed = request.rehearsed(filter);
        FindPlan plan = rehearsed != null
                ? rehearsed
                : new FindPlan(new Queries(request, let, Values.document(statement, "collation")), filter, null, null,
                        statement.get("hint"), EVERYTHING);
        StoredCollection collection = store.collection(namespace);
        if (collection == null) {
            return new Document("n", 0);
        }
        checked(collection);
        boolean one = Values.number(statement, "limit", 0) == 1;
        List<Stored> doomed = new ArrayList<>();
        Iterator<Stored> found = plan.begin(collection).matches();
        while (found.hasNext() && !(one && !doomed.isEmpty())) {
            doomed.add(found.next());
        }
        doomed.forEach(collection::delete);
        return new Document("n", doomed.size());
    }

    Document findAndModify(Request request, Store store, Namespace namespace, Document body) {
        boolean upsert = Values.isTrue(body.get("upsert"));
        boolean remove = Values.isTrue(body.get("remove"));
        Document filter = Values.documentOrEmpty(body, "query");
        FindPlan rehearsed = request.rehearsed(filter);
        Queries queries = rehearsed != null ? rehearsed.queries() : new Queries(request);
        FindPlan plan = rehearsed != null
                ? rehearsed
                : new FindPlan(queries, filter, Values.document(body, "sort"), Values.document(body, "fields"),
                        body.get("hint"), EVERYTHING);
        Change change = remove ? null : parse(body.get("update"), body.get("arrayFilters"), queries, false);
        StoredCollection existing = store.collection(namespace);
        if (existing == null && !upsert) {
            return modified(0, remove ? null : Boolean.FALSE, false, null, null);
        }
        StoredCollection collection = existing == null ? writable(store, namespace) : checked(existing);
        Iterator<Stored> found = plan.begin(collection).matches();
        Stored stored = found.hasNext() ? found.next() : null;
        if (change == null) {
            if (stored == null) {
                return modified(0, null, false, null, null);
            }
            collection.delete(stored);
            return modified(1, null, false, null, plan.projected(stored));
        }
        boolean validate = !Values.isTrue(body.get("bypassDocumentValidation"));
        boolean returnNew = Values.isTrue(body.get("new"));
        if (stored != null) {
            Document after = modify(collection, stored, change, plan, plan.matching(), queries, validate);
            return modified(1, true, false, null,
                    returnNew ? plan.shown(after) : plan.projected(stored));
        }
        if (!upsert) {
            return modified(0, false, false, null, null);
        }
        Document inserted = upsert(collection, filter, change, plan.matching(), queries, validate);
        return modified(1, false, true, inserted.get("_id"), returnNew ? plan.shown(inserted) : null);
    }

    private static Document modified(int n, @Nullable Boolean updatedExisting, boolean inserted,
            @Nullable Object upserted, @Nullable Document value) {
        Document last = new Document("n", n);
        if (updatedExisting != null) {
            last.append("updatedExisting", updatedExisting);
        }
        if (inserted) {
            last.append("upserted", upserted);
        }
        return new Document("lastErrorObject", last).append("value",
                value == null ? null : new Encoded(DocumentEncoder.encode(value)));
    }

    /** Before 5.0 an insert looks at the names of the document itself, not at those within its values. */
    private void checkInsertedNames(Document document) {
        if (server.generation().wireVersion() >= 13) {
            return;
        }
        for (int i = 0; i < document.size(); i++) {
            if (document.nameAt(i).startsWith("$")) {
                throw new QueryError(2, "Document can't have $ prefixed field names: " + document.nameAt(i));
            }
        }
    }

    /** Before 5.0 no name that an update stores begins with a dollar; later ones refuse operators among fields. */
    private void checkNames(Document document) {
        boolean old = server.generation().wireVersion() < 13;
        for (Map.Entry<String, Object> entry : document.entrySet()) {
            String name = entry.getKey();
            if (name.startsWith("$") && !name.equals("$ref") && !name.equals("$id") && !name.equals("$db")
                    && (old || UpdateParser.isOperator(name))) {
                throw new QueryError(52, "The dollar ($) prefixed field '" + name + "' in '" + name
                        + "' is not " + (old
                                ? "valid for storage."
                                : "allowed in the context of an update's "
                                        + "replacement document. Consider using an aggregation pipeline with "
                                        + "$replaceWith."));
            }
            if (old && entry.getValue() instanceof Document inner) {
                checkNames(inner);
            }
        }
    }

    private StoredCollection writable(Store store, Namespace namespace) {
        return checked(store.collectionOrCreate(namespace));
    }

    private static StoredCollection checked(StoredCollection collection) {
        if (collection.isView()) {
            throw new QueryError(166, "Namespace " + collection.namespace() + " is a view, not a collection");
        }
        return collection;
    }

    private ObjectId freshId() {
        return server.environment().newObjectId();
    }

    Document writeError(QueryError error, int index) {
        server.failed(error);
        Document result = new Document("index", index).append("code", error.code());
        Document extra = error.extra();
        if (extra != null) {
            result.putAll(extra);
        }
        return result.append("errmsg", error.text());
    }
}
