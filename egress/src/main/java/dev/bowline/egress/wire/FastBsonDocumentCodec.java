package dev.bowline.egress.wire;

import java.nio.ByteBuffer;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonJavaScript;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonReader;
import org.bson.BsonString;
import org.bson.BsonSymbol;
import org.bson.BsonTimestamp;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.BsonWriter;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.CollectibleCodec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.jspecify.annotations.Nullable;

/** The tree of {@link BsonValue}s, whose classes are closed, so nothing is ever looked up. */
final class FastBsonDocumentCodec implements CollectibleCodec<BsonDocument> {
    private static final String ID = "_id";

    private final BsonDocumentCodec general = new BsonDocumentCodec();

    @Override
    public void encode(BsonWriter writer, BsonDocument document, EncoderContext context) {
        if (!(writer instanceof BsonBufferWriter ours)) {
            general.encode(writer, document, context);
            return;
        }
        if (document instanceof RawBsonDocument raw) {
            ByteBuffer bytes = RawBytes.of(raw);
            ours.writeRaw(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
            return;
        }
        ours.writeStartDocument();
        BsonValue first = context.isEncodingCollectibleDocument() ? document.get(ID) : null;
        if (first != null) {
            put(ours, ID, 0, first);
        }
        for (Map.Entry<String, BsonValue> entry : document.entrySet()) {
            if (first == null || !ID.equals(entry.getKey())) {
                put(ours, entry.getKey(), 0, entry.getValue());
            }
        }
        ours.expectName();
        ours.writeEndDocument();
    }

    private static void putDocument(BsonBufferWriter writer, BsonDocument document) {
        if (document instanceof RawBsonDocument raw) {
            writer.putRaw(raw);
            return;
        }
        int start = writer.putStart();
        for (Map.Entry<String, BsonValue> entry : document.entrySet()) {
            put(writer, entry.getKey(), 0, entry.getValue());
        }
        writer.putEnd(start);
    }

    private static void putArray(BsonBufferWriter writer, BsonArray array) {
        int start = writer.putStart();
        for (int i = 0; i < array.size(); i++) {
            put(writer, null, i, array.get(i));
        }
        writer.putEnd(start);
    }

    /** Puts an element: of a document if there is a name, otherwise of an array. */
    private static void put(BsonBufferWriter writer, @Nullable String name, int index, BsonValue value) {
        WireBuffer buffer = writer.buffer();
        // By class, because asking a value of unknown class for its type is a dearer call than these comparisons.
        Class<?> type = value.getClass();
        if (type == BsonString.class) {
            writer.putElement(BsonTypes.STRING, name, index);
            Utf8.putString(buffer, ((BsonString) value).getValue());
        } else if (type == BsonInt32.class) {
            writer.putElement(BsonTypes.INT32, name, index);
            buffer.putInt(((BsonInt32) value).getValue());
        } else if (type == BsonDocument.class) {
            writer.putElement(BsonTypes.DOCUMENT, name, index);
            putDocument(writer, (BsonDocument) value);
        } else {
            putLessCommon(writer, name, index, value, type);
        }
    }

    /** Apart from the above, so that the above is small enough for the compiler to put into its loops. */
    private static void putLessCommon(BsonBufferWriter writer, @Nullable String name, int index, BsonValue value,
            Class<?> type) {
        WireBuffer buffer = writer.buffer();
        if (type == BsonInt64.class) {
            writer.putElement(BsonTypes.INT64, name, index);
            buffer.putLong(((BsonInt64) value).getValue());
        } else if (type == BsonDouble.class) {
            writer.putElement(BsonTypes.DOUBLE, name, index);
            buffer.putLong(Double.doubleToRawLongBits(((BsonDouble) value).getValue()));
        } else if (type == BsonArray.class) {
            writer.putElement(BsonTypes.ARRAY, name, index);
            putArray(writer, (BsonArray) value);
        } else if (type == BsonObjectId.class) {
            writer.putElement(BsonTypes.OBJECT_ID, name, index);
            writer.putObjectId(((BsonObjectId) value).getValue());
        } else if (type == BsonBoolean.class) {
            writer.putElement(BsonTypes.BOOLEAN, name, index);
            buffer.putByte(((BsonBoolean) value).getValue() ? 1 : 0);
        } else if (type == BsonDateTime.class) {
            writer.putElement(BsonTypes.DATE_TIME, name, index);
            buffer.putLong(((BsonDateTime) value).getValue());
        } else {
            writer.putElement(value.getBsonType().getValue() & 0xFF, name, index);
            putOther(writer, buffer, value);
        }
    }

    /** The less common types, and the subclasses that the common ones may have. */
    private static void putOther(BsonBufferWriter writer, WireBuffer buffer, BsonValue value) {
        switch (value.getBsonType()) {
            case STRING -> Utf8.putString(buffer, value.asString().getValue());
            case INT32 -> buffer.putInt(value.asInt32().getValue());
            case INT64 -> buffer.putLong(value.asInt64().getValue());
            case DOUBLE -> buffer.putLong(Double.doubleToRawLongBits(value.asDouble().getValue()));
            case DOCUMENT -> putDocument(writer, value.asDocument());
            case ARRAY -> putArray(writer, value.asArray());
            case OBJECT_ID -> writer.putObjectId(value.asObjectId().getValue());
            case BOOLEAN -> buffer.putByte(value.asBoolean().getValue() ? 1 : 0);
            case DATE_TIME -> buffer.putLong(value.asDateTime().getValue());
            case TIMESTAMP -> buffer.putLong(value.asTimestamp().getValue());
            case DECIMAL128 -> writer.putDecimal128(value.asDecimal128().getValue());
            case BINARY -> writer.putBinary(value.asBinary().getType(), value.asBinary().getData());
            case REGULAR_EXPRESSION -> {
                Utf8.putCString(buffer, value.asRegularExpression().getPattern(), 0);
                Utf8.putCString(buffer, value.asRegularExpression().getOptions(), 0);
            }
            case DB_POINTER -> {
                Utf8.putString(buffer, value.asDBPointer().getNamespace());
                writer.putObjectId(value.asDBPointer().getId());
            }
            case JAVASCRIPT -> Utf8.putString(buffer, value.asJavaScript().getCode());
            case SYMBOL -> Utf8.putString(buffer, value.asSymbol().getSymbol());
            case JAVASCRIPT_WITH_SCOPE -> {
                int start = buffer.position;
                buffer.putInt(0);
                Utf8.putString(buffer, value.asJavaScriptWithScope().getCode());
                putDocument(writer, value.asJavaScriptWithScope().getScope());
                LittleEndian.putInt(buffer.bytes, start, buffer.position - start);
            }
            case NULL, UNDEFINED, MIN_KEY, MAX_KEY, END_OF_DOCUMENT -> {
                // These are their types alone.
            }
        }
    }

    @Override
    public BsonDocument decode(BsonReader reader, DecoderContext context) {
        if (!(reader instanceof BsonBufferReader ours)) {
            return general.decode(reader, context);
        }
        ours.readStartDocument();
        BsonDocument document = new BsonDocument();
        takeElements(ours, document);
        ours.readEndDocument();
        return document;
    }

    private static BsonDocument takeDocument(BsonBufferReader reader, String field) {
        reader.enter(field);
        BsonDocument document = new BsonDocument();
        takeElements(reader, document);
        reader.leave();
        return document;
    }

    private static void takeElements(BsonBufferReader reader, BsonDocument document) {
        for (int type = reader.takeType(); type != 0; type = reader.takeType()) {
            String name = reader.takeKey();
            document.put(name, takeValue(reader, type));
        }
    }

    private static BsonArray takeArray(BsonBufferReader reader) {
        reader.enter("array length");
        int first = reader.held();
        for (int type = reader.takeType(); type != 0; type = reader.takeType()) {
            reader.takeIndex();
            reader.hold(takeValue(reader, type));
        }
        reader.leave();
        BsonArray array = new BsonArray(reader.held() - first);
        reader.release(first, array);
        return array;
    }

    private static BsonValue takeValue(BsonBufferReader reader, int type) {
        return switch (type) {
            case BsonTypes.STRING -> new BsonString(reader.takeString());
            case BsonTypes.INT32 -> new BsonInt32(reader.takeInt32("int32"));
            case BsonTypes.INT64 -> new BsonInt64(reader.takeInt64("int64"));
            case BsonTypes.DOUBLE -> new BsonDouble(reader.takeDouble());
            case BsonTypes.DOCUMENT -> takeDocument(reader, "document length");
            case BsonTypes.ARRAY -> takeArray(reader);
            case BsonTypes.OBJECT_ID -> new BsonObjectId(reader.takeObjectId());
            case BsonTypes.BOOLEAN -> BsonBoolean.valueOf(reader.takeBoolean());
            case BsonTypes.DATE_TIME -> new BsonDateTime(reader.takeInt64("date"));
            case BsonTypes.NULL -> BsonNull.VALUE;
            case BsonTypes.TIMESTAMP -> new BsonTimestamp(reader.takeInt64("timestamp"));
            case BsonTypes.DECIMAL128 -> new BsonDecimal128(reader.takeDecimal128());
            case BsonTypes.BINARY -> {
                byte subtype = reader.takeBinarySubtype();
                yield new BsonBinary(subtype, reader.takeBinary());
            }
            case BsonTypes.REGULAR_EXPRESSION -> reader.takeRegularExpression();
            case BsonTypes.DB_POINTER -> reader.takeDbPointer();
            case BsonTypes.JAVASCRIPT -> new BsonJavaScript(reader.takeString());
            case BsonTypes.SYMBOL -> new BsonSymbol(reader.takeString());
            case BsonTypes.JAVASCRIPT_WITH_SCOPE -> {
                String code = reader.takeCodeBeforeScope();
                yield new BsonJavaScriptWithScope(code, takeDocument(reader, "scope length"));
            }
            case BsonTypes.UNDEFINED -> new BsonUndefined();
            case BsonTypes.MIN_KEY -> new BsonMinKey();
            case BsonTypes.MAX_KEY -> new BsonMaxKey();
            default -> throw reader.unknownType(type);
        };
    }

    @Override
    public BsonDocument generateIdIfAbsentFromDocument(BsonDocument document) {
        return general.generateIdIfAbsentFromDocument(document);
    }

    @Override
    public boolean documentHasId(BsonDocument document) {
        return general.documentHasId(document);
    }

    @Override
    public BsonValue getDocumentId(BsonDocument document) {
        return general.getDocumentId(document);
    }

    @Override
    public Class<BsonDocument> getEncoderClass() {
        return BsonDocument.class;
    }
}
