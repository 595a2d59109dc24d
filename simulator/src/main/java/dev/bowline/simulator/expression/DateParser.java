package dev.bowline.simulator.expression;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads dates: the usual forms of ISO 8601 and a few more, or by a format. */
final class DateParser {
    private static final Pattern ISO = Pattern.compile("(\\d{4})(?:-?(\\d{2})(?:-?(\\d{2}))?)?"
            + "(?:[T ](\\d{1,2})(?::?(\\d{2})(?::?(\\d{2})(?:[.,](\\d{1,"
            + "9}))?)?)?)?\\s*(Z|[+-]\\d{2}(?::?\\d{2})?|GMT|UTC)?");
    private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";
    private static final Pattern WORDS = Pattern
            .compile(
                    "(?:\\w{3,9},? )?(\\w{3,9})\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})(?: "
                            + "(\\d{2}):(\\d{2})(?::(\\d{2}))?)?");
    private static final Pattern SLASHES = Pattern.compile("(\\d{1,2})/(\\d{1,2})/(\\d{4})");

    private DateParser() {}

    static Instant parse(String text, ZoneId zone, int code) {
        try {
            Matcher iso = ISO.matcher(text.trim());
            if (iso.matches()) {
                return iso(iso, zone);
            }
            Matcher words = WORDS.matcher(text.trim());
            if (words.matches() && month(words.group(1)) > 0) {
                return LocalDateTime.of(number(words.group(3), 0), month(words.group(1)), number(words.group(2), 1),
                        number(words.group(4), 0), number(words.group(5), 0), number(words.group(6), 0))
                        .atZone(zone).toInstant();
            }
            Matcher slashes = SLASHES.matcher(text.trim());
            if (slashes.matches()) {
                return LocalDateTime.of(number(slashes.group(3), 0), number(slashes.group(1), 1),
                        number(slashes.group(2), 1), 0, 0).atZone(zone).toInstant();
            }
        } catch (DateTimeException e) {
            throw invalid(text, code);
        }
        throw invalid(text, code);
    }

    private static QueryError invalid(String text, int code) {
        return new QueryError(code, "Error parsing date string '" + text + "'");
    }

    private static Instant iso(Matcher iso, ZoneId zone) {
        String fraction = iso.group(7) == null ? "0" : iso.group(7);
        int nanos = Integer.parseInt((fraction + "000000000").substring(0, 9)) / 1_000_000 * 1_000_000;
        LocalDateTime local = LocalDateTime.of(number(iso.group(1), 0), number(iso.group(2), 1),
                number(iso.group(3), 1), number(iso.group(4), 0), number(iso.group(5), 0), number(iso.group(6), 0),
                nanos);
        String given = iso.group(8);
        return local.atZone(given == null ? zone : zone(given)).toInstant();
    }

    private static int number(@Nullable String digits, int otherwise) {
        return digits == null ? otherwise : Integer.parseInt(digits);
    }

