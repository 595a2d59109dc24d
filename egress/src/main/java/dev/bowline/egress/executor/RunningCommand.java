package dev.bowline.egress.executor;

import dev.bowline.egress.connection.Connection;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.hosts.ConnectionRequest;
import dev.bowline.egress.hosts.HostConnection;
import dev.bowline.error.MongoSocketException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One command on its way. It waits for a connection without a thread, then runs on a worker. It ends exactly once:
 * the first of its reply, a failure, its timeout, a cancellation and a shutdown wins. A thread that ends the command
 * while it runs aborts its connection, and the worker then drops that connection. So a connection that is back in its
 * pool is never aborted.
 */
final class RunningCommand extends Timers.Timer implements Runnable {
    /** A candidate is waited for alone no longer than this, or its share of the time if that is less. */
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final Object WAITING = new Object();
    private static final Object ENDED = new Object();
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(RunningCommand.class, "state", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final CallbackHandle handle;
    final RemoteCommandRequest request;
    private final PooledNetworkInterface network;
    private final Environment environment;
    private final boolean exhaust;
    private final Consumer<RemoteCommandResponse> onReply;
    private final long startNanos;
    private final Deadline deadline;
    /** {@link #WAITING}, then the connection in use, at last {@link #ENDED}. */
    private volatile Object state = WAITING;
    /** What the worker uses; set before it starts. */
    private @Nullable HostConnection held;

    /** Neighbours among the commands in flight; guarded by the network's lock, like the fields below. */
    @Nullable
    RunningCommand previous;
    @Nullable
    RunningCommand next;
    private final @Nullable Candidate[] candidates;
    private Status lastFailure = Status.CANCELED;
    private @Nullable ServerAddress lastHost;

    /** The request for a connection to one target. */
    private static final class Candidate extends ConnectionRequest {
        final RunningCommand command;
        final ServerAddress host;
        /** Guarded by the network's lock. */
        boolean failed;

        Candidate(RunningCommand command, ServerAddress host) {
            super(false);
            this.command = command;
            this.host = host;
        }

        @Override
        protected void granted(HostConnection connection) {
            command.granted(this, connection);
        }

        @Override
        protected void refused(RuntimeException reason) {
            command.failed(this, reason);
        }
    }

    RunningCommand(PooledNetworkInterface network, CallbackHandle handle, RemoteCommandRequest request,
            boolean exhaust, Consumer<RemoteCommandResponse> onReply) {
        this.network = network;
        this.environment = network.environment();
        this.handle = handle;
        this.request = request;
        this.exhaust = exhaust;
        this.onReply = onReply;
        this.startNanos = environment.nanoTime();
        this.deadline = RemoteExchange.deadline(environment, request);
        this.candidates = new Candidate[request.targets().size()];
    }

    // ---- waiting for a connection

    void start() {
        try {
            askNext();
            setTimer();
        } catch (RuntimeException | Error e) {
            // Reported as the end of the command: a request that is in the queue could still be granted.
            if (STATE.compareAndSet(this, WAITING, ENDED)) {
                withdraw();
                finish(failure(null, Status.of(e)));
            }
        }
    }

    private void setTimer() {
        while (state == WAITING) {
            network.timers().set(this, nextRing());
            if (state == WAITING) {
                return;
            }
            // It was granted a connection, or ended, before its timer was there to be taken back. It may wait again
            // by now, and have lost the timer of that wait to this.
            network.timers().cancel(this);
        }
    }

    /** Asks the next target for a connection; if there is none left, the command has failed. */
    private void askNext() {
        Candidate asked = null;
        boolean failed = true;
        network.lock();
        try {
            if (state != WAITING) {
                // A thread that ends the wait withdraws the candidates afterwards, under the same lock.
                return;
            }
            for (int i = 0; i < candidates.length && asked == null; i++) {
                if (candidates[i] == null) {
                    asked = new Candidate(this, request.targets().get(i));
                    candidates[i] = asked;
                } else {
                    failed &= candidates[i].failed;
                }
            }
        } finally {
            network.unlock();
        }
        if (asked != null) {
            try {
                network.pool(request.tlsMode()).request(asked.host, asked);
            } catch (RuntimeException | Error e) {
                asked.withdraw();
                failed(asked, e);
            }
        } else if (failed && end() != ENDED) {
            finish(failure(lastHost, lastFailure));
        }
    }

    private void granted(Candidate candidate, HostConnection connection) {
        if (!STATE.compareAndSet(this, WAITING, connection.connection())) {
            connection.used();
            connection.close();
            return;
        }
        held = connection;
        if (candidates.length > 1) {
            withdrawAllBut(candidate);
        }
        network.timers().cancel(this);
        network.execute(this);
    }

    private void failed(Candidate candidate, Throwable reason) {
        network.lock();
        try {
            candidate.failed = true;
            lastFailure = RemoteExchange.status(reason);
            lastHost = candidate.host;
        } finally {
            network.unlock();
        }
        if (state == WAITING) {
            askNext();
        }
    }

    private void withdrawAllBut(@Nullable Candidate kept) {
        for (int i = 0; i < candidates.length; i++) {
            Candidate other;
            network.lock();
            try {
                other = candidates[i];
                if (other != null && other != kept && !other.failed) {
                    // It may be asked again, if nothing can be sent over the connection that was found.
                    candidates[i] = null;
                }
            } finally {
                network.unlock();
            }
            if (other != null && other != kept) {
                other.withdraw();
            }
        }
    }

    private void withdraw() {
        withdrawAllBut(null);
    }

    /** Called by the timers while the command waits: its time is up, or the next target is to be asked too. */
    @Override
    void ring() {
        long now = environment.nanoTime();
        long limit = waitLimit();
        if (limit - now > 0) {
            askNext();
            setTimer();
        } else if (STATE.compareAndSet(this, WAITING, ENDED)) {
            withdraw();
            ServerAddress host = request.targets().get(0);
            finish(failure(host, Status.of(network.timedOut(request, host, now - startNanos))));
        }
    }

    /** When the wait for a connection ends: at the deadline, and after a limit of its own in any case. */
    private long waitLimit() {
        long own = startNanos + network.connectionWaitNanos();
        return deadline.isNever() ? own : Math.min(deadline.nanos() - startNanos, own - startNanos) + startNanos;
    }

    private long nextRing() {
        long limit = waitLimit();
        int unasked = 0;
        network.lock();
        try {
            for (Candidate candidate : candidates) {
                unasked += candidate == null ? 1 : 0;
            }
        } finally {
            network.unlock();
        }
        if (unasked == 0) {
            return limit;
        }
        long now = environment.nanoTime();
        return now + Math.min(PATIENCE_NANOS, Math.max(0, limit - now) / (unasked + 1));
    }

    // ---- running

    @Override
    public void run() {
        HostConnection connection = held;
        if (connection == null) {
            throw new IllegalStateException("The command runs without a connection");
        }
        Connection used = connection.connection();
        RuntimeException unsent;
        try {
            unsent = exchange(connection);
        } catch (RuntimeException | Error e) {
            // Giving the connection back has thrown. If the command has not ended, nothing else would end it.
            if (end() != ENDED) {
                finish(failure(connection.host(), Status.of(e)));
            }
            throw e;
        }
        if (unsent != null && STATE.compareAndSet(this, used, WAITING)) {
            retryElsewhere(connection.host(), unsent);
        }
    }

    /** Nothing was sent: another target may do, or the command has failed. */
    private void retryElsewhere(ServerAddress host, RuntimeException unsent) {
        for (Candidate candidate : candidates) {
            if (candidate != null && candidate.host.equals(host)) {
                failed(candidate, unsent);
                break;
            }
        }
        setTimer();
    }

    /**
     * Runs the command over this connection to its end, and reports how it went once the connection is back in its
     * pool. If the connection failed before anything was sent, returns the failure instead.
     */
    private @Nullable RuntimeException exchange(HostConnection connection) {
        ServerAddress host = connection.host();
        RemoteCommandResponse response = null;
        boolean killed = false;
        try (connection) {
            try {
                RemoteExchange.Answer answer = RemoteExchange.start(connection.connection(), request, exhaust,
                        deadline);
                while (answer.moreToCome() && state != ENDED) {
                    onReply.accept(RemoteCommandResponse.oneOfMany(host, answer.reply(), elapsed()));
                    answer = RemoteExchange.next(connection.connection(),
                            RemoteExchange.deadline(environment, request));
                }
                if (end() != ENDED) {
                    connection.succeeded();
                    response = request.fireAndForget()
                            ? RemoteCommandResponse.sent(host, elapsed())
                            : RemoteCommandResponse.answered(host, answer.reply(), elapsed());
                } else {
                    connection.failed(new RemoteCommandException(Status.CANCELED));
                }
            } catch (RuntimeException e) {
                connection.failed(e);
                boolean sent = !(e instanceof MongoSocketException socket) || socket.bytesSent();
                if (!sent && !((MongoSocketException) e).isTimeout()) {
                    return e;
                }
                if (end() != ENDED) {
                    response = failure(host, RemoteExchange.status(e));
                    killed = sent && response.status().code() == StatusCode.NETWORK_TIMEOUT;
                }
            } catch (Error e) {
                connection.failed(new IllegalStateException("The exchange was broken off by an error", e));
                if (end() != ENDED) {
                    response = failure(host, Status.of(e));
                }
            }
        } finally {
            // Also if giving the connection back has thrown.
            try {
                if (killed) {
                    network.killOperation(request, host);
                }
            } finally {
                if (response != null) {
                    network.ended(this, response);
                    onReply.accept(response);
                }
            }
        }
        return null;
    }

    // ---- the end

    /** Ends the command with this status, wherever it is. Does nothing if it has ended. */
    void breakOff(Status status) {
        Object before = end();
        if (before == ENDED) {
            return;
        }
        if (before instanceof Connection connection) {
            ServerAddress host = connection.description().address();
            connection.abort(new RemoteCommandException(status));
            if (status == Status.CANCELED) {
                network.killOperation(request, host);
            }
            finish(failure(host, status));
        } else {
            withdraw();
            network.timers().cancel(this);
            finish(failure(null, status));
        }
    }

    /** Ends the command before it has begun. */
    void refuse(Status status) {
        if (end() != ENDED) {
            finish(failure(null, status));
        }
    }

    /** Claims the end. Returns what the command did until then: {@link #ENDED} if another thread was first. */
    private Object end() {
        return STATE.getAndSet(this, ENDED);
    }

    /** Reports the end on a thread that it cannot stop: its listener may run what others chained to it. */
    private void finish(RemoteCommandResponse response) {
        network.ended(this, response);
        network.execute(() -> onReply.accept(response));
    }

    private RemoteCommandResponse failure(@Nullable ServerAddress host, Status status) {
        return RemoteCommandResponse.failed(host, status, elapsed());
    }

    private Duration elapsed() {
        return Duration.ofNanos(environment.nanoTime() - startNanos);
    }
}
