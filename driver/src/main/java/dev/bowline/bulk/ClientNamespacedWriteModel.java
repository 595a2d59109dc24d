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
    public ClientNamespacedWriteModel {
        Namespace.parse(namespace);
        Objects.requireNonNull(model, "model");
    }

    public static ClientNamespacedWriteModel insertOne(String namespace, Object document) {
        return new ClientNamespacedWriteModel(namespace, WriteModel.insertOne(document));
    }

    public static ClientNamespacedWriteModel replaceOne(String namespace, Bson filter, Object replacement) {
        return replaceOne(namespace, filter, replacement, options -> {});
    }

    public static ClientNamespacedWriteModel replaceOne(String namespace, Bson filter, Object replacement,
            Consumer<WriteModel.Statement> options) {
        return new ClientNamespacedWriteModel(namespace, WriteModel.replaceOne(filter, replacement, options));
    }

    public static ClientNamespacedWriteModel updateOne(String namespace, Bson filter, Bson update) {
        return updateOne(namespace, filter, update, options -> {});
    }

    public static ClientNamespacedWriteModel updateOne(String namespace, Bson filter, Bson update,
            Consumer<WriteModel.Statement> options) {
        return new ClientNamespacedWriteModel(namespace, WriteModel.updateOne(filter, update, options));
    }

    public static ClientNamespacedWriteModel updateOne(String namespace, Bson filter, List<? extends Bson> pipeline,
            Consumer<WriteModel.Statement> options) {
        return new ClientNamespacedWriteModel(namespace, WriteModel.updateOne(filter, pipeline, options));
    }

    public static ClientNamespacedWriteModel updateMany(String namespace, Bson filter, Bson update) {
        return updateMany(namespace, filter, update, options -> {});
    }

    public static ClientNamespacedWriteModel updateMany(String namespace, Bson filter, Bson update,
            Consumer<WriteModel.Statement> options) {
        return new ClientNamespacedWriteModel(namespace, WriteModel.updateMany(filter, update, options));
    }

    public static ClientNamespacedWriteModel updateMany(String namespace, Bson filter, List<? extends Bson> pipeline,
            Consumer<WriteModel.Statement> options) {
        return new ClientNamespacedWriteModel(namespace, WriteModel.updateMany(filter, pipeline, options));
    }

    public static ClientNamespacedWriteModel deleteOne(String namespace, Bson filter) {
        return deleteOne(namespace, filter, options -> {});
    }

    public static ClientNamespacedWriteModel deleteOne(String namespace, Bson filter,
            Consumer<WriteModel.Statement> options) {
        return new ClientNamespacedWriteModel(namespace, WriteModel.deleteOne(filter, options));
    }

    public static ClientNamespacedWriteModel deleteMany(String namespace, Bson filter) {
        return deleteMany(namespace, filter, options -> {});
    }

    public static ClientNamespacedWriteModel deleteMany(String namespace, Bson filter,
            Consumer<WriteModel.Statement> options) {
        return new ClientNamespacedWriteModel(namespace, WriteModel.deleteMany(filter, options));
    }
}
