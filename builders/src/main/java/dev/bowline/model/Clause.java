package dev.bowline.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.bson.BsonDocument;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * The names and values of a document, in order. A value may be anything that {@link Values} can render, another
 * clause or a list of them included.
 */
final class Clause implements Bson {
    private final List<String> names;
    private final List<@Nullable Object> values;

    private Clause(List<String> names, List<@Nullable Object> values) {
        this.names = names;
        this.values = values;
    }

    static Clause empty() {
        return new Clause(List.of(), List.of());
    }

    static Clause of(String name, @Nullable Object value) {
        return new Clause(List.of(Objects.requireNonNull(name, "name")), Collections.singletonList(value));
    }

    /** The clause {@code {field: {operator: value}}}. */
    static Clause operator(String field, String operator, @Nullable Object value) {
        return of(field, of(operator, value));
    }

    /** The same with one more name at the end. */
    Clause and(String name, @Nullable Object value) {
        List<String> moreNames = new ArrayList<>(names);
        List<@Nullable Object> moreValues = new ArrayList<>(values);
        moreNames.add(name);
        moreValues.add(value);
        return new Clause(moreNames, moreValues);
    }

    /** The same without a name, if it is there. */
    Clause without(String name) {
        Clause rest = empty();
        for (int i = 0; i < names.size(); i++) {
            rest = names.get(i).equals(name) ? rest : rest.and(names.get(i), values.get(i));
        }
        return rest;
    }

    /** The same, or with one more name at the end if there is a value for it. */
    Clause andIfGiven(String name, @Nullable Object value) {
        return value == null ? this : and(name, value);
    }

    @Override
    public <T> BsonDocument toBsonDocument(Class<T> documentClass, CodecRegistry codecs) {
        BsonDocument document = new BsonDocument(names.size());
        for (int i = 0; i < names.size(); i++) {
            document.append(names.get(i), Values.render(values.get(i), documentClass, codecs));
        }
        return document;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Clause that && names.equals(that.names) && values.equals(that.values);
    }

    @Override
    public int hashCode() {
        return 31 * names.hashCode() + values.hashCode();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("{");
        for (int i = 0; i < names.size(); i++) {
            text.append(i == 0 ? "" : ", ").append(names.get(i)).append(": ").append(values.get(i));
        }
        return text.append('}').toString();
    }
}
