package dev.bowline.egress.executor;

import dev.bowline.egress.environment.Completion;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.StateLock;
import dev.bowline.egress.hosts.ConnectionCloser;
import dev.bowline.egress.hosts.HostPools;
import dev.bowline.egress.hosts.HostPoolsStatistics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.jspecify.annotations.Nullable;

/**
 * The network interface over pools of connections. A command waits for its connection without a thread, and then has
 * a virtual one, which blocks underneath.
 */
public final class PooledNetworkInterface implements NetworkInterface {
    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(5);

    private final Environment environment;
    private final ExecutorPools pools;
    private final Timers timers;
    private final Workers workers;
    private final Alarms alarms;
    private final long connectionWaitNanos;

    /**
     * Guards every field below, and the candidates and links of the commands in flight. Nothing is called while it is
     * held.
     */
    private final StateLock lock = new StateLock();
    private @Nullable RunningCommand first;
    private @Nullable RunningCommand last;
    private final LinkedHashSet<Lease> leasing = new LinkedHashSet<>();
    private final LinkedHashSet<PooledStream> leases = new LinkedHashSet<>();
    private final Tally tally = new Tally();
    private volatile boolean shutdown;

    private volatile boolean workAvailable;
    private volatile @Nullable Thread waiter;

    /**
     * An interface over pools of its own.
     *
     * @param name the beginning of the names of its threads
     */
    public PooledNetworkInterface(String name, Environment environment, ExecutorSettings settings) {
        this.environment = environment;
        this.pools = new ExecutorPools(environment, settings);
        this.timers = new Timers(name, environment);
        this.workers = new Workers(name, environment);
        this.alarms = new Alarms(timers, workers);
        this.connectionWaitNanos = settings.connectionWait().toNanos();
    }

    @Override
    public void startup() {}

    @Override
    public void shutdown() {
        List<RunningCommand> toEnd = new ArrayList<>();
        List<PooledStream> toAbort;
        List<Lease> toRefuse;
        lock.lock();
        try {
            shutdown = true;
            for (RunningCommand command = first; command != null; command = command.next) {
                toEnd.add(command);
            }
            toAbort = List.copyOf(leases);
            toRefuse = List.copyOf(leasing);
        } finally {
            lock.unlock();
        }
        toEnd.forEach(command -> command.breakOff(Status.SHUTDOWN));
        toRefuse.forEach(lease -> lease.end(Status.SHUTDOWN));
        toAbort.forEach(lease -> lease.abort(new RemoteCommandException(Status.SHUTDOWN)));
        alarms.close();
        timers.close();
        pools.close();
        workers.close();
        signalWorkAvailable();
    }

    @Override
    public boolean isShutdown() {
        return shutdown;
    }

    // ---- commands

    @Override
    public void startCommand(CallbackHandle handle, RemoteCommandRequest request,
            Consumer<RemoteCommandResponse> onFinish) {
        start(new RunningCommand(this, handle, request, false, onFinish));
    }

    @Override
    public void startExhaustCommand(CallbackHandle handle, RemoteCommandRequest request,
            Consumer<RemoteCommandResponse> onReply) {
        start(new RunningCommand(this, handle, request, true, onReply));
    }

    private void start(RunningCommand command) {
        boolean accepted;
        lock.lock();
        try {
            tally.sent++;
            accepted = !shutdown;
            command.handle.command = command;
            command.previous = last;
            if (last == null) {
                first = command;
            } else {
                last.next = command;
            }
            last = command;
        } finally {
            lock.unlock();
        }
        if (accepted) {
            command.start();
        } else {
            command.refuse(Status.SHUTDOWN);
        }
    }

    @Override
    public void cancelCommand(CallbackHandle handle) {
        RunningCommand command = handle.command;
        if (command != null) {
            command.breakOff(Status.CANCELED);
        }
    }

    /** Takes a command off the list of those in flight. */
    void ended(RunningCommand command, RemoteCommandResponse response) {
        lock.lock();
        try {
            RunningCommand before = command.previous;
            RunningCommand after = command.next;
            if (before == null) {
                first = after;
            } else {
                before.next = after;
            }
            if (after == null) {
                last = before;
            } else {
                after.previous = before;
            }
            command.previous = null;
            command.handle.command = null;
            tally.count(response);
        } finally {
            lock.unlock();
        }
    }

