package dev.bowline;

import dev.bowline.bulk.BulkWriteOptions;
import dev.bowline.bulk.WriteModel;
import dev.bowline.driver.argument.Arguments;
import dev.bowline.driver.operation.BulkStatement;
import dev.bowline.driver.operation.BulkWrite;
import dev.bowline.driver.operation.DeleteStatement;
import dev.bowline.driver.operation.FindAndModify;
import dev.bowline.driver.operation.InsertOne;
import dev.bowline.driver.operation.Namespace;
import dev.bowline.driver.operation.OperationScope;
import dev.bowline.driver.operation.UpdateStatement;
import dev.bowline.options.CommandFields;
import dev.bowline.options.DeleteOptions;
import dev.bowline.options.FindOneAndDeleteOptions;
import dev.bowline.options.FindOneAndReplaceOptions;
import dev.bowline.options.FindOneAndUpdateOptions;
import dev.bowline.options.InsertManyOptions;
import dev.bowline.options.ReplaceOptions;
import dev.bowline.options.UpdateOptions;
import dev.bowline.result.BulkWriteResult;
import dev.bowline.result.DeleteResult;
import dev.bowline.result.InsertManyResult;
import dev.bowline.result.InsertOneResult;
import dev.bowline.result.UpdateResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.bson.codecs.Codec;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** What the writing methods of a collection come down to. CRUD, Basic, Find and Modify and Bulk Write. */
final class CollectionWrites<T> {
    private final MongoClient client;
    private final Namespace namespace;
    private final Codec<T> codec;
    private final OperationScope scope;

    CollectionWrites(MongoClient client, Namespace namespace, Codec<T> codec, OperationScope scope) {
        this.client = client;
        this.namespace = namespace;
        this.codec = codec;
        this.scope = scope;
    }

    InsertOneResult insertOne(T document, CommandFields fields) {
        return client.executor().execute(
                new InsertOne<>(namespace, Objects.requireNonNull(document, "document"), codec, fields), scope);
    }

    InsertManyResult insertMany(List<? extends T> documents, Consumer<InsertManyOptions> options) {
        InsertManyOptions configured = Arguments.configured(options, new InsertManyOptions());
        List<BulkStatement<T>> statements = new ArrayList<>(documents.size());
        for (T document : documents) {
            statements.add(BulkStatement.insert(Objects.requireNonNull(document, "document")));
        }
        BulkWriteResult result = bulkWrite(statements, configured.ordered(), configured.fields());
        return new InsertManyResult(result.acknowledged(), result.insertedIds());
    }

    /** @param update operators or a pipeline */
    UpdateResult update(Bson filter, Object update, boolean multi, @Nullable Consumer<UpdateOptions> options) {
        Objects.requireNonNull(filter, "filter");
        Objects.requireNonNull(update, "update");
        CommandFields statement = CommandFields.NONE;
        CommandFields fields = CommandFields.NONE;
        if (options != null) {
            UpdateOptions configured = Arguments.configured(options, new UpdateOptions());
            statement = configured.statement();
            fields = configured.fields();
        }
        UpdateStatement operation = switch (update) {
            case Bson bson -> UpdateStatement.update(namespace, filter, bson, multi, statement, fields);
            case List<?> pipeline -> UpdateStatement.pipeline(namespace, filter, stages(pipeline), multi, statement,
                    fields);
            default -> throw new IllegalArgumentException("An update is neither Bson nor a pipeline");
        };
        return client.executor().execute(operation, scope);
    }

    UpdateResult replaceOne(Bson filter, T replacement, Consumer<ReplaceOptions> options) {
        ReplaceOptions configured = Arguments.configured(options, new ReplaceOptions());
        return client.executor().execute(UpdateStatement.replace(namespace, Objects.requireNonNull(filter, "filter"),
                Objects.requireNonNull(replacement, "replacement"), codec, configured.statement(),
                configured.fields()), scope);
    }

    DeleteResult delete(Bson filter, boolean multi, Consumer<DeleteOptions> options) {
        DeleteOptions configured = Arguments.configured(options, new DeleteOptions());
        return client.executor().execute(new DeleteStatement(namespace, Objects.requireNonNull(filter, "filter"), multi,
                configured.statement(), configured.fields()), scope);
    }

    @Nullable
    T findOneAndDelete(Bson filter, Consumer<FindOneAndDeleteOptions> options) {
        FindOneAndDeleteOptions configured = Arguments.configured(options, new FindOneAndDeleteOptions());
        return client.executor().execute(FindAndModify.delete(namespace, Objects.requireNonNull(filter, "filter"),
                codec, configured.fields(), configured.maxTimeMillis()), scope);
    }

    @Nullable
    T findOneAndReplace(Bson filter, T replacement, Consumer<FindOneAndReplaceOptions> options) {
        FindOneAndReplaceOptions configured = Arguments.configured(options, new FindOneAndReplaceOptions());
        return client.executor().execute(FindAndModify.replace(namespace, Objects.requireNonNull(filter, "filter"),
                Objects.requireNonNull(replacement, "replacement"), codec, configured.fields(),
                configured.maxTimeMillis()), scope);
    }

    @Nullable
    T findOneAndUpdate(Bson filter, Bson update, Consumer<FindOneAndUpdateOptions> options) {
        FindOneAndUpdateOptions configured = Arguments.configured(options, new FindOneAndUpdateOptions());
        return client.executor().execute(FindAndModify.update(namespace, Objects.requireNonNull(filter, "filter"),
                Objects.requireNonNull(update, "update"), codec, configured.fields(), configured.maxTimeMillis()),
                scope);
    }

    @Nullable
    T findOneAndUpdate(Bson filter, List<? extends Bson> pipeline, Consumer<FindOneAndUpdateOptions> options) {
        FindOneAndUpdateOptions configured = Arguments.configured(options, new FindOneAndUpdateOptions());
        return client.executor().execute(FindAndModify.pipeline(namespace, Objects.requireNonNull(filter, "filter"),
                stages(pipeline), codec, configured.fields(), configured.maxTimeMillis()), scope);
    }

    BulkWriteResult bulkWrite(List<? extends WriteModel<T>> models, Consumer<BulkWriteOptions> options) {
        BulkWriteOptions configured = Arguments.configured(options, new BulkWriteOptions());
        List<BulkStatement<T>> statements = new ArrayList<>(models.size());
        for (WriteModel<T> model : models) {
            statements.add(WriteModels.statement(Objects.requireNonNull(model, "model"), replacement -> codec));
        }
        return bulkWrite(statements, configured.ordered(), configured.fields());
    }

    private BulkWriteResult bulkWrite(List<BulkStatement<T>> statements, boolean ordered, CommandFields fields) {
        return new BulkWrite<>(namespace, statements, ordered, fields, codec).run(client.executor(), scope);
    }

    private static List<Bson> stages(List<?> pipeline) {
        return pipeline.stream().map(stage -> (Bson) Objects.requireNonNull(stage, "stage")).toList();
    }
}
