package dev.bowline;

import dev.bowline.driver.async.AsyncCalls;
import dev.bowline.options.CreateIndexesOptions;
import dev.bowline.options.DropIndexOptions;
import dev.bowline.options.IndexModel;
import dev.bowline.options.ListIndexesOptions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** The indexes of a collection through methods that return at once; see {@link AsyncMongoClient}. */
public final class AsyncMongoIndexes {
    private final MongoIndexes indexes;
    private final AsyncCalls calls;

    AsyncMongoIndexes(MongoIndexes indexes, AsyncCalls calls) {
        this.indexes = indexes;
        this.calls = calls;
    }

    public CompletableFuture<List<String>> create(List<IndexModel> models, Consumer<CreateIndexesOptions> options) {
        return calls.call(() -> indexes.create(models, options));
    }

    public AsyncMongoIterable<Document> list(Consumer<ListIndexesOptions> options) {
        return AsyncMongoIterable.of(indexes.list(options), calls);
    }

    public AsyncMongoIterable<String> listNames(Consumer<ListIndexesOptions> options) {
        return AsyncMongoIterable.of(indexes.listNames(options), calls);
    }

    public CompletableFuture<@Nullable Void> drop(String name, Consumer<DropIndexOptions> options) {
        return calls.run(() -> indexes.drop(name, options));
    }

    public CompletableFuture<@Nullable Void> dropAll(Consumer<DropIndexOptions> options) {
        return calls.run(() -> indexes.dropAll(options));
    }

    public CompletableFuture<@Nullable Void> drop(Bson keys, Consumer<DropIndexOptions> options) {
        return calls.run(() -> indexes.drop(keys, options));
    }

    public CompletableFuture<@Nullable Void> hide(String name) {
        return calls.run(() -> indexes.hide(name));
    }

    public CompletableFuture<@Nullable Void> unhide(String name) {
        return calls.run(() -> indexes.unhide(name));
    }
}
