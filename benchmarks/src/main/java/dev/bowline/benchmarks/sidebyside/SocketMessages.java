package dev.bowline.benchmarks.sidebyside;

import com.github.luben.zstd.Zstd;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.bson.BsonBinary;
import org.bson.BsonBinaryWriter;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.Document;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/** The requests of each work as a driver would send them, ready made. */
final class SocketMessages {
    private static final int OP_COMPRESSED = 2012;
    private static final int OP_MSG = 2013;
    private static final byte ZSTD = 3;

    private SocketMessages() {}

    static List<ByteBuffer> of(Work work, boolean compressed) {
        return of(work).stream().map(message -> direct(compressed ? compress(message) : message)).toList();
    }

    private static List<byte[]> of(Work work) {
        Documents documents = new Documents(false, 0);
        String name = work.collection();
        return switch (work) {
            case FIND_BY_ID -> List.of(message(command("find", name)
                    .append("filter", new BsonDocument("_id", new BsonInt32(1))).append("limit", new BsonInt32(1))
                    .append("singleBatch", BsonBoolean.TRUE), List.of()));
            case INSERT_ONE -> List.of(message(command("insert", name), List.of(documents.small())));
            case INSERT_LARGE -> List.of(message(command("insert", name), List.of(documents.of100Kilobytes())));
            case RUN_COMMAND -> List.of(message(command("ping", new BsonInt32(1)), List.of()));
            case FIND_1, FIND_10, FIND_100 -> List.of(message(command("find", name), List.of()));
            case FIND_10K -> List.of(message(command("find", name), List.of()),
                    message(command("getMore", name), List.of()));
            case INSERT_MANY_SMALL, BULK_SMALL -> List.of(message(command("insert", name), documents.many()));
            case INSERT_MANY_LARGE, BULK_LARGE -> List.of(message(command("insert", name), documents.few()));
            default -> throw new IllegalArgumentException(work + " has no floor");
        };
    }

    private static BsonDocument command(String name, String collection) {
        return command(name, new BsonString(collection));
    }

    private static BsonDocument command(String name, BsonValue value) {
        return new BsonDocument(name, value).append("$db", new BsonString(BowlineContestant.DATABASE)).append("lsid",
                new BsonDocument("id", new BsonBinary(new byte[16])));
    }

    private static byte[] message(BsonDocument body, List<Document> sequence) {
        BasicOutputBuffer output = new BasicOutputBuffer();
        output.writeInt32(0);
        output.writeInt32(1);
        output.writeInt32(0);
        output.writeInt32(OP_MSG);
        output.writeInt32(0);
        output.writeByte(0);
        new BsonDocumentCodec().encode(new BsonBinaryWriter(output), body, EncoderContext.builder().build());
        if (!sequence.isEmpty()) {
            output.writeByte(1);
            int start = output.getPosition();
            output.writeInt32(0);
            output.writeCString("documents");
            for (Document document : sequence) {
                new DocumentCodec().encode(new BsonBinaryWriter(output), document, EncoderContext.builder().build());
            }
            output.writeInt32(start, output.getPosition() - start);
        }
        output.writeInt32(0, output.getPosition());
        return output.toByteArray();
    }

    private static byte[] compress(byte[] message) {
        ByteBuffer whole = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
        byte[] body = new byte[message.length - 16];
        whole.get(16, body);
        byte[] compressed = Zstd.compress(body);
        ByteBuffer framed = ByteBuffer.allocate(25 + compressed.length).order(ByteOrder.LITTLE_ENDIAN);
        framed.putInt(framed.capacity()).putInt(whole.getInt(4)).putInt(0).putInt(OP_COMPRESSED);
        return framed.putInt(OP_MSG).putInt(body.length).put(ZSTD).put(compressed).array();
    }

    private static ByteBuffer direct(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }
}
