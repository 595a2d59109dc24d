package dev.bowline.conformance.format;

import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/** One test of a file. Without {@code expectEvents} nothing is asserted of events; the same holds for log messages. */
public record TestCase(String description, List<Requirement> runOnRequirements, @Nullable String skipReason,
        List<Operation> operations, List<ExpectedEvents> expectEvents, List<ExpectedLogMessages> expectLogMessages,
        List<ExpectedSpans> expectTracingMessages, List<CollectionData> outcome) {

    static TestCase of(BsonDocument test) {
        return new TestCase(test.getString("description").getValue(),
                Documents.list(test, "runOnRequirements").map(Requirement::of).toList(),
                Documents.string(test, "skipReason"), Documents.list(test, "operations").map(Operation::of).toList(),
                Documents.list(test, "expectEvents").map(ExpectedEvents::of).toList(),
                Documents.list(test, "expectLogMessages").map(ExpectedLogMessages::of).toList(),
                Documents.list(test, "expectTracingMessages").map(ExpectedSpans::of).toList(),
                Documents.list(test, "outcome").map(CollectionData::of).toList());
    }

    /** The events of one kind that a client should have seen. */
    public record ExpectedEvents(String client, String eventType, List<BsonDocument> events,
            boolean ignoreExtraEvents) {
        static ExpectedEvents of(BsonDocument expected) {
            return new ExpectedEvents(expected.getString("client").getValue(),
                    expected.getString("eventType", new BsonString("command")).getValue(),
                    Documents.list(expected, "events").toList(), Documents.isTrue(expected, "ignoreExtraEvents"));
        }
    }

    /** The log messages that a client should have written. */
    public record ExpectedLogMessages(String client, List<BsonDocument> messages, List<BsonDocument> ignoreMessages,
            boolean ignoreExtraMessages) {
        static ExpectedLogMessages of(BsonDocument expected) {
            return new ExpectedLogMessages(expected.getString("client").getValue(),
                    Documents.list(expected, "messages").toList(),
                    Documents.list(expected, "ignoreMessages").toList(),
                    Documents.isTrue(expected, "ignoreExtraMessages"));
        }
    }

    /** The spans that a client should have made, each with those nested in it. */
    public record ExpectedSpans(String client, List<BsonDocument> spans, boolean ignoreExtraSpans) {
        static ExpectedSpans of(BsonDocument expected) {
            return new ExpectedSpans(expected.getString("client").getValue(),
                    Documents.list(expected, "spans").toList(), Documents.isTrue(expected, "ignoreExtraSpans"));
        }
    }
}
