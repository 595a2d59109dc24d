package dev.bowline.sync.referee;

import com.mongodb.MongoClientSettings;
import com.mongodb.ServerAddress;
import com.mongodb.ServerCursor;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.client.model.bulk.ClientBulkWriteResult;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import com.mongodb.client.result.InsertManyResult;
import com.mongodb.client.result.InsertOneResult;
import com.mongodb.connection.ClusterDescription;
import com.mongodb.session.ServerSession;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.Spliterator;
import java.util.TreeMap;
import java.util.UUID;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.UuidRepresentation;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import org.bson.types.Binary;
import org.bson.types.ObjectId;

/** Values without what differs from run to run: generated ids, times, session and cursor ids, ports. */
final class Normal {
    private static final JsonWriterSettings CANONICAL = JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED)
            .build();
    private static final CodecRegistry REGISTRY = CodecRegistries.withUuidRepresentation(MongoClientSettings
            .getDefaultCodecRegistry(), UuidRepresentation.STANDARD);

    /** A command: its name first, then the fields by name, as the order of the others means nothing to a server. */
    String command(BsonDocument command) {
        String name = command.getFirstKey();
        StringBuilder text = new StringBuilder("{").append(name).append(": ")
                .append(name.equals("getMore") ? "a cursor" : field(name, command.get(name)));
        Map<String, BsonValue> fields = new TreeMap<>(command);
        fields.remove(name);
        fields.remove("$clusterTime");
        if (name.equals("killCursors")) {
            // Theirs repeats how long a stream waits for events, which means nothing here.
            fields.remove("maxTimeMS");
        }
        if (name.equals("getMore")) {
            // Ours asks for no more documents than the limit leaves.
            fields.remove("batchSize");
        }
        if (Set.of("insert", "update", "delete").contains(name)) {
            // A write needs no read concern; in a session theirs sends one with some.
            fields.remove("readConcern");
        }
        fields.forEach((field, value) -> text.append(", ").append(field).append(": ").append(field(field, value)));
        return text.append('}').toString();
    }

    /** A field of a command or a reply. */
    String field(String field, BsonValue value) {
        return switch (field) {
            case "$clusterTime", "operationTime" -> "time";
            case "lsid" -> "session";
            case "cursors" -> "cursors";
            case "recoveryToken" -> "token";
            case "txnNumber" -> "number";
            case "updates", "deletes", "ops", "indexes" -> value.asArray().stream().map(each -> statement(each
                    .asDocument())).toList().toString();
            case "explain" -> statement(value.asDocument());
            case "limit", "skip" -> Long.toString(value.asNumber().longValue());
            default -> bson(value);
        };
    }

    /** A part of a command whose own fields may come in any order. */
    private String statement(BsonDocument statement) {
        Map<String, BsonValue> fields = new TreeMap<>(statement);
        if (fields.get("maxTimeMS") instanceof BsonInt64 time && time.getValue() == 0) {
            fields.remove("maxTimeMS");
        }
        StringBuilder text = new StringBuilder(statement.getFirstKey());
        fields.forEach((field, value) -> text.append(", ").append(field).append(": ").append(bson(value)));
        return text.toString();
    }

    String bson(BsonValue value) {
        return new BsonDocument("v", replaced(value)).toJson(CANONICAL);
    }

    private static BsonValue replaced(BsonValue value) {
        return switch (value) {
            case BsonObjectId id -> new org.bson.BsonString("(id)");
            case BsonTimestamp time -> new org.bson.BsonString("(timestamp)");
            case BsonDateTime time -> new org.bson.BsonString("(date)");
            case BsonBinary binary -> new org.bson.BsonString("(binary " + binary.getType() + ")");
            case RawBsonDocument raw -> replaced(new BsonDocument().append("raw", BsonDocument.parse(raw.toJson())));
            case BsonDocument document -> {
                BsonDocument copy = new BsonDocument();
                document.forEach((name, each) -> copy.append(name, switch (name) {
                    case "_data" -> new org.bson.BsonString("(token)");
                    case "$clusterTime", "operationTime" -> new org.bson.BsonString("(time)");
                    case "serverInfo", "command" -> new org.bson.BsonString("(of the server)");
                    default -> replaced(each);
                }));
                yield copy;
            }
            case BsonArray array -> new BsonArray(array.stream().map(Normal::replaced).toList());
            case BsonInt64 number when number.getValue() > 1_000_000_000L -> new org.bson.BsonString("(large)");
            default -> value;
        };
    }

    String message(String text) {
        return text.replaceAll("(localhost|127\\.0\\.0\\.1):\\d+", "(server)").replaceAll("[0-9a-f]{24}", "(id)")
                .replaceAll("\\d{9,}", "(large)");
    }

    /** What a call returned. Objects of an interface that is compared itself are named by that interface alone. */
    String of(Object value) {
        return switch (value) {
            case null -> "null";
            case BsonValue bson -> bson(bson);
            case Document document -> "Document" + bson(document.toBsonDocument(BsonDocument.class, REGISTRY));
            case ObjectId id -> "(id)";
            case Date date -> "(date)";
            case UUID uuid -> "(uuid)";
            case Binary binary -> "(binary " + binary.getType() + ")";
            case ServerAddress address -> "(server)";
            case ServerCursor cursor -> "(server cursor)";
            case CodecRegistry registry -> "(registry)";
            case ClusterDescription cluster -> cluster.getConnectionMode() + " " + cluster.getType() + " "
                    + cluster.getServerDescriptions().stream().map(server -> server.getType().name()).sorted().toList();
            case InsertOneResult inserted -> inserted.wasAcknowledged()
                    ? "inserted " + of(inserted.getInsertedId())
                    : "unacknowledged";
            case InsertManyResult inserted -> inserted.wasAcknowledged()
                    ? "inserted " + of(inserted.getInsertedIds())
                    : "unacknowledged";
            case BulkWriteResult bulk -> bulk.wasAcknowledged()
                    ? "bulk " + List.of(bulk.getInsertedCount(), bulk.getMatchedCount(), bulk.getModifiedCount(), bulk
                            .getDeletedCount()) + of(
                                    bulk.getInserts().stream().map(each -> each.getIndex() + ":" + of(
                                            each.getId())).toList())
                            + of(bulk.getUpserts().stream().map(each -> each.getIndex()
                                    + ":" + of(each.getId())).toList())
                    : "unacknowledged";
            case ClientBulkWriteResult bulk -> clientBulk(bulk);
            case ChangeStreamDocument<?> change -> "change " + change.getOperationTypeString() + " "
                    + change.getNamespace() + " " + of(change.getFullDocument()) + " " + of(change.getDocumentKey())
                    + " " + of(change.getUpdateDescription() == null
                            ? null
                            : change.getUpdateDescription()
                                    .getUpdatedFields());
            case ServerSession session -> "(server session)";
            case Optional<?> optional -> optional.map(this::of).orElse("empty");
            case Collection<?> all -> all.stream().map(this::of).toList().toString();
            case Map<?, ?> map -> {
                Map<String, String> texts = new TreeMap<>();
                map.forEach((key, each) -> texts.put(String.valueOf(key), of(each)));
                yield texts.toString();
            }
            case Class<?> type -> type.getName();
            case Spliterator<?> spliterator -> "(spliterator)";
            default -> value.getClass().getName().contains("dev.bowline") || java.lang.reflect.Proxy.isProxyClass(value
                    .getClass()) || value.getClass().getName().contains(".internal.")
                            ? "(object)"
                            : message(value.toString());
        };
    }

    private String clientBulk(ClientBulkWriteResult bulk) {
        if (!bulk.isAcknowledged()) {
            return "unacknowledged";
        }
        List<Object> parts = new ArrayList<>(List.of(bulk.getInsertedCount(), bulk.getUpsertedCount(), bulk
                .getMatchedCount(), bulk.getModifiedCount(), bulk.getDeletedCount()));
        bulk.getVerboseResults().ifPresent(verbose -> {
            Map<Integer, String> each = new TreeMap<>();
            verbose.getInsertResults().forEach((index, result) -> each.put(index, "insert " + of(result
                    .getInsertedId())));
            verbose.getUpdateResults().forEach((index, result) -> each.put(index, "update " + result.getMatchedCount()
                    + " " + result.getModifiedCount() + " " + of(result.getUpsertedId())));
            verbose.getDeleteResults().forEach((index, result) -> each.put(index, "delete " + result
                    .getDeletedCount()));
            parts.add(each);
        });
        return "bulk " + parts;
    }
}
