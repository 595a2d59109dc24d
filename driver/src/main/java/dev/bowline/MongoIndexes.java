package dev.bowline;

import dev.bowline.concern.ReadPreference;
import dev.bowline.driver.argument.Arguments;
import dev.bowline.driver.operation.AdministrativeCommand;
import dev.bowline.driver.operation.BatchCursor;
import dev.bowline.driver.operation.CursorSettings;
import dev.bowline.driver.operation.ListCursor;
import dev.bowline.driver.operation.Namespace;
import dev.bowline.driver.operation.OperationScope;
import dev.bowline.error.MongoCommandException;
import dev.bowline.options.CommandFields;
import dev.bowline.options.CreateIndexesOptions;
import dev.bowline.options.DropIndexOptions;
import dev.bowline.options.IndexModel;
import dev.bowline.options.ListIndexesOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.bson.Document;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;

/** The indexes of a collection, with every option. The collection itself has the usual short cuts. */
public final class MongoIndexes {
    private static final String ALL = "*";

    private final MongoClient client;
    private final Namespace namespace;
    private final OperationScope scope;

    MongoIndexes(MongoClient client, Namespace namespace, OperationScope scope) {
        this.client = client;
        this.namespace = namespace;
        this.scope = scope;
    }

    /**
     * Creates indexes in one command and returns their names. Not retried.
     *
     * @throws IllegalArgumentException if the list is empty
     * @throws dev.bowline.error.MongoCommandException if the server refuses the command
     */
    public List<String> create(List<IndexModel> models, Consumer<CreateIndexesOptions> options) {
        if (models.isEmpty()) {
            throw new IllegalArgumentException("There is no index to create");
        }
        CreateIndexesOptions configured = Arguments.configured(options, new CreateIndexesOptions());
        CodecRegistry registry = scope.registry();
        List<String> names = new ArrayList<>();
        List<Document> indexes = new ArrayList<>();
        for (IndexModel model : models) {
            String name = model.name(registry);
            names.add(name);
            indexes.add(description(model, name));
        }
        CommandFields fields = configured.fields();
        fields.put("indexes", indexes);
        run("createIndexes", fields, configured.maxTimeMillis());
        return names;
    }

    private Document description(IndexModel model, String name) {
        Document index = new Document("key", model.keys().toBsonDocument(Document.class, scope.registry()));
        model.options().fields().forEach((field, value) -> index.append(field,
                value instanceof Bson bson ? bson.toBsonDocument(Document.class, scope.registry()) : value));
        return index.append("name", name);
    }

    /** The indexes as the server describes them; none if there is no such collection. */
    public MongoIterable<Document> list(Consumer<ListIndexesOptions> options) {
        ListIndexesOptions configured = Arguments.configured(options, new ListIndexesOptions());
        CursorSettings<Document> cursor = CursorSettings.of(scope.registry().get(Document.class),
                configured.batchSize(), configured.fields().get("comment")).with(configured.timeoutMode());
        // "Enumerating Indexes": in a replica set, only the primary is queried.
        OperationScope primary = scope.with(ReadPreference.primary());
        return () -> {
            try {
                BatchCursor<Document> opened = client.executor().execute(ListCursor.indexes(namespace,
                        configured.fields(), configured.maxTimeMillis(), cursor), primary);
                return opened;
            } catch (MongoCommandException e) {
                if (e.code() == MongoCollection.NAMESPACE_NOT_FOUND) {
                    return new EmptyCursor<>(e.serverAddress());
                }
                throw e;
            }
        };
    }

    /**
     * Lists the names of the indexes; the result is empty if the collection does not exist. Nothing is sent until the
     * result is used. Retried once as a read.
     */
    public MongoIterable<String> listNames(Consumer<ListIndexesOptions> options) {
        return list(options).map(index -> ListedNames.of(index, "listIndexes"));
    }

    /**
     * Drops the index of this name.
     *
     * @throws IllegalArgumentException for {@code *}, by which the server would drop them all
     */
    public void drop(String name, Consumer<DropIndexOptions> options) {
        if (name.equals(ALL)) {
            throw new IllegalArgumentException("The name * stands for all indexes; dropAll drops them");
        }
        dropIndex(name, options);
    }

    /** Drops all indexes but the one on {@code _id}. */
    public void dropAll(Consumer<DropIndexOptions> options) {
        dropIndex(ALL, options);
    }

    /** Drops the index with these keys. */
    public void drop(Bson keys, Consumer<DropIndexOptions> options) {
        dropIndex(keys, options);
    }

    /** Keeps an index up to date but out of use, to see what life without it would be like. */
    public void hide(String name) {
        setHidden(name, true);
    }

    /** Lets a hidden index be used again. */
    public void unhide(String name) {
        setHidden(name, false);
    }

    private void setHidden(String name, boolean hidden) {
        CommandFields fields = new CommandFields();
        fields.put("index", new Document("name", name).append("hidden", hidden));
        run("collMod", fields, 0);
    }

    private void dropIndex(Object index, Consumer<DropIndexOptions> options) {
        DropIndexOptions configured = Arguments.configured(options, new DropIndexOptions());
        CommandFields fields = configured.fields();
        fields.put("index", index);
        try {
            run("dropIndexes", fields, configured.maxTimeMillis());
        } catch (MongoCommandException e) {
            if (e.code() != MongoCollection.NAMESPACE_NOT_FOUND) {
                throw e;
            }
        }
    }

    private void run(String command, CommandFields fields, long maxTimeMillis) {
        client.executor().execute(AdministrativeCommand.onCollection(namespace, command, fields, maxTimeMillis), scope);
    }
}
