package dev.bowline.simulator.store;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Keys;
import dev.bowline.simulator.expression.Collation;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The index on _id: what nearly every operation goes through. */
final class IdIndex {
    private final Map<Object, Long> positions = new HashMap<>();
    private final @Nullable Collation collation;

    IdIndex(@Nullable Collation collation) {
        this.collation = collation;
    }

    private Object key(@Nullable Object id) {
        return collation == null ? Keys.of(id) : Keys.of(id, collation::key);
    }

    /** The record with this _id, or null. */
    @Nullable
    Long find(@Nullable Object id) {
        return positions.get(key(id));
    }

    /** Notes a record; false if there is one with this _id already. */
    boolean add(Document document, long recordId) {
        return positions.putIfAbsent(key(document.get("_id")), recordId) == null;
    }

    void remove(Document document, long recordId) {
        positions.remove(key(document.get("_id")), recordId);
    }
}
