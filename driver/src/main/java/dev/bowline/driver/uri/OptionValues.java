package dev.bowline.driver.uri;

import dev.bowline.concern.TagSet;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.bson.UuidRepresentation;

/** Turns the text of an option into a value of its type, or rejects it. */
final class OptionValues {
    static final int MAX_APP_NAME_BYTES = 128;
    /** The shortest max staleness any deployment accepts; see the max staleness specification. */
    static final int SMALLEST_MAX_STALENESS_SECONDS = 90;
    private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]{1,12}");
    /** RFC 6335, but as long as a DNS label may be without its underscore. */
    private static final Pattern SERVICE_NAME = Pattern.compile("(?=.*[A-Za-z])[A-Za-z0-9]+(-[A-Za-z0-9]+)*");
    private static final List<String> KNOWN_COMPRESSORS = List.of("zstd", "zlib", "snappy");

    private OptionValues() {}

    /** Reads values that are still percent-encoded, known to be so correctly. A remark becomes a warning. */
    @FunctionalInterface
    interface Reader<T> {
        T read(List<String> encoded, Consumer<String> remarks) throws OptionRejectedException;
    }

    /** Reads the decoded, non-empty value of an option that counts once. */
    private interface SingleReader<T> {
        T read(String value) throws OptionRejectedException;
    }

    private static <T> Reader<T> single(SingleReader<T> reader) {
        return (encoded, remarks) -> reader.read(decode(last(encoded)));
    }

    private static String last(List<String> encoded) throws OptionRejectedException {
        String value = encoded.getLast();
        if (value.isEmpty()) {
            throw new OptionRejectedException("its value is empty");
        }
        return value;
    }

    private static String decode(String encoded) {
        return Objects.requireNonNull(PercentEncoding.decode(encoded));
    }

    static Reader<String> text() {
        return single(value -> value);
    }

    static Reader<Boolean> flag() {
        return single(value -> switch (value.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new OptionRejectedException("its value is neither 'true' nor 'false'");
        });
    }

    /**
     * Accepts, with a remark, the spellings that the connection string specification recommends for the oldest options.
     * Ignoring {@code ssl=1} instead would quietly send in the clear what was meant to be encrypted.
     */
    static Reader<Boolean> legacyFlag() {
        return (encoded, remarks) -> {
            String value = decode(last(encoded));
            boolean isTrue = List.of("1", "yes", "y", "t").contains(value);
            if (isTrue || List.of("0", "-1", "no", "n", "f").contains(value)) {
                remarks.accept("its value is deprecated and read as '" + isTrue + "'");
                return isTrue;
            }
            return flag().read(encoded, remarks);
        };
    }

    static Reader<Integer> integer(int min) {
        return integer(min, Integer.MAX_VALUE);
    }

    static Reader<Integer> integer(int min, int max) {
        return single(value -> parseInteger(value, min, max));
    }

    private static int parseInteger(String value, int min, int max) throws OptionRejectedException {
        if (!INTEGER.matcher(value).matches()) {
            throw new OptionRejectedException("its value is not a whole number");
        }
        long number = Long.parseLong(value);
        if (number < min) {
            throw new OptionRejectedException("its value is below " + min);
        }
        if (number > max) {
            throw new OptionRejectedException("its value is above " + max);
        }
        return (int) number;
    }

    static Reader<Integer> maxStaleness() {
        return single(value -> {
            int seconds = parseInteger(value, -1, Integer.MAX_VALUE);
            if (seconds != -1 && seconds < SMALLEST_MAX_STALENESS_SECONDS) {
                throw new OptionRejectedException(
                        "its value is neither -1 nor at least " + SMALLEST_MAX_STALENESS_SECONDS);
            }
            return seconds;
        });
    }

    static <T> Reader<T> oneOf(T[] values, Function<T, String> name) {
        List<T> known = List.of(values);
        return single(text -> {
            for (T value : known) {
                if (name.apply(value).equalsIgnoreCase(text)) {
                    return value;
                }
            }
            throw new OptionRejectedException("its value is not one of " + known.stream().map(name).toList());
        });
    }

    static Reader<String> appName() {
        return single(value -> {
            int length = value.getBytes(StandardCharsets.UTF_8).length;
            if (length > MAX_APP_NAME_BYTES) {
                throw new OptionRejectedException(
                        "its value has " + length + " bytes of UTF-8, more than " + MAX_APP_NAME_BYTES);
            }
            return value;
        });
    }

    static Reader<String> serviceName() {
        return single(value -> {
            if (value.length() > 62 || !SERVICE_NAME.matcher(value).matches()) {
                throw new OptionRejectedException("its value is not a service name as RFC 6335 defines it");
            }
            return value;
        });
    }

    /** The names that are known, in order, each once. */
    static Reader<List<String>> compressors() {
        return (encoded, remarks) -> {
            List<String> names = new ArrayList<>();
            for (String name : decode(last(encoded)).split(",", -1)) {
                if (!KNOWN_COMPRESSORS.contains(name)) {
                    remarks.accept("it names a compressor that is not one of " + KNOWN_COMPRESSORS);
                } else if (!names.contains(name)) {
                    names.add(name);
                }
            }
            if (names.isEmpty()) {
                throw new OptionRejectedException("no compressor remains");
            }
            return List.copyOf(names);
        };
    }

    static Reader<List<TagSet>> tagSets() {
        return (encoded, remarks) -> {
            List<TagSet> tagSets = new ArrayList<>();
            for (String value : encoded) {
                tagSets.add(new TagSet(value.isEmpty() ? Map.of() : pairs(value, remarks)));
            }
            return List.copyOf(tagSets);
        };
    }

    static Reader<Map<String, String>> properties() {
        return (encoded, remarks) -> Collections.unmodifiableMap(pairs(last(encoded), remarks));
    }

    /**
     * Splits before it decodes, so that a value may contain an encoded comma or colon; unless the colons are encoded
     * too, as some encode the whole.
     */
    private static Map<String, String> pairs(String encoded, Consumer<String> remarks)
            throws OptionRejectedException {
        boolean whole = encoded.indexOf(':') < 0;
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String pair : (whole ? decode(encoded) : encoded).split(",", -1)) {
            int colon = pair.indexOf(':');
            if (colon < 1) {
                throw new OptionRejectedException("its value is not a list of name:value pairs separated by commas");
            }
            String name = pair.substring(0, colon);
            String value = pair.substring(colon + 1);
            String plainName = whole ? name : decode(name);
            String plainValue = whole ? value : decode(value);
            if (plainName.indexOf(',') >= 0 || plainValue.indexOf(',') >= 0) {
                remarks.accept("one of its pairs holds a comma, which not every driver understands");
            }
            pairs.put(plainName, plainValue);
        }
        return pairs;
    }

    /**
     * An Integer or a String: {@code w} may be either. Whether the number makes sense is the write concern's business.
     */
    static Reader<Object> w() {
        return single(value -> {
            if (!INTEGER.matcher(value).matches()) {
                return value;
            }
            return parseInteger(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
        });
    }

    static Reader<UuidRepresentation> uuidRepresentation() {
        return single(value -> switch (value) {
            case "unspecified" -> UuidRepresentation.UNSPECIFIED;
            case "standard" -> UuidRepresentation.STANDARD;
            case "csharpLegacy" -> UuidRepresentation.C_SHARP_LEGACY;
            case "javaLegacy" -> UuidRepresentation.JAVA_LEGACY;
            case "pythonLegacy" -> UuidRepresentation.PYTHON_LEGACY;
            default -> throw new OptionRejectedException(
                    "its value is not one of unspecified, standard, csharpLegacy, javaLegacy, pythonLegacy");
        });
    }
}
