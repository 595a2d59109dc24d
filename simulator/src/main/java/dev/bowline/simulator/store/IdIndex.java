package dev.bowline.simulator.store;

import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.bson.BsonRegularExpression;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.bson.Json;
import de.bwaldvogel.mongo.bson.ObjectId;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The index on _id: what nearly every operation goes through, and so without the engine's streams of key sets. */
final class IdIndex extends Index<Long> {
    private final Map<@Nullable Object, Long> positions = new HashMap<>();

    IdIndex(String name) {
        super(name, List.of(new IndexKey("_id", true)), false);
    }

    /** The record with this _id, or null. */
    @Nullable
    Long find(@Nullable Object id) {
        return positions.get(normal(id));
    }

    /** True if a query for this value of _id is a query for one record. */
    static boolean isLiteral(@Nullable Object value) {
        return !(value instanceof Document || value instanceof List<?> || value instanceof BsonRegularExpression);
    }

    @Override
    public @Nullable Long getPosition(Document document) {
        return find(document.get("_id"));
    }

    @Override
    public void checkAdd(Document document, MongoCollection<Long> collection) {
        Object id = document.get("_id");
        if (positions.containsKey(normal(id))) {
            throw duplicate(id, collection);
        }
    }

    @Override
    public void add(Document document, Long position, MongoCollection<Long> collection) {
        Object id = document.get("_id");
        if (positions.putIfAbsent(normal(id), position) != null) {
            throw duplicate(id, collection);
        }
    }

    private KeyedDuplicateError duplicate(@Nullable Object id, MongoCollection<Long> collection) {
        return new KeyedDuplicateError(collection.getFullName(),
                getName() + " dup key: { _id: " + Json.toCompactJsonValue(id) + " }", new Document("_id", 1),
                new Document("_id", id));
    }

    @Override
    public @Nullable Long remove(Document document) {
        return positions.remove(normal(document.get("_id")));
    }

    @Override
    public boolean canHandle(Document query) {
        if (query.size() != 1 || !query.containsKey("_id")) {
            return false;
        }
        Object value = query.get("_id");
        return isLiteral(value) || (value instanceof Document expression && expression.size() == 1
                && expression.get("$in") instanceof List<?> list && list.stream().allMatch(IdIndex::isLiteral));
    }

    @Override
    public Iterable<Long> getPositions(Document query) {
        Object value = query.get("_id");
        if (value instanceof Document expression && expression.get("$in") instanceof List<?> wanted) {
            List<Long> found = new ArrayList<>();
            for (Object id : wanted) {
                Long position = find(id);
                if (position != null && !found.contains(position)) {
                    found.add(position);
                }
            }
            found.sort(null);
            return found;
        }
        Long position = find(value);
        return position == null ? List.of() : List.of(position);
    }

    @Override
    public long getCount() {
        return positions.size();
    }

    @Override
    public long getDataSize() {
        return positions.size();
    }

    @Override
    public void checkUpdate(Document before, Document after, MongoCollection<Long> collection) {
        // The _id of a stored document never changes.
    }

    @Override
    public void updateInPlace(Document before, Document after, Long position, MongoCollection<Long> collection) {
        // The _id of a stored document never changes.
    }

    @Override
    public boolean isUnique() {
        return true;
    }

    @Override
    public void drop() {}

    /** An ObjectId with a hash worth the name: by the engine's own, counters that follow each other collide by the dozen. */
    private record ObjectIdKey(long high, int low) {
        static ObjectIdKey of(ObjectId id) {
            ByteBuffer bytes = ByteBuffer.wrap(id.toByteArray());
            return new ObjectIdKey(bytes.getLong(), bytes.getInt());
        }

        @Override
        public int hashCode() {
            long mixed = (high ^ low * 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
            return (int) (mixed ^ mixed >>> 32);
        }
    }

    private static @Nullable Object normal(@Nullable Object id) {
        return switch (id) {
            case Integer number -> (Object) (double) number;
            case Long number -> (long) (double) number == number ? (Object) (double) number : number;
            case Double number -> number == 0.0 ? (Object) 0.0 : number;
            case ObjectId objectId -> ObjectIdKey.of(objectId);
            case Document document -> normalDocument(document);
            case null, default -> id;
        };
    }

    private static Document normalDocument(Document document) {
        Document result = new Document();
        document.forEach((key, value) -> result.put(key, normal(value)));
        return result;
    }
}
