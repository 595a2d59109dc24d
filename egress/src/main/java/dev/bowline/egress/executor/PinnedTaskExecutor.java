package dev.bowline.egress.executor;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.StateLock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs every remote command over a single connection to one host, one after the other, in the order in which they were
 * scheduled; everything else is the other executor's. The connection is leased when the first command comes.
 *
 * <p>A command that is cancelled before its turn is never sent. One that is on its way is told that it was cancelled, but
 * the exchange is let run its course, because breaking it off would cost the connection all others depend on.
 */
public final class PinnedTaskExecutor implements TaskExecutor {
    private static final class Queued {
        final RemoteCommandRequest request;
        final boolean exhaust;
        final EventHandle answered;
        final Consumer<RemoteCommandCallbackArgs> callback;
        volatile RemoteCommandResponse response = RemoteCommandResponse.failed(null, Status.SHUTDOWN, Duration.ZERO);
        volatile @Nullable CallbackHandle handle;

        Queued(RemoteCommandRequest request, boolean exhaust, EventHandle answered,
                Consumer<RemoteCommandCallbackArgs> callback) {
            this.request = request;
            this.exhaust = exhaust;
            this.answered = answered;
            this.callback = callback;
        }
    }

    private final Environment environment;
    private final ScopedTaskExecutor scope;
    private final NetworkInterface network;
    private final ServerAddress host;
    private final Duration connectTimeout;

    /** Guards the fields below. Nothing is called while it is held. */
    private final StateLock lock = new StateLock();
    private final ArrayDeque<Queued> queue = new ArrayDeque<>();
    private boolean running;
    private boolean closed;
    private @Nullable LeasedStream stream;

    public PinnedTaskExecutor(Environment environment, TaskExecutor delegate, NetworkInterface network,
            ServerAddress host, Duration connectTimeout) {
        this.environment = environment;
        this.scope = new ScopedTaskExecutor(environment, delegate);
        this.network = network;
        this.host = host;
        this.connectTimeout = connectTimeout;
    }

    @Override
    public CallbackHandle scheduleRemoteCommand(RemoteCommandRequest request,
            Consumer<RemoteCommandCallbackArgs> callback) {
        return schedule(request, false, callback);
    }

    @Override
    public CallbackHandle scheduleExhaustRemoteCommand(RemoteCommandRequest request,
            Consumer<RemoteCommandCallbackArgs> callback) {
        return schedule(request, true, callback);
    }

    private CallbackHandle schedule(RemoteCommandRequest request, boolean exhaust,
            Consumer<RemoteCommandCallbackArgs> callback) {
        Queued queued = new Queued(request, exhaust, scope.makeEvent(), callback);
        CallbackHandle handle = scope.onEvent(queued.answered, args -> {
            RemoteCommandResponse response = args.status().isOk()
                    ? queued.response
                    : RemoteCommandResponse.failed(host, args.status(), queued.response.elapsed());
            callback.accept(new RemoteCommandCallbackArgs(this, args.handle(), request, response));
        });
        queued.handle = handle;
        boolean start;
        lock.lock();
        try {
            queue.add(queued);
            start = !running;
            running = true;
        } finally {
            lock.unlock();
        }
        if (start) {
            environment.start("bowline-pinned-" + host, this::drain);
        }
        return handle;
    }

    private void drain() {
        while (true) {
            Queued next;
            LeasedStream toClose = null;
            lock.lock();
            try {
                next = queue.poll();
                if (next == null) {
                    running = false;
                    if (closed) {
                        toClose = stream;
                        stream = null;
                    }
                }
            } finally {
                lock.unlock();
            }
            if (next == null) {
                if (toClose != null) {
                    toClose.close();
                }
                return;
            }
            CallbackHandle handle = next.handle;
            if (handle == null || handle.canceled == null) {
                run(next);
                scope.signalEvent(next.answered);
            }
        }
    }

    private void run(Queued next) {
        long start = environment.nanoTime();
        try {
            LeasedStream leased = leased();
            if (next.exhaust) {
                leased.runExhaust(next.request, response -> tell(next, response));
            } else {
                next.response = leased.run(next.request);
            }
            if (!next.response.isOk()) {
                drop(leased);
            }
        } catch (RuntimeException e) {
            next.response = RemoteCommandResponse.failed(host, RemoteExchange.status(e),
                    Duration.ofNanos(environment.nanoTime() - start));
        }
    }

    private void tell(Queued next, RemoteCommandResponse response) {
        CallbackHandle handle = next.handle;
        if (!response.moreToCome() || handle == null) {
            next.response = response;
        } else if (!handle.isDone()) {
            scope.scheduleWork(args -> {
                // Once the callback has been told the last, as a cancellation may do at any time, it is told nothing more.
                if (args.status().isOk() && !handle.isDone()) {
                    next.callback.accept(new RemoteCommandCallbackArgs(this, handle, next.request, response));
                }
            });
        }
    }

    private LeasedStream leased() {
        lock.lock();
        try {
            if (stream != null) {
                return stream;
            }
        } finally {
            lock.unlock();
        }
        LeasedStream made = network.leaseStream(host, Deadline.after(environment, connectTimeout));
        lock.lock();
        try {
            stream = made;
        } finally {
            lock.unlock();
        }
        return made;
    }

    private void drop(LeasedStream broken) {
        lock.lock();
        try {
            stream = null;
        } finally {
            lock.unlock();
        }
        broken.close();
    }

    @Override
    public void startup() {}

    /** Cancels what was scheduled through this executor. The connection goes back when the last exchange has ended. */
    @Override
    public void shutdown() {
        scope.shutdown();
        LeasedStream toClose = null;
        lock.lock();
        try {
            closed = true;
            queue.clear();
            if (!running) {
                toClose = stream;
                stream = null;
            }
        } finally {
            lock.unlock();
        }
        if (toClose != null) {
            toClose.close();
        }
    }

    @Override
    public void join() {
        scope.join();
    }

    @Override
    public void close() {
        shutdown();
        if (!isCallbackThread()) {
            join();
        }
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
    public boolean waitForEvent(EventHandle event, Deadline deadline) throws InterruptedException {
        return scope.waitForEvent(event, deadline);
    }

    @Override
    public void wait(CallbackHandle callback) throws InterruptedException {
        scope.wait(callback);
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
