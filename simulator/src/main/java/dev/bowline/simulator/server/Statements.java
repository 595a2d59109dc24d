package dev.bowline.simulator.server;

import de.bwaldvogel.mongo.backend.ArrayFilters;
import de.bwaldvogel.mongo.bson.BsonTimestamp;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.bson.ObjectId;
import de.bwaldvogel.mongo.exception.MongoServerError;
import de.bwaldvogel.mongo.oplog.NoopOplog;
import dev.bowline.simulator.bson.DocumentDecoder;
import dev.bowline.simulator.bson.DocumentEncoder;
import dev.bowline.simulator.bson.Encoded;
import dev.bowline.simulator.store.KeyedDuplicateError;
import dev.bowline.simulator.store.Namespace;
import dev.bowline.simulator.store.Store;
import dev.bowline.simulator.store.StoredCollection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Single write statements on a store, with what the query engine gets wrong put right. */
final class Statements {

    private final Server server;

    Statements(Server server) {
        this.server = server;
    }

    Document insert(Store store, Namespace namespace, Document given, boolean validate) {
        Document document = given;
        if (!given.containsKey("_id")) {
            document = new Document("_id", freshId());
            document.putAll(given);
        } else if (given.get("_id") instanceof List<?>
                || given.get("_id") instanceof de.bwaldvogel.mongo.bson.BsonRegularExpression) {
            throw new ServerError(53, "The '_id' value cannot be of type " + Values.typeName(given.get("_id")));
        }
        StoredCollection collection = writable(store, namespace);
        checkInsertedNames(given);
        if (given.get("_id") instanceof Document id) {
            for (String name : id.keySet()) {
                if (name.startsWith("$")) {
                    throw new ServerError(52,
                            "_id fields may not contain '$'-prefixed fields: " + name + " is not valid for storage.");
                }
            }
        }
        validate(collection, document, validate);
        collection.addDocument(document);
        return new Document("n", 1);
    }

    Document update(Store store, Namespace namespace, Document statement, @Nullable Document let, boolean validate) {
        Document filter = Filters.prepare(Values.requiredDocument(statement, "q", "update.updates"),
                Values.document(statement, "collation"), let);
        Object change = statement.get("u");
        boolean multi = Values.isTrue(statement.get("multi"));
        boolean upsert = Values.isTrue(statement.get("upsert"));
        List<?> pipeline = change instanceof List<?> stages ? stages : null;
        Document given = change instanceof Document document ? document : null;
        if (pipeline == null && given == null) {
            throw change == null
                    ? Values.missing("update.updates", "u")
                    : new ServerError(9, "Update argument must be either an object or an array");
        }
        boolean replacement = given != null && isReplacement(given);
        if (replacement && multi) {
            throw new ServerError(9, "multi update is not supported for replacement-style update");
        }
        if (replacement && statement.get("arrayFilters") != null) {
            throw new ServerError(9, "arrayFilters may not be specified for replacement-style updates");
        }
        StoredCollection existing = store.collection(namespace);
        if (existing == null && !upsert) {
            return new Document("n", 0).append("nModified", 0);
        }
        StoredCollection collection = existing == null ? writable(store, namespace) : existing;
        Filters.checkHint(statement.get("hint"), collection);
        store.replacing(replacement);
        int mark = store.capturedCount();
        Document result;
        if (given == null) {
            result = updateByPipeline(store, collection, filter, null, Objects.requireNonNull(pipeline), multi, upsert,
                    let);
        } else if (replacement) {
            result = replace(collection, filter, given, upsert);
        } else {
            Document simple = statement.get("arrayFilters") == null ? collection.byId(filter) : null;
            Document after = simple == null ? null : SimpleUpdate.apply(simple, given);
            if (simple != null && after != null) {
                boolean changed = after != simple && collection.replace(simple, after);
                validateSince(store, collection, mark, validate);
                return new Document("n", 1).append("nModified", changed ? 1 : 0);
            }
            Document changes = withClock(given);
            if (upsert) {
                store.upsertId(mentionsId(filter, changes) ? null : freshId());
            }
            if (statement.get("arrayFilters") instanceof List<?> filters && !filters.isEmpty()) {
                result = updateArrays(store, collection, filter, changes, filters, multi, upsert);
            } else {
                result = collection.updateDocuments(filter, changes, ArrayFilters.empty(), multi, upsert,
                        NoopOplog.get());
                if (result.containsKey("upserted")) {
                    result.put("n", 1);
                }
            }
        }
        validateSince(store, collection, mark, validate);
        return result.containsKey("upserted") ? copy(result) : result;
    }

