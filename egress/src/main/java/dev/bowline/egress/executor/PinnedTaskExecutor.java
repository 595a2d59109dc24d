package dev.bowline.egress.executor;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** A part of another executor whose remote commands all go over one connection. See {@link TaskExecutor#pinnedTo}. */
final class PinnedTaskExecutor extends BaseExecutor {
    private final ScopedTaskExecutor scope;
    private final ServerAddress host;
    private final PinnedStream stream;

    PinnedTaskExecutor(BaseExecutor delegate, ServerAddress host, Duration connectTimeout) {
        if (connectTimeout.isNegative() || connectTimeout.isZero()) {
            throw new IllegalArgumentException("connectTimeout is " + connectTimeout + ", but must be positive");
        }
        this.scope = new ScopedTaskExecutor(delegate);
        this.host = host;
        this.stream = new PinnedStream(delegate.environment(), delegate.network(), host, connectTimeout);
    }

    @Override
    Environment environment() {
        return scope.environment();
    }

    @Override
    NetworkInterface network() {
        return scope.network();
    }

    @Override
    Route route() {
        return stream;
    }

    @Override
    void check(RemoteCommandRequest request) {
        if (!request.targets().contains(host)) {
            throw new IllegalArgumentException(
                    "The executor is pinned to " + host + " and cannot run a command on " + request.targets());
        }
        Status ended = stream.ended();
        if (ended != null) {
            throw new RemoteCommandException(ended);
        }
    }

    @Override
    CallbackHandle schedule(Route route, RemoteCommandRequest request, boolean exhaust,
            Consumer<RemoteCommandCallbackArgs> callback) {
        return scope.schedule(route, request, exhaust, args -> callback
                .accept(new RemoteCommandCallbackArgs(this, args.handle(), args.request(), args.response())));
    }

    @Override
    CallbackHandle start(Route route, RemoteCommandRequest request, boolean exhaust,
            Consumer<RemoteCommandResponse> onReply, Consumer<RemoteCommandResponse> onEnd, Future<?> completed) {
        return scope.start(route, request, exhaust, onReply, onEnd, completed);
    }

    @Override
    public void startup() {}

    @Override
    public void shutdown() {
        scope.shutdown();
        stream.close();
    }

    @Override
    public void join() {
        scope.join();
    }

    @Override
    public boolean hasTasks() {
        return scope.hasTasks();
    }

    @Override
    public CallbackHandle scheduleWork(Consumer<CallbackArgs> work) {
        return scope.scheduleWork(work);
    }

    @Override
    public CallbackHandle scheduleWorkAt(Deadline when, Consumer<CallbackArgs> work) {
        return scope.scheduleWorkAt(when, work);
    }

    @Override
    public EventHandle makeEvent() {
        return scope.makeEvent();
    }

    @Override
    public void signalEvent(EventHandle event) {
        scope.signalEvent(event);
    }

    @Override
    public CallbackHandle onEvent(EventHandle event, Consumer<CallbackArgs> work) {
        return scope.onEvent(event, work);
    }

    @Override
    boolean await(Collection<EventHandle> events, boolean any, Deadline deadline, BooleanSupplier ended)
            throws InterruptedException {
        return scope.await(events, any, deadline, ended);
    }

    @Override
    boolean await(CallbackHandle callback, Deadline deadline) throws InterruptedException {
        return scope.await(callback, deadline);
    }

    @Override
    public boolean cancel(CallbackHandle callback) {
        return scope.cancel(callback);
    }

    @Override
    public boolean isCallbackThread() {
        return scope.isCallbackThread();
    }
}
