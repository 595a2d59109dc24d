package dev.bowline.egress.executor;

import dev.bowline.egress.connection.Connection;
import dev.bowline.egress.connection.ConnectionDescription;
import dev.bowline.egress.connection.Connector;
import dev.bowline.egress.connection.Establishment;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A client of one host that does not make its caller wait: it connects (hello in the legacy form, wire versions,
 * authentication), then runs one command at a time. Underneath is blocking code on a virtual thread per command.
 */
public final class AsyncClient implements AutoCloseable {
    private static final AtomicLong IDS = new AtomicLong();

    private final Environment environment;
    private final Connection connection;
    private final AtomicReference<@Nullable RemoteCommandRequest> running = new AtomicReference<>();
    private volatile Status outcome = Status.OK;

    AsyncClient(Environment environment, Connection connection) {
        this.environment = environment;
        this.connection = connection;
    }

    /** Connects. Cancelling the future breaks the attempt off; a failure is a {@link RemoteCommandException}. */
    public static CompletableFuture<AsyncClient> connect(Environment environment, Connector connector,
            ServerAddress host, Duration timeout) {
        CompletableFuture<AsyncClient> result = new CompletableFuture<>();
        Establishment establishment = new Establishment();
        Deadline deadline = Deadline.after(environment, timeout);
        environment.start("bowline-connect-" + host, () -> {
            try {
                AsyncClient client = new AsyncClient(environment,
                        connector.connect(IDS.incrementAndGet(), host, deadline, establishment));
                if (!result.complete(client)) {
                    client.close();
                }
            } catch (RuntimeException e) {
                result.completeExceptionally(new RemoteCommandException(Status.of(e)));
            }
        });
        result.whenComplete((client, failure) -> {
            if (result.isCancelled()) {
                establishment.abort(new RemoteCommandException(Status.CANCELED));
            }
        });
        return result;
    }

    public ConnectionDescription description() {
        return connection.description();
    }

    /**
     * Runs a command. The future never fails: what went wrong is in the response's status. Starting one while another
     * runs is an error.
     */
    public CompletableFuture<RemoteCommandResponse> runCommand(RemoteCommandRequest request) {
        CompletableFuture<RemoteCommandResponse> result = new CompletableFuture<>();
        begin(request, false, result::complete);
        return result;
    }

    /** Runs an exhaust command: {@code onReply} is called for each reply; the last has no more to come. */
    public void runExhaustCommand(RemoteCommandRequest request, Consumer<RemoteCommandResponse> onReply) {
        begin(request, true, onReply);
    }

    /** Breaks the running command off; its response says so. The connection is of no use afterwards. */
    public void cancel() {
        if (running.get() != null) {
            connection.abort(new RemoteCommandException(Status.CANCELED));
        }
    }

    /** How the connection has fared: OK while it can be used again, else the failure that ended it. */
    public Status outcome() {
        return outcome;
    }

    @Override
    public void close() {
        connection.close();
    }

    private void begin(RemoteCommandRequest request, boolean exhaust, Consumer<RemoteCommandResponse> onReply) {
        if (!running.compareAndSet(null, request)) {
            throw new IllegalStateException(
                    "A client runs one command at a time, and " + running.get() + " has not ended");
        }
        environment.start("bowline-command-" + request.id(), () -> run(request, exhaust, onReply));
    }

    private void run(RemoteCommandRequest request, boolean exhaust, Consumer<RemoteCommandResponse> onReply) {
        ServerAddress host = connection.description().address();
        long start = environment.nanoTime();
        RemoteCommandResponse response;
        try {
            RemoteExchange.Answer answer = RemoteExchange.start(connection, request, exhaust,
                    RemoteExchange.deadline(environment, request));
            while (answer.moreToCome()) {
                onReply.accept(new RemoteCommandResponse(host, Status.OK, answer.reply(), since(start), true));
                answer = RemoteExchange.next(connection, RemoteExchange.deadline(environment, request));
            }
            response = new RemoteCommandResponse(host, Status.OK, answer.reply(), since(start), false);
        } catch (RuntimeException e) {
            outcome = RemoteExchange.status(e);
            connection.close();
            response = RemoteCommandResponse.failed(host, outcome, since(start));
        }
        running.set(null);
        onReply.accept(response);
    }

    private Duration since(long start) {
        return Duration.ofNanos(environment.nanoTime() - start);
    }
}
