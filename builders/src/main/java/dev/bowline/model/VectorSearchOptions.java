package dev.bowline.model;

import java.util.function.Consumer;
import org.bson.conversions.Bson;

/**
 * Options of {@code Aggregates.vectorSearch}: one of {@link #approximateVectorSearchOptions} and
 * {@link #exactVectorSearchOptions}, and what else is to be said. Immutable.
 */
public final class VectorSearchOptions extends Term {
    private VectorSearchOptions(Bson body) {
        super(null, body);
    }

    /** Finds neighbors by the index's graph, looking at so many candidates. */
    public static VectorSearchOptions approximateVectorSearchOptions(long numCandidates) {
        return new VectorSearchOptions(Clause.of("numCandidates", numCandidates));
    }

    /** Compares with every vector. */
    public static VectorSearchOptions exactVectorSearchOptions() {
        return new VectorSearchOptions(Clause.of("exact", true));
    }

    /** Which documents are looked at; their fields must be in the index. */
    public VectorSearchOptions filter(Bson filter) {
        return option("filter", filter);
    }

    /** Which documents are looked at if the vectors are in arrays of documents within them. */
    public VectorSearchOptions parentFilter(Bson filter) {
        return option("parentFilter", filter);
    }

    /** What becomes of vectors in arrays of documents. */
    public VectorSearchOptions nestedOptions(Consumer<VectorSearchNestedOptions> options) {
        VectorSearchNestedOptions given = new VectorSearchNestedOptions();
        options.accept(given);
        return option("nestedOptions", given.toClause());
    }

    /** Whether documents are returned as the index keeps them. */
    public VectorSearchOptions returnStoredSource(boolean returnStoredSource) {
        return option("returnStoredSource", returnStoredSource);
    }

    /** An option that has no method here. */
    public VectorSearchOptions option(String name, Object value) {
        return new VectorSearchOptions(bodyAnd(name, value));
    }
}
