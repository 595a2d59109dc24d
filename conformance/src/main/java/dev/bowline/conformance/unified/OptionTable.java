package dev.bowline.conformance.unified;

import dev.bowline.conformance.match.MismatchException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * How the arguments of an operation become the options of a method. An argument that is in no table is an error, not
 * ignored.
 */
final class OptionTable<S> {
    /** What every operation may have besides its options; handled where the entity is looked up. */
    private static final List<String> GENERAL = List.of("session", "timeoutMS");

    private final Map<String, BiConsumer<S, BsonValue>> setters;

    private OptionTable(Map<String, BiConsumer<S, BsonValue>> setters) {
        this.setters = setters;
    }

    static <S> OptionTable<S> empty() {
        return new OptionTable<>(Map.of());
    }

    /** The names of the options, besides the arguments of a method. */
    String[] namesAnd(String... required) {
        List<String> names = new ArrayList<>(setters.keySet());
        names.addAll(List.of(required));
        return names.toArray(String[]::new);
    }

    OptionTable<S> with(String name, BiConsumer<S, BsonValue> setter) {
        Map<String, BiConsumer<S, BsonValue>> more = new LinkedHashMap<>(setters);
        more.put(name, setter);
        return new OptionTable<>(more);
    }

    /** The options among the arguments; the required arguments are left to the caller. */
    Consumer<S> from(BsonDocument arguments, String... required) {
        for (String key : arguments.keySet()) {
            if (!setters.containsKey(key) && !List.of(required).contains(key) && !GENERAL.contains(key)) {
                throw new MismatchException("The argument \"" + key + "\" is not supported here");
            }
        }
        return among(arguments);
    }

    /** The options among arguments of which others belong to another table, where they are checked. */
    Consumer<S> among(BsonDocument arguments) {
        return options -> arguments.forEach((key, value) -> {
            BiConsumer<S, BsonValue> setter = setters.get(key);
            if (setter != null && !value.isNull()) {
                setter.accept(options, value);
            }
        });
    }
}
