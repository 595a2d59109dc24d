package dev.bowline.sync;

import com.mongodb.MongoNamespace;
import com.mongodb.client.ClientSession;
import com.mongodb.client.model.CreateIndexOptions;
import com.mongodb.client.model.DropCollectionOptions;
import com.mongodb.client.model.DropIndexOptions;
import com.mongodb.client.model.IndexModel;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.RenameCollectionOptions;
import com.mongodb.client.model.SearchIndexModel;
import dev.bowline.driver.operation.AdministrativeCommand;
import dev.bowline.driver.operation.Namespace;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoException;
import dev.bowline.options.CommandFields;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Dropping, renaming, and the indexes of a collection. */
final class CollectionAdministration {
    private final View view;
    private final ClientContext.Name name;
    private final Class<?> documentClass;

    CollectionAdministration(View view, ClientContext.Name name, Class<?> documentClass) {
        this.view = view;
        this.name = name;
        this.documentClass = documentClass;
    }

    void drop(@Nullable ClientSession session, DropCollectionOptions options) {
        Require.notNull("dropCollectionOptions", options);
        Refusals.encryptedFields(options.getEncryptedFields());
        unlessMissing(command("drop", CommandFields.NONE, 0), session);
    }

    void rename(@Nullable ClientSession session, MongoNamespace to, RenameCollectionOptions options) {
        Require.notNull("newNamespace", to);
        Require.notNull("renameCollectionOptions", options);
        CommandFields fields = new Fields(view, documentClass).flag("dropTarget", options.isDropTarget()).get();
        view.execute(AdministrativeCommand.renameCollection(name.ours(),
                new Namespace(to.getDatabaseName(), to.getCollectionName()), fields), session);
    }

    // Indexes ---------------------------------------------------------------------------------------------------------

    String createIndex(@Nullable ClientSession session, Bson keys, IndexOptions options) {
        return createIndexes(session, List.of(new IndexModel(Require.notNull("keys", keys), options)),
                new CreateIndexOptions()).get(0);
    }

    List<String> createIndexes(@Nullable ClientSession session, List<IndexModel> models, CreateIndexOptions options) {
        Require.notNull("indexes", models);
        Require.notNull("createIndexOptions", options);
        List<String> names = new ArrayList<>();
        List<Document> indexes = new ArrayList<>();
        for (IndexModel model : models) {
            if (model == null) {
                throw new IllegalArgumentException("indexes can not contain a null value");
            }
            Document index = IndexDescription.of(model, view, documentClass);
            indexes.add(index);
            names.add(index.getString("name"));
        }
        CommandFields fields = new Fields(view, documentClass).list("indexes", indexes)
                .value("commitQuorum",
                        options.getCommitQuorum() == null ? null : options.getCommitQuorum().toBsonValue())
                .get();
        view.execute(command("createIndexes", fields, options.getMaxTime(TimeUnit.MILLISECONDS)), session);
        return names;
    }

    /** @param index a name, {@code *} for all, or keys */
    void dropIndex(@Nullable ClientSession session, Object index, DropIndexOptions options) {
        Require.notNull("index", index);
        Require.notNull("dropIndexOptions", options);
        Fields fields = new Fields(view, documentClass);
        CommandFields which = index instanceof Bson keys
                ? fields.bson("index", keys).get()
                : fields.text("index", (String) index).get();
        unlessMissing(command("dropIndexes", which, options.getMaxTime(TimeUnit.MILLISECONDS)), session);
    }

    // Search indexes --------------------------------------------------------------------------------------------------

    List<String> createSearchIndexes(List<SearchIndexModel> models) {
        Require.notNull("searchIndexModels", models);
        List<Document> indexes = new ArrayList<>();
        for (SearchIndexModel model : models) {
            if (model == null) {
                throw new IllegalArgumentException("searchIndexModels can not contain a null value");
            }
            Document index = new Document();
            if (model.getName() != null) {
                index.append("name", model.getName());
            }
            index.append("definition", model.getDefinition().toBsonDocument(documentClass, view.registry()));
            if (model.getType() != null) {
                index.append("type", model.getType().toBsonValue());
            }
            indexes.add(index);
        }
        CommandFields fields = new Fields(view, documentClass).list("indexes", indexes).get();
        BsonDocument reply = view.execute(
                AdministrativeCommand.onSearchIndexes(name.ours(), "createSearchIndexes", fields), null);
        List<String> names = reply.getArray("indexesCreated", new BsonArray()).stream()
                .map(created -> created.asDocument().getString("name").getValue()).toList();
        return names.isEmpty()
                ? models.stream().map(model -> model.getName() == null ? "default" : model.getName()).toList()
                : names;
    }

    void updateSearchIndex(String indexName, Bson definition) {
        CommandFields fields = new Fields(view, documentClass).text("name", Require.notNull("indexName", indexName))
                .bson("definition", Require.notNull("definition", definition)).get();
        view.execute(AdministrativeCommand.onSearchIndexes(name.ours(), "updateSearchIndex", fields), null);
    }

    void dropSearchIndex(String indexName) {
        CommandFields fields = new Fields(view, documentClass).text("name", Require.notNull("indexName", indexName))
                .get();
        unlessMissing(AdministrativeCommand.onSearchIndexes(name.ours(), "dropSearchIndex", fields), null);
    }

    private AdministrativeCommand command(String command, CommandFields fields, long maxTimeMillis) {
        return AdministrativeCommand.onCollection(name.ours(), command, fields, maxTimeMillis);
    }

    /** Of a collection that does not exist there is nothing to drop. */
    private void unlessMissing(AdministrativeCommand command, @Nullable ClientSession session) {
        view.client.requireOpen();
        try {
            view.client.executor().execute(command, view.scope(session));
        } catch (MongoCommandException e) {
            if (!Namespaces.isMissing(e)) {
                throw view.client.official(e);
            }
        } catch (MongoException e) {
            throw view.client.official(e);
        }
    }
}
