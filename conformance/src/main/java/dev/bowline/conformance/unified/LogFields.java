package dev.bowline.conformance.unified;

import dev.bowline.conformance.match.ObservedLog;
import dev.bowline.egress.event.LogMessage;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Turns the driver's log messages into what the format sees of them. */
final class LogFields {
    private LogFields() {}

    static ObservedLog of(LogMessage message) {
        BsonDocument data = new BsonDocument("message", new BsonString(message.message()));
        message.data().forEach((key, value) -> data.put(key, toBson(value)));
        String level = switch (message.level()) {
            case DEBUG -> "debug";
            case INFO -> "info";
            case WARN -> "warning";
            case ERROR -> "error";
        };
        return new ObservedLog(level, message.component().id(), data);
    }

    private static BsonValue toBson(Object value) {
        return switch (value) {
            case BsonValue bson -> bson;
            case Boolean bool -> BsonBoolean.valueOf(bool);
            case Integer number -> new BsonInt32(number);
            case Long number -> new BsonInt64(number);
            case Double number -> new BsonDouble(number);
            default -> new BsonString(value.toString());
        };
    }
}
