package dev.bowline.egress.wire;

import java.util.Arrays;
import java.util.Random;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDbPointer;
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
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonSymbol;
import org.bson.BsonTimestamp;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;

/** Documents of every type and shape, by a seed. */
final class RandomBson {
    private static final String[] FAMILIAR = {"_id", "a", "name", "x.y", "a key of sixteen", "quantity", "größe", "日本",
            "a key that is quite a bit longer than the others", ""};
    private static final long[] EDGES = {0, 1, -1, 9, 10, 127, 128, 255, 256, Integer.MAX_VALUE, Integer.MIN_VALUE,
            Long.MAX_VALUE, Long.MIN_VALUE};

    private final Random random;

    RandomBson(long seed) {
        random = new Random(seed);
    }

    BsonDocument document() {
        return document(random.nextInt(8) == 0 ? 4 : random.nextInt(3));
    }

    private BsonDocument document(int depth) {
        BsonDocument document = new BsonDocument();
        int size = size();
        for (int i = 0; i < size; i++) {
            document.put(key(), value(depth));
        }
        return document;
    }

    private int size() {
        return switch (random.nextInt(20)) {
            case 0 -> 0;
            case 1 -> random.nextInt(40);
            default -> 1 + random.nextInt(5);
        };
    }

    private String key() {
        return random.nextInt(4) > 0
                ? FAMILIAR[random.nextInt(FAMILIAR.length)]
                : text(random.nextInt(70)).replace('\0', '0');
    }

    private BsonValue value(int depth) {
        return switch (random.nextInt(depth > 0 ? 26 : 21)) {
            case 0 -> new BsonDouble(random.nextBoolean() ? random.nextGaussian() : Double.longBitsToDouble(number()));
            case 1, 2 -> new BsonString(text(textLength()));
            case 3 -> binary();
            case 4 -> new BsonUndefined();
            case 5 -> new BsonObjectId(objectId());
            case 6 -> BsonBoolean.valueOf(random.nextBoolean());
            case 7 -> new BsonDateTime(number());
            case 8 -> BsonNull.VALUE;
            case 9 -> new BsonRegularExpression(text(random.nextInt(10)).replace('\0', '0'),
                    random.nextBoolean() ? "" : "imx");
            case 10 -> new BsonDbPointer(text(random.nextInt(10)), objectId());
            case 11 -> new BsonJavaScript(text(textLength()));
            case 12 -> new BsonSymbol(text(textLength()));
            case 13 -> new BsonJavaScriptWithScope(text(textLength()), document(Math.max(0, depth - 1)));
            case 14, 15 -> new BsonInt32((int) number());
            case 16 -> new BsonTimestamp(number());
            case 17 -> new BsonInt64(number());
            case 18 -> new BsonDecimal128(Decimal128.fromIEEE754BIDEncoding(random.nextLong(), random.nextLong()));
            case 19 -> new BsonMinKey();
            case 20 -> new BsonMaxKey();
            case 21, 22, 23 -> document(depth - 1);
            default -> array(depth - 1);
        };
    }

    private BsonArray array(int depth) {
        BsonArray array = new BsonArray();
        int size = random.nextInt(1000) == 0 ? 1200 : random.nextInt(random.nextInt(10) == 0 ? 15 : 5);
        for (int i = 0; i < size; i++) {
            array.add(value(size > 100 ? 0 : depth));
        }
        return array;
    }

    private long number() {
        return random.nextInt(3) == 0 ? EDGES[random.nextInt(EDGES.length)] : random.nextLong() >> random.nextInt(64);
    }

    private int textLength() {
        return random.nextInt(10) == 0 ? random.nextInt(300) : random.nextInt(40);
    }

    private ObjectId objectId() {
        byte[] bytes = new byte[12];
        random.nextBytes(bytes);
        return new ObjectId(bytes);
    }

    private BsonBinary binary() {
        byte[] bytes = new byte[random.nextInt(3) == 0 ? 16 : random.nextInt(40)];
        random.nextBytes(bytes);
        if (random.nextInt(8) == 0) {
            // A vector says its type, and how many bits of its last byte are padding.
            byte[] vector = new byte[2 + 4 * random.nextInt(5)];
            vector[0] = (byte) (random.nextBoolean() ? 0x27 : 0x03);
            return new BsonBinary((byte) 9, vector);
        }
        byte[] subtypes = {0, 1, 2, 3, 4, 5, 6, 7, 8, (byte) 0x80, (byte) 0xFF};
        return new BsonBinary(subtypes[random.nextInt(subtypes.length)], bytes);
    }

    private String text(int length) {
        StringBuilder text = new StringBuilder(length);
        int alphabet = random.nextInt(6);
        for (int i = 0; i < length; i++) {
            int c = switch (alphabet) {
                case 0 -> random.nextInt(0x80);
                case 1 -> random.nextInt(0x800);
                case 2 -> random.nextInt(20) == 0 ? 0x10000 + random.nextInt(0x100000) : 'z';
                case 3 -> random.nextInt(30) == 0 ? 0xFFFD : 'e';
                default -> 'a' + random.nextInt(26);
            };
            text.appendCodePoint(c);
        }
        return text.toString();
    }

    /** The same bytes with a little damage. */
    byte[] mutate(byte[] original) {
        byte[] bytes = original.clone();
        int wounds = 1 + random.nextInt(3);
        for (int i = 0; i < wounds; i++) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(8)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> bytes[at] = 0;
                case 3 -> bytes[at] = (byte) random.nextInt(0x14);
                case 4 -> {
                    if (at + 4 <= bytes.length) {
                        int value = random.nextBoolean() ? (int) number() : random.nextInt(bytes.length + 8);
                        LittleEndian.putInt(bytes, at, value);
                    }
                }
                case 5 -> bytes = Arrays.copyOf(bytes, 1 + random.nextInt(bytes.length));
                case 6 -> {
                    int length = Math.min(1 + random.nextInt(8), bytes.length - at);
                    System.arraycopy(bytes, random.nextInt(bytes.length - length + 1), bytes, at, length);
                }
                default -> bytes[at]++;
            }
        }
        return bytes;
    }
}
