package dev.bowline.model;

import java.util.Arrays;
import java.util.List;
import org.bson.conversions.Bson;

/**
 * One of several pipelines that run over the same documents; see {@link Aggregates#facet}.
 *
 * @param name the field of the result that holds what the pipeline yields
 * @param pipeline the stages; an unmodifiable copy
 */
public record Facet(String name, List<? extends Bson> pipeline) {
    /** Copies the stages; throws {@link NullPointerException} if the list or one of them is null. */
    public Facet {
        pipeline = List.copyOf(pipeline);
    }

    /** Names a pipeline of these stages; throws {@link NullPointerException} if one of them is null. */
    public Facet(String name, Bson... pipeline) {
        this(name, Arrays.asList(pipeline));
    }
}
