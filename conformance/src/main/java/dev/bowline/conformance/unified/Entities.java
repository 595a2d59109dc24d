package dev.bowline.conformance.unified;

import dev.bowline.conformance.match.EntityValues;
import dev.bowline.conformance.match.MismatchException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The entities of one test by name. Threads of the test use it at the same time. */
final class Entities implements EntityValues {
    private final Map<String, Object> byName = Collections.synchronizedMap(new LinkedHashMap<>());

    /** @throws MismatchException if the name is taken */
    void add(String name, Object entity) {
        if (byName.putIfAbsent(name, entity) != null) {
            throw new MismatchException("There is an entity \"" + name + "\" already");
        }
    }

    /** Replaces a value that a loop keeps up to date. */
    void put(String name, BsonValue value) {
        byName.put(name, value);
    }

    @Nullable
    Object find(String name) {
        return byName.get(name);
    }

    /** @throws MismatchException if there is no such entity, or one of another type */
    <T> T get(String name, Class<T> type) {
        Object entity = byName.get(name);
        if (entity == null) {
            throw new MismatchException("There is no entity \"" + name + "\"");
        }
        if (!type.isInstance(entity)) {
            throw new MismatchException("The entity \"" + name + "\" is a " + entity.getClass().getSimpleName()
                    + ", not a " + type.getSimpleName());
        }
        return type.cast(entity);
    }

    /** All entities of a type, the newest first: the order in which they are to be closed. */
    <T> List<T> newestFirst(Class<T> type) {
        List<T> all = new ArrayList<>();
        synchronized (byName) {
            byName.values().stream().filter(type::isInstance).map(type::cast).forEach(all::add);
        }
        Collections.reverse(all);
        return all;
    }

    @Override
    public BsonValue value(String entity) {
        return get(entity, BsonValue.class);
    }

    @Override
    public BsonDocument sessionId(String entity) {
        return get(entity, SessionEntity.class).id();
    }
}
