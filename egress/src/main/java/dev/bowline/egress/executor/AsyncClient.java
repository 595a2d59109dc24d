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
import java.util.concurrent.atomic.AtomicBoolean;
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
    private final AtomicReference<@Nullable Run> running = new AtomicReference<>();
    private volatile Status outcome = Status.OK;

    /** An attempt to connect. */
    private static final class Connecting extends BreakableFuture<AsyncClient> {
        private final Establishment establishment = new Establishment();

        @Override
        void breakOff() {
            establishment.abort(new RemoteCommandException(Status.CANCELED));
        }
    }

    AsyncClient(Environment environment, Connection connection) {
        this.environment = environment;
        this.connection = connection;
    }

    /**
     * Connects. Canceling the future, or completing it as {@code orTimeout} does, breaks the attempt off. A failure is
     * a {@link RemoteCommandException}.
     */
    public static CompletableFuture<AsyncClient> connect(Environment environment, Connector connector,
            ServerAddress host, Duration timeout) {
        Connecting result = new Connecting();
        Deadline deadline = Deadline.after(environment, timeout);
        environment.start("bowline-connect-" + host, () -> {
            try {
                AsyncClient client = new AsyncClient(environment,
                        connector.connect(IDS.incrementAndGet(), host, deadline, result.establishment));
                if (!result.succeed(client)) {
                    client.close();
                }
            } catch (RuntimeException | Error e) {
                result.fail(new RemoteCommandException(Status.of(e)));
            }
        });
        return result;
    }

    /** What the handshake said. */
    public ConnectionDescription description() {
        return connection.description();
    }

    /**
     * Runs a command. The future fails only if it is completed from outside: what went wrong is in the response's
     * status. Canceling the future, or completing it as {@code orTimeout} does, breaks the command off. Nothing is
     * retried.
     *
     * @throws IllegalStateException if another command runs
     */
    public CompletableFuture<RemoteCommandResponse> runCommand(RemoteCommandRequest request) {
        Run run = new Run(request, false);
        begin(run, run::succeed);
        return run;
    }

    /**
     * Runs an exhaust command: {@code onReply} is called for each reply; the last has no more to come.
     *
     * @throws IllegalStateException if another command runs
     */
    public void runExhaustCommand(RemoteCommandRequest request, Consumer<RemoteCommandResponse> onReply) {
        begin(new Run(request, true), onReply);
    }

    /** Breaks the running command off; its response says so. The connection is of no use afterwards. */
    public void cancel() {
        Run run = running.get();
        if (run != null) {
            run.breakOff();
        }
    }

    /** How the connection has fared: OK while it can be used again, else the failure that ended it. */
    public Status outcome() {
        return outcome;
    }

    /** Closes the connection. A command that runs fails. */
    @Override
    public void close() {
        connection.close();
    }

    /**
     * One command. It ends once: with its reply, or by being broken off; one that was broken off spoils the
     * connection.
     */
    private final class Run extends BreakableFuture<RemoteCommandResponse> {
        private final RemoteCommandRequest request;
        private final boolean exhaust;
        private final AtomicBoolean ended = new AtomicBoolean();

        Run(RemoteCommandRequest request, boolean exhaust) {
            this.request = request;
            this.exhaust = exhaust;
        }

        @Override
        void breakOff() {
            if (ended.compareAndSet(false, true)) {
                connection.abort(new RemoteCommandException(Status.CANCELED));
            }
        }
    }

    private void begin(Run run, Consumer<RemoteCommandResponse> onReply) {
        if (!running.compareAndSet(null, run)) {
            throw new IllegalStateException("A client runs one command at a time, and the last has not ended");
        }
        try {
            environment.start("bowline-command-" + run.request.id(), () -> run(run, onReply));
        } catch (RuntimeException | Error noThread) {
            running.set(null);
            throw noThread;
        }
    }

    private void run(Run run, Consumer<RemoteCommandResponse> onReply) {
        ServerAddress host = connection.description().address();
        long start = environment.nanoTime();
        RemoteCommandResponse response;
        try {
            RemoteExchange.Answer answer = RemoteExchange.start(connection, run.request, run.exhaust,
                    RemoteExchange.deadline(environment, run.request));
            while (answer.moreToCome()) {
                onReply.accept(RemoteCommandResponse.oneOfMany(host, answer.reply(), since(start)));
                answer = RemoteExchange.next(connection, RemoteExchange.deadline(environment, run.request));
            }
            response = run.request.fireAndForget()
                    ? RemoteCommandResponse.sent(host, since(start))
                    : RemoteCommandResponse.answered(host, answer.reply(), since(start));
            if (!run.ended.compareAndSet(false, true)) {
                response = failed(host, Status.CANCELED, start);
            }
        } catch (RuntimeException | Error e) {
            response = failed(host, RemoteExchange.status(e), start);
        }
        running.set(null);
        onReply.accept(response);
    }

    private RemoteCommandResponse failed(ServerAddress host, Status status, long start) {
        outcome = status;
        connection.close();
        return RemoteCommandResponse.failed(host, status, since(start));
    }

    private Duration since(long start) {
        return Duration.ofNanos(environment.nanoTime() - start);
    }
}
