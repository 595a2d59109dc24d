package dev.bowline.simulator.store;

import de.bwaldvogel.mongo.backend.AbstractUniqueIndex;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.KeyValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A unique index from key values to record ids, iterated in the order of insertion so that runs repeat. */
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
    public long getCount() {
        return positions.size();
    }

    @Override
    public long getDataSize() {
        return positions.size();
    }
}
