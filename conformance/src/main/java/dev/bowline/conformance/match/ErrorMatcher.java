package dev.bowline.conformance.match;

import dev.bowline.conformance.format.Documents;
import java.util.Locale;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Compares an error with an {@code expectError}. */
public final class ErrorMatcher {
    private final ValueMatcher values;

    public ErrorMatcher(ValueMatcher values) {
        this.values = values;
    }

    public void match(BsonDocument expected, ObservedError actual) {
        Boolean fromClient = Documents.bool(expected, "isClientError");
        check(fromClient == null || fromClient == actual.fromClient(), "isClientError " + fromClient, actual);
        Boolean timeout = Documents.bool(expected, "isTimeoutError");
        check(timeout == null || timeout == actual.timeout(), "isTimeoutError " + timeout, actual);
        String part = Documents.string(expected, "errorContains");
        check(part == null || actual.message().toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT)),
                "errorContains \"" + part + "\"", actual);
        BsonValue code = expected.get("errorCode");
        check(code == null || (actual.code() != null && code.asNumber().intValue() == actual.code()),
                "errorCode " + (code == null ? "" : code.asNumber().intValue()), actual);
        String codeName = Documents.string(expected, "errorCodeName");
        check(codeName == null || actual.codeNames().stream().anyMatch(codeName::equalsIgnoreCase),
                "errorCodeName " + codeName, actual);
        for (String label : Documents.strings(expected, "errorLabelsContain")) {
            check(actual.labels().contains(label), "the label " + label, actual);
        }
        for (String label : Documents.strings(expected, "errorLabelsOmit")) {
            check(!actual.labels().contains(label), "not the label " + label, actual);
        }
        matchDetails(expected, actual);
    }

    private void matchDetails(BsonDocument expected, ObservedError actual) {
        matchIfAsked(expected.get("errorResponse"), actual.response(), "expectError.errorResponse");
        matchIfAsked(expected.get("expectResult"), actual.partialResult(), "expectError.expectResult");
        if (expected.containsKey("writeErrors")) {
            matchWriteErrors(expected.getDocument("writeErrors"), actual);
        }
        if (expected.containsKey("writeConcernErrors")) {
            values.matchIterable(expected.get("writeConcernErrors"), actual.writeConcernErrors(),
                    "expectError.writeConcernErrors");
        }
    }

    private void matchWriteErrors(BsonDocument expected, ObservedError actual) {
        BsonDocument errors = actual.writeErrors() == null ? new BsonDocument() : actual.writeErrors();
        check(errors.keySet().equals(expected.keySet()), "writeErrors at " + expected.keySet(), actual);
        expected.forEach((index, error) -> values.matchRoot(error, errors.get(index),
                "expectError.writeErrors." + index));
    }

    private void matchIfAsked(@Nullable BsonValue expected, @Nullable BsonValue actual, String at) {
        if (expected != null) {
            values.matchRoot(expected, actual, at);
        }
    }

    private static void check(boolean holds, String expected, ObservedError actual) {
        if (!holds) {
            throw new MismatchException("expectError: expected " + expected + ", was " + actual);
        }
    }
}
