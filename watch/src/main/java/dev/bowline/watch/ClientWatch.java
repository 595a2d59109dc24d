package dev.bowline.watch;

import dev.bowline.MongoClient;
import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.event.ClientObserver;
import dev.bowline.driver.event.ServerHeartbeatFailedEvent;
import dev.bowline.driver.event.TopologyClosedEvent;
import dev.bowline.driver.event.TopologyDescriptionChangedEvent;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.ConnectionPoolClearedEvent;
import dev.bowline.egress.event.ConnectionPoolReadyEvent;
import dev.bowline.egress.event.TracedCommand;
import dev.bowline.egress.event.TracedOperation;
import dev.bowline.egress.event.Tracer;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Records what one client does, from its creation until it is closed, and reports it as a document. The memory
 * that it uses is bounded: it keeps the figures of the last five minutes and the last {@value Story#MAX_EVENTS} events.
 *
 * <p>Use {@link WatchServer} for the page, and this for a view of your own.
 */
public final class ClientWatch implements AutoCloseable {
    private final MongoClient client;
    private final LongSupplier nanoTime;
    private final long startNanos;
    private final long startMillis;
    private final Seconds seconds = new Seconds();
    private final Story story = new Story();
    private final AtomicLong ended = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong retries = new AtomicLong();
    private final Set<Running> running = ConcurrentHashMap.newKeySet();
    private final Recorder recorder = new Recorder();

    private ClientWatch(MongoClient client, LongSupplier nanoTime, long startNanos, long wallMillis) {
        this.client = client;
        this.nanoTime = nanoTime;
        this.startNanos = startNanos;
        this.startMillis = wallMillis;
    }

    /** Begins to record what a client does. Close it to end that; the client stays open. */
    public static ClientWatch of(MongoClient client) {
        return of(client, System::nanoTime, System.currentTimeMillis());
    }

    static ClientWatch of(MongoClient client, LongSupplier nanoTime, long wallMillis) {
        // First, so that the times here and in a log agree: loading the classes takes a while.
        long startNanos = nanoTime.getAsLong();
        ClientWatch watch = new ClientWatch(Objects.requireNonNull(client, "client"), nanoTime, startNanos, wallMillis);
        client.addObserver(watch.recorder);
        watch.begin();
        return watch;
    }

    /** Says how the deployment is at the beginning; changes come as events. */
    private void begin() {
        ServerDescription primary = client.topology().primary();
        story.add(nowMillis(), Story.Kind.CLIENT, "", primary == null
                ? "The watch begins; no primary is known yet"
                : "The watch begins; the primary is " + primary.address());
    }

    /**
     * What is known now: servers, pools, figures, failovers and events.
     *
     * @param afterRevision the {@code revision} of an earlier answer, to get only events that are newer; 0 for all
     */
    public BsonDocument state(long afterRevision) {
        return new WatchState(this).document(afterRevision);
    }

    /** Adds a sentence about something done from outside, such as a fault that a person has caused. */
    public void note(String text) {
        story.add(nowMillis(), Story.Kind.CONTROL, "", text);
    }

    /** Ends the recording. Does nothing the second time. */
    @Override
    public void close() {
        client.removeObserver(recorder);
    }

    MongoClient client() {
        return client;
    }

    Seconds seconds() {
        return seconds;
    }

    Story story() {
        return story;
    }

    long startMillis() {
        return startMillis;
    }

    /** Wall clock time that never jumps. */
    long nowMillis() {
        return startMillis + TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - startNanos);
    }

    long ended() {
        return ended.get();
    }

    long failed() {
        return failed.get();
    }

    long retries() {
        return retries.get();
    }

    int running() {
        return running.size();
    }

    /** How long the oldest operation under way has been running; 0 if there is none. */
    double oldestMillis() {
        long now = nanoTime.getAsLong();
        return running.stream().mapToLong(operation -> now - operation.startedNanos).max().orElse(0) / 1e6;
    }

    /** Sees the events of the client. */
    private final class Recorder implements ClientObserver {
        @Override
        public Span operationStarted(TracedOperation operation, @Nullable Span transaction) {
            Running started = new Running(operation.summary(), nanoTime.getAsLong(), nowMillis());
            running.add(started);
            return started;
        }

        @Override
        public void topologyDescriptionChanged(TopologyDescriptionChangedEvent event) {
            TopologyDescription before = event.previousDescription();
            TopologyDescription now = event.newDescription();
            long millis = nowMillis();
            for (ServerDescription server : now.servers()) {
                ServerDescription earlier = before.server(server.address());
                if (earlier == null) {
                    if (!before.servers().isEmpty()) {
                        story.add(millis, Story.Kind.SERVERS_CHANGED, server.address().toString(),
                                server.address() + " has joined the deployment");
                    }
                } else {
                    serverChanged(millis, earlier, server);
                }
            }
            for (ServerDescription server : before.servers()) {
                if (!now.contains(server.address()) && !now.servers().isEmpty()) {
                    story.add(millis, Story.Kind.SERVERS_CHANGED, server.address().toString(),
                            server.address() + " has left the deployment");
                }
            }
            primaryChanged(millis, before, now);
        }

        private void serverChanged(long millis, ServerDescription earlier, ServerDescription server) {
            if (earlier.type() == server.type()) {
                return;
            }
            String address = server.address().toString();
            if (!server.type().isUnknown()) {
                story.heard(address);
            }
            if (server.type().isUnknown()) {
                if (!earlier.type().isUnknown()) {
                    story.add(millis, Story.Kind.SERVER_LOST, address,
                            address + " was " + WatchState.state(earlier.type())
                                    + " and is marked Unknown because " + reason(server));
                }
            } else {
                boolean stepsDown = earlier.type() == ServerType.RS_PRIMARY;
                story.add(millis, stepsDown ? Story.Kind.STEPPED_DOWN : Story.Kind.SERVER_FOUND, address, address
                        + (stepsDown ? " has stepped down and is " : " is ") + WatchState.state(server.type())
                        + (stepsDown || earlier.type().isUnknown()
                                ? ""
                                : "; it was " + WatchState.state(earlier.type())));
            }
        }

        private void primaryChanged(long millis, TopologyDescription before, TopologyDescription now) {
            ServerAddress from = address(before.primary());
            ServerAddress to = address(now.primary());
            if (Objects.equals(from, to)) {
                return;
            }
            if (from != null) {
                ServerDescription old = now.server(from);
                String reason = old == null ? "it has left the deployment" : reason(old);
                story.primaryLost(millis, from.toString(), reason, old != null && old.type().isUnknown());
                if (to == null) {
                    story.add(millis, Story.Kind.PRIMARY_LOST, from.toString(), "No primary: writes wait for the next");
                }
            }
            if (to != null) {
                story.primaryFound(millis, to.toString());
                story.add(millis, Story.Kind.PRIMARY_FOUND, to.toString(), to + " is the primary: writes go to it");
            }
        }

        @Override
        public void serverHeartbeatFailed(ServerHeartbeatFailedEvent event) {
            story.add(nowMillis(), Story.Kind.CHECK_FAILED, event.address().toString(),
                    "A check of " + event.address() + " failed: " + message(event.failure()));
        }

        @Override
        public void connectionPoolCleared(ConnectionPoolClearedEvent event) {
            String address = event.address().toString();
            String cause = event.cause() == null ? "" : message(event.cause());
            if (event.interruptInUseConnections()) {
                story.silent(address, "it does not answer" + (cause.isEmpty() ? "" : ": " + cause));
            }
            story.add(nowMillis(), Story.Kind.POOL_CLEARED, address, "The pool of " + address + " is cleared"
                    + (event.interruptInUseConnections()
                            ? ", and operations that wait there are freed, because it does not answer"
                                    + (cause.isEmpty() ? "" : ": " + cause)
                            : cause.isEmpty() ? "" : " because " + cause));
        }

        @Override
        public void connectionPoolReady(ConnectionPoolReadyEvent event) {
            story.add(nowMillis(), Story.Kind.POOL_READY, event.address().toString(),
                    "The pool of " + event.address() + " is ready");
        }

        @Override
        public void topologyClosed(TopologyClosedEvent event) {
            story.add(nowMillis(), Story.Kind.CLIENT, "", "The client is closed");
        }
    }

    /** An operation under way. */
    private final class Running implements Tracer.Span {
        private final String summary;
        private final long startedNanos;
        private final long startedMillis;
        /** Why the last attempt failed, until the next begins. Of the operation's thread alone. */
        private @Nullable Throwable attemptFailure;
        private @Nullable Throwable failure;

        Running(String summary, long startedNanos, long startedMillis) {
            this.summary = summary;
            this.startedNanos = startedNanos;
            this.startedMillis = startedMillis;
        }

        @Override
        public Tracer.Span commandStarted(TracedCommand command) {
            if (attemptFailure != null) {
                long millis = nowMillis();
                retries.incrementAndGet();
                seconds.retried(TimeUnit.MILLISECONDS.toSeconds(millis));
                story.operationRetried(startedMillis, millis);
                story.add(millis, Story.Kind.RETRIED, command.address().toString(), "An operation is tried again at "
                        + command.address() + " because " + message(attemptFailure));
                attemptFailure = null;
            }
            return new Attempt(this);
        }

        @Override
        public void failed(Throwable error) {
            failure = error;
        }

        @Override
        public void ended() {
            running.remove(this);
            long nanos = nanoTime.getAsLong() - startedNanos;
            long millis = nowMillis();
            ended.incrementAndGet();
            seconds.ended(TimeUnit.MILLISECONDS.toSeconds(millis), nanos, failure != null);
            story.operationEnded(startedMillis, nanos / 1e6, failure != null);
            if (failure != null) {
                failed.incrementAndGet();
                story.add(millis, Story.Kind.FAILED, "", summary + " failed: " + message(failure));
            }
        }
    }

    /** One attempt of an operation. */
    private record Attempt(Running operation) implements Tracer.Span {
        @Override
        public Tracer.Span commandStarted(TracedCommand command) {
            return new Attempt(operation);
        }

        @Override
        public void failed(Throwable error) {
            operation.attemptFailure = error;
        }

        @Override
        public void ended() {}
    }

    private static @Nullable ServerAddress address(@Nullable ServerDescription server) {
        return server == null ? null : server.address();
    }

    private static String reason(ServerDescription server) {
        if (server.error() != null) {
            return message(server.error());
        }
        return server.type() == ServerType.RS_SECONDARY
                ? "it has stepped down and is secondary"
                : "it changed its state";
    }

    private static String message(Throwable error) {
        return error.getMessage() == null
                ? error.getClass().getSimpleName()
                : withinASentence(Story.shortened(error.getMessage()));
    }

    /** A sentence as a part of another: it begins with a small letter, unless it begins with a name in capitals. */
    private static String withinASentence(String text) {
        return text.length() > 1 && Character.isLowerCase(text.charAt(1))
                ? Character.toLowerCase(text.charAt(0)) + text.substring(1)
                : text;
    }
}
