package dev.bowline.conformance.unit;

import dev.bowline.conformance.CaseTime;
import dev.bowline.conformance.match.MismatchException;
import dev.bowline.egress.event.ConnectionCheckOutFailedEvent;
import dev.bowline.egress.event.ConnectionCheckOutStartedEvent;
import dev.bowline.egress.event.ConnectionCheckedInEvent;
import dev.bowline.egress.event.ConnectionCheckedOutEvent;
import dev.bowline.egress.event.ConnectionClosedEvent;
import dev.bowline.egress.event.ConnectionCreatedEvent;
import dev.bowline.egress.event.ConnectionPoolClearedEvent;
import dev.bowline.egress.event.ConnectionPoolClosedEvent;
import dev.bowline.egress.event.ConnectionPoolCreatedEvent;
import dev.bowline.egress.event.ConnectionPoolEvent;
import dev.bowline.egress.event.ConnectionPoolListener;
import dev.bowline.egress.event.ConnectionPoolReadyEvent;
import dev.bowline.egress.event.ConnectionReadyEvent;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The events of one pool as the pooling format writes them, where 42 stands for any value that is there. */
final class PoolEvents implements ConnectionPoolListener {
    private static final int ANY = 42;

    private final CaseTime time;
    private final List<BsonDocument> events = new CopyOnWriteArrayList<>();

    PoolEvents(CaseTime time) {
        this.time = time;
    }

    @Override
    public void connectionPoolEvent(ConnectionPoolEvent event) {
        events.add(render(event));
        time.changed();
    }

    void await(String type, int count, long millis) {
        if (!time.await(() -> events.stream().filter(event -> type(event).equals(type)).count() >= count, millis)) {
            throw new MismatchException("waitForEvent: expected " + count + " of " + type + " within " + millis
                    + " ms; all events: " + events);
        }
    }

    /**
     * The expected events are matched by position after the ignored ones are left out; more may follow. Events that the
     * thread of an operation left behind, because another one was in the listener, may come a moment later.
     */
    void check(List<BsonDocument> expected, List<String> ignored, long millis) {
        time.await(() -> without(ignored).size() >= expected.size(), millis);
        List<BsonDocument> seen = without(ignored);
        for (int i = 0; i < expected.size(); i++) {
            Check.that(i < seen.size(),
                    "event " + i + ": expected " + expected.get(i) + ", but only these were seen: " + seen);
            match(expected.get(i), seen.get(i), "event " + i);
        }
    }

    private List<BsonDocument> without(List<String> ignored) {
        return events.stream().filter(event -> !ignored.contains(type(event))).toList();
    }

    private static void match(BsonDocument expected, BsonDocument actual, String at) {
        for (Map.Entry<String, BsonValue> field : expected.entrySet()) {
            BsonValue value = actual.get(field.getKey());
            Check.that(value != null && matches(field.getValue(), value), at + "." + field.getKey() + ": expected "
                    + field.getValue() + ", was " + value + " in " + actual);
        }
    }

    private static boolean matches(BsonValue expected, BsonValue actual) {
        if (expected instanceof BsonNumber number) {
            return number.intValue() == ANY
                    || (actual instanceof BsonNumber other && number.longValue() == other.longValue());
        }
        if (expected instanceof BsonDocument document) {
            return actual instanceof BsonDocument other && document.entrySet().stream().allMatch(entry -> {
                BsonValue value = other.get(entry.getKey());
                return value != null && matches(entry.getValue(), value);
            });
        }
        return expected.equals(new BsonString(String.valueOf(ANY))) || expected.equals(actual);
    }

    private static String type(BsonDocument event) {
        return event.getString("type").getValue();
    }

    private static BsonDocument render(ConnectionPoolEvent event) {
        return switch (event) {
            case ConnectionPoolCreatedEvent e -> of("ConnectionPoolCreated", e, null, null, null).append("options",
                    options(e.options()));
            case ConnectionPoolReadyEvent e -> of("ConnectionPoolReady", e, null, null, null);
            case ConnectionPoolClearedEvent e -> of("ConnectionPoolCleared", e, null, null, null)
                    .append("interruptInUseConnections", BsonBoolean.valueOf(e.interruptInUseConnections()));
            case ConnectionPoolClosedEvent e -> of("ConnectionPoolClosed", e, null, null, null);
            case ConnectionCreatedEvent e -> of("ConnectionCreated", e, e.connectionId(), null, null);
            case ConnectionReadyEvent e -> of("ConnectionReady", e, e.connectionId(), null, e.duration());
            case ConnectionClosedEvent e -> of("ConnectionClosed", e, e.connectionId(), e.reason().id(), null);
            case ConnectionCheckOutStartedEvent e -> of("ConnectionCheckOutStarted", e, null, null, null);
            case ConnectionCheckOutFailedEvent e ->
                of("ConnectionCheckOutFailed", e, null, e.reason().id(), e.duration());
            case ConnectionCheckedOutEvent e -> of("ConnectionCheckedOut", e, e.connectionId(), null, e.duration());
            case ConnectionCheckedInEvent e -> of("ConnectionCheckedIn", e, e.connectionId(), null, null);
        };
    }

    private static BsonDocument of(String type, ConnectionPoolEvent event, @Nullable Long connectionId,
            @Nullable String reason, @Nullable Duration duration) {
        BsonDocument document = new BsonDocument("type", new BsonString(type)).append("address",
                new BsonString(event.address().toString()));
        if (connectionId != null) {
            document.append("connectionId", new BsonInt64(connectionId));
        }
        if (reason != null) {
            document.append("reason", new BsonString(reason));
        }
        if (duration != null) {
            document.append("duration", new BsonInt64(duration.toMillis()));
        }
        return document;
    }

    private static BsonDocument options(Map<String, Object> options) {
        BsonDocument document = new BsonDocument();
        options.forEach((name, value) -> document.append(name,
                value instanceof Number number ? new BsonInt32(number.intValue()) : new BsonString(value.toString())));
        return document;
    }
}
