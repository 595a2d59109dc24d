package dev.bowline.model;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Options of {@link Aggregates#bucketAuto(Object, int, java.util.function.Consumer)}. */
public final class BucketAutoOptions {
    @Nullable
    BucketGranularity granularity;
    @Nullable
    List<BsonField> output;

    BucketAutoOptions() {}

    /** Where boundaries may be. */
    public BucketAutoOptions granularity(BucketGranularity granularity) {
        this.granularity = granularity;
        return this;
    }

    /**
     * Sets the accumulators that fill the document of each bucket; renders {@code output: {name: accumulator, ...}}.
     * Without them the server counts the documents in {@code count}.
     */
    public BucketAutoOptions output(BsonField... output) {
        return output(Arrays.asList(output));
    }

    /**
     * Sets the accumulators that fill the document of each bucket; renders {@code output: {name: accumulator, ...}}.
     * Without them the server counts the documents in {@code count}.
     */
    public BucketAutoOptions output(List<BsonField> output) {
        this.output = List.copyOf(output);
        return this;
    }
}
