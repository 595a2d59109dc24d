package dev.bowline.driver.operation;

import dev.bowline.egress.wire.BsonBufferWriter;
import dev.bowline.options.CommandFields;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonDocumentReader;
import org.bson.BsonValue;
import org.bson.codecs.Decoder;

/**
 * {@code mapReduce} whose results are in its reply. Never retried: the specification of retryable reads leaves it out.
 */
public final class MapReduce<T> extends ReadOperation<List<T>> {
    private final Decoder<T> decoder;

    public MapReduce(Namespace namespace, CommandFields fields, long maxTimeMillis, Decoder<T> decoder) {
        super(namespace, fields, maxTimeMillis);
        this.decoder = decoder;
    }

    @Override
    String commandName() {
        return "mapReduce";
    }

    @Override
    Retryability retryability(Call call) {
        return Retryability.NEVER;
    }

    @Override
    void writeCommand(BsonBufferWriter body, Attempt attempt) {
        body.writeString("mapReduce", namespace.collection());
        BsonFields.write(body, fields, attempt);
    }

    @Override
    List<T> parse(ReplyEnvelope reply, Attempt attempt) {
        answeredBy = attempt.address();
        BsonDocument whole = reply.toDocument();
        if (!whole.isArray("results")) {
            throw reply.missing("mapReduce", "results");
        }
        List<T> results = new ArrayList<>();
        for (BsonValue result : whole.getArray("results")) {
            if (!result.isDocument()) {
                throw reply.notDocuments("mapReduce");
            }
            results.add(decoder.decode(new BsonDocumentReader(result.asDocument()), CursorReply.CONTEXT));
        }
        return results;
    }
}
