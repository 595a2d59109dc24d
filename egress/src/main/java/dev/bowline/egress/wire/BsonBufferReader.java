package dev.bowline.egress.wire;

import static dev.bowline.egress.wire.BsonTypes.MAX_DEPTH;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.bson.BsonBinary;
import org.bson.BsonDbPointer;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonReaderMark;
import org.bson.BsonRegularExpression;
import org.bson.BsonSerializationException;
import org.bson.BsonTimestamp;
import org.bson.BsonType;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * Reads BSON from a part of an array. It is an ordinary {@link org.bson.BsonReader}, for any codec; the codecs of this
 * room go around its notion of where it stands.
 *
 * <p>Bytes that are not BSON end in a {@link dev.bowline.egress.error.MongoProtocolException}; calls that do not fit the
 * place end in a {@link BsonInvalidOperationException}, as with other readers. Used again for many documents it remembers their keys.
 */
public final class BsonBufferReader extends NamedBsonReader {
    private enum State {
        TOP, TYPE, NAME, VALUE, SCOPE, END, DONE
    }

    private static final int MIN_HELD = 32;
    private static final int MAX_IDLE_HELD = 4096;

    private final KeyCache keys = new KeyCache();
    private KeyCache.Key lastKey = keys.start;
    private byte[] bytes;
    /** The same bytes, once needed: an ObjectId is made from a buffer without a copy in between. */
    private @Nullable ByteBuffer view;
    /** Where the input starts; offsets in messages count from here. */
    private int origin;
    private int position;
    /** The offset of the final zero of the innermost open document; at the top, the end of the input. */
    private int limit;
    private State state = State.TOP;
    private @Nullable BsonType type;
    private @Nullable String name;
    private int depth;
    // What is open at each depth from 1 on: the limit of what surrounds it, and whether it is an array.
    private int[] outerLimits = new int[16];
    private boolean[] arrays = new boolean[16];
    private @Nullable Object[] held = new Object[MIN_HELD];
    private int heldCount;

    public BsonBufferReader(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    /** Over a part of an array, which is to hold one document and nothing else. */
    public BsonBufferReader(byte[] bytes, int offset, int length) {
        this.bytes = bytes;
        reset(bytes, offset, length);
    }

    /** Starts over on other bytes, keeping what was learnt about keys. */
    public void reset(byte[] newBytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, newBytes.length);
        if (newBytes != bytes) {
            bytes = newBytes;
            view = null;
        }
        origin = offset;
        position = offset;
        limit = offset + length;
        depth = 0;
        state = State.TOP;
        type = null;
        name = null;
        lastKey = keys.start;
        if (heldCount > 0) {
            // An earlier document was given up half-way.
            Arrays.fill(held, 0, heldCount, null);
            heldCount = 0;
        }
    }

    byte[] bytes() {
        return bytes;
    }

    int position() {
        return position;
    }

    int origin() {
        return origin;
    }

    int limit() {
        return limit;
    }

    /** Whether a document can be read here without further ado. */
    boolean isAtDocument() {
        return state == State.TOP || state == State.SCOPE || (state == State.VALUE && type == BsonType.DOCUMENT);
    }

    /** Goes past the document here, checking all of it; returns its length. */
    int skipDocument() {
        int length = BsonSize.checkDeep(bytes, position, limit, origin);
        checkWhole(length);
        position += length;
        endValue();
        return length;
    }

    @Override
    public @Nullable BsonType getCurrentBsonType() {
        return type;
    }

    @Override
    public String getCurrentName() {
        if (state != State.VALUE || name == null) {
            throw misuse("getCurrentName");
        }
        return name;
    }

    @Override
    public BsonType readBsonType() {
        if (state == State.TOP || state == State.SCOPE) {
            type = BsonType.DOCUMENT;
            state = State.VALUE;
            return BsonType.DOCUMENT;
        }
        if (state != State.TYPE) {
            throw misuse("readBsonType");
        }
        if (position == limit) {
            state = State.END;
            type = BsonType.END_OF_DOCUMENT;
            return BsonType.END_OF_DOCUMENT;
        }
        int typeByte = bytes[position++] & 0xFF;
        BsonType found = BsonTypes.of(typeByte);
        if (found == null) {
            throw BsonSize.unknownType(typeByte, position - 1, origin);
        }
        type = found;
        if (arrays[depth]) {
            takeIndex();
            name = null;
            state = State.VALUE;
        } else {
            name = takeKey();
            state = State.NAME;
        }
        return found;
    }

    @Override
    public String readName() {
        if (state == State.TYPE) {
            readBsonType();
        }
        if (state != State.NAME) {
            throw misuse("readName");
        }
        state = State.VALUE;
        return Objects.requireNonNull(name);
    }

