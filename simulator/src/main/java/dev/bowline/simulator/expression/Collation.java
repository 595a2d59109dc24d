package dev.bowline.simulator.expression;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Numbers;
import dev.bowline.simulator.bson.Order;
import dev.bowline.simulator.bson.Types;
import java.text.Normalizer;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How strings compare in a language: by letters, then accents, then case. Each string becomes a key whose chars compare
 * like the strings; the letters of a few languages that stand elsewhere than in the root order are moved.
 */
public final class Collation implements Comparator<String> {
    private static final Set<String> ROOT_ORDER = Set.of("en", "en_US", "en_GB", "de", "de_AT", "fr", "it", "pt", "nl",
            "id", "ms", "ga", "zu", "ca", "ka", "lb", "sw");
    /** Letters that come after another one instead of being variants of it. */
    private static final Map<String, String> MOVED = Map.of("es", "ñn", "sv", "åzäzöz", "fi", "åzäzöz", "da",
            "æzøzåz", "nb", "æzøzåz", "nn", "æzøzåz", "no", "æzøzåz");
    private static final Set<String> FIELDS = Set.of("locale", "strength", "caseLevel", "caseFirst",
            "numericOrdering", "alternate", "maxVariable", "normalization", "backwards", "version");
    private static final char LEVEL = '\u0000';

    private final Document spec;
    private final String moved;
    private final int strength;
    private final boolean caseLevel;
    private final boolean upperFirst;
    private final boolean numeric;
    private final boolean shifted;
    private final boolean backwards;

    private Collation(Document spec) {
        this.spec = spec;
        String locale = String.valueOf(spec.get("locale"));
        this.moved = MOVED.getOrDefault(locale, "");
        this.strength = spec.get("strength") instanceof Number n ? n.intValue() : 3;
        this.caseLevel = Boolean.TRUE.equals(spec.get("caseLevel"));
        this.upperFirst = "upper".equals(spec.get("caseFirst"));
        this.numeric = Boolean.TRUE.equals(spec.get("numericOrdering"));
        this.shifted = "shifted".equals(spec.get("alternate"));
        this.backwards = Boolean.TRUE.equals(spec.get("backwards"));
    }

    /** Reads a collation; null if there is none or it is the simple one. */
    public static @Nullable Collation parse(@Nullable Document spec) {
        if (spec == null || spec.isEmpty()) {
            return null;
        }
        for (String name : spec.keySet()) {
            if (!FIELDS.contains(name)) {
                throw new QueryError(9, "Collation spec contains unknown field. Collation spec: " + spec);
            }
        }
        if (!(spec.get("locale") instanceof String locale)) {
            throw spec.containsKey("locale")
                    ? new QueryError(14, "\"locale\" had the wrong type. Expected string, found "
                            + Types.name(spec.get("locale")))
                    : new QueryError(40414, "BSON field 'collation.locale' is missing but a required field");
        }
        Object strength = spec.get("strength");
        if (strength != null && (!Types.isWhole(strength)
                || Numbers.dbl(strength) < 1 || Numbers.dbl(strength) > 5)) {
            throw new QueryError(51024, "BSON field 'strength' value must be >= 1 and <= 5, actual value '"
                    + strength + "'");
        }
        choice(spec, "caseFirst", Set.of("upper", "lower", "off"));
        choice(spec, "alternate", Set.of("non-ignorable", "shifted"));
        choice(spec, "maxVariable", Set.of("punct", "space"));
        if (locale.equals("simple")) {
            if (spec.size() > 1 && !(spec.size() == 2 && spec.containsKey("version"))) {
                throw new QueryError(2, "If 'locale' is set to 'simple', no other collation options may be set: "
                        + spec);
            }
            return null;
        }
        if (!ROOT_ORDER.contains(locale) && !MOVED.containsKey(locale)) {
            if (!locale.matches("[a-z]{2,3}([_@].+)?")) {
                throw new QueryError(2, "Field 'locale' is invalid in: " + spec);
            }
            throw QueryError.notSimulated("the collation locale '" + locale + "'");
        }
        return new Collation(spec);
    }

    private static void choice(Document spec, String field, Set<String> choices) {
        Object value = spec.get(field);
        if (value != null && !(value instanceof String text && choices.contains(text))) {
            throw new QueryError(2, "Enumeration value '" + value + "' for field 'collation." + field
                    + "' is not a valid value.");
        }
    }

    public static Order order(@Nullable Collation collation) {
        return collation == null ? Order.BINARY : new Order(collation);
    }

