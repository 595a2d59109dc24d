package dev.bowline.driver.operation;

import dev.bowline.egress.wire.BsonBufferReader;
import dev.bowline.egress.wire.FastCodecs;
import dev.bowline.egress.wire.RequestWriter;
import dev.bowline.error.MongoCommandException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.codecs.DecoderContext;

/** Commands as listeners see them: one document, with the document sequences as arrays in it. */
final class CommandDocuments {
    private CommandDocuments() {}

    static BsonDocument of(RequestWriter request) {
        byte[] bytes = request.bytes();
        ByteBuffer message = ByteBuffer.wrap(bytes, 0, request.size()).order(ByteOrder.LITTLE_ENDIAN);
        int position = request.bodyOffset();
        BsonDocument command = decode(bytes, position, message.getInt(position));
        position += message.getInt(position);
        while (position < message.limit()) {
            int end = position + 1 + message.getInt(position + 1);
            int name = position + 5;
            int document = name;
            while (message.get(document) != 0) {
                document++;
            }
            String identifier = new String(bytes, name, document - name, StandardCharsets.UTF_8);
            BsonArray array = new BsonArray();
            document++;
            while (document < end) {
                array.add(decode(bytes, document, message.getInt(document)));
                document += message.getInt(document);
            }
            command.put(identifier, array);
            position = end;
        }
        return command;
    }

    /** The failure of a sensitive command, with what the server said taken out. */
    static RuntimeException redacted(RuntimeException failure) {
        if (!(failure instanceof MongoCommandException command)) {
            return failure;
        }
        BsonDocument response = new BsonDocument();
        for (String field : new String[]{"ok", "code", "codeName", "errorLabels"}) {
            if (command.response().containsKey(field)) {
                response.put(field, command.response().get(field));
            }
        }
        return new MongoCommandException(response, command.serverAddress());
    }

    private static BsonDocument decode(byte[] bytes, int offset, int length) {
        return FastCodecs.bsonDocument().decode(new BsonBufferReader(bytes, offset, length),
                DecoderContext.builder().build());
    }
}
