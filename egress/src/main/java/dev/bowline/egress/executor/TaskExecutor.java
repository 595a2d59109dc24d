package dev.bowline.egress.executor;

import dev.bowline.egress.environment.Deadline;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Runs callbacks: at once, at a time, when an event is signalled, or when a remote command has been answered.
 *
 * <p>Callbacks run one at a time, in the order in which they became ready, so they need no locks among themselves; what
 * takes long belongs on a thread of its own. Every callback that was accepted runs exactly once, also when it is
 * cancelled or the executor shuts down: then its status says so. (The callback of an exhaust command runs once for each
 * reply, and exactly once with a response that has no more to come.) What a callback throws is reported and harms
 * nothing else.
 *
 * <p>Scheduling after {@link #shutdown} throws a {@link RemoteCommandException} with
 * {@link StatusCode#SHUTDOWN_IN_PROGRESS}.
 */
public interface TaskExecutor extends AutoCloseable {
    /** Starts running callbacks. What was scheduled before waits until then. */
    void startup();

    /** Accepts nothing more, and cancels everything that has not run. Returns at once; see {@link #join}. */
    void shutdown();

    /** Waits until every callback has run. Needs a {@link #shutdown}, before or after. Not to be called by a callback. */
    void join();

    /** Shuts down and, unless called by a callback, joins. */
    @Override
    void close();

    /** Runs the work as soon as its turn comes. */
    CallbackHandle scheduleWork(Consumer<CallbackArgs> work);

    /** Runs the work no earlier than at this time. */
    CallbackHandle scheduleWorkAt(Deadline when, Consumer<CallbackArgs> work);

    /** Sends the command and runs the callback with the response. */
    CallbackHandle scheduleRemoteCommand(RemoteCommandRequest request, Consumer<RemoteCommandCallbackArgs> callback);

    /** Sends the command and runs the callback with each response, until one has no more to come. */
    CallbackHandle scheduleExhaustRemoteCommand(RemoteCommandRequest request,
            Consumer<RemoteCommandCallbackArgs> callback);

    /** Makes an event, which can be signalled once and stays signalled. */
    EventHandle makeEvent();

    /** Signals the event. Signalling it twice is an error. */
    void signalEvent(EventHandle event);

    /** Runs the work once the event has been signalled; at once if it has. */
    CallbackHandle onEvent(EventHandle event, Consumer<CallbackArgs> work);

    /**
     * Waits for the event. Not to be called by a callback.
     *
     * @return true if it has been signalled, false if the deadline passed first
     * @throws RemoteCommandException if the executor shut down first
     */
    boolean waitForEvent(EventHandle event, Deadline deadline) throws InterruptedException;

    /** Waits until the callback has run. Not to be called by a callback. */
    void wait(CallbackHandle callback) throws InterruptedException;

    /**
     * Cancels the callback: it runs as soon as its turn comes, told that it was cancelled. A command that is under way
     * is broken off.
     *
     * @return false if it had run already, or been cancelled before; then this does nothing
     */
    boolean cancel(CallbackHandle callback);

    /** Whether the calling thread is running a callback of this executor. */
    boolean isCallbackThread();

    /** Throws if called by a callback, which would wait for itself. */
    default void refuseInCallback(String what) {
        if (isCallbackThread()) {
            throw new IllegalStateException("A callback must not " + what + ": it would wait for itself");
        }
    }

    /**
     * The response to this command. A status that is not OK fails the future with a {@link RemoteCommandException};
     * cancelling the future cancels the command.
     */
    default CompletableFuture<RemoteCommandResponse> run(RemoteCommandRequest request) {
        CompletableFuture<RemoteCommandResponse> result = new CompletableFuture<>();
        return Stages.cancelling(this, result, scheduleRemoteCommand(request,
                args -> Stages.complete(result, args.response(), args.response().status())));
    }

    /** Completes at this time. Fails with a {@link RemoteCommandException} if the executor shuts down first. */
    default CompletableFuture<Status> at(Deadline when) {
        CompletableFuture<Status> result = new CompletableFuture<>();
        return Stages.cancelling(this, result,
                scheduleWorkAt(when, args -> Stages.complete(result, args.status(), args.status())));
    }

    /** Completes when the event has been signalled. Fails if the executor shuts down first. */
    default CompletableFuture<Status> when(EventHandle event) {
        CompletableFuture<Status> result = new CompletableFuture<>();
        return Stages.cancelling(this, result,
                onEvent(event, args -> Stages.complete(result, args.status(), args.status())));
    }
}
