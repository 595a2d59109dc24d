package dev.bowline.egress.wire;

import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.bson.BsonBinary;
import org.bson.BsonBinarySubType;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonReader;
import org.bson.BsonTimestamp;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.BsonWriter;
import org.bson.Document;
import org.bson.Transformer;
import org.bson.UuidRepresentation;
import org.bson.codecs.BsonTypeClassMap;
import org.bson.codecs.Codec;
import org.bson.codecs.CollectibleCodec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.DocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.OverridableUuidRepresentationCodec;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.types.Binary;
import org.bson.types.Code;
import org.bson.types.CodeWithScope;
import org.bson.types.Decimal128;
import org.bson.types.MaxKey;
import org.bson.types.MinKey;
import org.bson.types.ObjectId;
import org.bson.types.Symbol;
import org.jspecify.annotations.Nullable;

/**
 * {@link Document} with values of ordinary Java classes. The classes whose codecs the registry leaves at the library's
 * default are written and read here; every other value goes to the codec that the registry has for it.
 */
@SuppressWarnings("JavaUtilDate") // the class that a Document has for dates
final class FastDocumentCodec implements CollectibleCodec<Document>, OverridableUuidRepresentationCodec<Document> {
    private static final String ID = "_id";
    private static final EncoderContext NESTED = EncoderContext.builder().build();

    private final CodecRegistry registry;
    private final UuidRepresentation uuidRepresentation;
    private final Codec<Document> general;
    private final DocumentCodec ids = new DocumentCodec();
    private final @Nullable Transformer nestedDocuments;
    /** Null until it is first asked; the answer is always the same, so it does not matter who gives it. */
    private @Nullable Boolean direct;

    /** @param nestedDocuments what becomes of documents inside documents; null to leave them as they are */
    FastDocumentCodec(CodecRegistry registry, @Nullable Transformer nestedDocuments) {
        this(registry, nestedDocuments, UuidRepresentation.UNSPECIFIED);
    }

    private FastDocumentCodec(CodecRegistry registry, @Nullable Transformer nestedDocuments,
            UuidRepresentation uuidRepresentation) {
        this.registry = registry;
        this.nestedDocuments = nestedDocuments;
        this.uuidRepresentation = uuidRepresentation;
        this.general = (nestedDocuments == null
                ? new DocumentCodec(registry)
                : new DocumentCodec(registry, new BsonTypeClassMap(), nestedDocuments))
                .withUuidRepresentation(uuidRepresentation);
    }

    @Override
    public Codec<Document> withUuidRepresentation(UuidRepresentation representation) {
        return representation == uuidRepresentation
                ? this
                : new FastDocumentCodec(registry, nestedDocuments, representation);
    }

    private boolean isDirect() {
        Boolean known = direct;
        if (known == null) {
            known = PlainCodecs.areIn(registry);
            direct = known;
        }
        return known;
    }

    @Override
    public void encode(BsonWriter writer, Document document, EncoderContext context) {
        if (!(writer instanceof BsonBufferWriter ours && isDirect())) {
            general.encode(writer, document, context);
            return;
        }
        ours.writeStartDocument();
        boolean idFirst = context.isEncodingCollectibleDocument() && document.containsKey(ID);
        if (idFirst) {
            put(ours, ID, 0, document.get(ID));
        }
        for (Map.Entry<String, Object> entry : document.entrySet()) {
            if (!idFirst || !ID.equals(entry.getKey())) {
                put(ours, entry.getKey(), 0, entry.getValue());
            }
        }
        ours.expectName();
        ours.writeEndDocument();
    }

    private void putDocument(BsonBufferWriter writer, Document document) {
        int start = writer.putStart();
        for (Map.Entry<String, Object> entry : document.entrySet()) {
            put(writer, entry.getKey(), 0, entry.getValue());
        }
        writer.putEnd(start);
    }