    /** The collation with all of its options, as catalogs show it. */
    public Document full() {
        return new Document("locale", spec.get("locale")).append("caseLevel", caseLevel)
                .append("caseFirst", spec.getOrDefault("caseFirst", "off")).append("strength", strength)
                .append("numericOrdering", numeric).append("alternate", spec.getOrDefault("alternate", "non-ignorable"))
                .append("maxVariable", spec.getOrDefault("maxVariable", "punct"))
                .append("normalization", spec.getOrDefault("normalization", false)).append("backwards", backwards)
                .append("version", "57.1");
    }

    @Override
    public int compare(String a, String b) {
        return a.equals(b) ? 0 : key(a).compareTo(key(b));
    }

    /** A string that is equal for strings that the collation takes for equal, and compares as they do. */
    public String key(String text) {
        String decomposed = Normalizer.normalize(text, Normalizer.Form.NFD);
        StringBuilder letters = new StringBuilder();
        StringBuilder accents = new StringBuilder();
        StringBuilder cases = new StringBuilder();
        String source = moved.isEmpty() ? decomposed : Normalizer.normalize(text, Normalizer.Form.NFC);
        for (int i = 0; i < source.length(); i++) {
            char c = source.charAt(i);
            int place = moved.indexOf(Character.toLowerCase(c));
            if (place >= 0 && place % 2 == 0) {
                primary(moved.charAt(place + 1), letters);
                letters.append((char) (1 + place));
                accents.append('\u0001');
                cases.append(caseOf(c));
                continue;
            }
            if (!moved.isEmpty() && c > 127) {
                String parts = Normalizer.normalize(String.valueOf(c), Normalizer.Form.NFD);
                for (int j = 0; j < parts.length(); j++) {
                    letter(parts, j, letters, accents, cases);
                }
                continue;
            }
            i = letter(source, i, letters, accents, cases);
        }
        StringBuilder key = new StringBuilder(letters);
        if (strength >= 2) {
            key.append(LEVEL).append(backwards ? accents.reverse() : accents);
        }
        if (strength >= 3 || caseLevel) {
            key.append(LEVEL).append(cases);
        }
        if (strength >= 4) {
            key.append(LEVEL).append(text);
        }
        return key.toString();
    }

    private int letter(String source, int at, StringBuilder letters, StringBuilder accents, StringBuilder cases) {
        char c = source.charAt(at);
        int type = Character.getType(c);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
            accents.append(c);
            return at;
        }
        if (numeric && c >= '0' && c <= '9') {
            int end = at;
            while (end < source.length() && Character.isDigit(source.charAt(end))) {
                end++;
            }
            String digits = source.substring(at, end).replaceFirst("^0+(?=.)", "");
            letters.append('\u0300').append((char) (1 + digits.length())).append(digits);
            accents.append('\u0001');
            cases.append('a');
            return end - 1;
        }
        if (shifted && !Character.isLetterOrDigit(c)) {
            return at;
        }
        String expanded = expansion(c);
        for (int i = 0; i < expanded.length(); i++) {
            primary(expanded.charAt(i), letters);
            accents.append('\u0001');
            cases.append(caseOf(c));
        }
        return at;
    }

    private char caseOf(char c) {
        boolean upper = Character.isUpperCase(c);
        return upper == upperFirst ? 'a' : 'b';
    }

    private static String expansion(char c) {
        return switch (c) {
            case 'ß' -> "ss";
            case 'æ', 'Æ' -> "ae";
            case 'œ', 'Œ' -> "oe";
            case 'ø', 'Ø' -> "o";
            default -> String.valueOf(c);
        };
    }

    /** White space, then punctuation, then other symbols, then digits, then letters. */
    private static void primary(char c, StringBuilder letters) {
        int group = Character.isWhitespace(c)
                ? 1
                : Character.isDigit(c)
                        ? 4
                        : Character.isLetter(c)
                                ? 5
                                : "_-,;:!?.'\"()[]{}@*/\\&#%".indexOf(c) >= 0 ? 2 : 3;
        int place = "_-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$".indexOf(c);
        letters.append((char) (0x100 * group)).append(place >= 0 ? (char) (place + 1) : Character.toLowerCase(c));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Collation collation && full().equals(collation.full());
    }

    @Override
    public int hashCode() {
        return Objects.hash(spec.get("locale"), strength);
    }

    @Override
    public String toString() {
        return full().toString();
    }
}
