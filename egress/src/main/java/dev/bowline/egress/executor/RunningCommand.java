package dev.bowline.egress.executor;

import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.pool.HostConnection;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One command on its way. It ends exactly once, by whoever comes first: the thread that runs it, a cancellation or a
 * shutdown. Only the one who ended it may touch its connection's fate, so that none that is back in its pool is aborted.
 */
final class RunningCommand {
    private static final Object WAITING = new Object();
    private static final Object ENDED = new Object();

    final CallbackHandle handle;
    final RemoteCommandRequest request;
    final boolean exhaust;
    private final Environment environment;
    private final Consumer<RemoteCommandResponse> onReply;
    private final long startNanos;
    /** Nothing yet, then the connection in use, and at the end {@link #ENDED}: one word, so that the end is one step. */
    private final AtomicReference<Object> state = new AtomicReference<>(WAITING);
    /** The connection that was in use when the command was ended. Only for whoever ended it. */
    private @Nullable HostConnection claimed;

    RunningCommand(Environment environment, CallbackHandle handle, RemoteCommandRequest request, boolean exhaust,
            Consumer<RemoteCommandResponse> onReply) {
        this.environment = environment;
        this.handle = handle;
        this.request = request;
        this.exhaust = exhaust;
        this.onReply = onReply;
        this.startNanos = environment.nanoTime();
    }

    boolean isEnded() {
        return state.get() == ENDED;
    }

    /** Claims the end. Returns false if somebody else did before. */
    boolean end() {
        Object before = state.getAndSet(ENDED);
        if (before == ENDED) {
            return false;
        }
        claimed = before instanceof HostConnection connection ? connection : null;
        return true;
    }

    /** Notes the connection in use. Returns false if the command has ended, so that it must not be used. */
    boolean use(HostConnection connection) {
        Object before = state.get();
        return before != ENDED && state.compareAndSet(before, connection);
    }

    /** After a cancellation, by whoever claimed the end: ends the exchange that may be under way. */
    void breakOff(Status status) {
        if (claimed != null) {
            claimed.connection().abort(new RemoteCommandException(status));
        }
    }

    void tell(@Nullable ServerAddress host, RemoteExchange.Answer answer) {
        onReply.accept(new RemoteCommandResponse(host, Status.OK, answer.reply(), elapsed(), answer.moreToCome()));
    }

    void tell(RemoteCommandResponse response) {
        onReply.accept(response);
    }

    RemoteCommandResponse failed(@Nullable ServerAddress host, Status status) {
        return RemoteCommandResponse.failed(host, status, elapsed());
    }

    RemoteCommandResponse answered(ServerAddress host, RemoteExchange.Answer answer) {
        return new RemoteCommandResponse(host, Status.OK, answer.reply(), elapsed(), false);
    }

    private Duration elapsed() {
        return Duration.ofNanos(environment.nanoTime() - startNanos);
    }
}
