package dev.bowline.egress.executor;

import dev.bowline.egress.environment.ServerAddress;
import java.util.function.Consumer;

/**
 * A connection that its holder keeps for as long as it likes, for one blocking command after the other. Once a
 * command has failed for lack of a reply the stream is of no use; closing it gives a healthy one back to its pool.
 * One thread uses it at a time.
 */
public interface LeasedStream extends AutoCloseable {
    /** The host at the other end. */
    ServerAddress host();

    /**
     * Runs a command. What went wrong is in the response's status. The request's targets do not matter. Nothing
     * is retried.
     *
     * @throws IllegalStateException if the stream was given back
     */
    RemoteCommandResponse run(RemoteCommandRequest request);

    /**
     * Runs a command with many replies, and calls back with each on the calling thread; the last has no more to come.
     *
     * @throws IllegalStateException if the stream was given back
     */
    void runExhaust(RemoteCommandRequest request, Consumer<RemoteCommandResponse> onReply);

    /** Ends whatever the stream does, from any thread. Does nothing once the stream was given back. */
    void abort(RuntimeException reason);

    /** Gives the connection back. Doing so again does nothing. */
    @Override
    void close();
}
