package dev.bowline.simulator.expression;

import static dev.bowline.simulator.expression.Functions.MANY;
import static dev.bowline.simulator.expression.Functions.add;
import static dev.bowline.simulator.expression.Functions.named;
import static dev.bowline.simulator.expression.Functions.specialSince;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Missing;
import dev.bowline.simulator.bson.Numbers;
import dev.bowline.simulator.bson.Order;
import dev.bowline.simulator.bson.Types;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonRegularExpression;
import org.bson.types.Symbol;
import org.jspecify.annotations.Nullable;

/** Strings: parts, cases, trimming, searching, regular expressions. */
final class Strings {
    private static final String SPACES = "\0 \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006"
            + "\u2007\u2008\u2009\u200a";

    private Strings() {}

    static void register() {
        add("$concat", 0, MANY, (values, scope) -> concat(values));
        add("$toLower", 1, (values, scope) -> lower(coerced("$toLower", values[0])));
        add("$toUpper", 1, (values, scope) -> upper(coerced("$toUpper", values[0])));
        add("$strcasecmp", 2, (values, scope) -> Integer.signum(Order.bytes(
                upper(coerced("$strcasecmp", values[0])), upper(coerced("$strcasecmp", values[1])))));
        add("$split", 2, (values, scope) -> split(values[0], values[1]));
        add("$strLenBytes", 1, (values, scope) -> utf8(string("$strLenBytes", values[0], 34473)).length);
        add("$strLenCP", 1, (values, scope) -> {
            String text = string("$strLenCP", values[0], 34471);
            return text.codePointCount(0, text.length());
        });
        add("$substrBytes", 3, (values, scope) -> substrBytes(values));
        add("$substr", 3, (values, scope) -> substrBytes(values));
        add("$substrCP", 3, (values, scope) -> substrCodePoints(values));
        add("$indexOfBytes", 2, 4, (values, scope) -> indexOf("$indexOfBytes", values, true));
        add("$indexOfCP", 2, 4, (values, scope) -> indexOf("$indexOfCP", values, false));
        trimmer("$trim", true, true);
        trimmer("$ltrim", true, false);
        trimmer("$rtrim", false, true);
        regex("$regexMatch");
        regex("$regexFind");
        regex("$regexFindAll");
        replacer("$replaceOne", false);
        replacer("$replaceAll", true);
    }

    private static @Nullable Object concat(@Nullable Object[] values) {
        StringBuilder result = new StringBuilder();
        boolean isNull = false;
        for (Object value : values) {
            if (Missing.orNull(value)) {
                isNull = true;
            } else if (value instanceof String text) {
                result.append(text);
            } else {
                throw new QueryError(16702, "$concat only supports strings, not " + Types.name(value));
            }
        }
        return isNull ? null : result.toString();
    }

    /** Numbers and dates are taken for strings where case does not matter to them. */
    static String coerced(String name, @Nullable Object value) {
        return switch (value) {
            case null -> "";
            case Missing ignored -> "";
            case String text -> text;
            case Symbol symbol -> symbol.getSymbol();
            case Instant date -> DateFunctions.iso(date);
            case org.bson.BsonTimestamp time -> "Timestamp(" + time.getTime() + ", " + time.getInc() + ")";
            default -> {
                if (Types.isNumber(value)) {
                    yield Conversions.text(value);
                }
                throw new QueryError(16007, "can't convert from BSON type " + Types.name(value) + " to String");
            }
        };
    }

