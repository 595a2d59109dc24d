package dev.bowline.simulator.bson;

import de.bwaldvogel.mongo.bson.BinData;
import de.bwaldvogel.mongo.bson.BsonJavaScript;
import de.bwaldvogel.mongo.bson.BsonRegularExpression;
import de.bwaldvogel.mongo.bson.BsonTimestamp;
import de.bwaldvogel.mongo.bson.Decimal128;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.bson.LegacyUUID;
import de.bwaldvogel.mongo.bson.MaxKey;
import de.bwaldvogel.mongo.bson.MinKey;
import de.bwaldvogel.mongo.bson.ObjectId;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes the query engine's documents as BSON. */
public final class DocumentEncoder {
    private DocumentEncoder() {}

    public static byte[] encode(Document document) {
        ByteSink sink = new ByteSink(256);
        encode(document, sink);
        return sink.toByteArray();
    }

    public static void encode(Map<String, Object> document, ByteSink sink) {
        int start = sink.size();
        sink.writeInt(0);
        for (Map.Entry<String, Object> entry : document.entrySet()) {
            element(entry.getKey(), entry.getValue(), sink);
        }
        sink.writeByte(0);
        sink.setInt(start, sink.size() - start);
    }

    @SuppressWarnings("unchecked")
    private static void element(String name, @Nullable Object value, ByteSink sink) {
        switch (value) {
            case null -> head(0x0A, name, sink);
            case String text -> {
                head(0x02, name, sink);
                sink.writeString(text);
            }
            case Integer number -> {
                head(0x10, name, sink);
                sink.writeInt(number);
            }
            case Long number -> {
                head(0x12, name, sink);
                sink.writeLong(number);
            }
            case Double number -> {
                head(0x01, name, sink);
                sink.writeLong(Double.doubleToRawLongBits(number));
            }
            case Boolean flag -> {
                head(0x08, name, sink);
                sink.writeByte(flag ? 1 : 0);
            }
            case ObjectId id -> {
                head(0x07, name, sink);
                sink.writeBytes(id.toByteArray());
            }
            case Encoded encoded -> {
                head(0x03, name, sink);
                sink.writeBytes(encoded.bytes());
            }
            case Map<?, ?> document -> {
                head(0x03, name, sink);
                encode((Map<String, Object>) document, sink);
            }
            case Collection<?> values -> array(name, values, sink);
            case Instant instant -> {
                head(0x09, name, sink);
                sink.writeLong(instant.toEpochMilli());
            }
            case BsonTimestamp timestamp -> {
                head(0x11, name, sink);
                sink.writeLong(timestamp.getValue());
            }
            case UUID uuid -> {
                head(0x05, name, sink);
                sink.writeInt(16);
                sink.writeByte(4);
                sink.writeLongBigEndian(uuid.getMostSignificantBits());
                sink.writeLongBigEndian(uuid.getLeastSignificantBits());
            }
            case LegacyUUID legacy -> {
                head(0x05, name, sink);
                sink.writeInt(16);
                sink.writeByte(3);
                sink.writeLong(legacy.getUuid().getMostSignificantBits());
                sink.writeLong(legacy.getUuid().getLeastSignificantBits());
            }
            case BinData binary -> {
                head(0x05, name, sink);
                sink.writeInt(binary.getData().length);
                sink.writeByte(0);
                sink.writeBytes(binary.getData());
            }
            case OpaqueValue opaque -> {
                head(opaque.type(), name, sink);
                sink.writeBytes(opaque.bytes());
            }
            case Decimal128 decimal -> {
                head(0x13, name, sink);
                sink.writeLong(decimal.getLow());
                sink.writeLong(decimal.getHigh());
            }
            case BsonRegularExpression regex -> {
                head(0x0B, name, sink);
                sink.writeCString(regex.getPattern());
                sink.writeCString(regex.getOptions() == null ? "" : regex.getOptions());
            }
            case BsonJavaScript script -> {
                head(0x0D, name, sink);
                sink.writeString(script.getCode());
            }
            case MinKey ignored -> head(0xFF, name, sink);
            case MaxKey ignored -> head(0x7F, name, sink);
            default -> throw new IllegalArgumentException("No BSON type for " + value.getClass());
        }
    }

    private static void array(String name, Collection<?> values, ByteSink sink) {
        head(0x04, name, sink);
        int start = sink.size();
        sink.writeInt(0);
        int index = 0;
        for (Object value : values) {
            element(index < NAMES.length ? NAMES[index] : Integer.toString(index), value, sink);
            index++;
        }
        sink.writeByte(0);
        sink.setInt(start, sink.size() - start);
    }

    private static void head(int type, String name, ByteSink sink) {
        sink.writeByte(type);
        sink.writeCString(name);
    }

    private static final String[] NAMES = new String[128];

    static {
        for (int i = 0; i < NAMES.length; i++) {
            NAMES[i] = Integer.toString(i);
        }
    }
}
