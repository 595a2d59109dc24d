package dev.bowline.simulator.executor;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.executor.CallbackHandle;
import dev.bowline.egress.executor.LeasedStream;
import dev.bowline.egress.executor.NetworkCounters;
import dev.bowline.egress.executor.NetworkInterface;
import dev.bowline.egress.executor.RemoteCommandRequest;
import dev.bowline.egress.executor.RemoteCommandResponse;
import dev.bowline.egress.executor.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/**
 * A network that answers each command after a random while, with as many replies as the command's {@code replies}
 * says.
 */
final class ScriptedNetwork implements NetworkInterface {
    private final Environment environment;
    private final Map<CallbackHandle, Consumer<Status>> inFlight = new LinkedHashMap<>();
    /** Replies to commands that are canceled, which were on their way then and come all the same. */
    private final Map<CallbackHandle, Runnable> late = new LinkedHashMap<>();
    /** How many late replies were delivered and dropped. */
    int lateReplies;
    private boolean shutdown;
    private boolean work;
    private Thread waiter;

    ScriptedNetwork(Environment environment) {
        this.environment = environment;
    }

    int inFlight() {
        return inFlight.size();
    }

    @Override
    public void startup() {}

    @Override
    public void shutdown() {
        shutdown = true;
        List<Consumer<Status>> all = new ArrayList<>(inFlight.values());
        inFlight.clear();
        all.forEach(finish -> finish.accept(Status.SHUTDOWN));
    }

    @Override
    public boolean isShutdown() {
        return shutdown;
    }

    @Override
    public void startCommand(CallbackHandle handle, RemoteCommandRequest request,
            Consumer<RemoteCommandResponse> onFinish) {
        start(handle, request, onFinish, 1);
    }

    @Override
    public void startExhaustCommand(CallbackHandle handle, RemoteCommandRequest request,
            Consumer<RemoteCommandResponse> onReply) {
        start(handle, request, onReply, request.command().getInt32("replies").getValue());
    }

    private void start(CallbackHandle handle, RemoteCommandRequest request, Consumer<RemoteCommandResponse> onReply,
            int replies) {
        Consumer<Status> finish = status -> onReply.accept(response(request, status, -1, false));
        if (shutdown) {
            finish.accept(Status.SHUTDOWN);
            return;
        }
        inFlight.put(handle, finish);
        if (replies > 1) {
            late.put(handle, () -> {
                onReply.accept(response(request, Status.OK, 99, true));
                lateReplies++;
            });
        }
        environment.start("network", () -> {
            for (int i = 0; i < replies; i++) {
                Deadline wake = Deadline.afterNanos(environment, environment.random().nextLong(1, 3_000_000));
                while (!wake.isExpired(environment)) {
                    environment.park(wake);
                }
                boolean last = i == replies - 1;
                if (last ? inFlight.remove(handle) == null : !inFlight.containsKey(handle)) {
                    return;
                }
                onReply.accept(response(request, Status.OK, i, !last));
            }
        });
    }

    private static RemoteCommandResponse response(RemoteCommandRequest request, Status status, int number,
            boolean more) {
        return new RemoteCommandResponse(request.targets().get(0), status,
                new BsonDocument("number", new BsonInt32(number)).append("ok", new BsonInt32(1)), Duration.ZERO, more,
                false);
    }

    @Override
    public void cancelCommand(CallbackHandle handle) {
        Consumer<Status> finish = inFlight.remove(handle);
        if (finish != null) {
            finish.accept(Status.CANCELED);
            Runnable crossing = late.remove(handle);
            if (crossing != null) {
                environment.start("late reply", crossing);
            }
        }
    }

    @Override
    public void setAlarm(CallbackHandle handle, Deadline when, Consumer<Status> action) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void cancelAlarm(CallbackHandle handle) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void waitForWork() {
        waitForWorkUntil(Deadline.NEVER);
    }

    @Override
    public void waitForWorkUntil(Deadline deadline) {
        waiter = Thread.currentThread();
        while (!work && !deadline.isExpired(environment)) {
            environment.park(deadline);
        }
        work = false;
    }

    @Override
    public void signalWorkAvailable() {
        work = true;
        if (waiter != null) {
            environment.unpark(waiter);
        }
    }

    @Override
    public LeasedStream leaseStream(ServerAddress host, Deadline deadline) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void dropConnections(ServerAddress host) {}

    @Override
    public NetworkCounters counters() {
        return new NetworkCounters(0, 0, 0, 0, 0, 0);
    }
}
