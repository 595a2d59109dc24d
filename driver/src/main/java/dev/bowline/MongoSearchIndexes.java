package dev.bowline;

import dev.bowline.driver.argument.Arguments;
import dev.bowline.driver.operation.AdministrativeCommand;
import dev.bowline.driver.operation.Namespace;
import dev.bowline.driver.operation.OperationScope;
import dev.bowline.error.MongoCommandException;
import dev.bowline.options.AggregateOptions;
import dev.bowline.options.CommandFields;
import dev.bowline.options.SearchIndexModel;
import java.util.List;
import java.util.function.Consumer;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * The search indexes that Atlas keeps for a collection. They are built, changed and dropped in the background: these
 * methods return before that is done. Neither read nor write concern is sent.
 */
public final class MongoSearchIndexes {
    private final MongoClient client;
    private final Namespace namespace;
    private final OperationScope scope;

    MongoSearchIndexes(MongoClient client, Namespace namespace, OperationScope scope) {
        this.client = client;
        this.namespace = namespace;
        this.scope = scope;
    }

    /** Creates an index and returns its name. */
    public String create(SearchIndexModel model) {
        List<String> names = create(List.of(model));
        return names.isEmpty() ? "" : names.get(0);
    }

    /** Creates indexes and returns their names. */
    public List<String> create(List<SearchIndexModel> models) {
        CommandFields fields = new CommandFields();
        fields.put("indexes", models.stream().map(model -> model.toDocument(scope.registry())).toList());
        BsonDocument reply = run("createSearchIndexes", fields);
        BsonArray created = reply.isArray("indexesCreated") ? reply.getArray("indexesCreated") : new BsonArray();
        return created.stream().map(each -> each.isDocument() ? each.asDocument() : new BsonDocument())
                .map(each -> ListedNames.of(each, "createSearchIndexes")).toList();
    }

    /**
     * Changes the definition of the search index with this name. Returns before the server has rebuilt the index. Not
     * retried.
     *
     * @throws dev.bowline.error.MongoCommandException if there is no such index, or the server refuses the definition
     */
    public void update(String name, Bson definition) {
        CommandFields fields = new CommandFields();
        fields.put("name", name);
        fields.put("definition", definition);
        run("updateSearchIndex", fields);
    }

    /** Drops an index. Does nothing if there is no such collection. */
    public void drop(String name) {
        CommandFields fields = new CommandFields();
        fields.put("name", name);
        try {
            run("dropSearchIndex", fields);
        } catch (MongoCommandException e) {
            if (e.code() != MongoCollection.NAMESPACE_NOT_FOUND) {
                throw e;
            }
        }
    }

    /**
     * Lists all search indexes of the collection; the result is empty if there are none. Nothing is sent until the
     * result is used. Retried once as a read.
     */
    public MongoIterable<Document> list() {
        return list(null, options -> {});
    }

    /**
     * Lists the search indexes of the collection; the result is empty if there are none. Nothing is sent until the
     * result is used. Retried once as a read.
     *
     * @param name the name of the one index to list, or null for all indexes
     */
    public MongoIterable<Document> list(@Nullable String name, Consumer<AggregateOptions> options) {
        Document which = name == null ? new Document() : new Document("name", name);
        AggregateOptions configured = Arguments.configured(options, new AggregateOptions());
        List<Bson> stages = List.of(new Document("$listSearchIndexes", which));
        return () -> client.executor().execute(Aggregations.operation(scope, namespace.database(),
                namespace.collection(), stages, scope.registry().get(Document.class), configured)
                .withoutReadConcern(), scope);
    }

    private BsonDocument run(String command, CommandFields fields) {
        return client.executor().execute(AdministrativeCommand.onSearchIndexes(namespace, command, fields), scope);
    }
}
