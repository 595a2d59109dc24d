package dev.bowline.conformance.unified;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.bson.BsonDocument;

/** The entity that events are stored in. */
final class EventList {
    private final List<BsonDocument> events = new CopyOnWriteArrayList<>();

    void add(BsonDocument event) {
        events.add(event);
    }

    List<BsonDocument> events() {
        return List.copyOf(events);
    }
}