    private void putList(BsonBufferWriter writer, List<?> list) {
        int start = writer.putStart();
        int index = 0;
        for (Object value : list) {
            put(writer, null, index++, value);
        }
        writer.putEnd(start);
    }

    /** Puts an element: of a document if there is a name, otherwise of an array. */
    private void put(BsonBufferWriter writer, @Nullable String name, int index, @Nullable Object value) {
        if (value == null) {
            writer.putElement(BsonTypes.NULL, name, index);
            return;
        }
        WireBuffer buffer = writer.buffer();
        Class<?> type = value.getClass();
        if (type == String.class) {
            writer.putElement(BsonTypes.STRING, name, index);
            Utf8.putString(buffer, (String) value);
        } else if (type == Integer.class) {
            writer.putElement(BsonTypes.INT32, name, index);
            buffer.putInt((Integer) value);
        } else if (type == Document.class) {
            writer.putElement(BsonTypes.DOCUMENT, name, index);
            putDocument(writer, (Document) value);
        } else {
            putLessCommon(writer, name, index, value, type);
        }
    }

    /** Apart from the above, so that the above is small enough for the compiler to put into its loops. */
    private void putLessCommon(BsonBufferWriter writer, @Nullable String name, int index, Object value, Class<?> type) {
        WireBuffer buffer = writer.buffer();
        if (type == Long.class) {
            writer.putElement(BsonTypes.INT64, name, index);
            buffer.putLong((Long) value);
        } else if (type == Double.class) {
            writer.putElement(BsonTypes.DOUBLE, name, index);
            buffer.putLong(Double.doubleToRawLongBits((Double) value));
        } else if (type == ObjectId.class) {
            writer.putElement(BsonTypes.OBJECT_ID, name, index);
            writer.putObjectId((ObjectId) value);
        } else if (type == ArrayList.class || PlainCodecs.isPlainList(value)) {
            writer.putElement(BsonTypes.ARRAY, name, index);
            putList(writer, (List<?>) value);
        } else if (type == Boolean.class) {
            writer.putElement(BsonTypes.BOOLEAN, name, index);
            buffer.putByte((Boolean) value ? 1 : 0);
        } else if (type == Date.class) {
            writer.putElement(BsonTypes.DATE_TIME, name, index);
            buffer.putLong(((Date) value).getTime());
        } else {
            putOther(writer, name, index, value, type);
        }
    }

    private void putOther(BsonBufferWriter writer, @Nullable String name, int index, Object value, Class<?> type) {
        WireBuffer buffer = writer.buffer();
        if (type == Binary.class) {
            writer.putElement(BsonTypes.BINARY, name, index);
            writer.putBinary(((Binary) value).getType(), ((Binary) value).getData());
        } else if (type == Decimal128.class) {
            writer.putElement(BsonTypes.DECIMAL128, name, index);
            writer.putDecimal128((Decimal128) value);
        } else {
            int element = buffer.position;
            writer.putElement(BsonTypes.NULL, name, index);
            writer.expectValue(element);
            encodeOther(writer, value, type);
        }
    }

    @SuppressWarnings("unchecked")
    private void encodeOther(BsonBufferWriter writer, Object value, Class<?> type) {
        ((Codec<Object>) registry.get(type)).encode(writer, value, NESTED);
    }

    @Override
    public Document decode(BsonReader reader, DecoderContext context) {
        if (!(reader instanceof BsonBufferReader ours && isDirect())) {
            return general.decode(reader, context);
        }
        ours.readStartDocument();
        Document document = new Document();
        takeElements(ours, document);
        ours.readEndDocument();
        return document;
    }

    private Document takeDocument(BsonBufferReader reader, String field) {
        reader.enter(field);
        Document document = new Document();
        takeElements(reader, document);
        reader.leave();
        return document;
    }

    private Object nested(Document document) {
        return nestedDocuments == null ? document : nestedDocuments.transform(document);
    }

    private void takeElements(BsonBufferReader reader, Document document) {
        for (int type = reader.takeType(); type != 0; type = reader.takeType()) {
            String name = reader.takeKey();
            document.put(name, takeValue(reader, type));
        }
    }

