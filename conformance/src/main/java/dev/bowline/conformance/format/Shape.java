package dev.bowline.conformance.format;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * A rule about one value of a test file. It throws {@link InvalidTestFileException} naming the place that breaks it.
 */
@FunctionalInterface
interface Shape {
    void check(BsonValue value, String at);

    /** Both rules hold. */
    default Shape and(Shape other) {
        return (value, at) -> {
            check(value, at);
            other.check(value, at);
        };
    }

    static Shape anything() {
        return (value, at) -> {};
    }

    static Shape string() {
        return (value, at) -> require(value.isString(), at, "must be a string");
    }

    static Shape bool() {
        return (value, at) -> require(value.isBoolean(), at, "must be a boolean");
    }

    static Shape integer() {
        return (value, at) -> require(value.isInt32() || value.isInt64(), at, "must be an integer");
    }

    static Shape document() {
        return (value, at) -> require(value.isDocument(), at, "must be an object");
    }

    static Shape constant(boolean expected) {
        return (value, at) -> require(value.isBoolean() && value.asBoolean().getValue() == expected, at,
                "can only be " + expected);
    }

    static Shape matching(String regex) {
        Pattern pattern = Pattern.compile(regex);
        return string().and((value, at) -> require(pattern.matcher(value.asString().getValue()).matches(), at,
                "\"" + value.asString().getValue() + "\" must match " + regex));
    }

    static Shape oneOf(String... words) {
        List<String> allowed = List.of(words);
        return string().and((value, at) -> require(allowed.contains(value.asString().getValue()), at,
                "\"" + value.asString().getValue() + "\" must be one of " + allowed));
    }

    static Shape listOf(Shape element) {
        return (value, at) -> {
            require(value.isArray(), at, "must be an array");
            BsonArray array = value.asArray();
            for (int i = 0; i < array.size(); i++) {
                element.check(array.get(i), at + "[" + i + "]");
            }
        };
    }

    static Shape nonEmptyListOf(Shape element) {
        return listOf(element).and((value, at) -> require(!value.asArray().isEmpty(), at, "must not be empty"));
    }

    /** An object with exactly one key, whose value obeys the rule of that key. */
    static Shape choice(Map<String, Shape> byKey) {
        return new Fields(byKey, List.of()).and((value, at) -> require(value.asDocument().size() == 1, at,
                "must have exactly one key, has " + value.asDocument().size()));
    }

    static Shape nonEmpty(Shape shape) {
        return shape.and((value, at) -> require(!value.asDocument().isEmpty(), at, "must have at least one key"));
    }

    static Shape exclusive(String... keys) {
        return (value, at) -> {
            List<String> present = Arrays.stream(keys).filter(value.asDocument()::containsKey).toList();
            require(present.size() < 2, at, "cannot have all of " + present);
        };
    }

    static Fields fields() {
        return new Fields(Map.of(), List.of());
    }

    static void require(boolean holds, String at, String otherwise) {
        if (!holds) {
            throw new InvalidTestFileException((at.isEmpty() ? "The file" : at) + " " + otherwise);
        }
    }

    /** An object with known keys only, some of them required. */
    record Fields(Map<String, Shape> known, List<String> required) implements Shape {
        Fields with(String key, Shape shape) {
            Map<String, Shape> more = new LinkedHashMap<>(known);
            more.put(key, shape);
            return new Fields(more, required);
        }

        Fields needs(String key, Shape shape) {
            Fields more = with(key, shape);
            return new Fields(more.known, append(required, key));
        }

        @Override
        public void check(BsonValue value, String at) {
            require(value.isDocument(), at, "must be an object");
            BsonDocument document = value.asDocument();
            for (String key : required) {
                require(document.containsKey(key), at, "lacks the key \"" + key + "\"");
            }
            for (Map.Entry<String, BsonValue> entry : document.entrySet()) {
                Shape shape = known.get(entry.getKey());
                if (shape == null) {
                    throw new InvalidTestFileException((at.isEmpty() ? "The file" : at) + " has an unknown key \""
                            + entry.getKey() + "\"; known are " + new TreeSet<>(known.keySet()));
                }
                shape.check(entry.getValue(), at.isEmpty() ? entry.getKey() : at + "." + entry.getKey());
            }
        }

        private static List<String> append(List<String> list, String element) {
            List<String> longer = new java.util.ArrayList<>(list);
            longer.add(element);
            return List.copyOf(longer);
        }
    }
}