    @Override
    public void readName(String expected) {
        String found = readName();
        if (!found.equals(expected)) {
            throw new BsonSerializationException("Expected element name to be '" + expected + "', not '" + found + "'");
        }
    }

    @Override
    public void skipName() {
        if (state != State.NAME) {
            throw misuse("skipName");
        }
        state = State.VALUE;
    }

    @Override
    public void skipValue() {
        if (state == State.NAME) {
            state = State.VALUE;
        }
        if (state != State.VALUE) {
            throw misuse("skipValue");
        }
        position += BsonSize.ofValue(bytes, Objects.requireNonNull(type).getValue() & 0xFF, position, limit, origin);
        state = State.TYPE;
    }

    @Override
    public void readStartDocument() {
        expect("readStartDocument", BsonType.DOCUMENT);
        enter("document length");
        arrays[depth] = false;
        state = State.TYPE;
    }

    @Override
    public void readEndDocument() {
        end("readEndDocument", false);
    }

    @Override
    public void readStartArray() {
        expect("readStartArray", BsonType.ARRAY);
        enter("array length");
        arrays[depth] = true;
        state = State.TYPE;
    }

    @Override
    public void readEndArray() {
        end("readEndArray", true);
    }

    private void end(String method, boolean array) {
        if (state == State.TYPE) {
            readBsonType();
        }
        if (state != State.END || arrays[depth] != array) {
            throw misuse(method);
        }
        leave();
        endValue();
    }

    @Override
    public double readDouble() {
        expect("readDouble", BsonType.DOUBLE);
        double value = takeDouble();
        state = State.TYPE;
        return value;
    }

    @Override
    public int readInt32() {
        expect("readInt32", BsonType.INT32);
        int value = takeInt32("int32");
        state = State.TYPE;
        return value;
    }

    @Override
    public long readInt64() {
        expect("readInt64", BsonType.INT64);
        long value = takeInt64("int64");
        state = State.TYPE;
        return value;
    }

    @Override
    public long readDateTime() {
        expect("readDateTime", BsonType.DATE_TIME);
        long value = takeInt64("date");
        state = State.TYPE;
        return value;
    }

    @Override
    public BsonTimestamp readTimestamp() {
        expect("readTimestamp", BsonType.TIMESTAMP);
        BsonTimestamp value = new BsonTimestamp(takeInt64("timestamp"));
        state = State.TYPE;
        return value;
    }

    @Override
    public boolean readBoolean() {
        expect("readBoolean", BsonType.BOOLEAN);
        boolean value = takeBoolean();
        state = State.TYPE;
        return value;
    }

    @Override
    public String readString() {
        return text("readString", BsonType.STRING);
    }

    @Override
    public String readSymbol() {
        return text("readSymbol", BsonType.SYMBOL);
    }

    @Override
    public String readJavaScript() {
        return text("readJavaScript", BsonType.JAVASCRIPT);
    }

    private String text(String method, BsonType expected) {
        expect(method, expected);
        String value = takeString();
        state = State.TYPE;
        return value;
    }

    @Override
    public String readJavaScriptWithScope() {
        expect("readJavaScriptWithScope", BsonType.JAVASCRIPT_WITH_SCOPE);
        String code = takeCodeBeforeScope();
        state = State.SCOPE;
        return code;
    }

    @Override
    public void readNull() {
        nothing("readNull", BsonType.NULL);
    }

    @Override
    public void readUndefined() {
        nothing("readUndefined", BsonType.UNDEFINED);
    }

    @Override
    public void readMinKey() {
        nothing("readMinKey", BsonType.MIN_KEY);
    }

    @Override
    public void readMaxKey() {
        nothing("readMaxKey", BsonType.MAX_KEY);
    }

    private void nothing(String method, BsonType expected) {
        expect(method, expected);
        state = State.TYPE;
    }

    @Override
    public ObjectId readObjectId() {
        expect("readObjectId", BsonType.OBJECT_ID);
        ObjectId id = takeObjectId();
        state = State.TYPE;
        return id;
    }

    @Override
    public Decimal128 readDecimal128() {
        expect("readDecimal128", BsonType.DECIMAL128);
        Decimal128 value = takeDecimal128();
        state = State.TYPE;
        return value;
    }

    @Override
    public BsonRegularExpression readRegularExpression() {
        expect("readRegularExpression", BsonType.REGULAR_EXPRESSION);
        BsonRegularExpression expression = takeRegularExpression();
        state = State.TYPE;
        return expression;
    }

