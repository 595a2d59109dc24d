package dev.bowline.model;

import java.util.List;
import org.bson.conversions.Bson;

/** A pipeline whose results are fused with those of others, under a name that weights refer to. */
public record FusionPipeline(String name, List<? extends Bson> pipeline) {
    public FusionPipeline {
        pipeline = List.copyOf(pipeline);
    }

    public static FusionPipeline of(String name, List<? extends Bson> pipeline) {
        return new FusionPipeline(name, pipeline);
    }

    public static FusionPipeline of(String name, Bson... pipeline) {
        return new FusionPipeline(name, List.of(pipeline));
    }
}