    Document delete(Store store, Namespace namespace, Document statement, @Nullable Document let) {
        StoredCollection collection = store.collection(namespace);
        if (collection == null) {
            return new Document("n", 0);
        }
        Filters.checkHint(statement.get("hint"), collection);
        Document filter = Filters.prepare(Values.requiredDocument(statement, "q", "delete.deletes"),
                Values.document(statement, "collation"), let);
        int limit = (int) Values.number(statement, "limit", 0);
        return new Document("n", collection.deleteDocuments(filter, limit, NoopOplog.get()));
    }

    Document findAndModify(Store store, Namespace namespace, Document body) {
        boolean upsert = Values.isTrue(body.get("upsert"));
        boolean returnNew = Values.isTrue(body.get("new"));
        StoredCollection existing = store.collection(namespace);
        if (existing == null && !upsert) {
            return modified(0, Values.isTrue(body.get("remove")) ? null : Boolean.FALSE, null, null);
        }
        StoredCollection collection = existing == null ? writable(store, namespace) : existing;
        Filters.checkHint(body.get("hint"), collection);
        Document filter = Filters.prepare(Values.documentOrEmpty(body, "query"),
                Values.document(body, "collation"), Values.document(body, "let"));
        int mark = store.capturedCount();
        boolean validate = !Values.isTrue(body.get("bypassDocumentValidation"));
        boolean found = collection.query(filter, null, 0, 1, null).iterator().hasNext();
        if (Values.isTrue(body.get("remove"))) {
            Document value = (Document) collection.findAndModify(query(filter, body).append("remove", true))
                    .get("value");
            return modified(value == null ? 0 : 1, null, null, value);
        }
        Document value;
        if (body.get("update") instanceof List<?> pipeline) {
            store.replacing(false);
            Document sort = Values.document(body, "sort");
            value = modifyByPipeline(store, collection, filter, sort, pipeline, body);
        } else if (isReplacement(Values.requiredDocument(body, "update", "findAndModify"))) {
            store.replacing(true);
            value = modifyByReplacement(store, collection, filter, body);
        } else {
            Document changes = withClock(Values.requiredDocument(body, "update", "findAndModify"));
            store.replacing(false);
            if (upsert) {
                store.upsertId(mentionsId(filter, changes) ? null : freshId());
            }
            Document query = query(filter, body).append("update", changes).append("upsert", upsert).append("new",
                    returnNew);
            query.putIfNotNull("arrayFilters", body.get("arrayFilters"));
            value = (Document) collection.findAndModify(query).get("value");
        }
        validateSince(store, collection, mark, validate);
        Object upserted = found || !upsert ? null : store.lastInsertedId(mark);
        return modified(found || upserted != null ? 1 : 0, found, upserted, value);
    }

    private static Document query(Document filter, Document body) {
        Document query = new Document("query", filter);
        query.putIfNotNull("sort", body.get("sort"));
        query.putIfNotNull("fields", body.get("fields"));
        return query;
    }

    private static Document modified(int n, @Nullable Boolean updatedExisting, @Nullable Object upserted,
            @Nullable Document value) {
        Document last = new Document("n", n);
        if (updatedExisting != null) {
            last.append("updatedExisting", updatedExisting);
        }
        if (upserted != null) {
            last.append("upserted", upserted);
        }
        return new Document("lastErrorObject", last).append("value",
                value == null ? null : new Encoded(DocumentEncoder.encode(value)));
    }

