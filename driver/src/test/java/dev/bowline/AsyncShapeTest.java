package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.gridfs.AsyncGridFsBucket;
import dev.bowline.gridfs.GridFsBucket;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The asynchronous client has the methods of the blocking one, with the same parameters. */
class AsyncShapeTest {
    record Pair(Class<?> blocking, Class<?> async) {}

    /**
     * What does not block is not repeated, nor what a future cannot be: a client is closed by its owner. In place of
     * the streams of files there are publishers.
     */
    private static final Set<String> BLOCKING_ONLY = Set.of("async", "close", "topology", "settings", "codecRegistry",
            "connect", "openUpload", "openDownload", "health", "client", "timeout", "of", "appendMetadata",
            "addObserver", "removeObserver");

    static List<Pair> pairs() {
        return List.of(new Pair(MongoClient.class, AsyncMongoClient.class),
                new Pair(MongoDatabase.class, AsyncMongoDatabase.class),
                new Pair(MongoCollection.class, AsyncMongoCollection.class),
                new Pair(GridFsBucket.class, AsyncGridFsBucket.class),
                new Pair(MongoIndexes.class, AsyncMongoIndexes.class),
                new Pair(MongoSearchIndexes.class, AsyncMongoSearchIndexes.class));
    }

    private static Set<String> methods(Class<?> type) {
        Set<String> methods = new TreeSet<>();
        for (Method method : type.getDeclaredMethods()) {
            if (Modifier.isPublic(method.getModifiers()) && !method.isSynthetic()) {
                methods.add(method.getName() + Arrays.stream(method.getParameterTypes()).map(Class::getSimpleName)
                        .toList());
            }
        }
        return methods;
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void everyMethodOfTheBlockingTypeIsThere(Pair pair) {
        Set<String> missing = methods(pair.blocking());
        missing.removeAll(methods(pair.async()));
        missing.removeIf(method -> BLOCKING_ONLY.contains(method.substring(0, method.indexOf('['))));
        assertThat(missing).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void whatBlocksThereReturnsAFutureOrAPublisherHere(Pair pair) throws NoSuchMethodException {
        for (Method method : pair.async().getDeclaredMethods()) {
            if (!Modifier.isPublic(method.getModifiers()) || method.isSynthetic()
                    || method.getName().equals("blocking") || method.getName().equals("call")
                    || method.getName().equals("findFirst") || isOfBytes(method)) {
                continue;
            }
            Class<?> blocking = pair.blocking().getMethod(method.getName(), method.getParameterTypes())
                    .getReturnType();
            Class<?> async = method.getReturnType();
            if (Iterable.class.isAssignableFrom(blocking) && !List.class.isAssignableFrom(blocking)) {
                assertThat(async).as("%s", method).isEqualTo(AsyncMongoIterable.class);
            } else if (blocking.getSimpleName().startsWith("Mongo") || blocking.getSimpleName().startsWith("GridFs")) {
                assertThat(async.getSimpleName()).as("%s", method).isEqualTo("Async" + blocking.getSimpleName());
            } else if (!Set.of("name", "namespace", "type", "toString").contains(method.getName())) {
                assertThat(async).as("%s", method).isEqualTo(CompletableFuture.class);
            }
        }
    }

    /** The publishers that stand for the streams of files. */
    private static boolean isOfBytes(Method method) {
        return method.getGenericReturnType().getTypeName().contains("Publisher<java.nio.ByteBuffer>")
                || Arrays.asList(method.getParameterTypes()).contains(Flow.Publisher.class);
    }
}
