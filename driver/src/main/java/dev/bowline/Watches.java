package dev.bowline;

import dev.bowline.changestream.ChangeStreamOptions;
import dev.bowline.driver.argument.Arguments;
import dev.bowline.driver.operation.ChangeStream;
import dev.bowline.driver.operation.OperationScope;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.bson.codecs.Decoder;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** What the {@code watch} methods of client, database and collection have in common. */
final class Watches {
    private Watches() {}

    /**
     * @param database null for the whole deployment
     * @param collection null for the whole database
     */
    static <R> ChangeStreamIterable<R> watch(MongoClient client, OperationScope scope, @Nullable String database,
            @Nullable String collection, List<? extends Bson> pipeline, Decoder<R> decoder,
            Consumer<ChangeStreamOptions> options) {
        ChangeStreamOptions configured = Arguments.configured(options, new ChangeStreamOptions());
        ChangeStream.Settings settings = new ChangeStream.Settings(database, collection, List.copyOf(pipeline),
                configured.stage(), configured.fields(), configured.batchSize(),
                Arguments.limitMillis(configured.maxAwaitTime()), configured.resumeAfter(), configured.startAfter(),
                configured.startAtOperationTime());
        if (scope.timeoutMillis() > 0 && settings.maxAwaitMillis() >= scope.timeoutMillis()) {
            throw new IllegalArgumentException("The maxAwaitTime is not shorter than the timeout");
        }
        Objects.requireNonNull(decoder, "decoder");
        return () -> ChangeStream.open(settings, decoder, client.executor(), scope);
    }
}
