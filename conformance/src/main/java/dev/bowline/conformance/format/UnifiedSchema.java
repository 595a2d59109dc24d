package dev.bowline.conformance.format;

import static dev.bowline.conformance.format.Shape.anything;
import static dev.bowline.conformance.format.Shape.bool;
import static dev.bowline.conformance.format.Shape.choice;
import static dev.bowline.conformance.format.Shape.constant;
import static dev.bowline.conformance.format.Shape.document;
import static dev.bowline.conformance.format.Shape.exclusive;
import static dev.bowline.conformance.format.Shape.fields;
import static dev.bowline.conformance.format.Shape.integer;
import static dev.bowline.conformance.format.Shape.listOf;
import static dev.bowline.conformance.format.Shape.matching;
import static dev.bowline.conformance.format.Shape.nonEmpty;
import static dev.bowline.conformance.format.Shape.nonEmptyListOf;
import static dev.bowline.conformance.format.Shape.oneOf;
import static dev.bowline.conformance.format.Shape.string;

import java.util.LinkedHashMap;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * What the unified test format allows, up to schema version 1.28: our own statement of the rules, checked before a file
 * is run.
 */
public final class UnifiedSchema {
    private static final String VERSION = "[0-9]+(\\.[0-9]+){1,2}";

    private static final Shape.Fields OPTIONS = fields().with("readConcern", document())
            .with("readPreference", document()).with("writeConcern", document()).with("timeoutMS", integer());
    private static final Shape SERVER_API = fields().needs("version", string()).with("strict", bool())
            .with("deprecationErrors", bool());
    private static final Shape LEVEL = oneOf("emergency", "alert", "critical", "error", "warning", "notice", "info",
            "debug", "trace");
    private static final Shape LIBRARY = nonEmpty(fields().with("minLibmongocryptVersion", matching(VERSION)));
    private static final Shape CSFLE = (value, at) -> {
        if (!value.isBoolean()) {
            LIBRARY.check(value, at);
        }
    };
    private static final Shape RUN_ON = nonEmpty(fields().with("minServerVersion", matching(VERSION))
            .with("maxServerVersion", matching(VERSION))
            .with("topologies",
                    nonEmptyListOf(
                            oneOf("single", "replicaset", "sharded", "sharded-replicaset", "load-balanced")))
            .with("serverless", oneOf("require", "forbid", "allow"))
            .with("serverParameters", nonEmpty(document())).with("auth", bool()).with("authMechanism", string())
            .with("csfle", CSFLE));
    private static final Shape OPERATION = fields().needs("name", string()).needs("object", string())
            .with("arguments", document()).with("ignoreResultAndError", bool())
            .with("expectError", expectedError()).with("expectResult", anything())
            .with("saveResultAsEntity", string()).and(exclusive("expectError", "expectResult"))
            .and(exclusive("expectError", "saveResultAsEntity"))
            .and(exclusive("ignoreResultAndError", "expectError"))
            .and(exclusive("ignoreResultAndError", "expectResult"))
            .and(exclusive("ignoreResultAndError", "saveResultAsEntity"));
    private static final Shape COLLECTION_DATA = fields().needs("collectionName", string())
            .needs("databaseName", string()).needs("documents", listOf(document()))
            .with("createOptions", document().and((value, at) -> Shape.require(
                    !value.asDocument().containsKey("writeConcern"), at, "cannot have a write concern")));
    private static final Shape ENTITY = entity();
    private static final Shape FILE = fields().needs("description", string()).needs("schemaVersion", matching(VERSION))
            .with("runOnRequirements", nonEmptyListOf(RUN_ON)).with("createEntities", nonEmptyListOf(ENTITY))
            .with("initialData", nonEmptyListOf(COLLECTION_DATA)).needs("tests", nonEmptyListOf(test()))
            .with("_yamlAnchors", document());

    private UnifiedSchema() {}

    /**
     * Checks a file against the schema of its version.
     *
     * @throws InvalidTestFileException if the file breaks a rule of the format
     */
    public static void check(BsonDocument file) {
        FILE.check(file, "");
    }

    /** Checks the argument of a createEntities operation, which the file's own schema leaves open. */
    public static void checkEntity(BsonDocument entity) {
        ENTITY.check(entity, "entity");
    }

    /** Checks an operation that stands in an argument: of a loop, a thread or a transaction's callback. */
    public static void checkOperation(BsonDocument operation) {
        OPERATION.check(operation, "operation");
    }

    /** Checks an event that an operation of the test runner waits for or counts. */
    public static void checkEvent(BsonDocument event) {
        EventNames.ANY.check(event, "event");
    }

    private static Shape test() {
        return fields().needs("description", string()).with("runOnRequirements", nonEmptyListOf(RUN_ON))
                .with("skipReason", string()).needs("operations", listOf(OPERATION))
                .with("expectEvents", nonEmptyListOf(expectedEvents()))
                .with("expectLogMessages", nonEmptyListOf(expectedLogMessages()))
                .with("expectTracingMessages", nonEmptyListOf(expectedSpans()))
                .with("outcome", nonEmptyListOf(COLLECTION_DATA));
    }

