package dev.bowline.model;

import org.bson.conversions.Bson;

/** What documents are compared with by {@link Aggregates#rerank(Bson, String, int, String)}. */
public final class RerankQuery {
    private RerankQuery() {}

    /** Compares documents with a text; renders {@code {text: text}}. */
    public static Bson rerankQuery(String text) {
        return Clause.of("text", text);
    }

    /** One that a document describes. */
    public static Bson rerankQuery(Bson query) {
        return query;
    }
}
