package dev.bowline.egress.executor;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.hosts.ConnectionCloser;
import dev.bowline.egress.hosts.HostPoolsStatistics;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Carries remote commands for a {@link TaskExecutor}, and lets it sleep until there is something to do. Tests may
 * implement it to answer commands without a network; {@link PooledNetworkInterface} is the one that has a network.
 *
 * <p>Commands are identified by the handle they were started with, which can be the key of a map. Whatever was
 * started is finished exactly once: with a reply, a failure, a cancellation or a shutdown.
 */
public interface NetworkInterface {
    /** Begins to accept commands. */
    void startup();

    /**
     * Accepts nothing more and finishes everything that is in flight with a shutdown status. Doing so again does
     * nothing.
     */
    void shutdown();

    /** Whether the interface was shut down. */
    boolean isShutdown();

    /** Starts a command. {@code onFinish} is called once, by any thread. */
    void startCommand(CallbackHandle handle, RemoteCommandRequest request, Consumer<RemoteCommandResponse> onFinish);

    /** Starts a command with many replies. {@code onReply} is called for each; the last has no more to come. */
    void startExhaustCommand(CallbackHandle handle, RemoteCommandRequest request,
            Consumer<RemoteCommandResponse> onReply);

    /** Breaks the command off, which then finishes as canceled. Does nothing if it has finished. */
    void cancelCommand(CallbackHandle handle);

    /**
     * Calls the action at this time, or with a cancellation if the alarm is canceled or the interface shuts down first.
     *
     * @throws IllegalStateException if the handle has an alarm already
     */
    void setAlarm(CallbackHandle handle, Deadline when, Consumer<Status> action);

    /** Cancels the alarm of this handle. Does nothing if there is none. */
    void cancelAlarm(CallbackHandle handle);

    /** Waits until {@link #signalWorkAvailable} is called, or was called since the last wait. */
    void waitForWork();

    /** The same, but no longer than this. */
    void waitForWorkUntil(Deadline deadline);

    /** Ends the executor's wait for work. */
    void signalWorkAvailable();

    /**
     * Waits for a connection to this host for longer use, counted apart.
     *
     * @throws RemoteCommandException if there is none in time, the interface is shut down, or the thread is
     * interrupted, whose interrupt status stays set
     */
    LeasedStream leaseStream(ServerAddress host, Deadline deadline);

    /**
     * The same without waiting. Canceling the future ends the wait; it fails with a {@link RemoteCommandException}
     * where {@link #leaseStream} would throw one.
     */
    default CompletableFuture<LeasedStream> lease(ServerAddress host, Deadline deadline) {
        try {
            return CompletableFuture.completedFuture(leaseStream(host, deadline));
        } catch (RemoteCommandException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /**
     * Drops the pooled connections to this host, unless it is marked keep-open. Those in use are dropped when they
     * come back.
     */
    void dropConnections(ServerAddress host);

    /**
     * The closer, which drops connections and marks hosts whose connections stay open. It does nothing if the interface
     * has no connections.
     */
    default ConnectionCloser closer() {
        return ConnectionCloser.NONE;
    }

    /** What the pools hold for each host. Empty if there are no pools. */
    default HostPoolsStatistics statistics() {
        return HostPoolsStatistics.EMPTY;
    }

    /** What became of the commands so far. */
    NetworkCounters counters();
}