    private List<@Nullable Object> takeList(BsonBufferReader reader) {
        reader.enter("array length");
        int first = reader.held();
        for (int type = reader.takeType(); type != 0; type = reader.takeType()) {
            reader.takeIndex();
            reader.hold(takeValue(reader, type));
        }
        reader.leave();
        List<@Nullable Object> list = new ArrayList<>(reader.held() - first);
        reader.release(first, list);
        return list;
    }

    private @Nullable Object takeValue(BsonBufferReader reader, int type) {
        return switch (type) {
            case BsonTypes.STRING -> reader.takeString();
            case BsonTypes.INT32 -> reader.takeInt32("int32");
            case BsonTypes.INT64 -> reader.takeInt64("int64");
            case BsonTypes.DOUBLE -> reader.takeDouble();
            case BsonTypes.DOCUMENT -> nested(takeDocument(reader, "document length"));
            case BsonTypes.ARRAY -> takeList(reader);
            case BsonTypes.OBJECT_ID -> reader.takeObjectId();
            case BsonTypes.BOOLEAN -> reader.takeBoolean();
            case BsonTypes.DATE_TIME -> new Date(reader.takeInt64("date"));
            case BsonTypes.NULL -> null;
            default -> takeOther(reader, type);
        };
    }

    private Object takeOther(BsonBufferReader reader, int type) {
        return switch (type) {
            case BsonTypes.TIMESTAMP -> new BsonTimestamp(reader.takeInt64("timestamp"));
            case BsonTypes.DECIMAL128 -> reader.takeDecimal128();
            case BsonTypes.BINARY -> takeBinary(reader);
            case BsonTypes.REGULAR_EXPRESSION -> reader.takeRegularExpression();
            case BsonTypes.DB_POINTER -> reader.takeDbPointer();
            case BsonTypes.JAVASCRIPT -> new Code(reader.takeString());
            case BsonTypes.SYMBOL -> new Symbol(reader.takeString());
            case BsonTypes.JAVASCRIPT_WITH_SCOPE -> {
                String code = reader.takeCodeBeforeScope();
                yield new CodeWithScope(code, takeDocument(reader, "scope length"));
            }
            case BsonTypes.UNDEFINED -> new BsonUndefined();
            case BsonTypes.MIN_KEY -> new MinKey();
            case BsonTypes.MAX_KEY -> new MaxKey();
            default -> throw reader.unknownType(type);
        };
    }

    private Object takeBinary(BsonBufferReader reader) {
        int start = reader.position();
        byte subtype = reader.takeBinarySubtype();
        byte[] data = reader.takeBinary();
        if (subtype == BsonBinarySubType.VECTOR.getValue()) {
            try {
                return new BsonBinary(subtype, data).asVector();
            } catch (BsonInvalidOperationException e) {
                throw Malformed.bson("vector", start - reader.origin(), "is not one: " + e.getMessage());
            }
        }
        boolean uuid = data.length == 16 && switch (uuidRepresentation) {
            case UNSPECIFIED -> false;
            case STANDARD -> subtype == BsonBinarySubType.UUID_STANDARD.getValue();
            case JAVA_LEGACY, C_SHARP_LEGACY, PYTHON_LEGACY -> subtype == BsonBinarySubType.UUID_LEGACY.getValue();
        };
        return uuid ? new BsonBinary(subtype, data).asUuid(uuidRepresentation) : new Binary(subtype, data);
    }

    @Override
    public Document generateIdIfAbsentFromDocument(Document document) {
        return ids.generateIdIfAbsentFromDocument(document);
    }

    @Override
    public boolean documentHasId(Document document) {
        return document.containsKey(ID);
    }

    @Override
    public BsonValue getDocumentId(Document document) {
        return ids.getDocumentId(document);
    }

    @Override
    public Class<Document> getEncoderClass() {
        return Document.class;
    }
}
