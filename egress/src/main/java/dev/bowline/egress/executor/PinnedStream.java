package dev.bowline.egress.executor;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.StateLock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The single connection of a pinned executor, as a way for its commands. They wait in a queue, and their time runs
 * while they wait. The first command asks for the connection; the first that breaks it, or the failure to get it,
 * ends the route.
 */
final class PinnedStream implements Route {
    private static final class Queued {
        final CallbackHandle handle;
        final RemoteCommandRequest request;
        final boolean exhaust;
        final Consumer<RemoteCommandResponse> onReply;
        final long startNanos;
        final Deadline deadline;

        Queued(CallbackHandle handle, RemoteCommandRequest request, boolean exhaust,
                Consumer<RemoteCommandResponse> onReply, Environment environment) {
            this.handle = handle;
            this.request = request;
            this.exhaust = exhaust;
            this.onReply = onReply;
            this.startNanos = environment.nanoTime();
            this.deadline = RemoteExchange.deadline(environment, request);
        }
    }

    private final Environment environment;
    private final NetworkInterface network;
    private final ServerAddress host;
    private final Duration connectTimeout;

    /** Guards the fields below. Nothing is called while it is held. */
    private final StateLock lock = new StateLock();
    private final ArrayDeque<Queued> queue = new ArrayDeque<>();
    private @Nullable CompletableFuture<LeasedStream> leasing;
    private @Nullable LeasedStream stream;
    private @Nullable Queued running;
    private boolean draining;
    private boolean closed;
    private volatile @Nullable Status ended;

    PinnedStream(Environment environment, NetworkInterface network, ServerAddress host, Duration connectTimeout) {
        this.environment = environment;
        this.network = network;
        this.host = host;
        this.connectTimeout = connectTimeout;
    }

    /** Why commands are refused, or null. */
    @Nullable
    Status ended() {
        return ended;
    }

    @Override
    public boolean hasOwnThreads() {
        return false;
    }

    @Override
    public void start(CallbackHandle handle, RemoteCommandRequest request, boolean exhaust,
            Consumer<RemoteCommandResponse> onReply) {
        Queued queued = new Queued(handle, request, exhaust, onReply, environment);
        if (!queued.deadline.isNever()) {
            network.setAlarm(handle, queued.deadline, status -> {
                if (status.isOk() && withdraw(queued)) {
                    tell(queued, timedOut(queued));
                }
            });
        }
        Status refusal;
        lock.lock();
        try {
            refusal = closed ? Status.SHUTDOWN : ended;
            if (refusal == null) {
                queue.add(queued);
            }
        } finally {
            lock.unlock();
        }
        if (refusal != null) {
            tell(queued, refusal);
            return;
        }
        proceed();
    }

    @Override
    public void cancel(CallbackHandle handle) {
        Queued found = null;
        LeasedStream toAbort = null;
        lock.lock();
        try {
            for (Queued queued : queue) {
                if (queued.handle == handle) {
                    found = queued;
                }
            }
            if (running != null && running.handle == handle) {
                toAbort = stream;
            }
        } finally {
            lock.unlock();
        }
        if (toAbort != null) {
            toAbort.abort(new RemoteCommandException(Status.CANCELED));
        } else if (found != null && withdraw(found)) {
            tell(found, Status.CANCELED);
        }
    }

    /**
     * Refuses what waits, and gives the connection back when nothing runs over it. The scope of the executor has
     * canceled what runs.
     */
    void close() {
        List<Queued> left;
        CompletableFuture<LeasedStream> toCancel;
        LeasedStream toClose = null;
        lock.lock();
        try {
            closed = true;
            left = new ArrayList<>(queue);
            queue.clear();
            toCancel = leasing;
            if (!draining) {
                toClose = stream;
                stream = null;
            }
        } finally {
            lock.unlock();
        }
        if (toCancel != null) {
            toCancel.cancel(true);
        }
        if (toClose != null) {
            toClose.close();
        }
        left.forEach(queued -> tell(queued, Status.SHUTDOWN));
    }

    /** Gets the connection, or runs the queue over it, unless that is under way. */
    private void proceed() {
        boolean lease = false;
        boolean drain = false;
        lock.lock();
        try {
            if (!draining && !closed && ended == null && !queue.isEmpty()) {
                draining = true;
                lease = stream == null;
                drain = !lease;
            }
        } finally {
            lock.unlock();
        }
        if (drain) {
            try {
                environment.start("bowline-pinned-" + host, this::drain);
            } catch (RuntimeException | Error noThread) {
                endWithoutThread(noThread);
            }
        } else if (lease) {
            lease();
        }
    }

