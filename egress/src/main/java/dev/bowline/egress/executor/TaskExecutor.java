package dev.bowline.egress.executor;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs callbacks: at once, at a time, when an event is signalled, or when a remote command has been answered.
 *
 * <p>Callbacks run one at a time, in the order in which they became ready, so they need no locks among themselves. Long
 * work belongs on a thread of its own. Every callback that was accepted runs exactly once. If it is canceled, or the
 * executor shuts down, it runs with a status that says so. (The callback of an exhaust command runs once for
 * each reply, and exactly once with a response that has no more to come.) An exception from a callback is logged and
 * harms nothing else.
 *
 * <p>Futures are completed on virtual threads of their own: a stage may block, also for another command of the same
 * executor. Canceling a future, or completing it from outside as {@code orTimeout} does, cancels what it stands for. So
 * does canceling or completing a stage that was made of the future, for example by {@code thenApply}; {@code copy()} makes
 * such a stage, too. A stage of {@code minimalCompletionStage()} is independent.
 *
 * <p>Scheduling after {@link #shutdown} throws a {@link RemoteCommandException} with {@link
 * StatusCode#SHUTDOWN_IN_PROGRESS}.
 */
public sealed interface TaskExecutor extends AutoCloseable permits BaseExecutor {
    /** Starts running callbacks. What was scheduled before waits until then. */
    void startup();

    /** Accepts nothing more, and cancels everything that has not run. Returns at once; see {@link #join}. */
    void shutdown();

    /**
     * Waits until every callback has run and every future is done. Needs a {@link #shutdown}, before or after. Stages
     * of futures are not waited for. Not to be called by a callback.
     */
    void join();

    /** Shuts down and, unless called by a callback, joins. */
    @Override
    void close();

    /** Whether something that was scheduled has not run. */
    boolean hasTasks();

    /**
     * A part of this executor with a life of its own: closing it cancels what was started through it, and nothing
     * else. Its callbacks run among those of this executor. It needs no start.
     */
    TaskExecutor scope();

    /**
     * A part of this executor that runs every remote command over a single connection to one host, one after the
     * other, in the order in which they were scheduled. The connection is leased when the first command comes.
     *
     * <p>A request that names other hosts only is refused by an {@link IllegalArgumentException}. When a command
     * breaks the connection, by its timeout, by being canceled after it was sent or by a failure of the network, the
     * part has ended: commands in its queue fail at once with the reason, and scheduling another throws it.
     *
     * @param connectTimeout how long to wait for the connection
     */
    TaskExecutor pinnedTo(ServerAddress host, Duration connectTimeout);

    /** Runs the work as soon as its turn comes. */
    CallbackHandle scheduleWork(Consumer<CallbackArgs> work);

    /** Runs the work no earlier than at this time. */
    CallbackHandle scheduleWorkAt(Deadline when, Consumer<CallbackArgs> work);

    /** Runs the work no earlier than after this time. */
    CallbackHandle scheduleWorkAfter(Duration delay, Consumer<CallbackArgs> work);

    /** Sends the command and runs the callback with the response. Nothing is retried. */
    CallbackHandle scheduleRemoteCommand(RemoteCommandRequest request, Consumer<RemoteCommandCallbackArgs> callback);

    /**
     * Sends the command and runs the callback with each response, until one has no more to come. Nothing is retried.
     */
    CallbackHandle scheduleExhaustRemoteCommand(RemoteCommandRequest request,
            Consumer<RemoteCommandCallbackArgs> callback);

    /** Makes an event, which can be signalled once and stays signalled. */
    EventHandle makeEvent();

    /**
     * Signals the event.
     *
     * @throws IllegalStateException if it was signalled before
     */
    void signalEvent(EventHandle event);

    /** Runs the work once the event has been signalled; at once if it has. */
    CallbackHandle onEvent(EventHandle event, Consumer<CallbackArgs> work);

    /**
     * Waits for the event. Not to be called by a callback.
     *
     * @return true if it has been signalled, false if the deadline passed first
     * @throws RemoteCommandException if this executor, or this part of one, shut down first
     */
    boolean waitForEvent(EventHandle event, Deadline deadline) throws InterruptedException;

    /**
     * Waits for the event, and no longer than this. Not to be called by a callback.
     *
     * @return true if it has been signalled, false if the time passed first
     * @throws RemoteCommandException if this executor, or this part of one, shut down first
     */
    boolean waitForEvent(EventHandle event, Duration limit) throws InterruptedException;

    /**
     * Waits until one of the events has been signalled.
     *
     * @return the first of them in the order given that has been, or null if the time passed first
     * @throws RemoteCommandException if this executor, or this part of one, shut down first
     */
    @Nullable
    EventHandle waitForAny(Collection<EventHandle> events, Duration limit) throws InterruptedException;

    /**
     * Waits until all of the events have been signalled.
     *
     * @return false if the time passed first
     * @throws RemoteCommandException if this executor, or this part of one, shut down first
     */
    boolean waitForAll(Collection<EventHandle> events, Duration limit) throws InterruptedException;

    /** Waits until the callback has run. Not to be called by a callback. */
    void wait(CallbackHandle callback) throws InterruptedException;

    /**
     * Waits until the callback has run, and no longer than this. Not to be called by a callback.
     *
     * @return false if the time passed first
     */
    boolean wait(CallbackHandle callback, Duration limit) throws InterruptedException;

    /**
     * Cancels the callback: it runs as soon as its turn comes, with a status of canceled. A command that is under way
     * is broken off.
     *
     * @return false if it had run already, or been canceled before; then this does nothing
     */
    boolean cancel(CallbackHandle callback);

    /** Whether the calling thread is running a callback of this executor. */
    boolean isCallbackThread();

    /**
     * The response to this command. A status that is not OK fails the future with a {@link RemoteCommandException};
     * an {@code ok: 0} of the server does not. Canceling the future cancels the command. Nothing is retried.
     */
    CompletableFuture<RemoteCommandResponse> run(RemoteCommandRequest request);

    /**
     * The same for a command that may run more than once, such as a read: it is run again as the strategy says. The
     * request's timeout limits all attempts and the pauses between them together. The future has the last outcome.
     */
    CompletableFuture<RemoteCommandResponse> run(RemoteCommandRequest request, RetryStrategy strategy);

    /**
     * The responses to a command with many replies. Each subscriber runs the command anew; replies are read from the
     * network as fast as the subscriber asks for them, and canceling the subscription breaks the command off.
     * Subscribers are called on virtual threads and may block. A status that is not OK is an error, a {@link
     * RemoteCommandException}.
     */
    Flow.Publisher<RemoteCommandResponse> runExhaust(RemoteCommandRequest request);

    /**
     * Writes a batch, in as many commands as its size needs. The result says which writes failed; a command that ends
     * without a reply fails the future with a {@link RemoteCommandException}. Nothing is retried.
     */
    CompletableFuture<WriteBatchResult> write(WriteBatch batch);

    /** Completes at this time. Fails with a {@link RemoteCommandException} if the executor shuts down first. */
    CompletableFuture<Status> at(Deadline when);

    /** Completes after this time. Fails with a {@link RemoteCommandException} if the executor shuts down first. */
    CompletableFuture<Status> after(Duration delay);

    /**
     * Completes when the event has been signalled. Fails with a {@link RemoteCommandException} if the executor shuts
     * down first.
     */
    CompletableFuture<Status> when(EventHandle event);
}
