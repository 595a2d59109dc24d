package dev.bowline.bulk;

import dev.bowline.driver.operation.Namespace;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.bson.conversions.Bson;

/**
 * One write of a client's {@code bulkWrite}: what to write, and to which collection. Documents may be of any type that
 * has a codec, and of another type in each model.
 *
 * @param namespace database and collection, with a dot between them
 */
public record ClientNamespacedWriteModel(String namespace, WriteModel<?> model) {
    /**
     * Checks the namespace, which must be a database and a collection with a dot between them. The model must not be
     * null.
     */
    public ClientNamespacedWriteModel {
        Namespace.parse(namespace);
        Objects.requireNonNull(model, "model");
    }

    /** Creates a write that inserts a document into the collection. */
    public static ClientNamespacedWriteModel insertOne(String namespace, Object document) {
        return new ClientNamespacedWriteModel(namespace, WriteModel.insertOne(document));
    }

    /**
     * Creates a write that replaces the first document of the collection that matches the filter, with default options.
     */
    public static ClientNamespacedWriteModel replaceOne(String namespace, Bson filter, Object replacement) {
        return replaceOne(namespace, filter, replacement, options -> {});
    }

    /**
     * Creates a write that replaces the first document of the collection that matches the filter. The consumer sets the
     * options of the write.
     */
    public static ClientNamespacedWriteModel replaceOne(String namespace, Bson filter, Object replacement,
            Consumer<WriteModel.Statement> options) {
        return new ClientNamespacedWriteModel(namespace, WriteModel.replaceOne(filter, replacement, options));
    }

    /**
     * Creates a write that updates the first document of the collection that matches the filter, with default options.
     */
    public static ClientNamespacedWriteModel updateOne(String namespace, Bson filter, Bson update) {
        return updateOne(namespace, filter, update, options -> {});
    }

    /**
     * Creates a write that updates the first document of the collection that matches the filter. The consumer sets the
     * options of the write.
     */
    public static ClientNamespacedWriteModel updateOne(String namespace, Bson filter, Bson update,
            Consumer<WriteModel.Statement> options) {
        return new ClientNamespacedWriteModel(namespace, WriteModel.updateOne(filter, update, options));
    }

    /**
     * Creates a write that uses an aggregation pipeline and updates the first document of the collection that matches
     * the filter. The consumer sets the options of the write.
     */
    public static ClientNamespacedWriteModel updateOne(String namespace, Bson filter, List<? extends Bson> pipeline,
            Consumer<WriteModel.Statement> options) {
        return new ClientNamespacedWriteModel(namespace, WriteModel.updateOne(filter, pipeline, options));
    }

    /** Creates a write that updates every document of the collection that matches the filter, with default options. */
    public static ClientNamespacedWriteModel updateMany(String namespace, Bson filter, Bson update) {
        return updateMany(namespace, filter, update, options -> {});
    }

    /**
     * Creates a write that updates every document of the collection that matches the filter. The consumer sets the
     * options of the write.
     */
    public static ClientNamespacedWriteModel updateMany(String namespace, Bson filter, Bson update,
            Consumer<WriteModel.Statement> options) {
        return new ClientNamespacedWriteModel(namespace, WriteModel.updateMany(filter, update, options));
    }

    /**
     * Creates a write that uses an aggregation pipeline and updates every document of the collection that matches the
     * filter. The consumer sets the options of the write.
     */
    public static ClientNamespacedWriteModel updateMany(String namespace, Bson filter, List<? extends Bson> pipeline,
            Consumer<WriteModel.Statement> options) {
        return new ClientNamespacedWriteModel(namespace, WriteModel.updateMany(filter, pipeline, options));
    }

    /**
     * Creates a write that deletes the first document of the collection that matches the filter, with default options.
     */
    public static ClientNamespacedWriteModel deleteOne(String namespace, Bson filter) {
        return deleteOne(namespace, filter, options -> {});
    }

    /**
     * Creates a write that deletes the first document of the collection that matches the filter. The consumer sets the
     * options of the write.
     */
    public static ClientNamespacedWriteModel deleteOne(String namespace, Bson filter,
            Consumer<WriteModel.Statement> options) {
        return new ClientNamespacedWriteModel(namespace, WriteModel.deleteOne(filter, options));
    }

    /** Creates a write that deletes every document of the collection that matches the filter, with default options. */
    public static ClientNamespacedWriteModel deleteMany(String namespace, Bson filter) {
        return deleteMany(namespace, filter, options -> {});
    }

    /**
     * Creates a write that deletes every document of the collection that matches the filter. The consumer sets the
     * options of the write.
     */
    public static ClientNamespacedWriteModel deleteMany(String namespace, Bson filter,
            Consumer<WriteModel.Statement> options) {
        return new ClientNamespacedWriteModel(namespace, WriteModel.deleteMany(filter, options));
    }
}
