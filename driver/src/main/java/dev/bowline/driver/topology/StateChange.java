package dev.bowline.driver.topology;

import dev.bowline.error.MongoException;
import dev.bowline.error.MongoServerException;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * What a server's error says of the server's state: the "State Change Errors" of the specification, by code where there
 * is a code, and by message only where there is none.
 */
public enum StateChange {
    /** Says nothing of the state. */
    NONE,
    NOT_WRITABLE_PRIMARY,
    NODE_IS_RECOVERING,
    /** Recovering, and about to close its connections. */
    NODE_IS_SHUTTING_DOWN;

    /** Classifies an error; one that did not come from a server is no state change. */
    public static StateChange of(Throwable error) {
        MongoServerException serverError = serverError(error);
        return serverError == null ? NONE : in(serverError.response());
    }

    /**
     * What a reply says, by its own error or else by its write concern error, which a failed command may have too.
     * Errors of single writes are not looked at.
     */
    public static StateChange in(BsonDocument reply) {
        if (!isOk(reply)) {
            BsonValue message = reply.get("errmsg");
            StateChange own = of(code(reply), text(message != null ? message : reply.get("$err")));
            if (own != NONE) {
                return own;
            }
        }
        BsonValue writeConcernError = reply.get("writeConcernError");
        if (writeConcernError != null && writeConcernError.isDocument()) {
            BsonDocument document = writeConcernError.asDocument();
            return of(code(document), text(document.get("errmsg")));
        }
        return NONE;
    }

    /** @param code the server's code, or null if it gave none */
    static StateChange of(@Nullable Integer code, String message) {
        if (code != null && code != 0) {
            return switch (code) {
                case 11600, 91 -> NODE_IS_SHUTTING_DOWN;
                case 11602, 13436, 189 -> NODE_IS_RECOVERING;
                case 10107, 13435, 10058 -> NOT_WRITABLE_PRIMARY;
                default -> NONE;
            };
        }
        if (message.contains("not master or secondary") || message.contains("node is recovering")) {
            return NODE_IS_RECOVERING;
        }
        return message.contains("not master") ? NOT_WRITABLE_PRIMARY : NONE;
    }

    /** The server's error in or under this one: a failed authentication wraps what the server answered. */
    static @Nullable MongoServerException serverError(Throwable error) {
        Throwable current = error;
        for (int depth = 0; current != null && depth < 8; depth++) {
            if (current instanceof MongoServerException server) {
                return server;
            }
            current = current instanceof MongoException ? current.getCause() : null;
        }
        return null;
    }

    private static boolean isOk(BsonDocument reply) {
        BsonValue ok = reply.get("ok");
        if (ok == null) {
            return false;
        }
        return ok.isBoolean() ? ok.asBoolean().getValue() : ok.isNumber() && ok.asNumber().doubleValue() != 0;
    }

    private static @Nullable Integer code(BsonDocument document) {
        BsonValue code = document.get("code");
        return code != null && code.isNumber() ? code.asNumber().intValue() : null;
    }

    private static String text(@Nullable BsonValue value) {
        return value != null && value.isString() ? value.asString().getValue() : "";
    }
}
