package dev.bowline.model;

import java.util.List;
import java.util.Objects;
import org.bson.BsonDocument;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * What a builder yields if more can be said of it: {@code {name: body}}, or the body alone if there is no name.
 * Immutable; to say more of it makes another.
 */
abstract class Term implements Bson {
    private final @Nullable String name;
    private final Bson body;

    Term(@Nullable String name, Bson body) {
        this.name = name;
        this.body = Objects.requireNonNull(body, "body");
    }

    @Nullable
    final String name() {
        return name;
    }

    final Bson body() {
        return body;
    }

    /** The body with one more option; of one that is given again, the later value counts. */
    final Bson bodyAnd(String option, @Nullable Object value) {
        return new Combined(List.of(body, Clause.of(option, value)), Combined.Repetition.KEEPS_ITS_PLACE);
    }

    @Override
    public final <T> BsonDocument toBsonDocument(Class<T> documentClass, CodecRegistry codecs) {
        BsonDocument document = body.toBsonDocument(documentClass, codecs);
        return name == null ? document : new BsonDocument(name, document);
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        return other instanceof Term that && Objects.equals(name, that.name) && body.equals(that.body);
    }

    @Override
    public final int hashCode() {
        return 31 * Objects.hashCode(name) + body.hashCode();
    }

    @Override
    public final String toString() {
        return name == null ? body.toString() : "{" + name + ": " + body + "}";
    }
}
