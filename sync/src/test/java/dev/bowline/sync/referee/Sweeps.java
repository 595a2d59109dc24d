package dev.bowline.sync.referee;

import com.mongodb.MongoClientSettings;
import com.mongodb.client.ChangeStreamIterable;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCluster;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.MongoIterable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.bson.Document;

/** Calls every method of an interface, with plain and with full options, and reads what it returns. */
@SuppressWarnings("ReturnValueIgnored") // What is called is compared, not its result.
final class Sweeps {
    /** They end what other calls need, or wait for something to happen; scripts of their own call them. */
    private static final Set<String> ELSEWHERE = Set.of("close", "appendMetadata");

    private Sweeps() {}

    static List<Script> all() {
        List<Script> scripts = new ArrayList<>();
        for (boolean rich : new boolean[]{false, true}) {
            String how = rich ? " with every option" : "";
            scripts.add(sweep("MongoCollection" + how, MongoCollection.class, client -> client.getDatabase("test")
                    .getCollection("things"), rich));
            scripts.add(sweep("MongoDatabase" + how, MongoDatabase.class, client -> client.getDatabase("test"), rich));
            scripts.add(sweep("MongoClient" + how, MongoClient.class, client -> client, rich));
            scripts.add(sweep("MongoCluster" + how, MongoCluster.class, client -> client.withReadPreference(client
                    .getReadPreference()), rich));
        }
        scripts.add(iterable("find", things -> things.find()));
        scripts.add(iterable("aggregate", things -> things.aggregate(List.of())));
        scripts.add(iterable("distinct", things -> things.distinct("x", Integer.class)));
        scripts.add(iterable("listIndexes", things -> things.listIndexes()));
        scripts.add(iterable("listSearchIndexes", things -> things.listSearchIndexes()));
        scripts.add(iterable("mapReduce", things -> things.mapReduce("function() {}", "function() {}")));
        scripts.add(iterable("watch", things -> things.watch()));
        scripts.add(clientIterable("listDatabases", client -> client.listDatabases()));
        scripts.add(clientIterable("listDatabaseNames", client -> client.listDatabaseNames()));
        scripts.add(clientIterable("listCollections", client -> client.getDatabase("test").listCollections()));
        scripts.add(clientIterable("listCollectionNames", client -> client.getDatabase("test").listCollectionNames()));
        return scripts;
    }

    private static <T> Script sweep(String name, Class<T> type, Function<MongoClient, T> view, boolean rich) {
        return Script.of("every method of " + name, (client, restore, deployment) -> {
            T target = view.apply(client);
            for (Method method : methods(type)) {
                restore.run();
                try (ClientSession session = client.startSession()) {
                    Samples samples = new Samples(session, MongoClientSettings.getDefaultCodecRegistry(), rich);
                    Object[] arguments = samples.arguments(method);
                    if (type != MongoCollection.class && method.getName().equals("bulkWrite")) {
                        for (int i = 0; i < arguments.length; i++) {
                            arguments[i] = arguments[i] instanceof List ? Samples.clientModels() : arguments[i];
                        }
                    }
                    read(call(method, target, arguments));
                }
            }
        });
    }

    static List<Method> methods(Class<?> type) {
        return Arrays.stream(type.getMethods()).filter(method -> !method.isBridge() && !method.isSynthetic()
                && !ELSEWHERE.contains(method.getName())).sorted(Comparator.comparing(
                        (Method method) -> Transcript
                                .name(type, method)))
                .toList();
    }

    static Object call(Method method, Object target, Object[] arguments) throws Exception {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException) {
                // It is in the transcript.
                return null;
            }
            throw e;
        }
    }

    /** Reads what an iterable yields. */
    private static void read(Object result) {
        try {
            if (result instanceof ChangeStreamIterable<?> stream) {
                try (MongoChangeStreamCursor<?> cursor = stream.maxAwaitTime(1, TimeUnit.MILLISECONDS).cursor()) {
                    cursor.getResumeToken();
                    cursor.tryNext();
                }
            } else if (result instanceof MongoIterable<?> iterable) {
                iterable.into(new ArrayList<>());
            }
        } catch (RuntimeException e) {
            // It is in the transcript.
        }
    }

    private static Script iterable(String name, Function<MongoCollection<Document>, MongoIterable<?>> iterables) {
        return clientIterable(name, client -> iterables.apply(client.getDatabase("test").getCollection("things")));
    }

    /** Every method of an iterable, each on one of its own, which is then read in every way; then of its cursor. */
    private static Script clientIterable(String name, Function<MongoClient, MongoIterable<?>> iterables) {
        return Script.of("every method of " + name, (client, restore, deployment) -> {
            Samples samples = new Samples(null, MongoClientSettings.getDefaultCodecRegistry(), true);
            Class<?> type = Arrays.stream(iterables.apply(client).getClass().getInterfaces()).findFirst().orElseThrow();
            for (Method method : methods(type)) {
                MongoIterable<?> iterable = iterables.apply(client);
                if (iterable instanceof ChangeStreamIterable && Set.of("first", "forEach", "into", "spliterator",
                        "iterator").contains(method.getName())) {
                    continue;
                }
                Object result = call(method, iterable, samples.arguments(method));
                if (result instanceof MongoCursor<?> cursor) {
                    cursors(cursor);
                } else if (iterable instanceof ChangeStreamIterable && !(result instanceof ChangeStreamIterable)) {
                    quietly(() -> ((MongoIterable<?>) result).cursor().close());
                } else {
                    read(result);
                }
            }
            if (!(iterables.apply(client) instanceof ChangeStreamIterable)) {
                quietly(() -> iterables.apply(client).first());
                quietly(() -> iterables.apply(client).batchSize(1).map(each -> "mapped").into(new ArrayList<>()));
                quietly(() -> iterables.apply(client).batchSize(-2).into(new ArrayList<>()));
                quietly(() -> iterables.apply(client).batchSize(0).into(new ArrayList<>()));
            }
        });
    }

    static void quietly(Runnable body) {
        try {
            body.run();
        } catch (RuntimeException e) {
            // It is in the transcript.
        }
    }

    private static void cursors(MongoCursor<?> cursor) {
        quietly(cursor::getServerCursor);
        quietly(cursor::getServerAddress);
        quietly(cursor::tryNext);
        if (cursor instanceof MongoChangeStreamCursor<?> stream) {
            quietly(stream::getResumeToken);
        } else {
            quietly(cursor::hasNext);
            quietly(cursor::next);
            quietly(cursor::available);
            quietly(() -> cursor.forEachRemaining(each -> {}));
            quietly(cursor::next);
        }
        quietly(cursor::remove);
        quietly(cursor::close);
        quietly(cursor::hasNext);
        quietly(cursor::next);
        quietly(cursor::tryNext);
        quietly(cursor::available);
        quietly(cursor::getServerCursor);
        quietly(cursor::getServerAddress);
        quietly(cursor::close);
    }
}
