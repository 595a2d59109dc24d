package dev.bowline.simulator.expression;

import static dev.bowline.simulator.expression.Functions.special;
import static dev.bowline.simulator.expression.Functions.specialSince;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Missing;
import dev.bowline.simulator.bson.Types;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.TextStyle;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.bson.BsonTimestamp;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** Dates: their parts, formats and arithmetic. */
final class DateFunctions {
    private static final DateTimeFormatter ISO = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'")
            .withZone(ZoneOffset.UTC);
    private static final Set<String> UNITS = Set.of("year", "quarter", "week", "month", "day", "hour", "minute",
            "second", "millisecond");

    private DateFunctions() {}

    static void register() {
        part("$year", ZonedDateTime::getYear);
        part("$month", ZonedDateTime::getMonthValue);
        part("$dayOfMonth", ZonedDateTime::getDayOfMonth);
        part("$dayOfYear", ZonedDateTime::getDayOfYear);
        part("$dayOfWeek", time -> time.getDayOfWeek().getValue() % 7 + 1);
        part("$hour", ZonedDateTime::getHour);
        part("$minute", ZonedDateTime::getMinute);
        part("$second", ZonedDateTime::getSecond);
        part("$millisecond", time -> time.getNano() / 1_000_000);
        part("$week", DateFunctions::week);
        part("$isoWeek", time -> time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
        part("$isoDayOfWeek", time -> time.getDayOfWeek().getValue());
        part("$isoWeekYear", time -> time.get(IsoFields.WEEK_BASED_YEAR));
        special("$dateToString", DateFunctions::format);
        special("$dateFromString", DateFunctions::fromString);
        special("$dateToParts", DateFunctions::toParts);
        special("$dateFromParts", DateFunctions::fromParts);
        specialSince(13, "$dateAdd", (operand, parser) -> shift("$dateAdd", operand, parser, 1));
        specialSince(13, "$dateSubtract", (operand, parser) -> shift("$dateSubtract", operand, parser, -1));
        specialSince(13, "$dateDiff", DateFunctions::difference);
        specialSince(13, "$dateTrunc", DateFunctions::truncate);
    }

    static String iso(Instant date) {
        return ISO.format(date);
    }

    /** The week of the year, from 0; weeks begin on Sundays. */
    private static int week(ZonedDateTime time) {
        return (time.getDayOfYear() + 6 - time.getDayOfWeek().getValue() % 7) / 7;
    }

    /** The moment that a value of one of the types with a time stands for. */
    private static Instant date(@Nullable Object value) {
        return switch (value) {
            case Instant date -> date;
            case ObjectId id -> Instant.ofEpochSecond(Integer.toUnsignedLong(id.getTimestamp()));
            case BsonTimestamp time -> Instant.ofEpochSecond(Integer.toUnsignedLong(time.getTime()));
            case null, default -> throw new QueryError(16006, "can't convert from BSON type " + Types.name(value)
                    + " to Date");
        };
    }

    private static @Nullable ZoneId zone(@Nullable Expression expression, Scope scope) {
        if (expression == null) {
            return ZoneOffset.UTC;
        }
        Object value = expression.evaluate(scope);
        if (Missing.orNull(value)) {
            return null;
        }
        if (value instanceof String name) {
            return DateParser.zone(name);
        }
        throw new QueryError(40533, "timezone must evaluate to a string, found " + Types.name(value));
    }

    private static void part(String name, ToLongFunction<ZonedDateTime> part) {
        special(name, (operand, parser) -> {
            Object given = operand;
            Expression zone = null;
            if (operand instanceof Document document && !document.isEmpty() && !document.nameAt(0).startsWith("$")) {
                for (String field : document.keySet()) {
                    if (!field.equals("date") && !field.equals("timezone")) {
                        throw new QueryError(40535, "unrecognized option to " + name + ": \"" + field + "\"");
                    }
                }
                if (!document.containsKey("date")) {
                    throw new QueryError(40539, "missing 'date' argument to " + name + ", provided: " + name + ": "
                            + document);
                }
                given = document.get("date");
                zone = Functions.optional(document, "timezone", parser);
            } else if (operand instanceof List<?> list) {
                if (list.size() != 1) {
                    throw new QueryError(40536, name + " accepts exactly one argument if given an array, but was given "
                            + list.size());
                }
                given = list.get(0);
            }
            Expression date = parser.parse(given);
            Expression in = zone;
            boolean wide = name.equals("$isoWeekYear");
            return scope -> {
                ZoneId id = zone(in, scope);
                Object value = date.evaluate(scope);
                if (id == null || Missing.orNull(value)) {
                    return null;
                }
                long result = part.applyAsLong(date(value).atZone(id));
                return wide ? (Object) result : (Object) (int) result;
            };
        });
    }

    private static Document arguments(String name, @Nullable Object operand, int code, int unknown, String fields) {
        if (!(operand instanceof Document document)) {
            throw new QueryError(code, name + " only supports an object as its argument");
        }
        Set<String> known = Set.of(fields.split(" "));
        for (String field : document.keySet()) {
            if (!known.contains(field)) {
                throw new QueryError(unknown, "Unrecognized argument to " + name + ": " + field);
            }
        }
        return document;
    }

    private static Expression format(@Nullable Object operand, ExpressionParser parser) {
        Document document = arguments("$dateToString", operand, 18629, 18534, "format date timezone onNull");
        if (!document.containsKey("date")) {
            throw new QueryError(18628, "Missing 'date' parameter to $dateToString");
        }
        Expression date = parser.parse(document.get("date"));
        Expression format = Functions.optional(document, "format", parser);
        Expression zone = Functions.optional(document, "timezone", parser);
        Expression onNull = Functions.optional(document, "onNull", parser);
        if (format instanceof Expression.Literal literal && literal.value() instanceof String text) {
            checkFormat(text);
        }
        return scope -> {
            Object value = date.evaluate(scope);
            ZoneId id = zone(zone, scope);
            Object pattern = format == null
                    ? zone == null || ZoneOffset.UTC.equals(id) ? "%Y-%m-%dT%H:%M:%S.%LZ" : "%Y-%m-%dT%H:%M:%S.%L"
                    : format.evaluate(scope);
            if (Missing.orNull(value)) {
                return onNull == null ? null : onNull.evaluate(scope);
            }
            if (Missing.orNull(pattern) || id == null) {
                return null;
            }
            if (!(pattern instanceof String text)) {
                throw new QueryError(18533, "$dateToString requires that 'format' be a string, found: "
                        + Types.name(pattern));
            }
            checkFormat(text);
            return format(text, date(value).atZone(id));
        };
    }

    private static void checkFormat(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '%') {
                if (++i == text.length()) {
                    throw new QueryError(18535, "Unmatched '%' at end of format string");
                }
                if ("YmdHMSLjwuUVGzZ%bB".indexOf(text.charAt(i)) < 0) {
                    throw new QueryError(18536, "Invalid format character '%" + text.charAt(i)
                            + "' in format string");
                }
            }
        }
    }

    private static String format(String text, ZonedDateTime time) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) != '%') {
                out.append(text.charAt(i));
                continue;
            }
            int offset = time.getOffset().getTotalSeconds() / 60;
            switch (text.charAt(++i)) {
                case 'Y' -> out.append(digits(time.getYear(), 4));
                case 'm' -> out.append(digits(time.getMonthValue(), 2));
                case 'd' -> out.append(digits(time.getDayOfMonth(), 2));
                case 'H' -> out.append(digits(time.getHour(), 2));
                case 'M' -> out.append(digits(time.getMinute(), 2));
                case 'S' -> out.append(digits(time.getSecond(), 2));
                case 'L' -> out.append(digits(time.getNano() / 1_000_000, 3));
                case 'j' -> out.append(digits(time.getDayOfYear(), 3));
                case 'w' -> out.append(time.getDayOfWeek().getValue() % 7 + 1);
                case 'u' -> out.append(time.getDayOfWeek().getValue());
                case 'U' -> out.append(digits(week(time), 2));
                case 'V' -> out.append(digits(time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR), 2));
                case 'G' -> out.append(digits(time.get(IsoFields.WEEK_BASED_YEAR), 4));
                case 'z' -> out.append(offset < 0 ? '-' : '+').append(digits(Math.abs(offset) / 60, 2))
                        .append(digits(Math.abs(offset) % 60, 2));
                case 'Z' -> out.append(offset < 0 ? "-" : "+").append(digits(Math.abs(offset), 3));
                case 'b' -> out.append(time.getMonth().getDisplayName(TextStyle.SHORT, Locale.ENGLISH));
                case 'B' -> out.append(time.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH));
                default -> out.append('%');
            }
        }
        return out.toString();
    }

    private static String digits(int value, int width) {
        String text = Integer.toString(value);
        return "0".repeat(Math.max(0, width - text.length())) + text;
    }

    private static Expression fromString(@Nullable Object operand, ExpressionParser parser) {
        Document document = arguments("$dateFromString", operand, 40540, 40541,
                "dateString format timezone onError onNull");
        if (!document.containsKey("dateString")) {
            throw new QueryError(40542, "Missing 'dateString' parameter to $dateFromString");
        }
        Expression text = parser.parse(document.get("dateString"));
        Expression format = Functions.optional(document, "format", parser);
        Expression zone = Functions.optional(document, "timezone", parser);
        Expression onError = Functions.optional(document, "onError", parser);
        Expression onNull = Functions.optional(document, "onNull", parser);
        return scope -> {
            ZoneId id = zone(zone, scope);
            Object value = text.evaluate(scope);
            Object pattern = format == null ? null : format.evaluate(scope);
            if (Missing.orNull(value)) {
                return onNull == null ? null : onNull.evaluate(scope);
            }
            if (id == null || (format != null && Missing.orNull(pattern))) {
                return null;
            }
            try {
                if (!(value instanceof String string)) {
                    throw new QueryError(241, "$dateFromString requires that 'dateString' be a string, found: "
                            + Types.name(value) + " with value " + Functions.show(value));
                }
                if (pattern == null) {
                    return DateParser.parse(string, id, 241);
                }
                if (!(pattern instanceof String given)) {
                    throw new QueryError(40684, "$dateFromString requires that 'format' be a string, found: "
                            + Types.name(pattern));
                }
                return DateParser.parse(string, given, id, 241);
            } catch (QueryError e) {
                if (onError != null && e.code() == 241) {
                    return onError.evaluate(scope);
                }
                throw e;
            }
        };
    }

    private static Expression toParts(@Nullable Object operand, ExpressionParser parser) {
        Document document = arguments("$dateToParts", operand, 40524, 40520, "date timezone iso8601");
        if (!document.containsKey("date")) {
            throw new QueryError(40522, "Missing 'date' parameter to $dateToParts");
        }
        Expression date = parser.parse(document.get("date"));
        Expression zone = Functions.optional(document, "timezone", parser);
        Expression iso = Functions.optional(document, "iso8601", parser);
        return scope -> {
            Object value = date.evaluate(scope);
            ZoneId id = zone(zone, scope);
            Object weeks = iso == null ? (Object) false : iso.evaluate(scope);
            if (Missing.orNull(value) || id == null || Missing.orNull(weeks)) {
                return null;
            }
            if (!(weeks instanceof Boolean byWeek)) {
                throw new QueryError(40521, "iso8601 must evaluate to a bool, found " + Types.name(weeks));
            }
            ZonedDateTime time = date(value).atZone(id);
            Document result = byWeek
                    ? new Document("isoWeekYear", time.get(IsoFields.WEEK_BASED_YEAR))
                            .append("isoWeek", time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR))
                            .append("isoDayOfWeek", time.getDayOfWeek().getValue())
                    : new Document("year", time.getYear()).append("month", time.getMonthValue())
                            .append("day", time.getDayOfMonth());
            return result.append("hour", time.getHour()).append("minute", time.getMinute())
                    .append("second", time.getSecond()).append("millisecond", time.getNano() / 1_000_000);
        };
    }

    private static Expression fromParts(@Nullable Object operand, ExpressionParser parser) {
        Document document = arguments("$dateFromParts", operand, 40519, 40518, "year isoWeekYear month isoWeek day "
                + "isoDayOfWeek hour minute second millisecond timezone");
        boolean iso = document.containsKey("isoWeekYear");
        if (iso == document.containsKey("year")) {
            throw iso
                    ? new QueryError(40489, "$dateFromParts does not allow mixing natural dates with ISO dates")
                    : new QueryError(40516, "$dateFromParts requires either 'year' or 'isoWeekYear' to be present");
        }
        Map<String, Expression> parts = new HashMap<>();
        for (String name : document.keySet()) {
            if (!name.equals("timezone")) {
                parts.put(name, parser.parse(document.get(name)));
            }
        }
        Expression zone = Functions.optional(document, "timezone", parser);
        return scope -> {
            ZoneId id = zone(zone, scope);
            Map<String, Long> values = new HashMap<>();
            boolean isNull = id == null;
            for (Map.Entry<String, Expression> entry : parts.entrySet()) {
                Object value = entry.getValue().evaluate(scope);
                if (Missing.orNull(value)) {
                    isNull = true;
                } else if (value == null || !Types.isWhole(value)) {
                    throw new QueryError(40515, "'" + entry.getKey() + "' must evaluate to an integer, found "
                            + Types.name(value) + " with value " + Functions.show(value));
                } else {
                    values.put(entry.getKey(), ((Number) value).longValue());
                }
            }
            if (isNull || id == null) {
                return null;
            }
            long year = values.getOrDefault(iso ? "isoWeekYear" : "year", 1970L);
            if (year < 1 || year > 9999) {
                throw new QueryError(40523, "'" + (iso ? "isoWeekYear" : "year")
                        + "' must evaluate to an integer in the range 1 to 9999, found " + year);
            }
            LocalDateTime start = LocalDateTime.of((int) year, 1, 1, 0, 0);
            LocalDateTime day = iso
                    ? start.withMonth(1).withDayOfMonth(4).with(DayOfWeek.MONDAY)
                            .plusWeeks(values.getOrDefault("isoWeek", 1L) - 1)
                            .plusDays(values.getOrDefault("isoDayOfWeek", 1L) - 1)
                    : start.plusMonths(values.getOrDefault("month", 1L) - 1)
                            .plusDays(values.getOrDefault("day", 1L) - 1);
            return day.plusHours(values.getOrDefault("hour", 0L)).plusMinutes(values.getOrDefault("minute", 0L))
                    .plusSeconds(values.getOrDefault("second", 0L))
                    .plus(values.getOrDefault("millisecond", 0L), ChronoUnit.MILLIS).atZone(id).toInstant();
        };
    }

    private static String unit(String name, @Nullable Object value) {
        if (!(value instanceof String unit)) {
            throw new QueryError(5439013, name + " requires 'unit' to be a string, but got " + Types.name(value));
        }
        if (!UNITS.contains(unit)) {
            throw new QueryError(9, "unknown time unit value: " + unit);
        }
        return unit;
    }

    private static ZonedDateTime plus(ZonedDateTime time, String unit, long amount) {
        try {
            return switch (unit) {
                case "year" -> time.plusYears(amount);
                case "quarter" -> time.plusMonths(Math.multiplyExact(amount, 3));
                case "month" -> time.plusMonths(amount);
                case "week" -> time.plusWeeks(amount);
                case "day" -> time.plusDays(amount);
                case "hour" -> time.plusHours(amount);
                case "minute" -> time.plusMinutes(amount);
                case "second" -> time.plusSeconds(amount);
                default -> time.plus(amount, ChronoUnit.MILLIS);
            };
        } catch (DateTimeException | ArithmeticException e) {
            throw new QueryError(5166406, "$dateAdd overflowed");
        }
    }

    private static Expression shift(String name, @Nullable Object operand, ExpressionParser parser, int sign) {
        Document document = arguments(name, operand, 5166400, 5166401, "startDate unit amount timezone");
        for (String field : List.of("startDate", "unit", "amount")) {
            if (!document.containsKey(field)) {
                throw new QueryError(5166402, name + " requires startDate, unit, and amount to be present");
            }
        }
        Expression start = parser.parse(document.get("startDate"));
        Expression unit = parser.parse(document.get("unit"));
        Expression amount = parser.parse(document.get("amount"));
        Expression zone = Functions.optional(document, "timezone", parser);
        return scope -> {
            Object from = start.evaluate(scope);
            Object in = unit.evaluate(scope);
            Object by = amount.evaluate(scope);
            ZoneId id = zone(zone, scope);
            if (Missing.orNull(from) || Missing.orNull(in) || Missing.orNull(by) || id == null) {
                return null;
            }
            if (!(from instanceof Instant) && !(from instanceof ObjectId) && !(from instanceof BsonTimestamp)) {
                throw new QueryError(5166403, name + " requires startDate to be convertible to a date");
            }
            String text = unit(name, in);
            if (!Types.isWhole(by) || !(by instanceof Number number)) {
                throw new QueryError(5166405, name + " expects integer amount of time units");
            }
            return plus(date(from).atZone(id), text, sign * number.longValue()).toInstant();
        };
    }

    private static DayOfWeek weekStart(@Nullable Object value) {
        if (value instanceof String text) {
            for (DayOfWeek day : DayOfWeek.values()) {
                String name = day.name().toLowerCase(Locale.ROOT);
                if (text.equalsIgnoreCase(name) || text.equalsIgnoreCase(name.substring(0, 3))) {
                    return day;
                }
            }
        }
        throw new QueryError(9, "unknown day of week value: " + value);
    }

    private static Expression difference(@Nullable Object operand, ExpressionParser parser) {
        Document document = arguments("$dateDiff", operand, 5166301, 5166302,
                "startDate endDate unit timezone startOfWeek");
        for (String field : List.of("startDate", "endDate", "unit")) {
            if (!document.containsKey(field)) {
                throw new QueryError(5166303, "Missing '" + field + "' parameter to $dateDiff");
            }
        }
        Expression start = parser.parse(document.get("startDate"));
        Expression end = parser.parse(document.get("endDate"));
        Expression unit = parser.parse(document.get("unit"));
        Expression zone = Functions.optional(document, "timezone", parser);
        Expression week = Functions.optional(document, "startOfWeek", parser);
        return scope -> {
            Object from = start.evaluate(scope);
            Object to = end.evaluate(scope);
            Object in = unit.evaluate(scope);
            ZoneId id = zone(zone, scope);
            if (Missing.orNull(from) || Missing.orNull(to) || Missing.orNull(in) || id == null) {
                return null;
            }
            String text = unit("$dateDiff", in);
            DayOfWeek first = week == null ? DayOfWeek.SUNDAY : weekStart(week.evaluate(scope));
            ZonedDateTime a = floor(date(from).atZone(id), text, 1, first);
            ZonedDateTime b = floor(date(to).atZone(id), text, 1, first);
            return switch (text) {
                case "year" -> (long) b.getYear() - a.getYear();
                case "quarter" -> ChronoUnit.MONTHS.between(a.toLocalDate(), b.toLocalDate()) / 3;
                case "month" -> ChronoUnit.MONTHS.between(a.toLocalDate(), b.toLocalDate());
                case "week" -> ChronoUnit.DAYS.between(a.toLocalDate(), b.toLocalDate()) / 7;
                case "day" -> ChronoUnit.DAYS.between(a.toLocalDate(), b.toLocalDate());
                case "hour" -> ChronoUnit.HOURS.between(a, b);
                case "minute" -> ChronoUnit.MINUTES.between(a, b);
                case "second" -> ChronoUnit.SECONDS.between(a, b);
                default -> ChronoUnit.MILLIS.between(a, b);
            };
        };
    }

    private static Expression truncate(@Nullable Object operand, ExpressionParser parser) {
        Document document = arguments("$dateTrunc", operand, 5439007, 5439008,
                "date unit binSize timezone startOfWeek");
        for (String field : List.of("date", "unit")) {
            if (!document.containsKey(field)) {
                throw new QueryError(5439009, "Missing '" + field + "' parameter to $dateTrunc");
            }
        }
        Expression date = parser.parse(document.get("date"));
        Expression unit = parser.parse(document.get("unit"));
        Expression size = Functions.optional(document, "binSize", parser);
        Expression zone = Functions.optional(document, "timezone", parser);
        Expression week = Functions.optional(document, "startOfWeek", parser);
        return scope -> {
            Object value = date.evaluate(scope);
            Object in = unit.evaluate(scope);
            Object bin = size == null ? (Object) 1 : size.evaluate(scope);
            ZoneId id = zone(zone, scope);
            if (Missing.orNull(value) || Missing.orNull(in) || Missing.orNull(bin) || id == null) {
                return null;
            }
            String text = unit("$dateTrunc", in);
            if (!Types.isWhole(bin) || !(bin instanceof Number number)) {
                throw new QueryError(5439017, "$dateTrunc requires 'binSize' to be a 64-bit integer, but got value "
                        + Functions.show(bin) + " of type " + Types.name(bin));
            }
            if (number.longValue() < 1) {
                throw new QueryError(5439018, "$dateTrunc requires 'binSize' to be greater than 0, but got value "
                        + number);
            }
            DayOfWeek first = week == null ? DayOfWeek.SUNDAY : weekStart(week.evaluate(scope));
            return floor(date(value).atZone(id), text, number.longValue(), first).toInstant();
        };
    }

    /** The beginning of the bin that a time falls into; bins are counted from the beginning of the year 2000. */
    @SuppressWarnings("RefactorSwitch")
    private static ZonedDateTime floor(ZonedDateTime time, String unit, long size, DayOfWeek weekStart) {
        ZonedDateTime origin = ZonedDateTime.of(2000, 1, 1, 0, 0, 0, 0, time.getZone());
        switch (unit) {
            case "year", "quarter", "month" -> {
                long months = size * (unit.equals("year") ? 12 : unit.equals("quarter") ? 3 : 1);
                long since = (time.getYear() - 2000L) * 12 + time.getMonthValue() - 1;
                return origin.plusMonths(Math.floorDiv(since, months) * months);
            }
            case "week", "day" -> {
                if (unit.equals("week")) {
                    while (origin.getDayOfWeek() != weekStart) {
                        origin = origin.plusDays(1);
                    }
                }
                long days = size * (unit.equals("week") ? 7 : 1);
                long since = time.toLocalDate().toEpochDay() - origin.toLocalDate().toEpochDay();
                return origin.plusDays(Math.floorDiv(since, days) * days);
            }
            default -> {
                long millis = size * switch (unit) {
                    case "hour" -> 3_600_000L;
                    case "minute" -> 60_000L;
                    case "second" -> 1000L;
                    default -> 1L;
                };
                long since = time.toInstant().toEpochMilli() - origin.toInstant().toEpochMilli();
                return origin.plus(Math.floorDiv(since, millis) * millis, ChronoUnit.MILLIS);
            }
        }
    }
}
