package dev.bowline.egress.wire;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.bson.BsonBinary;
import org.bson.BsonDbPointer;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonReader;
import org.bson.BsonRegularExpression;
import org.bson.BsonSerializationException;
import org.bson.BsonTimestamp;
import org.bson.RawBsonDocument;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;

/**
 * Writes BSON into a {@link WireBuffer}. It is an ordinary {@link org.bson.BsonWriter}, for any codec, but its notion
 * of where it stands is a few numbers rather than a chain of objects, and the codecs of this room go around even that.
 *
 * <p>After a document at the top ends another may begin behind it, as the messages of the protocol have them.
 */
public final class BsonBufferWriter extends BsonOutput {
    private enum State {
        /** At the top: a document may begin. */
        TOP,
        /** In a document: a name comes, or the end. */
        NAME,
        /** After a name or in an array: a value comes. */
        VALUE,
        /** After code: the document that is its scope comes. */
        SCOPE
    }

    private enum Kind {
        DOCUMENT, ARRAY, SCOPE
    }

    private State state = State.TOP;
    private int typeOffset;
    // What is open at each depth from 1 on: its kind, where it starts, and the next index if it is an array.
    private Kind[] kinds = new Kind[16];
    private int[] starts = new int[16];
    private int[] indexes = new int[16];

    public BsonBufferWriter(WireBuffer buffer) {
        super(buffer);
        Arrays.fill(kinds, Kind.DOCUMENT);
    }

    /** Forgets whatever was begun and not ended. The buffer is left as it is. */
    void reset() {
        state = State.TOP;
        depth = 0;
    }

    /** True if nothing is open: every document that was begun has ended. */
    public boolean isAtTop() {
        return depth == 0;
    }

    /** How many bytes are in the buffer, counted from the start of the message if it holds one. */
    public int position() {
        return buffer.position;
    }

    /** The array behind the buffer, valid until more is written. */
    public byte[] bytes() {
        return buffer.bytes;
    }

    /** Takes back what was written since the position was the given one, at a time when nothing was open. */
    public void rewind(int position) {
        if (position > buffer.position || position < 0) {
            throw new IllegalArgumentException(
                    "Cannot rewind to " + position + " when " + buffer.position + " bytes have been written");
        }
        buffer.position = position;
        reset();
    }

    /** The same as {@link #writeStartDocument()}. */
    public void beginDocument() {
        writeStartDocument();
    }

    /** The same as {@link #writeStartDocument(String)}. */
    public void beginDocument(String name) {
        writeStartDocument(name);
    }

    /** The same as {@link #writeEndDocument()}. */
    public void endDocument() {
        writeEndDocument();
    }

    /** The same as {@link #writeStartArray(String)}. */
    public void beginArray(String name) {
        writeStartArray(name);
    }

    /** The same as {@link #writeEndArray()}. */
    public void endArray() {
        writeEndArray();
    }

    /** Writes a whole document, already encoded, as the value of this name. The bytes are not looked at. */
    public void writeRaw(String name, byte[] bytes, int offset, int length) {
        writeName(name);
        writeRaw(bytes, offset, length);
    }

    /** Writes a whole document, already encoded, as a value or at the top. The bytes are not looked at. */
    public void writeRaw(byte[] bytes, int offset, int length) {
        checkRaw(bytes, offset, length);
        if (state == State.TOP || state == State.SCOPE) {
            // The braces keep the books; the content goes between them.
            writeStartDocument();
            buffer.putBytes(bytes, offset + 4, length - 5);
            writeEndDocument();
        } else {
            beginValue("writeRaw", BsonTypes.DOCUMENT);
            buffer.putBytes(bytes, offset, length);
            endValue();
        }
    }

    /** Writes the elements of a document, already encoded, into the document that is open here. */
    public void appendElements(byte[] bytes, int offset, int length) {
        checkRaw(bytes, offset, length);
        if (state != State.NAME) {
            throw misuse("appendElements");
        }
        buffer.putBytes(bytes, offset + 4, length - 5);
    }

