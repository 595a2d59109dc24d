package dev.bowline.egress.executor;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.bson.BsonDocument;

/** A network without hosts, as a user may write one for tests: every command is answered at once, by the same reply. */
class AnsweringNetwork implements NetworkInterface {
    private final BsonDocument reply;
    private final Semaphore work = new Semaphore(0);
    private volatile boolean shutdown;

    AnsweringNetwork(String reply) {
        this.reply = BsonDocument.parse(reply);
    }

    @Override
    public void startup() {}

    @Override
    public void shutdown() {
        shutdown = true;
    }

    @Override
    public boolean isShutdown() {
        return shutdown;
    }

    @Override
    public void startCommand(CallbackHandle handle, RemoteCommandRequest request,
            Consumer<RemoteCommandResponse> onFinish) {
        onFinish.accept(RemoteCommandResponse.answered(request.targets().get(0), reply, Duration.ZERO));
    }

    @Override
    public void startExhaustCommand(CallbackHandle handle, RemoteCommandRequest request,
            Consumer<RemoteCommandResponse> onReply) {
        startCommand(handle, request, onReply);
    }

    @Override
    public void cancelCommand(CallbackHandle handle) {}

    @Override
    public void setAlarm(CallbackHandle handle, Deadline when, Consumer<Status> action) {}

    @Override
    public void cancelAlarm(CallbackHandle handle) {}

    @Override
    public void waitForWork() {
        waitForWorkUntil(Deadline.NEVER);
    }

    @Override
    public void waitForWorkUntil(Deadline deadline) {
        try {
            work.tryAcquire(10, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void signalWorkAvailable() {
        work.release();
    }

    @Override
    public LeasedStream leaseStream(ServerAddress host, Deadline deadline) {
        throw new UnsupportedOperationException("There are no connections");
    }

    @Override
    public void dropConnections(ServerAddress host) {}

    @Override
    public NetworkCounters counters() {
        return new NetworkCounters(0, 0, 0, 0, 0, 0);
    }
}
