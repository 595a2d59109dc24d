package dev.bowline.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Where a search looks. */
public final class SearchPath implements Bson {
    private final String name;
    private final boolean wildcard;
    private final @Nullable String multi;

    private SearchPath(String name, boolean wildcard, @Nullable String multi) {
        this.name = name;
        this.wildcard = wildcard;
        this.multi = multi;
    }

    /** A field. */
    public static SearchPath fieldPath(String path) {
        return new SearchPath(path, false, null);
    }

    /** All fields that match a pattern with {@code *}. */
    public static SearchPath wildcardPath(String pattern) {
        return new SearchPath(pattern, true, null);
    }

    /** The field as another analyzer of its index reads it. */
    public SearchPath multi(String analyzerName) {
        return new SearchPath(name, wildcard, analyzerName);
    }

    /** The name alone, where the server knows nothing of other analyzers. */
    String field() {
        return name;
    }

    /** As it stands within a stage: a name if that says everything. */
    public BsonValue toBsonValue() {
        return multi == null && !wildcard ? new BsonString(name) : toBsonDocument();
    }

    @Override
    public <T> BsonDocument toBsonDocument(Class<T> documentClass, CodecRegistry codecs) {
        BsonDocument path = new BsonDocument(wildcard ? "wildcard" : "value", new BsonString(name));
        return multi == null ? path : path.append("multi", new BsonString(multi));
    }

    /** One name as it is, several as a list; see {@link #field}. */
    static Object fields(Iterable<SearchPath> paths) {
        List<Object> values = new ArrayList<>();
        paths.forEach(path -> values.add(path.field()));
        return SearchOperator.single(values);
    }

    /** One path as it is, several as a list. */
    static Object of(Iterable<SearchPath> paths) {
        List<Object> values = new ArrayList<>();
        paths.forEach(path -> values.add(path.toBsonValue()));
        return SearchOperator.single(values);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SearchPath that && wildcard == that.wildcard && name.equals(that.name)
                && Objects.equals(multi, that.multi);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, wildcard, multi);
    }

    @Override
    public String toString() {
        return toBsonValue().toString();
    }
}