    static int month(String name) {
        if (name.length() < 3) {
            return 0;
        }
        String start = name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1, 3).toLowerCase(Locale.ROOT);
        int at = MONTHS.indexOf(start);
        return at % 3 == 0 ? at / 3 + 1 : 0;
    }

    /** The zone of this name or offset. */
    static ZoneId zone(String name) {
        try {
            if (name.equals("GMT") || name.equals("UTC") || name.equals("Z")) {
                return ZoneOffset.UTC;
            }
            if (name.matches("[+-]\\d{2}(:?\\d{2})?")) {
                return ZoneOffset.of(name.length() == 3
                        ? name + ":00"
                        : name.length() == 5
                                ? name.substring(0, 3) + ":" + name.substring(3)
                                : name);
            }
            if (name.isEmpty() || name.startsWith("+") || name.startsWith("-") || name.startsWith("UTC+")
                    || name.startsWith("GMT+")) {
                throw new DateTimeException(name);
            }
            return ZoneId.of(name, ZoneId.SHORT_IDS);
        } catch (DateTimeException e) {
            throw new QueryError(40485, "unrecognized time zone identifier: \"" + name + "\"");
        }
    }

    /** Reads a date by a format. */
    static Instant parse(String text, String format, ZoneId zone, int code) {
        int at = 0;
        int[] parts = {1970, 1, 1, 0, 0, 0, 0};
        int dayOfYear = 0;
        int isoYear = 0;
        int isoWeek = 0;
        int isoDay = 0;
        ZoneId used = zone;
        for (int i = 0; i < format.length(); i++) {
            char c = format.charAt(i);
            if (c != '%') {
                if (at >= text.length() || text.charAt(at) != c) {
                    throw mismatch(text, format, code);
                }
                at++;
                continue;
            }
            char specifier = format.charAt(++i);
            if (specifier == 'z' || specifier == 'Z') {
                Matcher matcher = (specifier == 'z'
                        ? Pattern.compile("[+-]\\d{2}:?\\d{2}|Z")
                        : Pattern.compile("[+-]\\d+")).matcher(text).region(at, text.length());
                if (!matcher.lookingAt()) {
                    throw mismatch(text, format, code);
                }
                used = specifier == 'z'
                        ? zone(matcher.group())
                        : ZoneOffset.ofTotalSeconds(60 * Integer.parseInt(matcher.group()));
                at = matcher.end();
                continue;
            }
            if (specifier == 'b' || specifier == 'B') {
                int end = at;
                while (end < text.length() && Character.isLetter(text.charAt(end))) {
                    end++;
                }
                parts[1] = month(text.substring(at, end));
                if (parts[1] == 0) {
                    throw mismatch(text, format, code);
                }
                at = end;
                continue;
            }
            if (specifier == '%') {
                at++;
                continue;
            }
            int width = specifier == 'Y' || specifier == 'G'
                    ? 4
                    : specifier == 'j' || specifier == 'L'
                            ? 3
                            : specifier == 'u' ? 1 : 2;
            int end = at;
            while (end < text.length() && end < at + width && Character.isDigit(text.charAt(end))) {
                end++;
            }
            if (end == at || (width == 4 && end - at < 4)) {
                throw mismatch(text, format, code);
            }
            int value = Integer.parseInt(text.substring(at, end));
            at = end;
            switch (specifier) {
                case 'Y' -> parts[0] = value;
                case 'm' -> parts[1] = value;
                case 'd' -> parts[2] = value;
                case 'H' -> parts[3] = value;
                case 'M' -> parts[4] = value;
                case 'S' -> parts[5] = value;
                case 'L' -> parts[6] = value;
                case 'j' -> dayOfYear = value;
                case 'G' -> isoYear = value;
                case 'V' -> isoWeek = value;
                case 'u' -> isoDay = value;
                default -> throw new QueryError(18536, "Invalid format character '%" + specifier + "'");
            }
        }
        if (at < text.length()) {
            throw new QueryError(code, "an error while parsing the date string: '" + text
                    + "'; trailing data");
        }
        try {
            LocalDateTime local = LocalDateTime.of(parts[0], parts[1], parts[2], parts[3], parts[4], parts[5],
                    parts[6] * 1_000_000);
            if (dayOfYear > 0) {
                local = local.withDayOfYear(dayOfYear);
            }
            if (isoYear > 0) {
                local = local.with(java.time.temporal.IsoFields.WEEK_BASED_YEAR, isoYear)
                        .with(java.time.temporal.IsoFields.WEEK_OF_WEEK_BASED_YEAR, Math.max(isoWeek, 1))
                        .with(java.time.DayOfWeek.of(Math.max(isoDay, 1)));
            }
            return ZonedDateTime.of(local, used).toInstant();
        } catch (DateTimeException e) {
            throw invalid(text, code);
        }
    }

    private static QueryError mismatch(String text, String format, int code) {
        return new QueryError(code, "Error parsing date string '" + text + "'; could not be parsed by the format '"
                + format + "'");
    }
}
