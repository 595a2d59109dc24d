package dev.bowline.egress.executor;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.pool.HostConnection;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A connection that its holder keeps for as long as it likes, for one blocking command after the other. Once a command
 * has failed for lack of a reply the stream is of no use; closing it gives a healthy one back to its pool.
 */
public final class LeasedStream implements AutoCloseable {
    private final Environment environment;
    private final HostConnection connection;
    private final Consumer<LeasedStream> onClose;
    private @Nullable RuntimeException failure;
    private boolean closed;

    LeasedStream(Environment environment, HostConnection connection, Consumer<LeasedStream> onClose) {
        this.environment = environment;
        this.connection = connection;
        this.onClose = onClose;
    }

    public ServerAddress host() {
        return connection.host();
    }

    /** Runs a command. What went wrong is in the response's status. The request's targets do not matter. */
    public RemoteCommandResponse run(RemoteCommandRequest request) {
        RemoteCommandResponse[] last = new RemoteCommandResponse[1];
        run(request, false, response -> last[0] = response);
        return last[0];
    }

    /** Runs a command with many replies, and calls back with each on the calling thread; the last has no more to come. */
    public void runExhaust(RemoteCommandRequest request, Consumer<RemoteCommandResponse> onReply) {
        run(request, true, onReply);
    }

    /** Ends whatever the stream does, from any thread. */
    public void abort(RuntimeException reason) {
        connection.connection().abort(reason);
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        onClose.accept(this);
        if (failure == null) {
            connection.succeeded();
        } else {
            connection.failed(failure);
        }
        connection.close();
    }

    private void run(RemoteCommandRequest request, boolean exhaust, Consumer<RemoteCommandResponse> onReply) {
        if (closed) {
            throw new IllegalStateException("The stream to " + host() + " was given back");
        }
        long start = environment.nanoTime();
        RemoteCommandResponse response;
        try {
            RemoteExchange.Answer answer = RemoteExchange.start(connection.connection(), request, exhaust,
                    deadline(request));
            while (answer.moreToCome()) {
                onReply.accept(new RemoteCommandResponse(host(), Status.OK, answer.reply(), since(start), true));
                answer = RemoteExchange.next(connection.connection(), deadline(request));
            }
            response = new RemoteCommandResponse(host(), Status.OK, answer.reply(), since(start), false);
        } catch (RuntimeException e) {
            failure = e;
            response = RemoteCommandResponse.failed(host(), RemoteExchange.status(e), since(start));
        }
        onReply.accept(response);
    }

    private Deadline deadline(RemoteCommandRequest request) {
        return RemoteExchange.deadline(environment, request);
    }

    private Duration since(long start) {
        return Duration.ofNanos(environment.nanoTime() - start);
    }
}