    private void lease() {
        CompletableFuture<LeasedStream> future;
        try {
            future = network.lease(host, Deadline.after(environment, connectTimeout));
        } catch (RuntimeException | Error e) {
            future = CompletableFuture.failedFuture(e);
        }
        boolean tooLate;
        lock.lock();
        try {
            leasing = future;
            tooLate = closed;
        } finally {
            lock.unlock();
        }
        if (tooLate) {
            future.cancel(true);
        }
        future.whenComplete((leased, failure) -> {
            if (failure != null) {
                Status status = failure instanceof RemoteCommandException known ? known.status() : Status.of(failure);
                end(status).forEach(queued -> tell(queued, status));
            } else {
                leased(leased);
                try {
                    environment.start("bowline-pinned-" + host, this::drain);
                } catch (RuntimeException | Error noThread) {
                    endWithoutThread(noThread);
                }
            }
        });
    }

    private void leased(LeasedStream made) {
        lock.lock();
        try {
            stream = made;
            leasing = null;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the route, because the machine has no thread for its queue. */
    private void endWithoutThread(Throwable noThread) {
        Status status = Status.of(noThread);
        List<Queued> left = end(status);
        // There is nothing to run any more, so this only gives the connection back.
        drain();
        left.forEach(queued -> tell(queued, status));
    }

    private void drain() {
        while (true) {
            Queued next = null;
            LeasedStream over;
            LeasedStream toClose = null;
            lock.lock();
            try {
                over = stream;
                if (!closed && ended == null && over != null) {
                    next = queue.poll();
                }
                running = next;
                if (next == null) {
                    draining = false;
                    if (closed || ended != null) {
                        toClose = over;
                        stream = null;
                    }
                }
            } finally {
                lock.unlock();
            }
            if (next == null || over == null) {
                if (toClose != null) {
                    toClose.close();
                }
                return;
            }
            if (next.deadline.isExpired(environment)) {
                // Sending it would only cost the connection.
                tell(next, timedOut(next));
            } else {
                network.cancelAlarm(next.handle);
                run(next, over);
            }
        }
    }

    private void run(Queued next, LeasedStream over) {
        RemoteCommandRequest request = next.request;
        if (!next.deadline.isNever()) {
            request = request.withTimeout(Duration.ofNanos(Math.max(1, next.deadline.remainingNanos(environment))));
        }
        RemoteCommandResponse[] last = new RemoteCommandResponse[1];
        try {
            if (next.exhaust) {
                over.runExhaust(request, response -> {
                    if (response.moreToCome()) {
                        next.onReply.accept(response);
                    } else {
                        last[0] = response;
                    }
                });
            } else {
                last[0] = over.run(request);
            }
        } catch (RuntimeException | Error e) {
            last[0] = RemoteCommandResponse.failed(host, RemoteExchange.status(e), since(next));
        }
        RemoteCommandResponse response = last[0];
        lock.lock();
        try {
            running = null;
        } finally {
            lock.unlock();
        }
        if (response.isOk()) {
            next.onReply.accept(response);
            return;
        }
        Status reason = new Status(StatusCode.HOST_UNREACHABLE, "The pinned connection to " + host
                + " ended with an earlier command: " + response.status(), response.status().cause());
        List<Queued> left = end(reason);
        next.onReply.accept(response);
        left.forEach(queued -> tell(queued, reason));
    }

    /** Lets nothing more run. Returns what was in the queue, to be told. */
    private List<Queued> end(Status status) {
        List<Queued> left;
        lock.lock();
        try {
            ended = closed ? Status.SHUTDOWN : status;
            leasing = null;
            left = new ArrayList<>(queue);
            queue.clear();
            if (stream == null) {
                draining = false;
            }
        } finally {
            lock.unlock();
        }
        return left;
    }

    /** Takes a command out of the queue; false if it has left. */
    private boolean withdraw(Queued queued) {
        lock.lock();
        try {
            return queue.remove(queued);
        } finally {
            lock.unlock();
        }
    }

    private Status timedOut(Queued queued) {
        return new Status(StatusCode.NETWORK_TIMEOUT, "The timeout of " + queued.request.timeout().orElseThrow()
                + " passed while the command waited for the pinned connection to " + host, null);
    }

    private void tell(Queued queued, Status status) {
        network.cancelAlarm(queued.handle);
        queued.onReply.accept(RemoteCommandResponse.failed(host, status, since(queued)));
    }

    private Duration since(Queued queued) {
        return Duration.ofNanos(environment.nanoTime() - queued.startNanos);
    }
}
