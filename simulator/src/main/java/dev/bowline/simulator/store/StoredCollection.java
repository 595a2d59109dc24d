package dev.bowline.simulator.store;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Sizes;
import dev.bowline.simulator.expression.Collation;
import dev.bowline.simulator.expression.QueryError;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.bson.BsonRegularExpression;
import org.jspecify.annotations.Nullable;

/**
 * A collection: documents by record id, never reused, so that natural order survives undo and replay; and every change
 * reported to the store. Stored documents are never changed in place.
 */
public final class StoredCollection {
    private final Store store;
    private Namespace namespace;
    private final UUID uuid;
    private Document collectionOptions;
    private final @Nullable Collation collation;
    private final boolean timeSeries;
    private final Cap cap;
    private final IdIndex ids;
    private final TreeMap<Long, Document> documents = new TreeMap<>();
    private final Map<String, SecondaryIndex> indexes = new LinkedHashMap<>();
    private final Document idIndex;

    /** A stored document and its place. */
    public record Stored(long recordId, Document document) {}

    StoredCollection(Store store, Namespace namespace, UUID uuid, Document collectionOptions) {
        this.store = store;
        this.namespace = namespace;
        this.uuid = uuid;
        this.collectionOptions = collectionOptions;
        this.collation = collectionOptions.get("collation") instanceof Document spec ? Collation.parse(spec) : null;
        this.timeSeries = collectionOptions.containsKey("timeseries");
        this.cap = Cap.of(collectionOptions);
        this.ids = new IdIndex(collation);
        this.idIndex = new Document("v", 2).append("key", new Document("_id", 1)).append("name", "_id_");
        if (collation != null) {
            idIndex.append("collation", collation.full());
        }
        if (collectionOptions.get("clusteredIndex") instanceof Document clustered) {
            idIndex.put("name", clustered.getOrDefault("name", "_id_"));
            idIndex.append("unique", true).append("clustered", true);
        }
    }

    public UUID uuid() {
        return uuid;
    }

    public Namespace namespace() {
        return namespace;
    }

    /** The options it was created with, as listCollections reports them. */
    public Document collectionOptions() {
        return collectionOptions;
    }

    void collectionOptions(Document changed) {
        collectionOptions = changed;
    }

    /** The collation of commands that bring none; null for the simple one. */
    public @Nullable Collation collation() {
        return collation;
    }

    /** Whether it forgets its oldest documents. */
    public boolean isCapped() {
        return cap.isCapped();
    }

    /** The field that holds the time of each measurement, or null if this is no time series collection. */
    public @Nullable String timeField() {
        return collectionOptions.get("timeseries") instanceof Document options
                ? String.valueOf(options.get("timeField"))
                : null;
    }

    /** The bytes of its documents. */
    public long bytes() {
        return documents.values().stream().mapToLong(Sizes::of).sum();
    }

    public boolean isView() {
        return collectionOptions.containsKey("viewOn");
    }

    void renamed(Namespace to) {
        namespace = to;
    }

    /** The index specifications in the order of creation, the one on _id first. */
    public List<Document> indexSpecs() {
        List<Document> result = new ArrayList<>();
        if (!timeSeries && !Boolean.FALSE.equals(collectionOptions.get("autoIndexId"))) {
            result.add(idIndex);
        }
        indexes.values().forEach(index -> result.add(index.spec()));
        return result;
    }

    /** Builds the index; throws if the documents that are there violate it. */
    void installIndex(Document spec) {
        Document key = spec.get("key") instanceof Document given ? given : new Document();
        if (key.size() == 1 && key.containsKey("_id") && !(key.get("_id") instanceof String)) {
            return;
        }
        SecondaryIndex index = new SecondaryIndex(spec, collation);
        for (Map.Entry<Long, Document> entry : documents.entrySet()) {
            if (!Boolean.TRUE.equals(spec.get("prepareUnique"))) {
                index.check(entry.getValue(), entry.getKey(), namespace);
            }
            index.add(entry.getValue(), entry.getKey());
        }
        indexes.put(String.valueOf(spec.get("name")), index);
    }

    void removeIndex(String name) {
        indexes.remove(name);
    }

    /** True if a query for this value of _id is a query for one record. */
    public static boolean isLiteral(@Nullable Object value) {
        return value != null && !(value instanceof Document || value instanceof List<?>
                || value instanceof BsonRegularExpression);
    }

    /**
     * The documents that a filter can match, in natural order: all, or those whose _id it asks for.
     *
     * @param sameCollation whether the filter compares strings as the index on _id does
     */
    public List<Stored> candidates(Document filter, boolean sameCollation) {
        Object id = filter.get("_id");
        if (timeSeries) {
            return all(documents);
        }
        if (sameCollation || !(id instanceof String)) {
            if (id instanceof Document operators && operators.size() == 1 && operators.containsKey("$eq")) {
                id = operators.get("$eq");
            }
            if (isLiteral(id)) {
                Long position = ids.find(id);
                return position == null ? List.of() : List.of(new Stored(position, stored(position)));
            }
            if (sameCollation && id instanceof Document operators && operators.size() == 1
                    && operators.get("$in") instanceof List<?> wanted
                    && wanted.stream().allMatch(StoredCollection::isLiteral)) {
                TreeMap<Long, Document> found = new TreeMap<>();
                for (Object one : wanted) {
                    Long position = ids.find(one);
                    if (position != null) {
                        found.put(position, stored(position));
                    }
                }
                return all(found);
            }
        }
        return all(documents);
    }

    private Document stored(long recordId) {
        return java.util.Objects.requireNonNull(documents.get(recordId));
    }