    /** The engine refuses replacements with dots in their names, which servers have long accepted. */
    private Document replace(StoredCollection collection, Document filter, Document replacement, boolean upsert) {
        checkNames(replacement);
        for (Document document : collection.query(filter, null, 0, 1, null)) {
            Document after = keepId(replacement.cloneDeeply(), document.get("_id"));
            boolean changed = !after.equals(document) && collection.replace(document, after);
            return new Document("n", 1).append("nModified", changed ? 1 : 0);
        }
        if (!upsert) {
            return new Document("n", 0).append("nModified", 0);
        }
        Object id = replacement.containsKey("_id") ? replacement.get("_id") : idOf(filter);
        Object chosen = id == null && !replacement.containsKey("_id") ? freshId() : id;
        collection.addDocument(keepId(replacement.cloneDeeply(), chosen));
        return new Document("n", 1).append("nModified", 0).append("upserted", chosen);
    }

    private @Nullable Document modifyByReplacement(Store store, StoredCollection collection, Document filter,
            Document body) {
        Document before = null;
        for (Document document : collection.query(filter, Values.document(body, "sort"), 0, 1, null)) {
            before = document;
        }
        int mark = store.capturedCount();
        replace(collection, before == null ? filter : new Document("_id", before.get("_id")),
                Values.requiredDocument(body, "update", "findAndModify"), Values.isTrue(body.get("upsert")));
        Object id = before != null ? before.get("_id") : store.lastInsertedId(mark);
        return chosen(collection, before, id, body);
    }

    /** What findAndModify returns: the document before or after, with the fields asked for. */
    private @Nullable Document chosen(StoredCollection collection, @Nullable Document before, @Nullable Object id,
            Document body) {
        Document fields = Values.document(body, "fields");
        if (!Values.isTrue(body.get("new"))) {
            return before == null || fields == null ? before : collection.project(before, fields);
        }
        if (id != null) {
            for (Document document : collection.query(new Document("_id", id), null, 0, 1, fields)) {
                return document;
            }
        }
        return null;
    }

    private static @Nullable Object idOf(Document filter) {
        Object id = filter.get("_id");
        if (id instanceof Document expression && expression.containsKey("$eq")) {
            return expression.get("$eq");
        }
        boolean operator = id instanceof Document expression && !expression.isEmpty()
                && expression.keySet().iterator().next().startsWith("$");
        return operator ? null : id;
    }

    /** Before 5.0 an insert looks at the names of the document itself, not at those within its values. */
    private void checkInsertedNames(Document document) {
        for (String name : document.keySet()) {
            if (name.startsWith("$") && server.generation().wireVersion() < 13) {
                throw new ServerError(2, "Document can't have $ prefixed field names: " + name);
            }
        }
    }

    /** Before 5.0 no name that an update stores begins with a dollar. */
    private void checkNames(Document document) {
        if (server.generation().wireVersion() >= 13) {
            return;
        }
        for (Map.Entry<String, Object> entry : document.entrySet()) {
            if (entry.getKey().startsWith("$") && !entry.getKey().equals("$ref") && !entry.getKey().equals("$id")
                    && !entry.getKey().equals("$db")) {
                throw new ServerError(52, "The dollar ($) prefixed field '" + entry.getKey() + "' in '" + entry.getKey()
                        + "' is not valid for storage.");
            }
            if (entry.getValue() instanceof Document inner) {
                checkNames(inner);
            }
        }
    }

    private @Nullable Document modifyByPipeline(Store store, StoredCollection collection, Document filter,
            @Nullable Document sort,
            List<?> pipeline, Document body) {
        Document before = null;
        for (Document document : collection.query(filter, sort, 0, 1, null)) {
            before = document;
        }
        int mark = store.capturedCount();
        updateByPipeline(store, collection, before == null ? filter : new Document("_id", before.get("_id")), sort,
                pipeline, false,
                Values.isTrue(body.get("upsert")), Values.document(body, "let"));
        Object id = before != null ? before.get("_id") : store.lastInsertedId(mark);
        return chosen(collection, before, id, body);
    }

