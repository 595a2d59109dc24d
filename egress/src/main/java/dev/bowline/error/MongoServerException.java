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

    /**
     * Creates the exception, with the labels that the field {@code errorLabels} of the reply names.
     *
     * @param message what went wrong; control characters in it are escaped and a long text is cut
     * @param code the server's code, or -1 if it gave none
     * @param response the server's reply; its labels become the labels of this exception
     * @param address the server that replied; null if it is not known
     */
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
