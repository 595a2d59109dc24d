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

    /**
     * Creates indexes in one command. The future completes with their names. Not retried. See
     * {@link MongoIndexes#create(List, Consumer)}.
     */
    public CompletableFuture<List<String>> create(List<IndexModel> models, Consumer<CreateIndexesOptions> options) {
        return calls.call(() -> indexes.create(models, options));
    }

    /**
     * Lists the indexes as the server describes them; the result is empty if the collection does not exist. Retried
     * once as a read. See {@link MongoIndexes#list(Consumer)}.
     */
    public AsyncMongoIterable<Document> list(Consumer<ListIndexesOptions> options) {
        return AsyncMongoIterable.of(indexes.list(options), calls);
    }

    /**
     * Lists the names of the indexes; the result is empty if the collection does not exist. Retried once as a read. See
     * {@link MongoIndexes#listNames(Consumer)}.
     */
    public AsyncMongoIterable<String> listNames(Consumer<ListIndexesOptions> options) {
        return AsyncMongoIterable.of(indexes.listNames(options), calls);
    }

    /**
     * Drops the index with this name. Does nothing if the collection does not exist. Not retried. See
     * {@link MongoIndexes#drop(String, Consumer)}.
     */
    public CompletableFuture<@Nullable Void> drop(String name, Consumer<DropIndexOptions> options) {
        return calls.run(() -> indexes.drop(name, options));
    }

    /**
     * Drops all indexes except the one on {@code _id}. Does nothing if the collection does not exist. Not retried. See
     * {@link MongoIndexes#dropAll(Consumer)}.
     */
    public CompletableFuture<@Nullable Void> dropAll(Consumer<DropIndexOptions> options) {
        return calls.run(() -> indexes.dropAll(options));
    }

    /**
     * Drops the index with these keys. Does nothing if the collection does not exist. Not retried. See
     * {@link MongoIndexes#drop(Bson, Consumer)}.
     */
    public CompletableFuture<@Nullable Void> drop(Bson keys, Consumer<DropIndexOptions> options) {
        return calls.run(() -> indexes.drop(keys, options));
    }

    /**
     * Hides the index with this name from the query planner; the server keeps the index up to date. Not retried. See
     * {@link MongoIndexes#hide(String)}.
     */
    public CompletableFuture<@Nullable Void> hide(String name) {
        return calls.run(() -> indexes.hide(name));
    }

    /** Lets the query planner use a hidden index again. Not retried. See {@link MongoIndexes#unhide(String)}. */
    public CompletableFuture<@Nullable Void> unhide(String name) {
        return calls.run(() -> indexes.unhide(name));
    }
}
