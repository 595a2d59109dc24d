package dev.bowline;

import dev.bowline.egress.environment.Environment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How blocking calls become futures and publishers: each has a virtual thread of its own. */
record AsyncCalls(Environment environment) {
    static AsyncCalls of(MongoClient client) {
        return new AsyncCalls(client.environment());
    }

    <R extends @Nullable Object> CompletableFuture<R> call(Supplier<R> body) {
        return VirtualTask.start(environment, body);
    }

    @SuppressWarnings("NullAway") // A future of nothing holds null.
    CompletableFuture<@Nullable Void> run(Runnable body) {
        return VirtualTask.start(environment, () -> {
            body.run();
            return null;
        });
    }

    <R> Flow.Publisher<R> publish(MongoIterable<R> documents) {
        return new SourcePublisher<>(environment, () -> PublishedSource.of(documents.iterator()));
    }
}