    /** Writes the elements of a document into the document that is open here. */
    public void appendElements(RawBsonDocument document) {
        ByteBuffer bytes = RawBytes.of(document);
        appendElements(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
    }

    private static void checkRaw(byte[] bytes, int offset, int length) {
        if (length < 5 || offset < 0 || length > bytes.length - offset
                || LittleEndian.getInt(bytes, offset) != length || bytes[offset + length - 1] != 0) {
            throw new BsonSerializationException("The raw bytes do not hold one document of " + length + " bytes");
        }
    }

    @Override
    public void flush() {
        // The bytes leave when the connection sends them.
    }

    @Override
    public void writeName(String name) {
        if (state != State.NAME) {
            throw misuse("writeName");
        }
        typeOffset = buffer.position;
        putElement(0, name);
        state = State.VALUE;
    }

    @Override
    public void writeStartDocument() {
        if (state == State.VALUE) {
            beginValue("writeStartDocument", BsonTypes.DOCUMENT);
        } else if (state == State.NAME) {
            throw misuse("writeStartDocument");
        }
        open(Kind.DOCUMENT);
        state = State.NAME;
    }

    @Override
    public void writeEndDocument() {
        if (state != State.NAME) {
            throw misuse("writeEndDocument");
        }
        close();
        if (depth > 0 && kinds[depth] == Kind.SCOPE) {
            LittleEndian.putInt(buffer.bytes, starts[depth], buffer.position - starts[depth]);
            depth--;
        }
        endValue();
    }

    @Override
    public void writeStartArray() {
        beginValue("writeStartArray", BsonTypes.ARRAY);
        open(Kind.ARRAY);
        indexes[depth] = 0;
        state = State.VALUE;
    }

    @Override
    public void writeEndArray() {
        if (state != State.VALUE || kinds[depth] != Kind.ARRAY) {
            throw misuse("writeEndArray");
        }
        close();
        endValue();
    }

    @Override
    public void writeDouble(double value) {
        writeInt64("writeDouble", BsonTypes.DOUBLE, Double.doubleToRawLongBits(value));
    }

    @Override
    public void writeInt64(long value) {
        writeInt64("writeInt64", BsonTypes.INT64, value);
    }

    @Override
    public void writeDateTime(long value) {
        writeInt64("writeDateTime", BsonTypes.DATE_TIME, value);
    }

    @Override
    public void writeTimestamp(BsonTimestamp value) {
        writeInt64("writeTimestamp", BsonTypes.TIMESTAMP, value.getValue());
    }

    private void writeInt64(String method, int type, long value) {
        beginValue(method, type);
        buffer.putLong(value);
        endValue();
    }

    @Override
    public void writeInt32(int value) {
        beginValue("writeInt32", BsonTypes.INT32);
        buffer.putInt(value);
        endValue();
    }

    @Override
    public void writeBoolean(boolean value) {
        beginValue("writeBoolean", BsonTypes.BOOLEAN);
        buffer.putByte(value ? 1 : 0);
        endValue();
    }

    @Override
    public void writeString(String value) {
        writeText("writeString", BsonTypes.STRING, value);
    }

    @Override
    public void writeJavaScript(String code) {
        writeText("writeJavaScript", BsonTypes.JAVASCRIPT, code);
    }

    @Override
    public void writeSymbol(String value) {
        writeText("writeSymbol", BsonTypes.SYMBOL, value);
    }

    private void writeText(String method, int type, String value) {
        beginValue(method, type);
        Utf8.putString(buffer, value);
        endValue();
    }

    @Override
    public void writeJavaScriptWithScope(String code) {
        beginValue("writeJavaScriptWithScope", BsonTypes.JAVASCRIPT_WITH_SCOPE);
        open(Kind.SCOPE);
        Utf8.putString(buffer, code);
        state = State.SCOPE;
    }

    @Override
    public void writeNull() {
        writeEmpty("writeNull", BsonTypes.NULL);
    }

    @Override
    public void writeUndefined() {
        writeEmpty("writeUndefined", BsonTypes.UNDEFINED);
    }

    @Override
    public void writeMinKey() {
        writeEmpty("writeMinKey", BsonTypes.MIN_KEY);
    }

    @Override
    public void writeMaxKey() {
        writeEmpty("writeMaxKey", BsonTypes.MAX_KEY);
    }

    private void writeEmpty(String method, int type) {
        beginValue(method, type);
        endValue();
    }

    @Override
    public void writeObjectId(ObjectId objectId) {
        beginValue("writeObjectId", BsonTypes.OBJECT_ID);
        putObjectId(objectId);
        endValue();
    }

    @Override
    public void writeDecimal128(Decimal128 value) {
        beginValue("writeDecimal128", BsonTypes.DECIMAL128);
        putDecimal128(value);
        endValue();
    }

    @Override
    public void writeBinaryData(BsonBinary binary) {
        beginValue("writeBinaryData", BsonTypes.BINARY);
        putBinary(binary.getType(), binary.getData());
        endValue();
    }

    @Override
    public void writeRegularExpression(BsonRegularExpression expression) {
        beginValue("writeRegularExpression", BsonTypes.REGULAR_EXPRESSION);
        Utf8.putCString(buffer, expression.getPattern(), 0);
        Utf8.putCString(buffer, expression.getOptions(), 0);
        endValue();
    }

    @Override
    public void writeDBPointer(BsonDbPointer pointer) {
        beginValue("writeDBPointer", BsonTypes.DB_POINTER);
        Utf8.putString(buffer, pointer.getNamespace());
        putObjectId(pointer.getId());
        endValue();
    }

    @Override
    public void pipe(BsonReader reader) {
        if (reader instanceof BsonBufferReader ours && ours.isAtDocument()) {
            int offset = ours.position();
            int length = ours.skipDocument();
            writeRaw(ours.bytes(), offset, length);
        } else {
            Piping.document(reader, this);
        }
    }

    /**
     * Between {@link #putElement(int, String)} and a codec that knows only the interface: makes the state what that codec expects.
     */
    void expectValue(int elementOffset) {
        ensureDepth();
        kinds[depth] = Kind.DOCUMENT;
        typeOffset = elementOffset;
        state = State.VALUE;
    }

    /** After elements were put directly into the document that is open here. */
    void expectName() {
        state = State.NAME;
    }

    private void beginValue(String method, int type) {
        if (state != State.VALUE) {
            throw misuse(method);
        }
        if (kinds[depth] == Kind.ARRAY) {
            putIndex(type, indexes[depth]++);
        } else {
            buffer.bytes[typeOffset] = (byte) type;
        }
    }

    private void endValue() {
        if (depth == 0) {
            state = State.TOP;
        } else {
            state = kinds[depth] == Kind.ARRAY ? State.VALUE : State.NAME;
        }
    }

    private void open(Kind kind) {
        int start = putStart();
        ensureDepth();
        kinds[depth] = kind;
        starts[depth] = start;
    }

    private void close() {
        putEnd(starts[depth]);
    }

    private void ensureDepth() {
        if (depth >= kinds.length) {
            int length = Math.max(depth + 1, kinds.length * 2);
            int from = kinds.length;
            kinds = Arrays.copyOf(kinds, length);
            Arrays.fill(kinds, from, length, Kind.DOCUMENT);
            starts = Arrays.copyOf(starts, length);
            indexes = Arrays.copyOf(indexes, length);
        }
    }

    private BsonInvalidOperationException misuse(String method) {
        return new BsonInvalidOperationException(method + " does not fit here: " + switch (state) {
            case TOP -> "only a document can stand at the top";
            case NAME -> "a name or the end of the document is expected";
            case VALUE -> "a value is expected";
            case SCOPE -> "the scope of the code, a document, is expected";
        });
    }
}
