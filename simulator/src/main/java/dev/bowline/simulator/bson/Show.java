package dev.bowline.simulator.bson;

import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.bson.BsonRegularExpression;
import org.bson.BsonTimestamp;
import org.bson.types.Binary;
import org.bson.types.Decimal128;
import org.bson.types.MaxKey;
import org.bson.types.MinKey;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** Values as the server writes them in its messages. */
public final class Show {
    private Show() {}

    public static String value(@Nullable Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(@Nullable Object value, StringBuilder out) {
        switch (value) {
            case null -> out.append("null");
            case String text -> out.append('"').append(text).append('"');
            case Document document -> fields(document, out);
            case List<?> list -> {
                out.append('[');
                String separator = " ";
                for (Object element : list) {
                    out.append(separator);
                    write(element, out);
                    separator = ", ";
                }
                out.append(" ]");
            }
            case Double number -> out.append(number(number));
            case ObjectId id -> out.append("ObjectId('").append(id.toHexString()).append("')");
            case Instant date -> out.append("new Date(").append(date.toEpochMilli()).append(')');
            case UUID uuid -> out.append("UUID(\"").append(uuid).append("\")");
            case Binary binary -> out.append("BinData(").append(binary.getType()).append(", ")
                    .append(HexFormat.of().withUpperCase().formatHex(binary.getData())).append(')');
            case BsonTimestamp time -> out.append("Timestamp(").append(time.getTime()).append(", ")
                    .append(time.getInc()).append(')');
            case BsonRegularExpression regex -> out.append('/').append(regex.getPattern()).append('/')
                    .append(regex.getOptions());
            case Decimal128 decimal -> out.append("Decimal128('").append(decimal).append("')");
            case MinKey ignored -> out.append("MinKey");
            case MaxKey ignored -> out.append("MaxKey");
            case Missing ignored -> out.append("MISSING");
            case OpaqueValue opaque -> out.append(opaque.type() == 6
                    ? "undefined"
                    : Base64.getEncoder().encodeToString(opaque.bytes()));
            default -> out.append(value);
        }
    }

    private static void fields(Document document, StringBuilder out) {
        if (document.isEmpty()) {
            out.append("{}");
            return;
        }
        out.append('{');
        for (int i = 0; i < document.size(); i++) {
            out.append(i == 0 ? " " : ", ").append(document.nameAt(i)).append(": ");
            write(document.valueAt(i), out);
        }
        out.append(" }");
    }

    private static String number(double number) {
        if (number == Math.rint(number) && Math.abs(number) < 1e15) {
            return Long.toString((long) number) + ".0";
        }
        return Double.toString(number);
    }
}
