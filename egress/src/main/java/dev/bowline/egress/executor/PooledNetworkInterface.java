package dev.bowline.egress.executor;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.StateLock;
import dev.bowline.egress.pool.ConnectionPool;
import dev.bowline.egress.pool.HostConnection;
import dev.bowline.error.MongoSocketException;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The network interface over pools of connections: a virtual thread for each command, blocking underneath. */
public final class PooledNetworkInterface implements NetworkInterface {
    private final String name;
    private final Environment environment;
    private final ExecutorPools pools;
    private final Alarms alarms;

    /** Guards every field below. Nothing is called while it is held. */
    private final StateLock lock = new StateLock();
    private final Map<CallbackHandle, RunningCommand> inFlight = new LinkedHashMap<>();
    private final EnumMap<TlsMode, ConnectionPool> poolsByMode = new EnumMap<>(TlsMode.class);
    private final LinkedHashSet<LeasedStream> leases = new LinkedHashSet<>();
    private final Tally tally = new Tally();
    private boolean shutdown;

    private volatile boolean workAvailable;
    private volatile @Nullable Thread waiter;

    public PooledNetworkInterface(String name, Environment environment, ExecutorSettings settings) {
        this.name = name;
        this.environment = environment;
        this.pools = new ExecutorPools(environment, settings);
        this.alarms = new Alarms(name, environment);
    }

    @Override
    public void startup() {}

    @Override
    public void shutdown() {
        List<RunningCommand> toEnd;
        List<LeasedStream> toAbort;
        List<ConnectionPool> toClose;
        lock.lock();
        try {
            shutdown = true;
            toEnd = List.copyOf(inFlight.values());
            toAbort = List.copyOf(leases);
            toClose = List.copyOf(poolsByMode.values());
        } finally {
            lock.unlock();
        }
        toEnd.forEach(command -> breakOff(command, Status.SHUTDOWN));
        toAbort.forEach(lease -> lease.abort(new RemoteCommandException(Status.SHUTDOWN)));
        alarms.close();
        toClose.forEach(ConnectionPool::close);
        pools.close();
        signalWorkAvailable();
    }

