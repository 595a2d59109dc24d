package dev.bowline.model;

import org.bson.conversions.Bson;

/** What a vector index is made of; see {@link SearchIndexDefinition#vectorSearch(Bson...)}. Immutable. */
public final class VectorSearchIndexDefinition extends Term {
    VectorSearchIndexDefinition(Bson body) {
        super(null, body);
    }

    /** What the index keeps of documents besides, such as {@code {include: ["title"]}}. */
    public VectorSearchIndexDefinition storedSource(Bson storedSource) {
        return new VectorSearchIndexDefinition(bodyAnd("storedSource", storedSource));
    }
}
