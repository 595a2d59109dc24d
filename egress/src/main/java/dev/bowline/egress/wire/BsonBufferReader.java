package dev.bowline.egress.wire;

import java.util.Arrays;
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
 * <p>Bytes that are not BSON end in a {@link dev.bowline.error.MongoProtocolException}; calls that do not fit the place
 * end in a {@link BsonInvalidOperationException}, as with other readers. Used again for many documents it remembers
 * their keys.
 */
public final class BsonBufferReader extends BsonInput {
    private enum State {
        TOP, TYPE, NAME, VALUE, SCOPE, END, DONE
    }

    private State state = State.TOP;
    private @Nullable BsonType type;
    private @Nullable String name;

    public BsonBufferReader(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    /** Over a part of an array, which is to hold one document and nothing else. */
    public BsonBufferReader(byte[] bytes, int offset, int length) {
        start(bytes, offset, length);
    }

    /** Starts over on other bytes, keeping what was learnt about keys. */
    public void reset(byte[] newBytes, int offset, int length) {
        start(newBytes, offset, length);
        state = State.TOP;
        type = null;
        name = null;
    }

    /** Keeps nothing of what was read or half read but the keys it has learnt, which are bounded. */
    void letGo() {
        dropHeld();
        name = null;
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

    /**
     * Copies the content of a binary value to the start of an array, which has room for {@link #peekBinarySize} bytes.
     *
     * @return the length of the content
     */
    public int readBinaryData(byte[] target) {
        expect("readBinaryData", BsonType.BINARY);
        takeBinarySubtype();
        int length = takeBinary(target);
        state = State.TYPE;
        return length;
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
