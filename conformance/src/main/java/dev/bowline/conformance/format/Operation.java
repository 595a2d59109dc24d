package dev.bowline.conformance.format;

import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** One step of a test: an operation on an entity, or on the test runner itself. */
public record Operation(String name, String object, BsonDocument arguments, boolean ignoreResultAndError,
        @Nullable BsonDocument expectError, @Nullable BsonValue expectResult, @Nullable String saveResultAsEntity) {

    public static Operation of(BsonDocument operation) {
        UnifiedSchema.checkOperation(operation);
        return new Operation(operation.getString("name").getValue(), operation.getString("object").getValue(),
                operation.getDocument("arguments", new BsonDocument()),
                Documents.isTrue(operation, "ignoreResultAndError"), Documents.document(operation, "expectError"),
                operation.get("expectResult"), Documents.string(operation, "saveResultAsEntity"));
    }

    public boolean isForTestRunner() {
        return object.equals("testRunner");
    }

    @Override
    public String toString() {
        return object + "." + name;
    }
}
