package dev.bowline.conformance.match;

import dev.bowline.conformance.format.Documents;
import dev.bowline.conformance.format.TestCase.ExpectedLogMessages;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Compares the log messages of one client with those expected, in order. */
public final class LogMatcher {
    private final ValueMatcher values;

    public LogMatcher(ValueMatcher values) {
        this.values = values;
    }

    public void match(ExpectedLogMessages expected, List<ObservedLog> observed, String at) {
        List<ObservedLog> actual = relevant(expected, observed);
        for (int i = 0; i < expected.messages().size(); i++) {
            String place = at + "[" + i + "]";
            if (i >= actual.size()) {
                throw new MismatchException(place + ": expected " + expected.messages().get(i).toJson() + ", but only "
                        + actual.size() + " messages were seen: " + actual);
            }
            try {
                matchOne(expected.messages().get(i), actual.get(i), place);
            } catch (MismatchException e) {
                throw new MismatchException(e.getMessage() + "; all messages: " + actual, e);
            }
        }
        if (!expected.ignoreExtraMessages() && actual.size() > expected.messages().size()) {
            throw new MismatchException(at + ": expected " + expected.messages().size() + " messages, were "
                    + actual.size() + ": " + actual);
        }
    }

    /** The messages that the test does not ignore. */
    public List<ObservedLog> relevant(ExpectedLogMessages expected, List<ObservedLog> observed) {
        return observed.stream()
                .filter(message -> expected.ignoreMessages().stream().noneMatch(ignored -> matches(ignored, message)))
                .toList();
    }

    private boolean matches(BsonDocument expected, ObservedLog actual) {
        try {
            matchOne(expected, actual, "");
            return true;
        } catch (MismatchException e) {
            return false;
        }
    }

    private void matchOne(BsonDocument expected, ObservedLog actual, String at) {
        BsonDocument head = new BsonDocument("level", new BsonString(actual.level())).append("component",
                new BsonString(actual.component()));
        values.matchRoot(
                new BsonDocument("level", expected.get("level")).append("component", expected.get("component")),
                head, at);
        values.matchRoot(expected.getDocument("data"), actual.data(), at + ".data");
        Boolean redacted = Documents.bool(expected, "failureIsRedacted");
        if (redacted != null) {
            matchRedaction(redacted, actual.data().get("failure"), at);
        }
    }

    /** A redacted failure keeps what identifies the error and drops the server's own words. */
    private static void matchRedaction(boolean redacted, @org.jspecify.annotations.Nullable BsonValue failure,
            String at) {
        if (failure == null) {
            throw new MismatchException(at + ".failure: expected a failure, was absent");
        }
        String text = failure instanceof BsonString string ? string.getValue() : failure.toString();
        boolean withoutWords = text.contains("REDACTED") || text.contains("the server gave no message");
        boolean looksRedacted = withoutWords || !(text.contains("errmsg") || text.contains(": "));
        if (redacted && !looksRedacted) {
            throw new MismatchException(at + ".failure: expected to be redacted, was " + text);
        }
        if (!redacted && withoutWords) {
            throw new MismatchException(at + ".failure: expected in full, was " + text);
        }
    }
}
