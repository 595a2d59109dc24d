package dev.bowline.model;

import java.util.Arrays;
import java.util.List;
import org.bson.conversions.Bson;

/** One of several pipelines that run over the same documents; see {@link Aggregates#facet}. */
public record Facet(String name, List<? extends Bson> pipeline) {
    public Facet {
        pipeline = List.copyOf(pipeline);
    }

    public Facet(String name, Bson... pipeline) {
        this(name, Arrays.asList(pipeline));
    }
}
