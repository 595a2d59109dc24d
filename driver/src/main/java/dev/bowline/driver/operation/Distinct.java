package dev.bowline.driver.operation;

import dev.bowline.egress.wire.BsonBufferReader;
import dev.bowline.egress.wire.BsonBufferWriter;
import dev.bowline.options.CommandFields;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonTimestamp;
import org.bson.BsonType;
import org.bson.codecs.Decoder;
import org.bson.conversions.Bson;

/** {@code distinct}. */
public final class Distinct<T> extends ReadOperation<List<T>> {
    private final String key;
    private final Bson filter;
    private final Decoder<T> decoder;

    public Distinct(Namespace namespace, String key, Bson filter, CommandFields fields, long maxTimeMillis,
            Decoder<T> decoder) {
        super(namespace, fields, maxTimeMillis);
        this.key = key;
        this.filter = filter;
        this.decoder = decoder;
    }

    @Override
    String commandName() {
        return "distinct";
    }

    @Override
    void writeCommand(BsonBufferWriter body, Attempt attempt) {
        body.writeString("distinct", namespace.collection());
        body.writeString("key", key);
        body.writeName("query");
        BsonFields.writeBson(body, filter, attempt.registry());
        BsonFields.write(body, fields, attempt);
    }

    @Override
    List<T> parse(ReplyEnvelope reply, Attempt attempt) {
        answeredBy = attempt.address();
        if (reply.valuesOffset < 0) {
            throw reply.missing("distinct", "values");
        }
        if (attempt.call().session() != null && reply.atClusterTime != 0) {
            attempt.call().session().noteSnapshotTime(new BsonTimestamp(reply.atClusterTime));
        }
        List<T> values = new ArrayList<>();
        // An array is encoded as a document whose names are the indexes.
        BsonBufferReader reader = reply.reply().reader(reply.valuesOffset, reply.valuesLength);
        reader.readStartDocument();
        while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
            reader.skipName();
            values.add(decoder.decode(reader, CursorReply.CONTEXT));
        }
        return values;
    }
}
