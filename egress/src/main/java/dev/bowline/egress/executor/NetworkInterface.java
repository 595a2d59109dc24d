package dev.bowline.egress.executor;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import java.util.function.Consumer;

/**
 * Carries remote commands for a {@link TaskExecutor}, and lets it sleep until there is something to do.
 *
 * <p>Commands are told apart by the handle they were started with. Whatever was started is finished exactly once: with a
 * reply, a failure, a cancellation or a shutdown.
 */
public interface NetworkInterface {
    /** Begins to accept commands. */
    void startup();

    /** Accepts nothing more and finishes everything that is in flight with a shutdown status. */
    void shutdown();

    boolean isShutdown();

    /** Starts a command. {@code onFinish} is called once, by another thread than the caller's unless it fails at once. */
    void startCommand(CallbackHandle handle, RemoteCommandRequest request, Consumer<RemoteCommandResponse> onFinish);

    /** Starts a command with many replies. {@code onReply} is called for each; the last has no more to come. */
    void startExhaustCommand(CallbackHandle handle, RemoteCommandRequest request,
            Consumer<RemoteCommandResponse> onReply);

    /** Breaks the command off. Does nothing if it has finished. */
    void cancelCommand(CallbackHandle handle);

    /** Calls the action at this time, or with a cancellation if the alarm is cancelled or the interface shuts down first. */
    void setAlarm(CallbackHandle handle, Deadline when, Consumer<Status> action);

    void cancelAlarm(CallbackHandle handle);

    /** Waits until {@link #signalWorkAvailable} is called, or was called since the last wait. */
    void waitForWork();

    /** The same, but no longer than this. */
    void waitForWorkUntil(Deadline deadline);

    /** Ends the executor's wait for work. */
    void signalWorkAvailable();

    /**
     * A connection to this host for longer use, counted apart.
     *
     * @throws RemoteCommandException if there is none in time, or the interface is shut down
     */
    LeasedStream leaseStream(ServerAddress host, Deadline deadline);

    /** Drops the pooled connections to this host. Those in use are dropped when they come back. */
    void dropConnections(ServerAddress host);

    NetworkCounters counters();
}