    private static String lower(String text) {
        StringBuilder result = new StringBuilder(text);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 'A' && c <= 'Z') {
                result.setCharAt(i, (char) (c + 32));
            }
        }
        return result.toString();
    }

    private static String upper(String text) {
        StringBuilder result = new StringBuilder(text);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 'a' && c <= 'z') {
                result.setCharAt(i, (char) (c - 32));
            }
        }
        return result.toString();
    }

    private static String string(String name, @Nullable Object value, int code) {
        if (value instanceof String text) {
            return text;
        }
        throw new QueryError(code, name + " requires a string argument, found: " + Types.name(value));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static @Nullable Object split(@Nullable Object value, @Nullable Object by) {
        if (Missing.orNull(value) || Missing.orNull(by)) {
            return null;
        }
        if (!(value instanceof String text)) {
            throw new QueryError(40085, "$split requires an expression that evaluates to a string as a first "
                    + "argument, found: " + Types.name(value));
        }
        if (!(by instanceof String separator)) {
            throw new QueryError(40086, "$split requires an expression that evaluates to a string as a second "
                    + "argument, found: " + Types.name(by));
        }
        if (separator.isEmpty()) {
            throw new QueryError(40087, "$split requires a non-empty separator");
        }
        return new ArrayList<Object>(Arrays.asList(text.split(Pattern.quote(separator), -1)));
    }

    private static int whole(String name, @Nullable Object value, String what, int code) {
        if (value == null || !Types.isNumber(value)) {
            throw new QueryError(code, name + ":  " + what + " must be a numeric type (is BSON type "
                    + Types.name(value) + ")");
        }
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, (long) Numbers.dbl(value)));
    }

    private static Object substrBytes(@Nullable Object[] values) {
        byte[] bytes = utf8(coerced("$substrBytes", values[0]));
        int start = whole("$substrBytes", values[1], "starting index", 16034);
        int length = whole("$substrBytes", values[2], "length", 16035);
        if (start < 0) {
            throw new QueryError(50752, "$substrBytes:  starting index must be non-negative (got: " + start + ")");
        }
        if (start >= bytes.length) {
            return "";
        }
        int end = length < 0 ? bytes.length : (int) Math.min(bytes.length, (long) start + length);
        if ((bytes[start] & 0xc0) == 0x80) {
            throw new QueryError(28656, "$substrBytes:  Invalid range, starting index is a UTF-8 continuation byte.");
        }
        if (end < bytes.length && (bytes[end] & 0xc0) == 0x80) {
            throw new QueryError(28657, "$substrBytes:  Invalid range, ending index is in the middle of a UTF-8 "
                    + "character.");
        }
        return new String(bytes, start, end - start, StandardCharsets.UTF_8);
    }

    private static Object substrCodePoints(@Nullable Object[] values) {
        String text = coerced("$substrCP", values[0]);
        int start = whole("$substrCP", values[1], "starting index", 34450);
        int length = whole("$substrCP", values[2], "length", 34452);
        if (start < 0) {
            throw new QueryError(34455, "$substrCP: the starting index must be a non-negative integer.");
        }
        if (length < 0) {
            throw new QueryError(34454, "$substrCP: length must be a nonnegative integer.");
        }
        int count = text.codePointCount(0, text.length());
        if (start >= count) {
            return "";
        }
        int from = text.offsetByCodePoints(0, start);
        int to = text.offsetByCodePoints(0, (int) Math.min(count, (long) start + length));
        return text.substring(from, to);
    }

    private static @Nullable Object indexOf(String name, @Nullable Object[] values, boolean bytes) {
        if (Missing.orNull(values[0])) {
            return null;
        }
        if (!(values[0] instanceof String text)) {
            throw new QueryError(bytes ? 40091 : 40093, name + " requires a string as the first argument, found: "
                    + Types.name(values[0]));
        }
        if (!(values[1] instanceof String wanted)) {
            throw new QueryError(bytes ? 40092 : 40094, name + " requires a string as the second argument, found: "
                    + Types.name(values[1]));
        }
        int length = bytes ? utf8(text).length : text.codePointCount(0, text.length());
        int from = values.length > 2 ? index(name, values[2], "starting") : 0;
        int to = values.length > 3 ? Math.min(index(name, values[3], "ending"), length) : length;
        if (from > to || from > length) {
            return -1;
        }
        if (bytes) {
            byte[] all = utf8(text);
            byte[] part = utf8(wanted);
            for (int i = from; i + part.length <= to; i++) {
                if (Arrays.equals(all, i, i + part.length, part, 0, part.length)) {
                    return i;
                }
            }
            return -1;
        }
        String range = text.substring(0, text.offsetByCodePoints(0, to));
        int found = range.indexOf(wanted, text.offsetByCodePoints(0, from));
        return found < 0 ? -1 : text.codePointCount(0, found);
    }

    static int index(String name, @Nullable Object value, String which) {
        if (value == null || !Types.isWhole(value)) {
            throw new QueryError(40096, name + " requires an integral " + which + " index, found a value of type: "
                    + Types.name(value) + ", with value: " + Functions.show(value));
        }
        long index = ((Number) value).longValue();
        if (index < 0) {
            throw new QueryError(40097, name + " requires a nonnegative " + which + " index, found: " + index);
        }
        return (int) Math.min(index, Integer.MAX_VALUE);
    }

    private static void trimmer(String name, boolean left, boolean right) {
        specialSince(7, name, (operand, parser) -> {
            if (!(operand instanceof Document document)) {
                throw new QueryError(50696, name + " only supports an object as an argument, found "
                        + Types.name(operand));
            }
            for (String field : document.keySet()) {
                if (!field.equals("input") && !field.equals("chars")) {
                    throw new QueryError(50694, name + " found an unknown argument: " + field);
                }
            }
            if (!document.containsKey("input")) {
                throw new QueryError(50695, name + " requires an 'input' field");
            }
            Expression input = parser.parse(document.get("input"));
            Expression chars = Functions.optional(document, "chars", parser);
            return scope -> {
                Object value = input.evaluate(scope);
                if (Missing.orNull(value)) {
                    return null;
                }
                if (!(value instanceof String text)) {
                    throw new QueryError(50699, name + " requires its input to be a string, got "
                            + Functions.show(value) + " (of type " + Types.name(value) + ") instead.");
                }
                Object set = chars == null ? SPACES : chars.evaluate(scope);
                if (Missing.orNull(set)) {
                    return null;
                }
                if (!(set instanceof String given)) {
                    throw new QueryError(50700, name + " requires 'chars' to be a string, got "
                            + Functions.show(set) + " (of type " + Types.name(set) + ") instead.");
                }
                return trim(text, given, left, right);
            };
        });
    }

    private static String trim(String text, String chars, boolean left, boolean right) {
        int from = 0;
        int to = text.length();
        while (left && from < to && chars.indexOf(text.codePointAt(from)) >= 0) {
            from += Character.charCount(text.codePointAt(from));
        }
        while (right && to > from && chars.indexOf(text.codePointBefore(to)) >= 0) {
            to -= Character.charCount(text.codePointBefore(to));
        }
        return text.substring(from, to);
    }

    private static void regex(String name) {
        specialSince(8, name, (operand, parser) -> {
            if (!(operand instanceof Document document)) {
                throw new QueryError(51103, name + " expects an object of named arguments but found: "
                        + Types.name(operand));
            }
            for (String field : document.keySet()) {
                if (!List.of("input", "regex", "options").contains(field)) {
                    throw new QueryError(31024, name + " found unrecognized argument: " + field);
                }
            }
            if (!document.containsKey("input")) {
                throw new QueryError(31022, name + " requires 'input' parameter");
            }
            if (!document.containsKey("regex")) {
                throw new QueryError(31023, name + " requires 'regex' parameter");
            }
            Expression input = parser.parse(document.get("input"));
            Expression regex = parser.parse(document.get("regex"));
            Expression options = Functions.optional(document, "options", parser);
            if (regex instanceof Expression.Literal pattern
                    && (options == null || options instanceof Expression.Literal)) {
                pattern(name, pattern.value(), options == null ? null : ((Expression.Literal) options).value());
            }
            return scope -> {
                Pattern pattern = pattern(name, regex.evaluate(scope),
                        options == null ? null : options.evaluate(scope));
                Object value = input.evaluate(scope);
                if (!Missing.orNull(value) && pattern != null && !(value instanceof String)) {
                    throw new QueryError(51104, name + " needs 'input' to be of type string");
                }
                if (pattern == null || !(value instanceof String text)) {
                    return name.equals("$regexMatch")
                            ? (Object) false
                            : name.equals("$regexFind") ? null : new ArrayList<>();
                }
                Matcher matcher = pattern.matcher(text);
                return switch (name) {
                    case "$regexMatch" -> matcher.find();
                    case "$regexFind" -> matcher.find() ? found(matcher, text) : null;
                    default -> all(matcher, text);
                };
            };
        });
    }

    private static @Nullable Pattern pattern(String name, @Nullable Object regex, @Nullable Object options) {
        if (Missing.orNull(regex)) {
            return null;
        }
        String text;
        String flags = "";
        if (regex instanceof BsonRegularExpression expression) {
            text = expression.getPattern();
            flags = expression.getOptions();
        } else if (regex instanceof String pattern) {
            text = pattern;
        } else {
            throw new QueryError(51105, name + " needs 'regex' to be of type string or regex");
        }
        if (!Missing.orNull(options)) {
            if (!(options instanceof String given)) {
                throw new QueryError(51106, name + " needs 'options' to be of type string");
            }
            if (!flags.isEmpty()) {
                throw new QueryError(51107, name + ": found regex option(s) specified in both 'regex' and 'option' "
                        + "fields");
            }
            flags = given;
        }
        return Regex.compile(text, flags, 51111, "Invalid Regex in " + name + ": ");
    }

    private static Document found(Matcher matcher, String text) {
        List<@Nullable Object> captures = new ArrayList<>();
        for (int i = 1; i <= matcher.groupCount(); i++) {
            captures.add(matcher.group(i));
        }
        return new Document("match", matcher.group()).append("idx", text.codePointCount(0, matcher.start()))
                .append("captures", captures);
    }

    private static List<Object> all(Matcher matcher, String text) {
        List<Object> result = new ArrayList<>();
        while (matcher.find()) {
            result.add(found(matcher, text));
        }
        return result;
    }

    private static void replacer(String name, boolean all) {
        specialSince(9, name, (operand, parser) -> {
            Document document = named(name, operand, 51751, 51750, "", "input find replacement");
            Expression[] parts = new Expression[3];
            String[] names = {"input", "find", "replacement"};
            for (int i = 0; i < 3; i++) {
                if (!document.containsKey(names[i])) {
                    throw new QueryError(new int[]{51749, 51748, 51747}[i], name + " requires '" + names[i]
                            + "' to be specified");
                }
                parts[i] = parser.parse(document.get(names[i]));
            }
            return scope -> {
                @Nullable
                String[] texts = new String[3];
                boolean isNull = false;
                for (int i = 0; i < 3; i++) {
                    Object value = parts[i].evaluate(scope);
                    if (Missing.orNull(value)) {
                        isNull = true;
                    } else if (value instanceof String text) {
                        texts[i] = text;
                    } else {
                        throw new QueryError(new int[]{51746, 51745, 51744}[i], name + " requires that '" + names[i]
                                + "' be a string, found: " + Functions.show(value));
                    }
                }
                String input = texts[0];
                String find = texts[1];
                String replacement = texts[2];
                if (isNull || input == null || find == null || replacement == null) {
                    return null;
                }
                if (all) {
                    return input.replace(find, replacement);
                }
                int at = input.indexOf(find);
                return at < 0 ? input : input.substring(0, at) + replacement + input.substring(at + find.length());
            };
        });
    }
}
