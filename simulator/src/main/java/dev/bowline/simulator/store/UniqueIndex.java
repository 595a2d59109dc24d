package dev.bowline.simulator.store;

import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.backend.AbstractUniqueIndex;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.KeyValue;
import de.bwaldvogel.mongo.backend.Missing;
import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.DuplicateKeyError;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A unique index from key values to record ids, iterated in the order of insertion so that runs repeat. */
// The engine locks its indexes; here the data lock does.
@SuppressWarnings("UnsynchronizedOverridesSynchronized")
final class UniqueIndex extends AbstractUniqueIndex<Long> {
    private final Map<KeyValue, Long> positions = new LinkedHashMap<>();

    UniqueIndex(String name, List<IndexKey> keys, boolean sparse) {
        super(name, keys, sparse);
    }

    @Override
    protected @Nullable Long removeDocument(KeyValue key) {
        return positions.remove(key);
    }

    @Override
    protected boolean putKeyPosition(KeyValue key, Long position) {
        return positions.putIfAbsent(key, position) == null;
    }

    @Override
    protected Iterable<Map.Entry<KeyValue, Long>> getIterable() {
        return positions.entrySet();
    }

    @Override
    protected @Nullable Long getPosition(KeyValue key) {
        return positions.get(key);
    }

    @Override
    public void checkAdd(Document document, MongoCollection<Long> collection) {
        try {
            super.checkAdd(document, collection);
        } catch (DuplicateKeyError e) {
            throw keyed(e, document, collection);
        }
    }

    @Override
    public void checkUpdate(Document before, Document after, MongoCollection<Long> collection) {
        try {
            super.checkUpdate(before, after, collection);
        } catch (DuplicateKeyError e) {
            throw keyed(e, after, collection);
        }
    }

    private KeyedDuplicateError keyed(DuplicateKeyError error, Document document, MongoCollection<Long> collection) {
        Document pattern = new Document();
        Document value = new Document();
        for (IndexKey key : getKeys()) {
            pattern.put(key.getKey(), key.isAscending() ? 1 : -1);
            Object found = Utils.getSubdocumentValue(document, key.getKey());
            value.put(key.getKey(), found instanceof Missing ? null : found);
        }
        String text = error.getMessageWithoutErrorCode();
        int at = text.indexOf(" index: ");
        return new KeyedDuplicateError(collection.getFullName(), at < 0 ? text : text.substring(at + 8), pattern,
                value);
    }

    @Override
    public long getCount() {
        return positions.size();
    }

    @Override
    public long getDataSize() {
        return positions.size();
    }
}
