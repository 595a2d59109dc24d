package dev.bowline.egress.executor;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What all executors have in common: everything that can be said in terms of a few scheduling methods. */
abstract sealed class BaseExecutor implements TaskExecutor
        permits NetworkTaskExecutor, ScopedTaskExecutor, PinnedTaskExecutor {

    abstract Environment environment();

    abstract NetworkInterface network();

    /**
     * Schedules a remote command over this route.
     *
     * @param onReply called on the thread of the callbacks
     */
    abstract CallbackHandle schedule(Route route, RemoteCommandRequest request, boolean exhaust,
            Consumer<RemoteCommandCallbackArgs> onReply);

    /**
     * Starts a remote command over this route.
     *
     * @param onEnd called with the response that has no more to come, on a thread of its own
     * @param completed what {@code onEnd} completes
     */
    abstract CallbackHandle start(Route route, RemoteCommandRequest request, boolean exhaust,
            Consumer<RemoteCommandResponse> onReply, Consumer<RemoteCommandResponse> onEnd, Future<?> completed);

    /** The way that commands of this executor take. */
    abstract Route route();

    /**
     * Waits for one or all of the events.
     *
     * @param ended whether a part of the executor, to which the wait belongs, has been shut down
     */
    abstract boolean await(Collection<EventHandle> events, boolean any, Deadline deadline, BooleanSupplier ended)
            throws InterruptedException;

    /** Waits until the callback has run; false if the deadline passed first. */
    abstract boolean await(CallbackHandle callback, Deadline deadline) throws InterruptedException;

    /** Refuses a request that this executor cannot run. */
    void check(RemoteCommandRequest request) {}

    @Override
    public final CallbackHandle scheduleRemoteCommand(RemoteCommandRequest request,
            Consumer<RemoteCommandCallbackArgs> callback) {
        check(request);
        return schedule(route(), request, false, callback);
    }

    @Override
    public final CallbackHandle scheduleExhaustRemoteCommand(RemoteCommandRequest request,
            Consumer<RemoteCommandCallbackArgs> callback) {
        check(request);
        return schedule(route(), request, true, callback);
    }

    @Override
    public final CompletableFuture<RemoteCommandResponse> run(RemoteCommandRequest request) {
        check(request);
        CommandFuture<RemoteCommandResponse> result = new CommandFuture<>(this);
        return result.standsFor(start(route(), request, false, reply -> {},
                response -> result.settle(response, response.status()), result));
    }

    @Override
    public final CompletableFuture<RemoteCommandResponse> run(RemoteCommandRequest request, RetryStrategy strategy) {
        check(request);
        return new Retries(this, request, strategy).start();
    }

    @Override
    public final Flow.Publisher<RemoteCommandResponse> runExhaust(RemoteCommandRequest request) {
        check(request);
        return new ExhaustPublisher(this, request);
    }

    @Override
    public final CompletableFuture<WriteBatchResult> write(WriteBatch batch) {
        return new WriteBatchRun(this, batch).start();
    }

    @Override
    public final CallbackHandle scheduleWorkAfter(Duration delay, Consumer<CallbackArgs> work) {
        return scheduleWorkAt(Deadline.after(environment(), delay), work);
    }

    @Override
    public final CompletableFuture<Status> at(Deadline when) {
        CommandFuture<Status> result = new CommandFuture<>(this);
        return result.standsFor(scheduleWorkAt(when, args -> settle(result, args.status())));
    }

    @Override
    public final CompletableFuture<Status> after(Duration delay) {
        return at(Deadline.after(environment(), delay));
    }

    @Override
    public final CompletableFuture<Status> when(EventHandle event) {
        CommandFuture<Status> result = new CommandFuture<>(this);
        return result.standsFor(onEvent(event, args -> settle(result, args.status())));
    }

    /** Completes a future on a thread that its stages cannot stop. */
    private void settle(CommandFuture<Status> result, Status status) {
        try {
            environment().start("bowline-stage", () -> result.settle(status, status));
        } catch (RuntimeException | Error noThread) {
            result.settle(status, status);
        }
    }

    @Override
    public final boolean waitForEvent(EventHandle event, Deadline deadline) throws InterruptedException {
        return await(List.of(event), true, deadline, () -> false);
    }

    @Override
    public final boolean waitForEvent(EventHandle event, Duration limit) throws InterruptedException {
        return waitForEvent(event, Deadline.after(environment(), limit));
    }

    @Override
    public final void wait(CallbackHandle callback) throws InterruptedException {
        await(callback, Deadline.NEVER);
    }

    @Override
    public final boolean wait(CallbackHandle callback, Duration limit) throws InterruptedException {
        return await(callback, Deadline.after(environment(), limit));
    }

    @Override
    public final @Nullable EventHandle waitForAny(Collection<EventHandle> events, Duration limit)
            throws InterruptedException {
        if (!await(events, true, Deadline.after(environment(), limit), () -> false)) {
            return null;
        }
        return events.stream().filter(EventHandle::isSignalled).findFirst().orElse(null);
    }

    @Override
    public final boolean waitForAll(Collection<EventHandle> events, Duration limit) throws InterruptedException {
        return await(events, false, Deadline.after(environment(), limit), () -> false);
    }

    @Override
    public final TaskExecutor scope() {
        return new ScopedTaskExecutor(this);
    }

    @Override
    public final TaskExecutor pinnedTo(ServerAddress host, Duration connectTimeout) {
        return new PinnedTaskExecutor(this, host, connectTimeout);
    }

    @Override
    public final void close() {
        shutdown();
        if (!isCallbackThread()) {
            join();
        }
    }

    /** Throws if called by a callback, which would wait for itself. */
    final void refuseInCallback(String what) {
        if (isCallbackThread()) {
            throw new IllegalStateException("A callback must not " + what + ": it would wait for itself");
        }
    }
}
