package dev.bowline.conformance.match;

import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Compares the events of one client with those expected, in order. */
public final class EventMatcher {
    private final ValueMatcher values;

    public EventMatcher(ValueMatcher values) {
        this.values = values;
    }

    /**
     * Compares observed events with the expected ones.
     *
     * @param actual the observed events of the expected kind, in the order of their observation
     */
    public void match(List<BsonDocument> expected, List<ObservedEvent> actual, boolean ignoreExtra, String at) {
        for (int i = 0; i < expected.size(); i++) {
            String place = at + "[" + i + "]";
            if (i >= actual.size()) {
                throw new MismatchException(place + ": expected " + expected.get(i).toJson() + ", but only "
                        + actual.size() + " events were seen: " + actual);
            }
            try {
                matchOne(expected.get(i), actual.get(i), place);
            } catch (MismatchException e) {
                throw new MismatchException(e.getMessage() + "; all events: " + actual, e);
            }
        }
        if (!ignoreExtra && actual.size() > expected.size()) {
            throw new MismatchException(at + ": expected " + expected.size() + " events, were " + actual.size()
                    + "; the first unexpected is " + actual.get(expected.size()) + "; all events: " + actual);
        }
    }

    /** Whether one event is what a test waits for or counts. */
    public boolean matches(BsonDocument expected, ObservedEvent actual) {
        try {
            matchOne(expected, actual, "");
            return true;
        } catch (MismatchException e) {
            return false;
        }
    }

    private void matchOne(BsonDocument expected, ObservedEvent actual, String at) {
        String name = expected.getFirstKey();
        if (!name.equals(actual.name())) {
            throw new MismatchException(at + ": expected a " + name + ", was " + actual);
        }
        for (Map.Entry<String, BsonValue> field : expected.getDocument(name).entrySet()) {
            values.matchRoot(field.getValue(), actual.fields().get(field.getKey()), at + "." + name + "."
                    + field.getKey());
        }
    }
}
