package dev.bowline.model;

import java.util.function.Consumer;
import org.bson.conversions.Bson;

/** Fields of a vector index. */
public final class VectorSearchIndexFields {
    private VectorSearchIndexFields() {}

    /** A field that holds vectors; say how many dimensions they have, and by what they are compared. */
    public static VectorField vectorField(String path) {
        return new VectorField(Clause.of("type", "vector").and("path", path));
    }

    /** A field that searches may be filtered by. */
    public static Bson filterField(String path) {
        return Clause.of("type", "filter").and("path", path);
    }

    /** A field from whose content the server makes vectors; say by which model. */
    public static AutoEmbedField autoEmbedField(String path) {
        return new AutoEmbedField(Clause.of("type", "autoEmbed").and("path", path));
    }

    /** A field that holds vectors. Immutable. */
    public static final class VectorField extends Term {
        private VectorField(Bson body) {
            super(null, body);
        }

        /**
         * Sets how many dimensions the vectors have; renders {@code numDimensions: numDimensions}. The server does not
         * index vectors of another length.
         */
        public VectorField numDimensions(int numDimensions) {
            return option("numDimensions", numDimensions);
        }

        /** {@code cosine}, {@code dotProduct} or {@code euclidean}. */
        public VectorField similarity(String similarity) {
            return option("similarity", similarity);
        }

        /**
         * Sets the algorithm of the index by its name at the server; renders {@code indexingMethod: indexingMethod}.
         */
        public VectorField indexingMethod(String indexingMethod) {
            return option("indexingMethod", indexingMethod);
        }

        /**
         * Tunes the HNSW graph of the index; renders {@code hnswOptions: {...}}. The call runs {@code options} once,
         * before it returns.
         */
        public VectorField hnswOptions(Consumer<HnswSearchIndexOptions> options) {
            return option("hnswOptions", hnsw(options));
        }

        /** An option that has no method here. */
        public VectorField option(String name, Object value) {
            return new VectorField(bodyAnd(name, value));
        }
    }

    /** A field from whose content the server makes vectors. Immutable. */
    public static final class AutoEmbedField extends Term {
        private AutoEmbedField(Bson body) {
            super(null, body);
        }

        /** What the content is, such as {@code text}. */
        public AutoEmbedField modality(String modality) {
            return option("modality", modality);
        }

        /** Sets the embedding model by its name at the server; renders {@code model: model}. */
        public AutoEmbedField model(String model) {
            return option("model", model);
        }

        /** Sets how many dimensions the model's vectors get; renders {@code numDimensions: numDimensions}. */
        public AutoEmbedField numDimensions(int numDimensions) {
            return option("numDimensions", numDimensions);
        }

        /** How vectors are made smaller: {@code none}, {@code scalar} or {@code binary}. */
        public AutoEmbedField quantization(String quantization) {
            return option("quantization", quantization);
        }

        /** {@code cosine}, {@code dotProduct} or {@code euclidean}. */
        public AutoEmbedField similarity(String similarity) {
            return option("similarity", similarity);
        }

        /**
         * Sets the algorithm of the index by its name at the server; renders {@code indexingMethod: indexingMethod}.
         */
        public AutoEmbedField indexingMethod(String indexingMethod) {
            return option("indexingMethod", indexingMethod);
        }

        /**
         * Tunes the HNSW graph of the index; renders {@code hnswOptions: {...}}. The call runs {@code options} once,
         * before it returns.
         */
        public AutoEmbedField hnswOptions(Consumer<HnswSearchIndexOptions> options) {
            return option("hnswOptions", hnsw(options));
        }

        /** An option that has no method here. */
        public AutoEmbedField option(String name, Object value) {
            return new AutoEmbedField(bodyAnd(name, value));
        }
    }

    private static Clause hnsw(Consumer<HnswSearchIndexOptions> options) {
        HnswSearchIndexOptions given = new HnswSearchIndexOptions();
        options.accept(given);
        return given.toClause();
    }
}
