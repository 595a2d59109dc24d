package dev.bowline.model;

import org.jspecify.annotations.Nullable;

/** What {@code Aggregates.vectorSearch} looks for if the server makes the vector itself. */
public final class VectorSearchQuery extends Term {
    private final @Nullable String model;

    private VectorSearchQuery(Clause body, @Nullable String model) {
        super(null, body);
        this.model = model;
    }

    /** A text, which is embedded by the model of the index. */
    public static VectorSearchQuery textQuery(String text) {
        return new VectorSearchQuery(Clause.of("text", text), null);
    }

    /** Another model than the index's; it must be compatible with it. */
    public VectorSearchQuery model(String name) {
        return new VectorSearchQuery((Clause) body(), name);
    }

    /** The model stands beside the query, in the stage. */
    @Nullable
    String model() {
        return model;
    }
}
