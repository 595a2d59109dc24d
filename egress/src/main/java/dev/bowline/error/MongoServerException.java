package dev.bowline.error;

import dev.bowline.egress.environment.ForeignText;
import dev.bowline.egress.environment.ServerAddress;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** An error that a server reported, with its reply. */
public class MongoServerException extends MongoException {
    private static final long serialVersionUID = 1L;

    private final int code;
    private final transient BsonDocument response;

    /** @param code the server's code, or -1 */
    public MongoServerException(String message, int code, BsonDocument response, @Nullable ServerAddress address) {
        super(ForeignText.shown(message));
        this.code = code;
        this.response = response;
        if (address != null) {
            at(address);
        }
        BsonValue labels = response.get("errorLabels");
        if (labels instanceof BsonArray array) {
            array.stream().filter(BsonValue::isString).forEach(label -> addErrorLabel(label.asString().getValue()));
        }
    }

    @Override
    public int code() {
        return code;
    }

    /** The server's reply, as it came. */
    public BsonDocument response() {
        return response;
    }
}