    /** Rejects stages nobody knows; those that are known but not allowed in an update fail later. */
    static void checkPipeline(@Nullable Object update) {
        if (!(update instanceof List<?> stages)) {
            return;
        }
        for (Object stage : stages) {
            String name = stage instanceof Document document ? Values.commandName(document) : "";
            switch (name) {
                case "$set", "$addFields", "$unset", "$project", "$replaceRoot", "$replaceWith", "$match", "$group",
                        "$sort", "$limit",
                        "$skip", "$lookup", "$out", "$merge", "$unwind", "$facet", "$count", "$sample" ->
                    {
                    }
                default -> throw new ServerError(40324, "Unrecognized pipeline stage name: '" + name + "'");
            }
        }
    }

    private Document updateByPipeline(Store store, StoredCollection collection, Document filter,
            @Nullable Document sort,
            List<?> pipeline, boolean multi, boolean upsert, @Nullable Document let) {
        List<Document> stages = new ArrayList<>();
        for (Object stage : pipeline) {
            String name = stage instanceof Document document ? Values.commandName(document) : "";
            switch (name) {
                case "$set", "$addFields", "$unset", "$project", "$replaceRoot", "$replaceWith" ->
                    stages.add((Document) stage);
                default -> throw new ServerError(72, name + " is not allowed to be used within an update");
            }
        }
        stages = Let.into(stages, let);
        Pipelines pipelines = new Pipelines(server.environment(), store, collection.namespace().database());
        List<Document> matched = new ArrayList<>();
        for (Document document : collection.query(filter, sort, 0, multi ? 0 : 1, null)) {
            matched.add(document);
        }
        int modified = 0;
        for (Document document : matched) {
            Document after = only(pipelines.over(List.of(document.cloneDeeply()), stages));
            after = keepId(after, document.get("_id"));
            if (!after.equals(document) && collection.replace(document, after)) {
                modified++;
            }
        }
        if (matched.isEmpty() && upsert) {
            Document seed = new Document();
            filter.forEach((key, value) -> {
                if (!key.startsWith("$") && !key.contains(".") && !(value instanceof Document)) {
                    seed.put(key, value);
                }
            });
            Document fresh = only(pipelines.over(List.of(seed), stages));
            Object id = fresh.containsKey("_id")
                    ? fresh.get("_id")
                    : seed.containsKey("_id") ? seed.get("_id") : freshId();
            fresh = keepId(fresh, id);
            collection.addDocument(fresh);
            return new Document("n", 1).append("nModified", 0).append("upserted", id);
        }
        return new Document("n", matched.size()).append("nModified", modified);
    }

    private static Document only(List<Document> documents) {
        return documents.get(0).cloneDeeply();
    }

    private static Document keepId(Document document, @Nullable Object id) {
        if (document.containsKey("_id") && !Objects.equals(document.get("_id"), id)) {
            throw new ServerError(66, "Performing an update on the path '_id' would modify the immutable field '_id'");
        }
        Document result = new Document("_id", id);
        result.putAll(document);
        return result;
    }

    /** The engine takes array filters only with findAndModify, so each matching document is modified by itself. */
    private Document updateArrays(Store store, StoredCollection collection, Document filter, Document changes,
            List<?> filters,
            boolean multi, boolean upsert) {
        List<Object> ids = new ArrayList<>();
        for (Document document : collection.query(filter, null, 0, multi ? 0 : 1, null)) {
            ids.add(document.get("_id"));
        }
        int mark = store.capturedCount();
        if (ids.isEmpty() && upsert) {
            collection.findAndModify(new Document("query", filter).append("update", changes).append("upsert", true)
                    .append("arrayFilters", filters));
            return new Document("n", 1).append("nModified", 0).append("upserted", store.lastInsertedId(mark));
        }
        for (Object id : ids) {
            collection.findAndModify(
                    new Document("query", new Document("_id", id)).append("update", changes).append("arrayFilters",
                            filters));
        }
        return new Document("n", ids.size()).append("nModified", store.capturedCount() - mark);
    }

    private StoredCollection writable(Store store, Namespace namespace) {
        StoredCollection collection = store.collectionOrCreate(namespace);
        if (collection.collectionOptions().containsKey("viewOn")) {
            throw new ServerError(166, "Namespace " + namespace + " is a view, not a collection");
        }
        return collection;
    }

