package dev.bowline.conformance;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Which files are about the later policy: a connection that cannot be established no longer makes its server unknown
 * and no longer clears its pool. It contradicts the specification that the driver follows, and is a setting that is off
 * unless asked for.
 */
public final class LaterPolicy {
    private static final Set<String> GREETINGS = Set.of("hello", "isMaster", "ismaster");

    private LaterPolicy() {}

    /** Whether a file is to be run with the later policy. */
    public static boolean holdsFor(SpecFile file) {
        BsonDocument contents = file.contents();
        return contents.containsKey("phases")
                ? ignoresEarlyErrors(contents)
                : breaksGreetings(contents)
                        && (any(contents, LaterPolicy::expectsOverload) || any(contents, LaterPolicy::expectsNoClear)
                                || any(contents, LaterPolicy::seesNothing));
    }

    /** A phase with a network error before the handshake completes, after which the server is what it was. */
    private static boolean ignoresEarlyErrors(BsonDocument contents) {
        for (BsonValue phase : contents.getArray("phases")) {
            BsonArray errors = phase.asDocument().getArray("applicationErrors", new BsonArray());
            BsonDocument servers = phase.asDocument().getDocument("outcome").getDocument("servers", new BsonDocument());
            for (BsonValue value : errors) {
                BsonDocument error = value.asDocument();
                boolean early = error.get("when", new BsonString("")).equals(new BsonString("beforeHandshakeCompletes"))
                        && !error.get("type", new BsonString("")).equals(new BsonString("command"))
                        && !error.containsKey("generation");
                BsonDocument server = servers.getDocument(error.getString("address").getValue(), new BsonDocument());
                if (early && server.containsKey("type") && !server.get("type").equals(new BsonString("Unknown"))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean breaksGreetings(BsonDocument contents) {
        return any(contents, document -> document.get("failCommands") instanceof BsonArray commands
                && commands.stream().anyMatch(command -> command instanceof BsonString name
                        && GREETINGS.contains(name.getValue()))
                && (document.containsKey("closeConnection") || document.containsKey("blockConnection")));
    }

    /** An error with the labels of an overload, although only greetings fail. */
    private static boolean expectsOverload(BsonDocument document) {
        return document.get("errorLabelsContain") instanceof BsonArray labels
                && labels.contains(new BsonString("SystemOverloadedError"));
    }

    private static boolean expectsNoClear(BsonDocument document) {
        return "assertEventCount".equals(name(document)) && document.getDocument("arguments").getDocument("event")
                .containsKey("poolClearedEvent")
                && document.getDocument("arguments").get("count", new BsonInt32(1)) instanceof BsonNumber count
                && count.intValue() == 0;
    }

    /**
     * A client that observes its server and pool and is expected to see that neither changes after it was discovered.
     */
    private static boolean seesNothing(BsonDocument document) {
        return document.get("description") instanceof BsonString text && document.containsKey("operations")
                && List.of("is not changed", "is not cleared", "apply backpressure").stream()
                        .anyMatch(text.getValue()::contains);
    }

    private static String name(BsonDocument document) {
        return document.get("name") instanceof BsonString name ? name.getValue() : "";
    }

    private static boolean any(BsonValue value, Predicate<BsonDocument> test) {
        return switch (value) {
            case BsonDocument document -> test.test(document)
                    || document.values().stream().anyMatch(field -> any(field, test));
            case BsonArray array -> array.stream().anyMatch(element -> any(element, test));
            default -> false;
        };
    }
}