    private static Shape entity() {
        Map<String, Shape> kinds = new LinkedHashMap<>();
        kinds.put("client", client());
        kinds.put("clientEncryption", fields().needs("id", string()).needs("clientEncryptionOpts",
                fields().needs("keyVaultClient", string()).needs("keyVaultNamespace", string()).needs("kmsProviders",
                        KmsProviders.SHAPE).with("keyExpirationMS", integer())));
        kinds.put("database", fields().needs("id", string()).needs("client", string()).needs("databaseName", string())
                .with("databaseOptions", OPTIONS));
        kinds.put("collection", fields().needs("id", string()).needs("database", string())
                .needs("collectionName", string()).with("collectionOptions", OPTIONS));
        kinds.put("session", fields().needs("id", string()).needs("client", string())
                .with("sessionOptions", document()));
        kinds.put("bucket", fields().needs("id", string()).needs("database", string())
                .with("bucketOptions", document()));
        kinds.put("stream", fields().needs("id", string()).needs("hexBytes", matching("([0-9A-Fa-f]{2})*")));
        kinds.put("thread", fields().needs("id", string()));
        return choice(kinds);
    }

    private static Shape client() {
        Shape eventName = oneOf(EventNames.ALL);
        return fields().needs("id", string()).with("uriOptions", document()).with("useMultipleMongoses", bool())
                .with("observeEvents", nonEmptyListOf(eventName))
                .with("ignoreCommandMonitoringEvents", nonEmptyListOf(string()))
                .with("observeSensitiveCommands", bool())
                .with("storeEventsAsEntities",
                        nonEmptyListOf(
                                fields().needs("id", string()).needs("events",
                                        nonEmptyListOf(oneOf(EventNames.STORABLE)))))
                .with("observeLogMessages",
                        nonEmpty(fields().with("command", LEVEL).with("topology", LEVEL)
                                .with("serverSelection", LEVEL).with("connection", LEVEL)))
                .with("observeTracingMessages", fields().with("enableCommandPayload", bool()))
                .with("serverApi", SERVER_API).with("autoEncryptOpts", automaticEncryption())
                .with("awaitMinPoolSizeMS", integer());
    }

    /** Only to validate files with such a client; the client itself is lacking. */
    private static Shape automaticEncryption() {
        return fields().needs("keyVaultNamespace", string()).needs("kmsProviders", KmsProviders.SHAPE)
                .with("bypassAutoEncryption", bool()).with("schemaMap", mapOf(document()))
                .with("extraOptions", document()).with("encryptedFieldsMap", mapOf(document()))
                .with("bypassQueryAnalysis", bool()).with("keyExpirationMS", integer());
    }

    private static Shape mapOf(Shape element) {
        return document().and((value, at) -> value.asDocument()
                .forEach((key, each) -> element.check(each, at + "." + key)));
    }

    private static Shape expectedError() {
        Shape labels = nonEmptyListOf(string());
        return nonEmpty(fields().with("isError", constant(true)).with("isClientError", bool())
                .with("isTimeoutError", bool()).with("errorContains", string()).with("errorCode", integer())
                .with("errorCodeName", string()).with("errorLabelsContain", labels).with("errorLabelsOmit", labels)
                .with("writeErrors", document()).with("writeConcernErrors", listOf(document()))
                .with("errorResponse", document()).with("expectResult", anything()));
    }

    private static Shape expectedEvents() {
        Shape.Fields common = fields().needs("client", string())
                .with("eventType", oneOf("command", "cmap", "sdam")).with("ignoreExtraEvents", bool());
        Shape command = common.needs("events", listOf(EventNames.COMMAND));
        Shape cmap = common.needs("events", listOf(EventNames.CMAP));
        Shape sdam = common.needs("events", listOf(EventNames.SDAM));
        return (value, at) -> {
            common.needs("events", listOf(document())).check(value, at);
            String kind = value.asDocument().containsKey("eventType")
                    ? value.asDocument().getString("eventType").getValue()
                    : "command";
            switch (kind) {
                case "cmap" -> cmap.check(value, at);
                case "sdam" -> sdam.check(value, at);
                default -> command.check(value, at);
            }
        };
    }

    private static Shape expectedLogMessages() {
        Shape message = fields().needs("level", LEVEL)
                .needs("component", oneOf("command", "topology", "serverSelection", "connection"))
                .needs("data", document()).with("failureIsRedacted", bool());
        return fields().needs("client", string()).needs("messages", listOf(message))
                .with("ignoreMessages", listOf(message)).with("ignoreExtraMessages", bool());
    }

    private static Shape expectedSpans() {
        return fields().needs("client", string()).needs("spans", nonEmptyListOf(UnifiedSchema::checkSpan))
                .with("ignoreExtraSpans", bool());
    }

    private static void checkSpan(BsonValue span, String at) {
        fields().needs("name", string()).needs("attributes", document())
                .with("nested", nonEmptyListOf(UnifiedSchema::checkSpan)).check(span, at);
    }
}