    @Override
    public BsonDbPointer readDBPointer() {
        expect("readDBPointer", BsonType.DB_POINTER);
        BsonDbPointer pointer = takeDbPointer();
        state = State.TYPE;
        return pointer;
    }

    @Override
    public BsonBinary readBinaryData() {
        expect("readBinaryData", BsonType.BINARY);
        byte subtype = takeBinarySubtype();
        BsonBinary binary = new BsonBinary(subtype, takeBinary());
        state = State.TYPE;
        return binary;
    }

    @Override
    public byte peekBinarySubType() {
        expect("peekBinarySubType", BsonType.BINARY);
        return takeBinarySubtype();
    }

    @Override
    public int peekBinarySize() {
        expect("peekBinarySize", BsonType.BINARY);
        BsonSize.ofBinary(bytes, position, limit, origin);
        return LittleEndian.getInt(bytes, position);
    }

    @Override
    public BsonReaderMark getMark() {
        State markedState = state;
        BsonType markedType = type;
        String markedName = name;
        KeyCache.Key markedKey = lastKey;
        int markedPosition = position;
        int markedLimit = limit;
        int markedDepth = depth;
        int[] markedLimits = Arrays.copyOf(outerLimits, depth + 1);
        boolean[] markedArrays = Arrays.copyOf(arrays, depth + 1);
        return () -> {
            state = markedState;
            type = markedType;
            name = markedName;
            lastKey = markedKey;
            position = markedPosition;
            limit = markedLimit;
            depth = markedDepth;
            System.arraycopy(markedLimits, 0, outerLimits, 0, markedDepth + 1);
            System.arraycopy(markedArrays, 0, arrays, 0, markedDepth + 1);
        };
    }

    @Override
    public void close() {
        // Nothing is held.
    }

    // What follows is also the direct path: it takes bytes and leaves the state alone.

    /** Goes into the document or array here. */
    void enter(String field) {
        int length = BsonSize.ofDocument(bytes, field, position, limit, origin);
        checkWhole(length);
        if (++depth > MAX_DEPTH) {
            throw BsonSize.tooDeep(position, origin);
        }
        if (depth >= outerLimits.length) {
            outerLimits = Arrays.copyOf(outerLimits, depth * 2);
            arrays = Arrays.copyOf(arrays, depth * 2);
        }
        outerLimits[depth] = limit;
        limit = position + length - 1;
        position += 4;
    }

    /** The outermost document must be all of the input. */
    private void checkWhole(int length) {
        if (depth == 0 && length != limit - position) {
            throw Malformed.bson("document length", 0,
                    "is " + length + ", but there are " + (limit - position) + " bytes");
        }
    }

    /** Goes out of the document or array whose end was reached. */
    void leave() {
        position = limit + 1;
        limit = outerLimits[depth--];
    }

    /** The type of the next element, or 0 at the end of the document. */
    int takeType() {
        if (position == limit) {
            return 0;
        }
        int typeByte = bytes[position++] & 0xFF;
        if (typeByte == 0) {
            throw BsonSize.unknownType(0, position - 1, origin);
        }
        return typeByte;
    }

    /** For a type byte, just taken with its name, that means nothing. */
    RuntimeException unknownType(int typeByte) {
        return BsonSize.unknownType(typeByte, position, origin);
    }

    String takeKey() {
        KeyCache.Key guess = lastKey.next;
        if (guess != null && guess.matches(bytes, position, limit)) {
            lastKey = guess;
            position += guess.size;
            return guess.text;
        }
        return lookUpKey();
    }

    private String lookUpKey() {
        int start = position;
        int end = start;
        int hash = 0;
        byte b;
        do {
            if (end == limit) {
                throw Malformed.bson("name", start - origin, "does not end before the document does");
            }
            b = bytes[end++];
            hash = hash * 31 + b;
        } while (b != 0);
        int size = end - start;
        KeyCache.Key key = keys.find(bytes, start, size, hash);
        String text;
        if (key == null) {
            text = Utf8.get(bytes, start, size - 1, origin);
            key = keys.admit(text, bytes, start, size, hash);
        } else {
            text = key.text;
        }
        if (key != null) {
            lastKey.next = key;
            lastKey = key;
        }
        position = end;
        return text;
    }

    /** How many values are held; what is held from here on is for the array that is being read. */
    int held() {
        return heldCount;
    }

    /** Holds a value of an array until the array ends and its length is known. */
    void hold(@Nullable Object value) {
        if (heldCount == held.length) {
            held = Arrays.copyOf(held, heldCount * 2);
        }
        held[heldCount++] = value;
    }

