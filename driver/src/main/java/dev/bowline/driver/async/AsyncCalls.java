package dev.bowline.driver.async;

import dev.bowline.cursor.MongoCursor;
import dev.bowline.egress.environment.Environment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How blocking calls become futures and publishers: each has a virtual thread of its own. */
public record AsyncCalls(Environment environment) {
    /** Runs a call that returns a value on a virtual thread of its own. */
    public <R extends @Nullable Object> CompletableFuture<R> call(Supplier<R> body) {
        return VirtualTask.start(environment, body);
    }

    /** Runs a call without a result on a virtual thread of its own. */
    @SuppressWarnings("NullAway") // A future of nothing holds null.
    public CompletableFuture<@Nullable Void> run(Runnable body) {
        return VirtualTask.start(environment, () -> {
            body.run();
            return null;
        });
    }

    /** Publishes the documents of a cursor, opened anew for each subscriber. */
    public <R> Flow.Publisher<R> publish(Supplier<MongoCursor<R>> cursors) {
        return new SourcePublisher<>(environment, () -> PublishedSource.of(cursors.get()));
    }
}
