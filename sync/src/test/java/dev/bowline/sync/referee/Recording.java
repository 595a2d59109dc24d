package dev.bowline.sync.referee;

import com.mongodb.client.AggregateIterable;
import com.mongodb.client.ChangeStreamIterable;
import com.mongodb.client.ClientSession;
import com.mongodb.client.DistinctIterable;
import com.mongodb.client.FindIterable;
import com.mongodb.client.ListCollectionNamesIterable;
import com.mongodb.client.ListCollectionsIterable;
import com.mongodb.client.ListDatabasesIterable;
import com.mongodb.client.ListIndexesIterable;
import com.mongodb.client.ListSearchIndexesIterable;
import com.mongodb.client.MapReduceIterable;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCluster;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.MongoIterable;
import com.mongodb.session.ServerSession;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;

/** Wraps a client, and all that it returns, so that every call is written down. */
final class Recording implements InvocationHandler {
    /** The interfaces that are compared, the most specific first. */
    static final List<Class<?>> INTERFACES = List.of(MongoClient.class, MongoCluster.class, MongoDatabase.class,
            MongoCollection.class, ClientSession.class, ServerSession.class, FindIterable.class,
            AggregateIterable.class, ChangeStreamIterable.class, DistinctIterable.class, MapReduceIterable.class,
            ListCollectionNamesIterable.class, ListCollectionsIterable.class, ListDatabasesIterable.class,
            ListIndexesIterable.class, ListSearchIndexesIterable.class, MongoIterable.class,
            MongoChangeStreamCursor.class, MongoCursor.class);

    private final Object target;
    private final Class<?> through;
    private final Transcript transcript;

    private Recording(Object target, Class<?> through, Transcript transcript) {
        this.target = target;
        this.through = through;
        this.transcript = transcript;
    }

    static <T> T of(Object target, Class<T> through, Transcript transcript) {
        return through.cast(Proxy.newProxyInstance(Recording.class.getClassLoader(), new Class<?>[]{through},
                new Recording(target, through, transcript)));
    }

    static Object unwrapped(Object value) {
        return value != null && Proxy.isProxyClass(value.getClass())
                && Proxy.getInvocationHandler(value) instanceof Recording recording ? recording.target : value;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] given) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return method.invoke(target, given);
        }
        Object[] arguments = given == null ? new Object[0] : given.clone();
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = unwrapped(arguments[i]);
        }
        transcript.begin();
        Object result;
        try {
            method.setAccessible(true);
            result = method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            transcript.end(through, method, null, e.getCause());
            throw e.getCause();
        }
        transcript.end(through, method, result, null);
        return wrapped(result);
    }

    private Object wrapped(Object result) {
        for (Class<?> type : INTERFACES) {
            if (type.isInstance(result)) {
                return of(result, type, transcript);
            }
        }
        return result;
    }
}