    /** Moves the values held from this one on into a list. */
    @SuppressWarnings("unchecked")
    <T extends @Nullable Object> void release(int from, List<T> target) {
        for (int i = from; i < heldCount; i++) {
            target.add((T) held[i]);
            held[i] = null;
        }
        heldCount = from;
        if (held.length > MAX_IDLE_HELD && from == 0) {
            held = new Object[MIN_HELD];
        }
    }

    /** Passes over the name of an array's element, which carries no information. */
    void takeIndex() {
        position += BsonSize.ofCString(bytes, "index", position, limit, origin);
    }

    int takeInt32(String field) {
        int start = need(4, field);
        return LittleEndian.getInt(bytes, start);
    }

    long takeInt64(String field) {
        int start = need(8, field);
        return LittleEndian.getLong(bytes, start);
    }

    double takeDouble() {
        return Double.longBitsToDouble(takeInt64("double"));
    }

    boolean takeBoolean() {
        int start = need(1, "boolean");
        byte value = bytes[start];
        if (value != 0 && value != 1) {
            throw Malformed.bson("boolean", start - origin, "is " + value + ", neither 0 nor 1");
        }
        return value == 1;
    }

    String takeString() {
        int start = position;
        int size = BsonSize.ofString(bytes, start, limit, origin);
        position = start + size;
        return Utf8.get(bytes, start + 4, size - 5, origin);
    }

    /** The code of code with scope; the scope, a document, is what comes next. */
    String takeCodeBeforeScope() {
        BsonSize.ofCodeWithScope(bytes, position, limit, origin);
        position += 4;
        return takeString();
    }

    ObjectId takeObjectId() {
        int start = need(12, "ObjectId");
        ByteBuffer buffer = view;
        if (buffer == null) {
            buffer = ByteBuffer.wrap(bytes);
            view = buffer;
        }
        return new ObjectId(buffer.limit(start + 12).position(start));
    }

    Decimal128 takeDecimal128() {
        int start = need(16, "decimal128");
        return Decimal128.fromIEEE754BIDEncoding(LittleEndian.getLong(bytes, start + 8),
                LittleEndian.getLong(bytes, start));
    }

    BsonRegularExpression takeRegularExpression() {
        String pattern = takeCString("regular expression");
        return new BsonRegularExpression(pattern, takeCString("regular expression options"));
    }

    BsonDbPointer takeDbPointer() {
        String namespace = takeString();
        return new BsonDbPointer(namespace, takeObjectId());
    }

    /** The subtype of the binary value here, which is checked and not yet passed. */
    byte takeBinarySubtype() {
        BsonSize.ofBinary(bytes, position, limit, origin);
        return bytes[position + 4];
    }

    /** The content of a binary value; call {@link #takeBinarySubtype} first. */
    byte[] takeBinary() {
        int length = LittleEndian.getInt(bytes, position);
        int start = position + 5;
        position = start + length;
        return Arrays.copyOfRange(bytes, bytes[start - 1] == 2 ? start + 4 : start, position);
    }

    private String takeCString(String field) {
        int start = position;
        int size = BsonSize.ofCString(bytes, field, start, limit, origin);
        position = start + size;
        return Utf8.get(bytes, start, size - 1, origin);
    }

    private int need(int length, String field) {
        int start = position;
        if (length > limit - start) {
            throw Malformed.bson(field, start - origin, "is cut off: " + (limit - start) + " bytes are left");
        }
        position = start + length;
        return start;
    }

    /** Between the direct path and a codec that knows only the interface: makes the state what that codec expects. */
    void expectValue(BsonType valueType, @Nullable String valueName) {
        type = valueType;
        name = valueName;
        arrays[depth] = valueName == null;
        state = State.VALUE;
    }

    private void expect(String method, BsonType expected) {
        if (state != State.VALUE) {
            if (state == State.TOP || state == State.SCOPE || state == State.TYPE) {
                readBsonType();
            }
            if (state == State.NAME) {
                state = State.VALUE;
            }
            if (state != State.VALUE) {
                throw misuse(method);
            }
        }
        if (type != expected) {
            throw new BsonInvalidOperationException(
                    method + " can only be called when the value is of type " + expected + ", not " + type + ".");
        }
    }

    private void endValue() {
        state = depth > 0 ? State.TYPE : State.DONE;
    }

    private BsonInvalidOperationException misuse(String method) {
        return new BsonInvalidOperationException(method + " does not fit here: " + switch (state) {
            case TOP -> "a document begins";
            case TYPE -> "the type of an element, or the end of the document, comes next";
            case NAME -> "the name of an element comes next";
            case VALUE -> "a value of type " + type + " comes next";
            case SCOPE -> "the scope of the code, a document, comes next";
            case END -> "the " + (arrays[depth] ? "array" : "document") + " ends";
            case DONE -> "everything has been read";
        });
    }
}