    /** Has the server end an operation whose exchange was broken off, if its request wants that. */
    void killOperation(RemoteCommandRequest request, ServerAddress host) {
        if (!request.killOnCancel() || shutdown) {
            return;
        }
        BsonDocument kill = new BsonDocument("_killOperations", new BsonInt32(1)).append("operationKeys",
                new BsonArray(List.of(new BsonBinary(request.operationKey().orElseThrow()))));
        startCommand(new CallbackHandle(this, 0, null),
                RemoteCommandRequest.to(host, "admin", kill).withTlsMode(request.tlsMode()).withTimeout(KILL_TIMEOUT),
                response -> {});
    }

    RuntimeException timedOut(RemoteCommandRequest request, ServerAddress host, long waitedNanos) {
        return pool(request.tlsMode()).timedOut(host, waitedNanos);
    }

    // ---- for the commands

    Environment environment() {
        return environment;
    }

    Timers timers() {
        return timers;
    }

    long connectionWaitNanos() {
        return connectionWaitNanos;
    }

    HostPools pool(TlsMode mode) {
        return pools.of(mode);
    }

    void execute(Runnable task) {
        workers.execute(task);
    }

    void lock() {
        lock.lock();
    }

    void unlock() {
        lock.unlock();
    }

    // ---- alarms and work

    @Override
    public void setAlarm(CallbackHandle handle, Deadline when, Consumer<Status> action) {
        alarms.set(handle, when, action);
    }

    @Override
    public void cancelAlarm(CallbackHandle handle) {
        alarms.cancel(handle);
    }

    @Override
    public void waitForWork() {
        waitForWorkUntil(Deadline.NEVER);
    }

    @Override
    public void waitForWorkUntil(Deadline deadline) {
        waiter = Thread.currentThread();
        while (!workAvailable && !deadline.isExpired(environment)) {
            environment.park(deadline);
            if (Thread.interrupted()) {
                break;
            }
        }
        workAvailable = false;
    }

    @Override
    public void signalWorkAvailable() {
        workAvailable = true;
        Thread waiting = waiter;
        if (waiting != null) {
            environment.unpark(waiting);
        }
    }

    // ---- leases

    @Override
    public CompletableFuture<LeasedStream> lease(ServerAddress host, Deadline deadline) {
        Lease lease = new Lease(this, host);
        return lease.start(deadline, future -> {});
    }

    @Override
    public LeasedStream leaseStream(ServerAddress host, Deadline deadline) {
        Completion<Boolean> settled = new Completion<>(environment);
        CompletableFuture<LeasedStream> future = new Lease(this, host).start(deadline, lease -> settled.complete(true));
        try {
            settled.await(Deadline.NEVER);
        } catch (InterruptedException e) {
            if (!future.cancel(true) && !future.isCompletedExceptionally()) {
                // It was granted at the same moment.
                future.resultNow().close();
            }
            Thread.currentThread().interrupt();
            throw new RemoteCommandException(new Status(StatusCode.CALLBACK_CANCELED,
                    "Interrupted while waiting for a connection to " + host, e));
        }
        if (future.isCompletedExceptionally()) {
            throw new RemoteCommandException(((RemoteCommandException) future.exceptionNow()).status());
        }
        return future.resultNow();
    }

    boolean leasing(Lease lease) {
        lock.lock();
        try {
            return !shutdown && leasing.add(lease);
        } finally {
            lock.unlock();
        }
    }

    void leasingEnded(Lease lease) {
        lock.lock();
        try {
            leasing.remove(lease);
        } finally {
            lock.unlock();
        }
    }

    /** Counts a stream among those that a shutdown aborts; false if there was one. */
    boolean leased(PooledStream stream) {
        lock.lock();
        try {
            return !shutdown && leases.add(stream);
        } finally {
            lock.unlock();
        }
    }

    void givenBack(PooledStream stream) {
        lock.lock();
        try {
            leases.remove(stream);
        } finally {
            lock.unlock();
        }
    }

    // ---- the pools

    @Override
    public void dropConnections(ServerAddress host) {
        pools.dropConnections(host);
    }

    @Override
    public ConnectionCloser closer() {
        return pools;
    }

    @Override
    public HostPoolsStatistics statistics() {
        return pools.statistics();
    }

    @Override
    public NetworkCounters counters() {
        lock.lock();
        try {
            return tally.counters();
        } finally {
            lock.unlock();
        }
    }
}
