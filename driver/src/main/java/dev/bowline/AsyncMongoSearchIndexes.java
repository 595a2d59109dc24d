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

    public CompletableFuture<String> create(SearchIndexModel model) {
        return calls.call(() -> indexes.create(model));
    }

    public CompletableFuture<List<String>> create(List<SearchIndexModel> models) {
        return calls.call(() -> indexes.create(models));
    }

    public CompletableFuture<@Nullable Void> update(String name, Bson definition) {
        return calls.run(() -> indexes.update(name, definition));
    }

    public CompletableFuture<@Nullable Void> drop(String name) {
        return calls.run(() -> indexes.drop(name));
    }

    public AsyncMongoIterable<Document> list() {
        return AsyncMongoIterable.of(indexes.list(), calls);
    }

    /** As {@link MongoSearchIndexes#list(String, Consumer)}. */
    public AsyncMongoIterable<Document> list(@Nullable String name, Consumer<AggregateOptions> options) {
        return AsyncMongoIterable.of(indexes.list(name, options), calls);
    }
}
