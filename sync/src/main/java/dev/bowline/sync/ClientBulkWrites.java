package dev.bowline.sync;

import com.mongodb.MongoNamespace;
import com.mongodb.client.ClientSession;
import com.mongodb.client.model.bulk.ClientBulkWriteOptions;
import com.mongodb.client.model.bulk.ClientBulkWriteResult;
import com.mongodb.client.model.bulk.ClientNamespacedWriteModel;
import com.mongodb.internal.client.model.bulk.AbstractClientDeleteModel;
import com.mongodb.internal.client.model.bulk.AbstractClientDeleteOptions;
import com.mongodb.internal.client.model.bulk.AbstractClientNamespacedWriteModel;
import com.mongodb.internal.client.model.bulk.AbstractClientUpdateModel;
import com.mongodb.internal.client.model.bulk.AbstractClientUpdateOptions;
import com.mongodb.internal.client.model.bulk.ConcreteClientBulkWriteOptions;
import com.mongodb.internal.client.model.bulk.ConcreteClientDeleteManyModel;
import com.mongodb.internal.client.model.bulk.ConcreteClientInsertOneModel;
import com.mongodb.internal.client.model.bulk.ConcreteClientReplaceOneModel;
import com.mongodb.internal.client.model.bulk.ConcreteClientReplaceOneOptions;
import com.mongodb.internal.client.model.bulk.ConcreteClientUpdateManyModel;
import com.mongodb.internal.client.model.bulk.ConcreteClientUpdateOneOptions;
import dev.bowline.driver.operation.BulkStatement;
import dev.bowline.driver.operation.ClientBulkWrite;
import dev.bowline.driver.operation.ClientStatement;
import dev.bowline.driver.operation.Namespace;
import dev.bowline.options.CommandFields;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * The client's bulk write. Its models and options have no public accessors, so the classes that the official factory
 * methods make are read, which have had the same accessors in every version from 5.8 to 5.14.
 */
final class ClientBulkWrites {
    private final View view;

    private ClientBulkWrites(View view) {
        this.view = view;
    }

    static ClientBulkWriteResult run(View view, @Nullable ClientSession session,
            List<? extends ClientNamespacedWriteModel> models, ClientBulkWriteOptions options) {
        Require.notNull("models", models);
        Require.argument("`models` must not be empty", !models.isEmpty());
        ConcreteClientBulkWriteOptions given = (ConcreteClientBulkWriteOptions) Require.notNull("options", options);
        ClientBulkWrites writes = new ClientBulkWrites(view);
        List<ClientStatement> statements = new ArrayList<>(models.size());
        for (ClientNamespacedWriteModel model : models) {
            if (model == null) {
                throw new IllegalArgumentException("models can not contain a null value");
            }
            statements.add(writes.statement((AbstractClientNamespacedWriteModel) model));
        }
        CommandFields fields = new Fields(view, BsonDocument.class)
                .flag("bypassDocumentValidation", given.isBypassDocumentValidation().orElse(null))
                .bson("let", given.getLet().orElse(null)).comment(given.getComment().orElse(null)).get();
        ClientBulkWrite bulk = new ClientBulkWrite(statements, given.isOrdered(), given.isVerboseResults(), fields);
        return new BowlineClientBulkWriteResult(view.call(bulk::run, session));
    }

    private ClientStatement statement(AbstractClientNamespacedWriteModel model) {
        MongoNamespace namespace = model.getNamespace();
        return new ClientStatement(new Namespace(namespace.getDatabaseName(), namespace.getCollectionName()),
                statement(model.getModel()), model.getModel() instanceof ConcreteClientInsertOneModel insert
                        && insert.getDocument() instanceof RawBsonDocument);
    }

    private BulkStatement<?> statement(Object model) {
        return switch (model) {
            case ConcreteClientInsertOneModel insert -> BulkStatement.insert(insert.getDocument());
            case ConcreteClientReplaceOneModel replace -> BulkStatement.replace(bson(replace.getFilter()),
                    replace.getReplacement(), ClientStatement.codec(replace.getReplacement(), view.registry()),
                    fields(replace.getOptions()));
            case AbstractClientUpdateModel<?> update -> BulkStatement.update(bson(update.getFilter()),
                    WriteModels.update(update.getUpdate().orElse(null), update.getUpdatePipeline().orElse(null), view,
                            BsonDocument.class),
                    update instanceof ConcreteClientUpdateManyModel, fields(update.getOptions()));
            case AbstractClientDeleteModel<?> delete -> BulkStatement.delete(bson(delete.getFilter()),
                    delete instanceof ConcreteClientDeleteManyModel, fields(delete.getOptions()));
            default -> throw new IllegalArgumentException("There is no write model " + model.getClass().getName());
        };
    }

    private Bson bson(Bson bson) {
        return view.bson(bson, BsonDocument.class);
    }

    private CommandFields fields(ConcreteClientReplaceOneOptions options) {
        return new Fields(view, BsonDocument.class).collation(options.getCollation().orElse(null))
                .hint(options.getHint().orElse(null), options.getHintString().orElse(null))
                .flag("upsert", options.isUpsert().orElse(null)).bson("sort", options.getSort().orElse(null)).get();
    }

    private CommandFields fields(AbstractClientUpdateOptions options) {
        Bson sort = options instanceof ConcreteClientUpdateOneOptions one ? one.getSort().orElse(null) : null;
        return new Fields(view, BsonDocument.class).list("arrayFilters", options.getArrayFilters().orElse(null))
                .collation(options.getCollation().orElse(null))
                .hint(options.getHint().orElse(null), options.getHintString().orElse(null))
                .flag("upsert", options.isUpsert().orElse(null)).bson("sort", sort).get();
    }

    private CommandFields fields(AbstractClientDeleteOptions options) {
        return new Fields(view, BsonDocument.class).collation(options.getCollation().orElse(null))
                .hint(options.getHint().orElse(null), options.getHintString().orElse(null)).get();
    }
}
