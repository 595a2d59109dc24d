package dev.bowline.simulator.bson;

import java.util.List;
import java.util.UUID;
import org.bson.BsonRegularExpression;
import org.bson.types.Binary;
import org.bson.types.Code;
import org.bson.types.Symbol;
import org.jspecify.annotations.Nullable;

/** How many bytes values take on the wire. */
public final class Sizes {
    /** The most that a stored document may take. */
    public static final int MAX_DOCUMENT = 16 * 1024 * 1024;

    private Sizes() {}

    public static long of(Document document) {
        long size = 5;
        for (int i = 0; i < document.size(); i++) {
            size += 2 + text(document.nameAt(i)) + value(document.valueAt(i));
        }
        return size;
    }

    private static long value(@Nullable Object value) {
        return switch (value) {
            case null -> 0;
            case String text -> 5 + text(text);
            case Integer ignored -> 4;
            case Boolean ignored -> 1;
            case Document document -> of(document);
            case List<?> list -> {
                long size = 5;
                for (int i = 0; i < list.size(); i++) {
                    size += 2 + digits(i) + value(list.get(i));
                }
                yield size;
            }
            case UUID ignored -> 21;
            case Binary binary -> 5 + binary.length();
            case BsonRegularExpression regex -> 2 + text(regex.getPattern()) + text(regex.getOptions());
            case Code code -> 5 + text(code.getCode());
            case Symbol symbol -> 5 + text(symbol.getSymbol());
            case OpaqueValue opaque -> opaque.bytes().length;
            case Encoded encoded -> encoded.bytes().length;
            default -> switch (Types.number(value)) {
                case 7 -> 12;
                case 19 -> 16;
                case -1, 127 -> 0;
                default -> 8;
            };
        };
    }

    private static int digits(int index) {
        int digits = 1;
        for (int rest = index; rest >= 10; rest /= 10) {
            digits++;
        }
        return digits;
    }

    private static long text(String text) {
        long size = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                // A pair of surrogates takes four bytes.
                size += c >= 0x800 && !Character.isSurrogate(c) ? 2 : 1;
            }
        }
        return size;
    }
}
