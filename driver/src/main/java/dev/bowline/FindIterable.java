package dev.bowline;

import dev.bowline.cursor.MongoCursor;
import dev.bowline.driver.argument.Arguments;
import dev.bowline.driver.operation.CursorSettings;
import dev.bowline.driver.operation.Find;
import dev.bowline.driver.operation.FindFirst;
import dev.bowline.driver.operation.Namespace;
import dev.bowline.driver.operation.OperationScope;
import dev.bowline.options.CommandFields;
import dev.bowline.options.CursorType;
import dev.bowline.options.FindOptions;
import java.util.Objects;
import org.bson.codecs.Codec;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** What {@code find} returns. */
final class FindIterable<T> implements MongoIterable<T> {
    private final MongoClient client;
    private final Namespace namespace;
    private final String fullName;
    private final Codec<T> codec;
    private final OperationScope scope;
    private final Bson filter;
    private final @Nullable FindOptions options;

    FindIterable(MongoClient client, Namespace namespace, String fullName, Codec<T> codec, OperationScope scope,
            Bson filter, @Nullable FindOptions options) {
        this.client = client;
        this.namespace = namespace;
        this.fullName = fullName;
        this.codec = codec;
        this.scope = scope;
        this.filter = Objects.requireNonNull(filter, "filter");
        this.options = options;
    }

    @Override
    public MongoCursor<T> iterator() {
        FindOptions set = options;
        Find<T> find = set == null
                ? new Find<>(namespace, filter, CommandFields.NONE, 0, 0, CursorSettings.of(codec, null, null))
                : new Find<>(namespace, filter, set.fields(), set.limit(), set.maxTimeMillis(),
                        new CursorSettings<>(codec, set.batchSize(), Math.max(0, set.limit()), set.cursorType(),
                                set.cursorType() == CursorType.TAILABLE_AWAIT
                                        ? Arguments.limitMillis(set.maxAwaitTime())
                                        : 0,
                                set.timeoutMode(),
                                set.fields().get("comment")));
        return client.executor().execute(find, scope);
    }

    @Override
    public @Nullable T first() {
        FindOptions set = options;
        return client.executor().execute(new FindFirst<>(namespace, fullName, filter,
                set == null ? CommandFields.NONE : set.fields(), set == null ? 0 : set.maxTimeMillis(), codec), scope);
    }
}
