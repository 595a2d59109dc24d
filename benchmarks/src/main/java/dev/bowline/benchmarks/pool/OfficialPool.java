package dev.bowline.benchmarks.pool;

import com.mongodb.ServerAddress;
import com.mongodb.ServerApi;
import com.mongodb.connection.ClusterId;
import com.mongodb.connection.ConnectionPoolSettings;
import com.mongodb.connection.ServerId;
import com.mongodb.internal.TimeoutSettings;
import com.mongodb.internal.connection.InternalConnection;
import com.mongodb.internal.connection.InternalOperationContextFactory;
import com.mongodb.internal.connection.OperationContext;
import com.mongodb.internal.inject.EmptyProvider;
import com.mongodb.internal.inject.OptionalProvider;
import com.mongodb.internal.thread.AsyncClientExecutor;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.TimeUnit;

/**
 * The official driver's pool, filled. Its class is not public, so it is made by reflection; check-outs go through a
 * constant method handle, which costs nothing once compiled. Needs the class path, not the module path.
 */
public final class OfficialPool implements AutoCloseable {
    private static final String PACKAGE = "com.mongodb.internal.connection.";
    private static final MethodHandle GET = handle("get", InternalConnection.class, OperationContext.class);
    private static final MethodHandle READY = handle("ready", void.class);
    private static final MethodHandle CLOSE = handle("close", void.class);

    private final Object pool;
    private final OperationContext context;

    @SuppressWarnings("NullAway") // the official constructors take null for "none"
    public OfficialPool(int connections) throws Exception {
        TimeoutSettings timeouts = new TimeoutSettings(30_000, 10_000, 0, null, 120_000);
        context = OperationContext.simpleOperationContext(timeouts, (ServerApi) null, (AsyncClientExecutor) null);
        ServerId id = new ServerId(new ClusterId(), new ServerAddress());
        InvocationHandler makes = (proxy, method, arguments) -> new OfficialConnection(id);
        Class<?> factory = Class.forName(PACKAGE + "InternalConnectionFactory");
        Object maker = Proxy.newProxyInstance(factory.getClassLoader(), new Class<?>[]{factory}, makes);
        Constructor<?> constructor = type().getDeclaredConstructor(ServerId.class, factory,
                ConnectionPoolSettings.class, OptionalProvider.class, InternalOperationContextFactory.class);
        constructor.setAccessible(true);
        pool = constructor.newInstance(id, maker,
                ConnectionPoolSettings.builder().maxSize(connections).maxWaitTime(120, TimeUnit.SECONDS).build(),
                EmptyProvider.instance(), new InternalOperationContextFactory(timeouts, null, null));
        call(READY);
        InternalConnection[] all = new InternalConnection[connections];
        for (int i = 0; i < connections; i++) {
            all[i] = checkOut();
        }
        for (InternalConnection connection : all) {
            connection.close();
        }
    }

    public InternalConnection checkOut() {
        try {
            return (InternalConnection) GET.invokeExact(pool, context);
        } catch (Throwable thrown) {
            throw new IllegalStateException(thrown);
        }
    }

    @Override
    public void close() {
        call(CLOSE);
    }

    private void call(MethodHandle method) {
        try {
            method.invokeExact(pool);
        } catch (Throwable thrown) {
            throw new IllegalStateException(thrown);
        }
    }

    private static Class<?> type() throws ClassNotFoundException {
        return Class.forName(PACKAGE + "DefaultConnectionPool");
    }

    private static MethodHandle handle(String name, Class<?> result, Class<?>... parameters) {
        try {
            Method method = type().getMethod(name, parameters);
            method.setAccessible(true);
            MethodType generic = MethodType.methodType(result, Object.class).appendParameterTypes(parameters);
            return MethodHandles.lookup().unreflect(method).asType(generic);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