    private void validate(StoredCollection collection, Document document, boolean validate) {
        Object validator = collection.collectionOptions().get("validator");
        if (validate && validator instanceof Document rule && rule.containsKey("$jsonSchema")) {
            server.lacks("$jsonSchema");
        }
        if (validate && validator instanceof Document rule && !rule.isEmpty() && !rule.containsKey("$jsonSchema")
                && !collection.matches(document, rule)) {
            throw new ServerError(121, "Document failed validation", null, new Document("errInfo",
                    new Document("failingDocumentId", document.get("_id")).append("details",
                            new Document("operatorName", "validator"))));
        }
    }

    private void validateSince(Store store, StoredCollection collection, int mark, boolean validate) {
        if (validate && collection.collectionOptions().containsKey("validator")) {
            for (Document document : store.changedSince(mark)) {
                validate(collection, document, true);
            }
        }
    }

    private ObjectId freshId() {
        return new ObjectId(server.environment().newObjectId().toByteArray());
    }

    private static boolean isReplacement(Document update) {
        return update.isEmpty() || !update.keySet().iterator().next().startsWith("$");
    }

    /** The engine's $currentDate reads the machine's clock; ours is the environment's. */
    private Document withClock(Document update) {
        if (!(update.get("$currentDate") instanceof Document dates)) {
            return update;
        }
        Document result = update.clone();
        result.remove("$currentDate");
        Document set = update.get("$set") instanceof Document given ? given.clone() : new Document();
        long millis = server.environment().currentTimeMillis();
        for (Map.Entry<String, Object> date : dates.entrySet()) {
            boolean timestamp = date.getValue() instanceof Document spec && "timestamp".equals(spec.get("$type"));
            set.put(date.getKey(),
                    timestamp ? new BsonTimestamp(((millis / 1000) << 32) | 1) : Instant.ofEpochMilli(millis));
        }
        result.put("$set", set);
        return result;
    }

    private static boolean mentionsId(Document filter, Document update) {
        return hasId(filter) || update.containsKey("_id")
                || (update.get("$set") instanceof Document set && set.containsKey("_id"))
                || (update.get("$setOnInsert") instanceof Document onInsert && onInsert.containsKey("_id"));
    }

    private static boolean hasId(Document filter) {
        for (Map.Entry<String, Object> entry : filter.entrySet()) {
            Object value = entry.getValue();
            if (entry.getKey().equals("_id")) {
                return !(value instanceof Document expression) || expression.isEmpty()
                        || !expression.keySet().iterator().next().startsWith("$") || expression.containsKey("$eq");
            }
            if (entry.getKey().startsWith("$") && value instanceof List<?> parts) {
                for (Object part : parts) {
                    if (part instanceof Document document && hasId(document)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** The error as servers report it, with the key that was there already. */
    static ServerError duplicate(KeyedDuplicateError error) {
        return new ServerError(11000, error.getMessageWithoutErrorCode(), null,
                copy(new Document("keyPattern", error.pattern()).append("keyValue", error.value())));
    }

    /** A copy that shares nothing with stored documents, to be encoded outside the data lock. */
    private static Document copy(Document document) {
        return DocumentDecoder.decode(DocumentEncoder.encode(document));
    }

    Document writeError(RuntimeException error, int index) {
        Document result = new Document("index", index);
        ServerError known = asServerError(error);
        result.append("code", known.code());
        Document extra = known.extra();
        if (extra != null) {
            result.putAll(extra);
        }
        return result.append("errmsg", known.text());
    }

    ServerError asServerError(RuntimeException error) {
        server.failed(error);
        return switch (error) {
            case ServerError e -> e;
            case KeyedDuplicateError e -> duplicate(e);
            case MongoServerError e -> new ServerError(e.getCode(), e.getMessageWithoutErrorCode());
            default -> new ServerError(ErrorCodes.BAD_VALUE, String.valueOf(error.getMessage()));
        };
    }
}
