package dev.bowline.sync;

import com.mongodb.Function;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoIterable;
import java.util.Collection;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An iterable whose documents are turned into something else.
 *
 * @param <T> what the other iterable yields
 * @param <U> what this one yields
 */
public class MappedMongoIterable<T, U> implements MongoIterable<U> {
    private final MongoIterable<T> iterable;
    private final Function<T, U> mapper;

    MappedMongoIterable(MongoIterable<T> iterable, Function<T, U> mapper) {
        this.iterable = iterable;
        this.mapper = Require.notNull("mapper", mapper);
    }

    @Override
    public MongoCursor<U> iterator() {
        return new MappedMongoCursor<>(iterable.iterator(), mapper);
    }

    @Override
    public MongoCursor<U> cursor() {
        return iterator();
    }

    @Override
    public @Nullable U first() {
        T first = iterable.first();
        return first == null ? null : mapper.apply(first);
    }

    @Override
    public void forEach(Consumer<? super U> action) {
        iterable.forEach(document -> action.accept(mapper.apply(document)));
    }

    @Override
    public <A extends Collection<? super U>> A into(A target) {
        forEach(target::add);
        return target;
    }

    @Override
    public MongoIterable<U> batchSize(int batchSize) {
        iterable.batchSize(batchSize);
        return this;
    }

    @Override
    public <V> MongoIterable<V> map(Function<U, V> next) {
        return new MappedMongoIterable<>(this, next);
    }
}
