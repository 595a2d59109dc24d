package dev.bowline.simulator.store;

import de.bwaldvogel.mongo.backend.AbstractMongoCollection;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.DocumentWithPosition;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A collection of the query engine with storage of our own: documents by record id, never reused, so that natural order
 * survives undo and replay; and every change reported to the store.
 */
public final class StoredCollection extends AbstractMongoCollection<Long> {
    private final Store store;
    private Namespace namespace;
    private final UUID uuid;
    private Document collectionOptions;
    private IdIndex ids = new IdIndex("_id_");
    private boolean preparesUnique;
    private final TreeMap<Long, Document> documents = new TreeMap<>();
    private final Map<String, Document> indexSpecs = new TreeMap<>();
    private final List<String> indexOrder = new ArrayList<>();

    StoredCollection(Store store, StoreDatabase database, Namespace namespace, UUID uuid, Document collectionOptions) {
        super(database, namespace.collection(), CollectionOptions.withDefaults(), new CursorRegistry());
        this.store = store;
        this.namespace = namespace;
        this.uuid = uuid;
        this.collectionOptions = collectionOptions;
        Document idIndex = new Document("v", 2).append("key", new Document("_id", 1)).append("name", "_id_");
        if (collectionOptions.get("clusteredIndex") instanceof Document clustered) {
            idIndex.put("name", clustered.getOrDefault("name", "_id_"));
            idIndex.append("unique", true).append("clustered", true);
        }
        if (!Boolean.FALSE.equals(collectionOptions.get("autoIndexId"))) {
            installIndex(idIndex);
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

    void renamed(StoreDatabase database, Namespace to) {
        renameTo(database, to.collection());
        namespace = to;
    }

    /** The index specifications in the order of creation, the one on _id first. */
    public List<Document> indexSpecs() {
        List<Document> result = new ArrayList<>();
        for (String name : indexOrder) {
            Document spec = indexSpecs.get(name);
            if (spec != null) {
                result.add(spec);
            }
        }
        return result;
    }

    public @Nullable Document indexSpec(String name) {
        return indexSpecs.get(name);
    }

    /** Builds the index; throws the engine's error if existing documents violate it. */
    void installIndex(Document spec) {
        String name = String.valueOf(spec.get("name"));
        Document key = (Document) spec.get("key");
        boolean isId = key != null && key.size() == 1 && key.containsKey("_id");
        if (isId) {
            if (getIndexes().isEmpty()) {
                ids = new IdIndex(name);
                addIndex(ids);
            }
        } else if (key != null && isTrue(spec.get("unique"))) {
            List<IndexKey> keys = new ArrayList<>();
            for (Map.Entry<String, Object> entry : key.entrySet()) {
                keys.add(new IndexKey(entry.getKey(), !(entry.getValue() instanceof Number n) || n.intValue() >= 0));
            }
            boolean sparse = isTrue(spec.get("sparse")) || spec.containsKey("partialFilterExpression");
            addIndex(new UniqueIndex(name, keys, sparse));
        }
        preparesUnique |= isTrue(spec.get("prepareUnique"));
        if (indexSpecs.put(name, spec) == null) {
            indexOrder.add(name);
        }
    }

    void removeIndex(String name) {
        indexSpecs.remove(name);
        indexOrder.remove(name);
        for (Index<Long> index : List.copyOf(getIndexes())) {
            if (index.getName().equals(name)) {
                dropIndex(name);
            }
        }
    }

    /** Runs a query; the documents are the stored ones and must be encoded or copied before the data lock is released. */
    public Iterable<Document> query(Document filter, @Nullable Document sort, int skip, int limit,
            @Nullable Document projection) {
        return queryDocuments(filter, sort, skip, limit, 0, projection);
    }

    /** The document with this _id if the filter asks for nothing else; null if there is none or the filter asks for more. */
    public @Nullable Document byId(Document filter) {
        if (filter.size() != 1) {
            return null;
        }
        Object id = filter.get("_id");
        if (id == null || !IdIndex.isLiteral(id)) {
            return null;
        }
        Long position = ids.find(id);
        return position == null ? null : documents.get(position);
    }

    @Override
    protected QueryResult queryDocuments(Document query, @Nullable Document orderBy, int skip, int limit, int batchSize,
            @Nullable Document fields) {
        if (skip == 0 && query.size() == 1 && (fields == null || fields.isEmpty())) {
            Object id = query.get("_id");
            if (id != null && IdIndex.isLiteral(id)) {
                Document found = byId(query);
                return new QueryResult(found == null ? List.of() : List.of(found));
            }
        }
        return super.queryDocuments(query, orderBy, skip, limit, batchSize, fields);
    }

    public boolean matches(Document document, Document filter) {
        return documentMatchesQuery(document, filter);
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

    /** Puts a new document in place of a stored one with the same _id. */
    public boolean replace(Document before, Document after) {
        Long recordId = ids.getPosition(before);
        if (recordId == null) {
            return false;
        }
        for (Index<Long> index : getIndexes()) {
            index.checkUpdate(before, after, this);
        }
        store.captured(new Effect.Update(namespace, recordId, before.clone(), after.clone(), store.isReplacing()));
        replayUpdate(recordId, after);
        return true;
    }

    /** The fields of a document that a projection leaves. */
    public Document project(Document document, Document projection) {
        for (Document result : matchDocumentsFromStream(Stream.of(document), new Document(), null, 0, 0, 0,
                projection)) {
            return result;
        }
        return document;
    }

    List<Effect.Placed> placed() {
        List<Effect.Placed> result = new ArrayList<>(documents.size());
        documents.forEach((id, document) -> result.add(new Effect.Placed(id, document.clone())));
        return result;
    }

    void replayInsert(long recordId, Document document) {
        Document copy = document.clone();
        documents.put(recordId, copy);
        for (Index<Long> index : getIndexes()) {
            index.add(copy, recordId, this);
        }
    }

    void replayDelete(long recordId) {
        Document removed = documents.remove(recordId);
        if (removed != null) {
            for (Index<Long> index : getIndexes()) {
                index.remove(removed);
            }
        }
    }

    void replayUpdate(long recordId, Document after) {
        Document before = documents.get(recordId);
        if (before == null) {
            return;
        }
        Document copy = after.clone();
        for (Index<Long> index : getIndexes()) {
            index.updateInPlace(before, copy, recordId, this);
        }
        documents.put(recordId, copy);
    }

    @Override
    public void addDocument(Document document) {
        Object upsertId = store.takeUpsertId();
        if (upsertId != null) {
            document.put("_id", upsertId);
        }
        if (preparesUnique) {
            for (Document spec : indexSpecs.values()) {
                if (isTrue(spec.get("prepareUnique"))) {
                    rejectDuplicate(document, spec);
                }
            }
        }
        if (getIndexes().size() > 1 || !IdIndex.isLiteral(document.getOrDefault("_id", List.of()))) {
            super.addDocument(document);
        } else {
            ids.checkAdd(document, this);
            ids.add(document, addDocumentInternal(document), this);
        }
    }

    /** An index that is about to become unique refuses further duplicates, but has not looked at the old ones. */
    private void rejectDuplicate(Document document, Document spec) {
        if (!(spec.get("key") instanceof Document key)) {
            return;
        }
        Document filter = new Document();
        for (String field : key.keySet()) {
            filter.put(field, document.get(field));
        }
        if (query(filter, null, 0, 1, null).iterator().hasNext()) {
            throw new KeyedDuplicateError(getFullName(), spec.get("name") + " dup key: " + filter, key, filter);
        }
    }

    /** The _ids of documents that share their key, group by group, so that the index could not be unique. */
    public List<List<Object>> duplicates(Document key) {
        Map<List<Object>, List<Object>> groups = new LinkedHashMap<>();
        for (Document document : documents.values()) {
            List<Object> values = new ArrayList<>();
            for (String field : key.keySet()) {
                values.add(document.get(field));
            }
            groups.computeIfAbsent(values, ignored -> new ArrayList<>()).add(document.get("_id"));
        }
        List<List<Object>> result = new ArrayList<>();
        for (List<Object> group : groups.values()) {
            if (group.size() > 1) {
                result.add(group);
            }
        }
        return result;
    }

    @Override
    protected Long addDocumentInternal(Document document) {
        long recordId = store.nextRecordId();
        documents.put(recordId, document);
        store.captured(new Effect.Insert(namespace, recordId, document.clone()));
        return recordId;
    }

    @Override
    protected void handleUpdate(Long position, Document oldDocument, Document newDocument) {
        store.captured(new Effect.Update(namespace, position, oldDocument, newDocument.clone(), store.isReplacing()));
    }

    @Override
    protected void removeDocument(Long position) {
        Document removed = documents.remove(position);
        if (removed != null) {
            store.captured(new Effect.Delete(namespace, position, removed));
        }
    }

    @Override
    protected @Nullable Document getDocument(Long position) {
        return documents.get(position);
    }

    @Override
    protected QueryResult matchDocuments(Document query, @Nullable Document orderBy, int skip, int limit, int batchSize,
            @Nullable Document fields) {
        Stream<Document> stream = isNaturalDescending(orderBy)
                ? documents.descendingMap().values().stream()
                : documents.values().stream();
        return matchDocumentsFromStream(stream, query, orderBy, skip, limit, batchSize, fields);
    }

    @Override
    protected Stream<DocumentWithPosition<Long>> streamAllDocumentsWithPosition() {
        return documents.entrySet().stream().map(e -> new DocumentWithPosition<>(e.getValue(), e.getKey()));
    }

    @Override
    public int count() {
        return documents.size();
    }

    @Override
    protected boolean tracksDataSize() {
        return false;
    }

    @Override
    protected void updateDataSize(int sizeDelta) {}

    @Override
    protected int getDataSize() {
        return 0;
    }

    private static boolean isTrue(@Nullable Object value) {
        return value instanceof Boolean b ? b : value instanceof Number n && n.doubleValue() != 0;
    }
}
