package dev.bowline.egress.wire;

import static dev.bowline.egress.wire.BsonTypes.MAX_DEPTH;

/** How long a value is, found by looking at no more of it than that takes, and trusting none of the lengths in it. */
final class BsonSize {
    private BsonSize() {}

    /**
     * The number of bytes of the value at {@code position}, which must end at or before {@code limit}.
     *
     * @param origin where the outermost document starts, for messages
     */
    static int ofValue(byte[] bytes, int type, int position, int limit, int origin) {
        return switch (type) {
            case BsonTypes.UNDEFINED, BsonTypes.NULL, BsonTypes.MIN_KEY, BsonTypes.MAX_KEY -> 0;
            case BsonTypes.BOOLEAN -> {
                fixed(1, "boolean", position, limit, origin);
                if (bytes[position] != 0 && bytes[position] != 1) {
                    throw Malformed.bson("boolean", position - origin,
                            "is " + bytes[position] + ", neither 0 nor 1");
                }
                yield 1;
            }
            case BsonTypes.INT32 -> fixed(4, "int32", position, limit, origin);
            case BsonTypes.DOUBLE -> fixed(8, "double", position, limit, origin);
            case BsonTypes.INT64 -> fixed(8, "int64", position, limit, origin);
            case BsonTypes.DATE_TIME -> fixed(8, "date", position, limit, origin);
            case BsonTypes.TIMESTAMP -> fixed(8, "timestamp", position, limit, origin);
            case BsonTypes.OBJECT_ID -> fixed(12, "ObjectId", position, limit, origin);
            case BsonTypes.DECIMAL128 -> fixed(16, "decimal128", position, limit, origin);
            case BsonTypes.STRING, BsonTypes.JAVASCRIPT, BsonTypes.SYMBOL ->
                ofString(bytes, position, limit, origin);
            case BsonTypes.DB_POINTER -> {
                int namespace = ofString(bytes, position, limit, origin);
                yield namespace + fixed(12, "ObjectId", position + namespace, limit, origin);
            }
            case BsonTypes.DOCUMENT -> ofDocument(bytes, "document length", position, limit, origin);
            case BsonTypes.ARRAY -> ofDocument(bytes, "array length", position, limit, origin);
            case BsonTypes.BINARY -> ofBinary(bytes, position, limit, origin);
            case BsonTypes.REGULAR_EXPRESSION -> {
                int pattern = ofCString(bytes, "regular expression", position, limit, origin);
                yield pattern + ofCString(bytes, "regular expression options", position + pattern, limit, origin);
            }
            case BsonTypes.JAVASCRIPT_WITH_SCOPE -> ofCodeWithScope(bytes, position, limit, origin);
            default -> throw valueOfUnknownType(type, position, origin);
        };
    }

    /** @param position of the type itself */
    static RuntimeException unknownType(int type, int position, int origin) {
        return Malformed.bson("element type", position - origin,
                "is 0x" + Integer.toHexString(type) + ", which does not exist");
    }

    /** @param position of the value, where its type and name have been read already */
    static RuntimeException valueOfUnknownType(int type, int position, int origin) {
        return Malformed.bson("value", position - origin,
                "has the element type 0x" + Integer.toHexString(type) + ", which does not exist");
    }

    /** The length of a document, its final zero checked. */
    static int ofDocument(byte[] bytes, String field, int position, int limit, int origin) {
        int available = limit - position;
        if (available < 5) {
            throw Malformed.bson(field, position - origin, "is cut off: " + available + " bytes are left");
        }
        int length = LittleEndian.getInt(bytes, position);
        if (length < 5 || length > available) {
            throw Malformed.bson(field, position - origin, "is " + length + ", not between 5 and " + available);
        }
        if (bytes[position + length - 1] != 0) {
            throw Malformed.bson("final byte", position + length - 1 - origin, "of a document is not zero");
        }
        return length;
    }

    /** The length of a string with its own length before it and its final zero, which is checked. */
    static int ofString(byte[] bytes, int position, int limit, int origin) {
        int available = limit - position - 4;
        if (available < 1) {
            throw Malformed.bson("string length", position - origin, "is cut off");
        }
        int length = LittleEndian.getInt(bytes, position);
        if (length < 1 || length > available) {
            throw Malformed.bson("string length", position - origin,
                    "is " + length + ", not between 1 and " + available);
        }
        if (bytes[position + 4 + length - 1] != 0) {
            throw Malformed.bson("final byte", position + 4 + length - 1 - origin, "of a string is not zero");
        }
        return length + 4;
    }

