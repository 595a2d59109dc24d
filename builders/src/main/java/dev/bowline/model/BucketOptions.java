package dev.bowline.model;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Options of {@link Aggregates#bucket(Object, List, java.util.function.Consumer)}. */
public final class BucketOptions {
    @Nullable
    Object defaultBucket;
    @Nullable
    List<BsonField> output;

    BucketOptions() {}

    /** The bucket of documents that are outside all boundaries. */
    public BucketOptions defaultBucket(Object name) {
        this.defaultBucket = name;
        return this;
    }

    /**
     * Sets the accumulators that fill the document of each bucket; renders {@code output: {name: accumulator, ...}}.
     * Without them the server counts the documents in {@code count}.
     */
    public BucketOptions output(BsonField... output) {
        return output(Arrays.asList(output));
    }

    /**
     * Sets the accumulators that fill the document of each bucket; renders {@code output: {name: accumulator, ...}}.
     * Without them the server counts the documents in {@code count}.
     */
    public BucketOptions output(List<BsonField> output) {
        this.output = List.copyOf(output);
        return this;
    }
}
