package dev.bowline.simulator.bson;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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

/** Reads BSON into documents. */
public final class DocumentDecoder {
    private static final int MAX_DEPTH = 200;
    private static final int MAX_KNOWN_NAME = 40;
    private static final @Nullable String[] KNOWN_NAMES = new String[1024];

    private final byte[] bytes;
    private final int limit;
    private int at;
    private int depth;
    private @Nullable String duplicate;

    private DocumentDecoder(byte[] bytes, int offset, int limit) {
        this.bytes = bytes;
        this.at = offset;
        this.limit = limit;
    }

    public static Document decode(byte[] bytes) {
        return decode(bytes, 0, bytes.length);
    }

    /** Decodes the document that starts at the offset and must end before the limit. */
    public static Document decode(byte[] bytes, int offset, int limit) {
        return new DocumentDecoder(bytes, offset, limit).document();
    }

    /** The length a document at this offset claims to have, checked against the limit. */
    public static int lengthAt(byte[] bytes, int offset, int limit) {
        if (limit - offset < 5) {
            throw new MalformedBsonException("document does not fit in the message");
        }
        int length = intAt(bytes, offset);
        if (length < 5 || length > limit - offset) {
            throw new MalformedBsonException("invalid document length " + length);
        }
        return length;
    }

    /**
     * A command as it came.
     *
     * @param duplicate a field that it has twice, or null
     */
    public record Command(Document document, @Nullable String duplicate) {}

    /** Decodes a document in which, other than in those that are stored, no field may come twice. */
    public static Command decodeCommand(byte[] bytes, int offset, int limit) {
        DocumentDecoder decoder = new DocumentDecoder(bytes, offset, limit);
        Document document = decoder.document();
        return new Command(document, decoder.duplicate);
    }

    public static int intAt(byte[] bytes, int at) {
        return (bytes[at] & 0xff) | (bytes[at + 1] & 0xff) << 8 | (bytes[at + 2] & 0xff) << 16 | bytes[at + 3] << 24;
    }

    private Document document() {
        int end = enter();
        Document document = new Document();
        while (true) {
            int type = bytes[at++];
            if (type == 0) {
                break;
            }
            String name = cstring();
            if (document.put(name, value(type)) != null && depth == 1) {
                duplicate = name;
            }
            if (at >= end) {
                throw new MalformedBsonException("document is not terminated");
            }
        }
        leave(end);
        return document;
    }

    private List<@Nullable Object> array() {
        int end = enter();
        List<@Nullable Object> values = new ArrayList<>();
        while (true) {
            int type = bytes[at++];
            if (type == 0) {
                break;
            }
            skipName();
            values.add(value(type));
            if (at >= end) {
                throw new MalformedBsonException("array is not terminated");
            }
        }
        leave(end);
        return values;
    }

    private int enter() {
        int length = lengthAt(bytes, at, limit);
        int end = at + length;
        if (bytes[end - 1] != 0 || ++depth > MAX_DEPTH) {
            throw new MalformedBsonException("document is not terminated or nested too deeply");
        }
        at += 4;
        return end;
    }

    private void leave(int end) {
        depth--;
        if (at != end) {
            throw new MalformedBsonException("document length does not match its content");
        }
    }

    @SuppressWarnings("StatementSwitchToExpressionSwitch")
    private @Nullable Object value(int type) {
        switch (type) {
            case 0x01 :
                return Double.longBitsToDouble(long64());
            case 0x02 :
                return string();
            case 0x03 :
                return document();
            case 0x04 :
                return array();
            case 0x05 :
                return binary();
            case 0x07 :
                return new ObjectId(take(12));
            case 0x08 :
                need(1);
                int flag = bytes[at++];
                if (flag != 0 && flag != 1) {
                    throw new MalformedBsonException("invalid boolean " + flag);
                }
                return flag == 1;
            case 0x09 :
                return Instant.ofEpochMilli(long64());
            case 0x0A :
                return null;
            case 0x0B :
                return new BsonRegularExpression(cstring(), cstring());
            case 0x0D :
                return new Code(string());
            case 0x10 :
                return int32();
            case 0x11 :
                return new BsonTimestamp(long64());
            case 0x12 :
                return long64();
            case 0x13 :
                long low = long64();
                return Decimal128.fromIEEE754BIDEncoding(long64(), low);
            case -1 :
                return new MinKey();
            case 0x7F :
                return new MaxKey();
            case 0x06 :
                return new OpaqueValue(type, new byte[0]);
            case 0x0E :
                return new Symbol(string());
            case 0x0C :
                return opaque(type, 4 + peekInt() + 12);
            case 0x0F :
                return opaque(type, peekInt());
            default :
                throw new MalformedBsonException("unknown BSON type " + type);
        }
    }

    private Object binary() {
        int length = int32();
        need(1);
        int subtype = bytes[at] & 0xff;
        if (length < 0 || length > limit - at - 1) {
            throw new MalformedBsonException("invalid binary length " + length);
        }
        at++;
        if (subtype == 4 && length == 16) {
            long high = Long.reverseBytes(long64());
            return new UUID(high, Long.reverseBytes(long64()));
        }
        return new Binary((byte) subtype, take(length));
    }

    private OpaqueValue opaque(int type, int length) {
        return new OpaqueValue(type, take(length));
    }

    private byte[] take(int length) {
        if (length < 0) {
            throw new MalformedBsonException("negative length");
        }
        need(length);
        byte[] result = Arrays.copyOfRange(bytes, at, at + length);
        at += length;
        return result;
    }

    private String string() {
        int length = int32();
        if (length < 1 || length > limit - at || bytes[at + length - 1] != 0) {
            throw new MalformedBsonException("invalid string length " + length);
        }
        String result = new String(bytes, at, length - 1, StandardCharsets.UTF_8);
        at += length;
        return result;
    }

    private String cstring() {
        int from = at;
        int hash = 0;
        while (at < limit && bytes[at] != 0) {
            hash = hash * 31 + bytes[at++];
        }
        need(1);
        int length = at++ - from;
        if (length > MAX_KNOWN_NAME) {
            return new String(bytes, from, length, StandardCharsets.UTF_8);
        }
        // Requests repeat the same few names. Racing threads may replace each other's entries, which does no harm.
        int slot = (hash ^ hash >>> 10) & KNOWN_NAMES.length - 1;
        String known = KNOWN_NAMES[slot];
        if (known == null || !isName(known, from, length)) {
            known = new String(bytes, from, length, StandardCharsets.UTF_8);
            KNOWN_NAMES[slot] = known;
        }
        return known;
    }

    private boolean isName(String known, int from, int length) {
        if (known.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (known.charAt(i) != bytes[from + i]) {
                return false;
            }
        }
        return true;
    }

    private void skipName() {
        while (at < limit && bytes[at] != 0) {
            at++;
        }
        need(1);
        at++;
    }

    private int int32() {
        need(4);
        int result = intAt(bytes, at);
        at += 4;
        return result;
    }

    private int peekInt() {
        need(4);
        return intAt(bytes, at);
    }

    private long long64() {
        need(8);
        long result = (intAt(bytes, at) & 0xffffffffL) | ((long) intAt(bytes, at + 4)) << 32;
        at += 8;
        return result;
    }

    private void need(int count) {
        if (count > limit - at) {
            throw new MalformedBsonException("document ends early");
        }
    }
}
