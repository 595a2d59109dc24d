package dev.bowline.model;

import java.util.List;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Options of {@code Aggregates.merge}. */
public final class MergeOptions {
    /** What becomes of a document that is in the target collection already. */
    public enum WhenMatched {
        /** The new document replaces the existing one. */
        REPLACE("replace"),
        /** The existing document stays as it is and the server drops the new one. */
        KEEP_EXISTING("keepExisting"),
        /** The server copies the fields of the new document into the existing one. This is the server's default. */
        MERGE("merge"),
        /** It is changed by {@link MergeOptions#whenMatchedPipeline}. */
        PIPELINE("pipeline"),
        /** The aggregation fails. The server keeps what it has written before. */
        FAIL("fail");

        private final String wireName;

        WhenMatched(String wireName) {
            this.wireName = wireName;
        }
    }

    /** What becomes of a document that is not in the target collection. */
    public enum WhenNotMatched {
        /** The server inserts the document. This is the server's default. */
        INSERT("insert"),
        /** The server drops the document. */
        DISCARD("discard"),
        /** The aggregation fails. The server keeps what it has written before. */
        FAIL("fail");

        private final String wireName;

        WhenNotMatched(String wireName) {
            this.wireName = wireName;
        }
    }

    private @Nullable Object uniqueIdentifier;
    private @Nullable WhenMatched whenMatched;
    private @Nullable List<? extends Bson> whenMatchedPipeline;
    private @Nullable List<Variable> variables;
    private @Nullable WhenNotMatched whenNotMatched;

    MergeOptions() {}

    /** The field by which documents are recognized. */
    public MergeOptions uniqueIdentifier(String field) {
        this.uniqueIdentifier = field;
        return this;
    }

    /** The fields by which documents are recognized. */
    public MergeOptions uniqueIdentifier(List<String> fields) {
        this.uniqueIdentifier = fields.size() == 1 ? fields.get(0) : List.copyOf(fields);
        return this;
    }

    /**
     * Says what the server does with a document that the target collection has already; renders {@code whenMatched}.
     */
    public MergeOptions whenMatched(WhenMatched whenMatched) {
        this.whenMatched = whenMatched;
        return this;
    }

    /**
     * Sets the stages that change a document which the target collection has already. They take effect only with
     * {@link WhenMatched#PIPELINE}.
     */
    public MergeOptions whenMatchedPipeline(List<? extends Bson> pipeline) {
        this.whenMatchedPipeline = List.copyOf(pipeline);
        return this;
    }

    /** Variables for the pipeline. */
    public MergeOptions variables(List<Variable> variables) {
        this.variables = List.copyOf(variables);
        return this;
    }

    /**
     * Says what the server does with a document that the target collection does not have; renders
     * {@code whenNotMatched}.
     */
    public MergeOptions whenNotMatched(WhenNotMatched whenNotMatched) {
        this.whenNotMatched = whenNotMatched;
        return this;
    }

    Clause stage(Object into) {
        boolean pipeline = whenMatched == WhenMatched.PIPELINE;
        Object matched = pipeline ? whenMatchedPipeline : whenMatched == null ? null : whenMatched.wireName;
        return Clause.of("into", into).andIfGiven("on", uniqueIdentifier)
                .andIfGiven("let", variables == null ? null : Aggregates.let(variables))
                .andIfGiven("whenMatched", matched)
                .andIfGiven("whenNotMatched", whenNotMatched == null ? null : whenNotMatched.wireName);
    }
}
