package dev.bowline.model;

import java.util.List;
import org.bson.conversions.Bson;

/**
 * A pipeline whose results are fused with those of others, under a name that weights refer to.
 *
 * @param name the name by which weights and combination expressions refer to the pipeline
 * @param pipeline the stages; an unmodifiable copy
 */
public record FusionPipeline(String name, List<? extends Bson> pipeline) {
    /** Copies the stages; throws {@link NullPointerException} if the list or one of them is null. */
    public FusionPipeline {
        pipeline = List.copyOf(pipeline);
    }

    /** Names a pipeline; throws {@link NullPointerException} if the list or one of its stages is null. */
    public static FusionPipeline of(String name, List<? extends Bson> pipeline) {
        return new FusionPipeline(name, pipeline);
    }

    /** Names a pipeline of these stages; throws {@link NullPointerException} if one of them is null. */
    public static FusionPipeline of(String name, Bson... pipeline) {
        return new FusionPipeline(name, List.of(pipeline));
    }
}
