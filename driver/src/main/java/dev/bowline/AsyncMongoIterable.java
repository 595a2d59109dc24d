package dev.bowline;

import dev.bowline.driver.async.AsyncCalls;
import dev.bowline.egress.environment.Environment;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The results of a query, without blocking: a publisher, and futures of the usual ways to use one. Nothing is sent
 * before one of its methods is called; each call runs the query anew. Canceling a future interrupts its query.
 *
 * @param <T> the type of the results
 */
public final class AsyncMongoIterable<T> implements Flow.Publisher<T> {
    private final MongoIterable<T> results;
    private final AsyncCalls calls;

    private AsyncMongoIterable(MongoIterable<T> results, AsyncCalls calls) {
        this.results = results;
        this.calls = calls;
    }

    /** The results of a blocking query, which this one runs on virtual threads of the environment. */
    public static <T> AsyncMongoIterable<T> of(MongoIterable<T> results, Environment environment) {
        return of(results, new AsyncCalls(environment));
    }

    static <T> AsyncMongoIterable<T> of(MongoIterable<T> results, AsyncCalls calls) {
        return new AsyncMongoIterable<>(results, calls);
    }

    /** Publishes the results as the subscriber asks for them. No thread is held while there is no demand. */
    @Override
    public void subscribe(Flow.Subscriber<? super T> subscriber) {
        calls.publish(results::iterator).subscribe(subscriber);
    }

    /** All results in a list; an empty list if there are none. */
    public CompletableFuture<List<T>> toList() {
        return calls.call(results::toList);
    }

    /** The first result, or null if there is none. */
    public CompletableFuture<@Nullable T> first() {
        return calls.call(results::first);
    }

    /**
     * Passes every result to the action, one after the other, on one virtual thread. An exception of the action ends
     * it.
     */
    public CompletableFuture<@Nullable Void> forEach(Consumer<? super T> action) {
        return calls.run(() -> {
            try (var cursor = results.iterator()) {
                cursor.forEachRemaining(action);
            }
        });
    }

    /** The same results with methods that block, for {@code for} loops and streams. */
    public MongoIterable<T> blocking() {
        return results;
    }
}
