package dev.bowline.simulator.bson;

import java.time.Instant;
import java.util.Collection;
import java.util.UUID;
import org.bson.BsonRegularExpression;
import org.bson.BsonTimestamp;
import org.bson.types.Binary;
import org.bson.types.Code;
import org.bson.types.Decimal128;
import org.bson.types.MaxKey;
import org.bson.types.MinKey;
import org.bson.types.ObjectId;
import org.bson.types.Symbol;
import org.jspecify.annotations.Nullable;

/** Writes documents as BSON. */
public final class DocumentEncoder {
    private DocumentEncoder() {}

    public static byte[] encode(Document document) {
        ByteSink sink = new ByteSink(256);
        encode(document, sink);
        return sink.toByteArray();
    }

    public static void encode(Document document, ByteSink sink) {
        int start = sink.size();
        sink.writeInt(0);
        for (int i = 0; i < document.size(); i++) {
            element(document.nameAt(i), document.valueAt(i), sink);
        }
        sink.writeByte(0);
        sink.setInt(start, sink.size() - start);
    }

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
            case Document document -> {
                head(0x03, name, sink);
                encode(document, sink);
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
            case Binary binary -> {
                head(0x05, name, sink);
                sink.writeInt(binary.length());
                sink.writeByte(binary.getType());
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
            case Code script -> {
                head(0x0D, name, sink);
                sink.writeString(script.getCode());
            }
            case Symbol symbol -> {
                head(0x0E, name, sink);
                sink.writeString(symbol.getSymbol());
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
