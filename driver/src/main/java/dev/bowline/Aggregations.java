package dev.bowline;

import dev.bowline.driver.argument.Arguments;
import dev.bowline.driver.operation.Aggregate;
import dev.bowline.driver.operation.CursorSettings;
import dev.bowline.driver.operation.OperationScope;
import dev.bowline.options.AggregateOptions;
import dev.bowline.options.CursorType;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.bson.codecs.Decoder;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** What the {@code aggregate} methods of database and collection have in common. */
final class Aggregations {
    private Aggregations() {}

    /** @param collection null for a pipeline that starts from the database */
    static <R> MongoIterable<R> aggregate(MongoClient client, OperationScope scope, String database,
            @Nullable String collection, List<? extends Bson> pipeline, Decoder<R> decoder,
            Consumer<AggregateOptions> options) {
        AggregateOptions configured = Arguments.configured(options, new AggregateOptions());
        List<Bson> stages = List.copyOf(pipeline);
        return () -> client.executor().execute(
                operation(scope, database, collection, stages, decoder, configured), scope);
    }

    static <R> Aggregate<R> operation(OperationScope scope, String database, @Nullable String collection,
            List<Bson> stages, Decoder<R> decoder, AggregateOptions options) {
        Duration await = options.maxAwaitTime();
        if (await != null && scope.timeoutMillis() > 0 && await.toMillis() >= scope.timeoutMillis()) {
            throw new IllegalArgumentException("The maxAwaitTime of " + await.toMillis()
                    + " ms is not shorter than the timeout of " + scope.timeoutMillis() + " ms");
        }
        // Servers refuse maxAwaitTimeMS for a cursor that does not wait.
        long maxAwaitMillis = options.maxAwaitTime() != null && Aggregate.watches(stages, scope.registry())
                ? Arguments.limitMillis(options.maxAwaitTime())
                : 0;
        CursorSettings<R> cursor = new CursorSettings<>(decoder, options.batchSize(), 0, CursorType.NON_TAILABLE,
                maxAwaitMillis, options.timeoutMode(), options.fields().get("comment"));
        return new Aggregate<>(database, collection, stages, options.fields(), options.maxTimeMillis(),
                scope.registry(), cursor);
    }
}