    /** The length of a string with its final zero. */
    static int ofCString(byte[] bytes, String field, int position, int limit, int origin) {
        int end = position;
        while (end < limit) {
            if (bytes[end++] == 0) {
                return end - position;
            }
        }
        throw Malformed.bson(field, position - origin, "does not end before the document does");
    }

    static int ofBinary(byte[] bytes, int position, int limit, int origin) {
        int available = limit - position - 5;
        if (available < 0) {
            throw Malformed.bson("binary length", position - origin, "is cut off");
        }
        int length = LittleEndian.getInt(bytes, position);
        if (length < 0 || length > available) {
            throw Malformed.bson("binary length", position - origin,
                    "is " + length + ", not between 0 and " + available);
        }
        if (bytes[position + 4] == 2) {
            // The old subtype has its length a second time.
            if (length < 4 || LittleEndian.getInt(bytes, position + 5) != length - 4) {
                throw Malformed.bson("inner length of old binary", position + 5 - origin,
                        "does not fit the outer length " + length);
            }
        }
        return length + 5;
    }

    static int ofCodeWithScope(byte[] bytes, int position, int limit, int origin) {
        int available = limit - position;
        if (available < 14) {
            throw Malformed.bson("length of code with scope", position - origin, "is cut off");
        }
        int length = LittleEndian.getInt(bytes, position);
        if (length < 14 || length > available) {
            throw Malformed.bson("length of code with scope", position - origin,
                    "is " + length + ", not between 14 and " + available);
        }
        int end = position + length;
        int scope = position + 4 + ofString(bytes, position + 4, end, origin);
        int scopeLength = ofDocument(bytes, "scope length", scope, end, origin);
        if (scope + scopeLength != end) {
            throw Malformed.bson("scope length", scope - origin,
                    "is " + scopeLength + ", but " + (end - scope) + " bytes are left for it");
        }
        return length;
    }

    /** Walks a whole document and all that is in it; returns its length. */
    static int checkDeep(byte[] bytes, int position, int limit, int origin) {
        return checkDeep(bytes, position, limit, origin, 1, false);
    }

    private static int checkDeep(byte[] bytes, int start, int limit, int origin, int depth, boolean array) {
        if (depth > MAX_DEPTH) {
            throw tooDeep(start, origin);
        }
        int length = ofDocument(bytes, "document length", start, limit, origin);
        int end = start + length - 1;
        int position = start + 4;
        while (position < end) {
            int type = bytes[position++] & 0xFF;
            int name = ofCString(bytes, "name", position, end, origin);
            if (!array) {
                // The names of an array's elements carry nothing, and no reader looks at them.
                checkText(bytes, position, name - 1, origin);
            }
            position += name;
            int value = ofValue(bytes, type, position, end, origin);
            switch (type) {
                case BsonTypes.DOCUMENT, BsonTypes.ARRAY ->
                    checkDeep(bytes, position, end, origin, depth + 1, type == BsonTypes.ARRAY);
                case BsonTypes.JAVASCRIPT_WITH_SCOPE -> {
                    int code = ofString(bytes, position + 4, end, origin);
                    checkText(bytes, position + 8, code - 5, origin);
                    checkDeep(bytes, position + 4 + code, end, origin, depth + 1, false);
                }
                case BsonTypes.STRING, BsonTypes.JAVASCRIPT, BsonTypes.SYMBOL ->
                    checkText(bytes, position + 4, value - 5, origin);
                case BsonTypes.DB_POINTER -> checkText(bytes, position + 4, value - 17, origin);
                case BsonTypes.REGULAR_EXPRESSION -> checkText(bytes, position, value, origin);
                default -> {
                    // Everything else has no inside.
                }
            }
            position += value;
        }
        return length;
    }

    static RuntimeException tooDeep(int position, int origin) {
        return Malformed.bson("document", position - origin, "is nested more than " + MAX_DEPTH + " levels deep");
    }

    private static void checkText(byte[] bytes, int offset, int length, int origin) {
        if (!Utf8.isAscii(bytes, offset, length)) {
            Utf8.check(bytes, offset, length, origin);
        }
    }

    private static int fixed(int length, String field, int position, int limit, int origin) {
        if (length > limit - position) {
            throw Malformed.bson(field, position - origin, "is cut off: " + (limit - position) + " bytes are left");
        }
        return length;
    }
}
