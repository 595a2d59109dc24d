package dev.bowline.egress.executor;

import dev.bowline.egress.connection.Connection;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.hosts.HostConnection;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A leased stream over a connection of the pools. Aborting may cross closing: an aborted connection is never given
 * back as good.
 */
final class PooledStream implements LeasedStream {
    private enum State {
        OPEN, ABORTED, CLOSED
    }

    private final Environment environment;
    private final HostConnection held;
    private final Connection connection;
    private final Consumer<PooledStream> onClose;
    private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);
    private volatile @Nullable RuntimeException failure;

    PooledStream(Environment environment, HostConnection held, Consumer<PooledStream> onClose) {
        this.environment = environment;
        this.held = held;
        this.connection = held.connection();
        this.onClose = onClose;
    }

    @Override
    public ServerAddress host() {
        return held.host();
    }

    @Override
    public RemoteCommandResponse run(RemoteCommandRequest request) {
        RemoteCommandResponse[] last = new RemoteCommandResponse[1];
        run(request, false, response -> last[0] = response);
        return last[0];
    }

    @Override
    public void runExhaust(RemoteCommandRequest request, Consumer<RemoteCommandResponse> onReply) {
        run(request, true, onReply);
    }

    @Override
    public void abort(RuntimeException reason) {
        if (state.compareAndSet(State.OPEN, State.ABORTED)) {
            failure = reason;
            connection.abort(reason);
        }
    }

    @Override
    public void close() {
        State before = state.getAndSet(State.CLOSED);
        if (before == State.CLOSED) {
            return;
        }
        onClose.accept(this);
        RuntimeException reason = failure;
        if (before == State.ABORTED && reason == null) {
            reason = new RemoteCommandException(Status.CANCELED);
        }
        if (reason == null) {
            held.succeeded();
        } else {
            held.failed(reason);
        }
        held.close();
    }

    private void run(RemoteCommandRequest request, boolean exhaust, Consumer<RemoteCommandResponse> onReply) {
        if (state.get() == State.CLOSED) {
            throw new IllegalStateException("The stream to " + host() + " was given back");
        }
        long start = environment.nanoTime();
        RemoteCommandResponse response;
        try {
            RemoteExchange.Answer answer = RemoteExchange.start(connection, request, exhaust, deadline(request));
            while (answer.moreToCome()) {
                onReply.accept(RemoteCommandResponse.oneOfMany(host(), answer.reply(), since(start)));
                answer = RemoteExchange.next(connection, deadline(request));
            }
            response = request.fireAndForget()
                    ? RemoteCommandResponse.sent(host(), since(start))
                    : RemoteCommandResponse.answered(host(), answer.reply(), since(start));
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
