package dev.bowline.error;

import dev.bowline.egress.environment.ServerAddress;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The server answered a command with {@code ok: 0}. */
public class MongoCommandException extends MongoServerException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception. Its message is made of the code, the name of the code and the message in the reply.
     *
     * @param response the server's reply
     * @param address the server that replied; null if it is not known
     */
    public MongoCommandException(BsonDocument response, @Nullable ServerAddress address) {
        this(describe(response, address), response, address);
    }

    /** The same error with another message, for replies whose own message would mislead. */
    public MongoCommandException(String message, BsonDocument response, @Nullable ServerAddress address) {
        super(message, codeOf(response), response, address);
    }

    /** The server's name for the code, or an empty string. */
    public String codeName() {
        return string(response(), "codeName");
    }

    /** The server's message, or an empty string. */
    public String errorMessage() {
        return string(response(), "errmsg");
    }

    private static String describe(BsonDocument response, @Nullable ServerAddress address) {
        int code = codeOf(response);
        String name = string(response, "codeName");
        String text = string(response, "errmsg");
        return "Command failed" + (code == -1 ? "" : " with error " + code)
                + (name.isEmpty() ? "" : " (" + name + ")")
                + (address == null ? "" : " on " + address)
                + ": " + (text.isEmpty() ? "the server gave no message" : text);
    }

    private static int codeOf(BsonDocument response) {
        BsonValue code = response.get("code");
        return code != null && code.isNumber() ? code.asNumber().intValue() : -1;
    }

    private static String string(BsonDocument response, String key) {
        BsonValue value = response.get(key);
        return value != null && value.isString() ? value.asString().getValue() : "";
    }
}