    @Override
    public boolean isShutdown() {
        lock.lock();
        try {
            return shutdown;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void startCommand(CallbackHandle handle, RemoteCommandRequest request,
            Consumer<RemoteCommandResponse> onFinish) {
        start(new RunningCommand(environment, handle, request, false, onFinish));
    }

    @Override
    public void startExhaustCommand(CallbackHandle handle, RemoteCommandRequest request,
            Consumer<RemoteCommandResponse> onReply) {
        start(new RunningCommand(environment, handle, request, true, onReply));
    }

    private void start(RunningCommand command) {
        boolean accepted;
        lock.lock();
        try {
            tally.sent++;
            accepted = !shutdown;
            if (accepted) {
                inFlight.put(command.handle, command);
            }
        } finally {
            lock.unlock();
        }
        if (accepted) {
            environment.start(name + "-command-" + command.request.id(), () -> runToItsEnd(command));
        } else if (command.end()) {
            finish(command, command.failed(null, Status.SHUTDOWN));
        }
    }

    @Override
    public void cancelCommand(CallbackHandle handle) {
        RunningCommand command;
        lock.lock();
        try {
            command = inFlight.get(handle);
        } finally {
            lock.unlock();
        }
        if (command != null) {
            breakOff(command, Status.CANCELED);
        }
    }

    private void breakOff(RunningCommand command, Status status) {
        if (command.end()) {
            command.breakOff(status);
            finish(command, command.failed(null, status));
        }
    }

    /** Whatever happens, somebody waits to be told of the end: an error of the machine's is an end too. */
    private void runToItsEnd(RunningCommand command) {
        try {
            run(command);
        } catch (Throwable thrown) {
            if (command.end()) {
                finish(command, command.failed(null, Status.of(thrown)));
            }
        }
    }

    /** Tries one candidate after the other, going on only while nothing has been sent. */
    private void run(RunningCommand command) {
        RemoteCommandRequest request = command.request;
        Deadline deadline = RemoteExchange.deadline(environment, request);
        RemoteCommandResponse response = command.failed(null, Status.CANCELED);
        for (ServerAddress host : request.targets()) {
            if (command.isEnded()) {
                return;
            }
            HostConnection connection;
            try {
                connection = pool(request.tlsMode()).connection(host, deadline);
            } catch (RuntimeException e) {
                response = command.failed(host, RemoteExchange.status(e));
                if (deadline.isExpired(environment)) {
                    break;
                }
                continue;
            }
            RuntimeException unsent = exchange(command, host, connection, deadline);
            if (unsent == null) {
                return;
            }
            response = command.failed(host, RemoteExchange.status(unsent));
        }
        if (command.end()) {
            finish(command, response);
        }
    }

    /**
     * Runs the command over this connection to its end, and tells how it went once the connection is back in its pool.
     * If the connection failed before anything was sent, returns the failure instead, so that another candidate can be
     * tried.
     */
    private @Nullable RuntimeException exchange(RunningCommand command, ServerAddress host, HostConnection connection,
            Deadline deadline) {
        RemoteCommandResponse response = null;
        try (connection) {
            if (!command.use(connection)) {
                connection.used();
                return null;
            }
            try {
                RemoteExchange.Answer answer = RemoteExchange.start(connection.connection(), command.request,
                        command.exhaust, deadline);
                while (answer.moreToCome() && !command.isEnded()) {
                    command.tell(host, answer);
                    answer = RemoteExchange.next(connection.connection(),
                            RemoteExchange.deadline(environment, command.request));
                }
                if (command.end()) {
                    connection.succeeded();
                    response = command.answered(host, answer);
                } else {
                    connection.failed(new RemoteCommandException(Status.CANCELED));
                }
            } catch (RuntimeException e) {
                connection.failed(e);
                if (e instanceof MongoSocketException socket && !socket.bytesSent() && !socket.isTimeout()) {
                    return e;
                }
                if (command.end()) {
                    response = command.failed(host, RemoteExchange.status(e));
                }
            } catch (Error e) {
                connection.failed(new IllegalStateException("The exchange was broken off by an error", e));
                throw e;
            }
        }
        if (response != null) {
            finish(command, response);
        }
        return null;
    }

    private void finish(RunningCommand command, RemoteCommandResponse response) {
        lock.lock();
        try {
            inFlight.remove(command.handle);
            tally.count(command.request, response);
        } finally {
            lock.unlock();
        }
        command.tell(response);
    }

    private ConnectionPool pool(TlsMode mode) {
        lock.lock();
        try {
            if (shutdown) {
                throw new RemoteCommandException(Status.SHUTDOWN);
            }
            ConnectionPool known = poolsByMode.get(mode);
            if (known != null) {
                return known;
            }
            ConnectionPool made = pools.make(mode);
            poolsByMode.put(mode, made);
            return made;
        } finally {
            lock.unlock();
        }
    }

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

    @Override
    public LeasedStream leaseStream(ServerAddress host, Deadline deadline) {
        LeasedStream lease;
        try {
            lease = new LeasedStream(environment, pool(TlsMode.GLOBAL).lease(host, deadline), this::giveBack);
        } catch (RemoteCommandException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new RemoteCommandException(Status.of(e));
        }
        boolean accepted;
        lock.lock();
        try {
            accepted = !shutdown;
            if (accepted) {
                leases.add(lease);
            }
        } finally {
            lock.unlock();
        }
        if (!accepted) {
            lease.close();
            throw new RemoteCommandException(Status.SHUTDOWN);
        }
        return lease;
    }

    private void giveBack(LeasedStream lease) {
        lock.lock();
        try {
            leases.remove(lease);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void dropConnections(ServerAddress host) {
        List<ConnectionPool> all;
        lock.lock();
        try {
            all = List.copyOf(poolsByMode.values());
        } finally {
            lock.unlock();
        }
        all.forEach(pool -> pool.dropConnections(host));
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