    private static List<Stored> all(Map<Long, Document> documents) {
        List<Stored> result = new ArrayList<>(documents.size());
        documents.forEach((id, document) -> result.add(new Stored(id, document)));
        return result;
    }

    /** All documents in natural order. */
    public List<Document> snapshot() {
        return new ArrayList<>(documents.values());
    }

    /**
     * The document with this _id if the filter asks for nothing else; null if there is none or the filter asks for
     * more.
     */
    public @Nullable Stored byId(Document filter) {
        if (filter.size() != 1 || timeSeries) {
            return null;
        }
        Object id = filter.get("_id");
        if (!isLiteral(id)) {
            return null;
        }
        Long position = ids.find(id);
        return position == null ? null : new Stored(position, stored(position));
    }

    /** The documents stored after this record, for tailable cursors. */
    public Map<Long, Document> after(long recordId) {
        return documents.tailMap(recordId, false);
    }

    public long lastRecordId() {
        return documents.isEmpty() ? 0 : documents.lastKey();
    }

    public @Nullable Document document(long recordId) {
        return documents.get(recordId);
    }

    public int count() {
        return documents.size();
    }

    public void insert(Document document) {
        long recordId = store.nextRecordId();
        for (SecondaryIndex index : indexes.values()) {
            index.check(document, recordId, namespace);
        }
        if (!timeSeries && !ids.add(document, recordId)) {
            throw new KeyedDuplicateError(namespace, String.valueOf(idIndex.get("name")), new Document("_id", 1),
                    new Document("_id", document.get("_id")));
        }
        documents.put(recordId, document);
        cap.added(document);
        for (SecondaryIndex index : indexes.values()) {
            index.add(document, recordId);
        }
        store.captured(new Effect.Insert(namespace, recordId, document));
        evict();
    }

    /** Drops the oldest documents until the collection is within its cap. The newest one stays. */
    private void evict() {
        while (cap.isExceeded(documents.size()) && documents.size() > 1) {
            Map.Entry<Long, Document> oldest = documents.firstEntry();
            replayDelete(oldest.getKey());
            store.captured(new Effect.Evict(namespace, oldest.getKey(), oldest.getValue()));
        }
    }

    /**
     * Puts a document in place of a stored one with the same _id.
     *
     * @param replacement true if the whole document was given, false if it was changed by operators or a pipeline
     * @param touched the paths that operators changed; null if the change was made otherwise
     */
    public void replace(Stored before, Document after, boolean replacement, @Nullable List<List<Object>> touched) {
        for (SecondaryIndex index : indexes.values()) {
            index.check(after, before.recordId(), namespace);
        }
        replayUpdate(before.recordId(), after);
        store.captured(
                new Effect.Update(namespace, before.recordId(), before.document(), after, replacement, touched));
    }

    public void delete(Stored doomed) {
        replayDelete(doomed.recordId());
        store.captured(new Effect.Delete(namespace, doomed.recordId(), doomed.document()));
    }

    void checkKeys(long recordId, Document document) {
        Long other = timeSeries ? null : ids.find(document.get("_id"));
        if (other != null && other != recordId) {
            throw new KeyedDuplicateError(namespace, "_id_", new Document("_id", 1),
                    new Document("_id", document.get("_id")));
        }
        for (SecondaryIndex index : indexes.values()) {
            index.check(document, recordId, namespace);
        }
    }

    List<Effect.Placed> placed() {
        List<Effect.Placed> result = new ArrayList<>(documents.size());
        documents.forEach((id, document) -> result.add(new Effect.Placed(id, document)));
        return result;
    }

    void replayInsert(long recordId, Document document) {
        documents.put(recordId, document);
        cap.added(document);
        if (!timeSeries) {
            ids.add(document, recordId);
        }
        for (SecondaryIndex index : indexes.values()) {
            index.add(document, recordId);
        }
    }

    void replayDelete(long recordId) {
        Document removed = documents.remove(recordId);
        if (removed != null) {
            cap.removed(removed);
            if (!timeSeries) {
                ids.remove(removed, recordId);
            }
            for (SecondaryIndex index : indexes.values()) {
                index.remove(removed, recordId);
            }
        }
    }

    void replayUpdate(long recordId, Document after) {
        Document before = documents.get(recordId);
        if (before == null) {
            return;
        }
        for (SecondaryIndex index : indexes.values()) {
            index.remove(before, recordId);
            index.add(after, recordId);
        }
        cap.removed(before);
        cap.added(after);
        documents.put(recordId, after);
    }

    /** The _ids of documents that share their key, group by group, so that the index could not be unique. */
    public List<List<@Nullable Object>> duplicates(Document spec) {
        Document unique = spec.clone();
        unique.put("unique", true);
        return new SecondaryIndex(unique, collation).duplicates(documents.values());
    }

    /** Refuses a hint that names no index. */
    public void checkHint(@Nullable Object hint) {
        if (hint == null || (hint instanceof Document document
                && (document.isEmpty() || document.containsKey("$natural")))) {
            return;
        }
        for (Document index : indexSpecs()) {
            if (hint instanceof String name ? name.equals(index.get("name")) : hint.equals(index.get("key"))) {
                return;
            }
        }
        throw new QueryError(2, "error processing query: ns=" + namespace + " planner returned error :: caused by :: "
                + "hint provided does not correspond to an existing index");
    }

    /** The index that a hint names; null if it is none or natural order. */
    public @Nullable Document hinted(@Nullable Object hint) {
        for (Document index : indexSpecs()) {
            if (hint instanceof String name
                    ? name.equals(index.get("name"))
                    : index.get("key") instanceof Document key
                            && key.equals(hint)) {
                return index;
            }
        }
        return null;
    }
}
