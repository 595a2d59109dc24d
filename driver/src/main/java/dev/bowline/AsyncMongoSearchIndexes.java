package dev.bowline;

import dev.bowline.driver.async.AsyncCalls;
import dev.bowline.options.AggregateOptions;
import dev.bowline.options.SearchIndexModel;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** The search indexes of a collection through methods that return at once; see {@link AsyncMongoClient}. */
public final class AsyncMongoSearchIndexes {
    private final MongoSearchIndexes indexes;
    private final AsyncCalls calls;

    AsyncMongoSearchIndexes(MongoSearchIndexes indexes, AsyncCalls calls) {
        this.indexes = indexes;
        this.calls = calls;
    }

    /**
     * Creates a search index. The future completes with its name before the server has built the index. Not retried.
     * See {@link MongoSearchIndexes#create(SearchIndexModel)}.
     */
    public CompletableFuture<String> create(SearchIndexModel model) {
        return calls.call(() -> indexes.create(model));
    }

    /**
     * Creates search indexes. The future completes with their names before the server has built the indexes. Not
     * retried. See {@link MongoSearchIndexes#create(List)}.
     */
    public CompletableFuture<List<String>> create(List<SearchIndexModel> models) {
        return calls.call(() -> indexes.create(models));
    }

    /**
     * Changes the definition of the search index with this name. The future completes before the server has rebuilt the
     * index. Not retried. See {@link MongoSearchIndexes#update(String, Bson)}.
     */
    public CompletableFuture<@Nullable Void> update(String name, Bson definition) {
        return calls.run(() -> indexes.update(name, definition));
    }

    /**
     * Drops the search index with this name. Does nothing if the collection does not exist. Not retried. See
     * {@link MongoSearchIndexes#drop(String)}.
     */
    public CompletableFuture<@Nullable Void> drop(String name) {
        return calls.run(() -> indexes.drop(name));
    }

    /**
     * Lists all search indexes of the collection; the result is empty if there are none. Retried once as a read. See
     * {@link MongoSearchIndexes#list()}.
     */
    public AsyncMongoIterable<Document> list() {
        return AsyncMongoIterable.of(indexes.list(), calls);
    }

    /** As {@link MongoSearchIndexes#list(String, Consumer)}. */
    public AsyncMongoIterable<Document> list(@Nullable String name, Consumer<AggregateOptions> options) {
        return AsyncMongoIterable.of(indexes.list(name, options), calls);
    }
}
