package dev.bowline.egress.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.egress.stream.StreamSettings;
import dev.bowline.error.FailurePhase;
import dev.bowline.error.MongoInterruptedException;
import dev.bowline.error.MongoPoolClearedException;
import dev.bowline.error.MongoSocketException;
import dev.bowline.error.MongoSocketTimeoutException;
import dev.bowline.settings.AuthMechanism;
import dev.bowline.settings.MongoCredential;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How an exchange ends that the peer does not end, and what its thread learns. */
class AbortTest {
    private static final BsonDocument SLEEP = BsonDocument.parse("{sleep: 1}");

    private final SystemEnvironment environment = SystemEnvironment.instance();
    private final ConnectionFactory factory = new ConnectionFactory(environment, ConnectionSettings.defaults());
    private final CountDownLatch asleep = new CountDownLatch(1);
    private ScriptedServer server;

    @BeforeEach
    void start() throws IOException {
        server = ScriptedServer.afterHello(command -> {
            if (command.containsKey("sleep")) {
                asleep.countDown();
                return null;
            }
            return ScriptedServer.OK;
        });
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aDeadlineIsATimeout(boolean virtual) throws Exception {
        Connection connection = connect();
        long started = System.nanoTime();
        Throwable error = inThread(virtual, () -> connection.command("admin", SLEEP, in(60))).get(20, TimeUnit.SECONDS);

        assertThat(error).isInstanceOf(MongoSocketTimeoutException.class).hasMessageContaining("Timed out");
        assertThat(((MongoSocketException) error).phase()).isEqualTo(FailurePhase.RECEIVING);
        assertThat(((MongoSocketException) error).bytesSent()).isTrue();
        assertThat(((MongoSocketException) error).serverAddress()).isEqualTo(server.address());
        assertThat(System.nanoTime() - started).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(60));
        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void socketTimeoutIsADeadlineOfItsOwn() {
        Connector limited = new ConnectionFactory(environment,
                ConnectionSettings.defaults().withSocketTimeoutMillis(60));
        Connection connection = limited.connect(1, server.address(), Deadline.NEVER);

        assertThat(catchThrowable(() -> connection.command("admin", SLEEP, in(60_000))))
                .isInstanceOf(MongoSocketTimeoutException.class);
    }

    /** A hello that takes longer than an operation may is no reason to give up: it has the connect timeout. */
    @Test
    void socketTimeoutDoesNotCountWhileTheConnectionIsEstablished() throws Exception {
        try (ScriptedServer slow = new ScriptedServer(command -> {
            if (ScriptedServer.isHello(command)) {
                long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(150);
                while (System.nanoTime() < end) {
                    LockSupport.parkNanos(end - System.nanoTime());
                }
                return ScriptedServer.HELLO.clone();
            }
            return ScriptedServer.OK;
        });
                Connection connection = new ConnectionFactory(environment,
                        ConnectionSettings.defaults().withSocketTimeoutMillis(60)).connect(1, slow.address(),
                                Deadline.NEVER)) {
            assertThat(connection.isOpen()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anAbortThrowsItsReason(boolean virtual) throws Exception {
        Connection connection = connect();
        CompletableFuture<Throwable> error = inThread(virtual,
                () -> connection.command("admin", SLEEP, Deadline.NEVER));
        asleep.await();
        RuntimeException reason = new MongoPoolClearedException("cleared");
        connection.abort(reason);
        connection.abort(new IllegalStateException("too late to matter"));

        assertThat(error.get(20, TimeUnit.SECONDS)).isSameAs(reason);
        assertThat(connection.isOpen()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anInterruptIsItsOwnKindAndStaysSet(boolean virtual) throws Exception {
        Connection connection = connect();
        AtomicBoolean status = new AtomicBoolean();
        CompletableFuture<Throwable> error = new CompletableFuture<>();
        Thread thread = start(virtual, () -> {
            Throwable caught = catchThrowable(() -> connection.command("admin", SLEEP, in(60_000)));
            status.set(Thread.currentThread().isInterrupted());
            error.complete(caught);
        });
        asleep.await();
        thread.interrupt();

        assertThat(error.get(20, TimeUnit.SECONDS)).isInstanceOf(MongoInterruptedException.class);
        assertThat(connection.mayHaveSent()).isTrue();
        assertThat(status).isTrue();
        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void aThreadInterruptedBeforehandDoesNotSend() throws Exception {
        Connection connection = connect();
        Throwable error = inThread(false, () -> {
            Thread.currentThread().interrupt();
            connection.command("admin", BsonDocument.parse("{never: 1}"), Deadline.NEVER);
        }).get(20, TimeUnit.SECONDS);

        assertThat(error).isInstanceOf(MongoInterruptedException.class);
        assertThat(server.received()).noneMatch(received -> received.command().containsKey("never"));
        assertThat(connection.mayHaveSent()).isFalse();
    }

    @Test
    void closingEndsABlockedReadAtOnce() throws Exception {
        Connection connection = connect();
        CompletableFuture<Throwable> error = inThread(false, () -> connection.command("admin", SLEEP, Deadline.NEVER));
        asleep.await();
        connection.close();

        assertThat(error.get(20, TimeUnit.SECONDS)).isExactlyInstanceOf(MongoSocketException.class);
    }

    @Test
    void aPeerThatHangsUpIsANetworkError() throws Exception {
        try (ScriptedServer rude = ScriptedServer.afterHello(command -> new BsonDocument())) {
            Connection connection = factory.connect(1, rude.address(), Deadline.NEVER);
            MongoSocketException error = catchThrowableOfType(MongoSocketException.class,
                    () -> connection.command("admin", SLEEP, Deadline.NEVER));
            assertThat(error.isTimeout()).isFalse();
            assertThat(error.phase()).isEqualTo(FailurePhase.RECEIVING);
            assertThat(connection.isOpen()).isFalse();

            MongoSocketException second = catchThrowableOfType(MongoSocketException.class,
                    () -> connection.command("admin", SLEEP, Deadline.NEVER));
            assertThat(second.phase()).isEqualTo(FailurePhase.SENDING);
            assertThat(second.bytesSent()).isFalse();
        }
    }

    @Test
    void aRefusedConnectionKnowsItsPhase() throws Exception {
        ServerAddress unused;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            unused = new ServerAddress("127.0.0.1", socket.getLocalPort());
        }
        MongoSocketException error = catchThrowableOfType(MongoSocketException.class,
                () -> factory.connect(1, unused, Deadline.NEVER));
        assertThat(error.phase()).isEqualTo(FailurePhase.CONNECTING);
        assertThat(error.bytesSent()).isFalse();
        assertThat(error.serverAddress()).isEqualTo(unused);
    }

    @Test
    void anUnknownHostSaysSo() {
        MongoSocketException error = catchThrowableOfType(MongoSocketException.class,
                () -> factory.connect(1, new ServerAddress("no-such-host.invalid", 1), Deadline.NEVER));
        assertThat(error).hasMessageContaining("host name is unknown");
        assertThat(error.phase()).isEqualTo(FailurePhase.CONNECTING);
    }

    @Test
    void aSilentHelloTimesOutByTheConnectTimeout() throws Exception {
        try (ScriptedServer silent = new ScriptedServer(command -> null)) {
            Connector hasty = new ConnectionFactory(environment, ConnectionSettings.defaults()
                    .withStream(StreamSettings.defaults().withConnectTimeoutMillis(60)));
            MongoSocketTimeoutException error = catchThrowableOfType(MongoSocketTimeoutException.class,
                    () -> hasty.connect(1, silent.address(), Deadline.NEVER));
            assertThat(error.phase()).isEqualTo(FailurePhase.HANDSHAKING);
        }
    }

    @Test
    void aSilentAuthenticationTimesOutByTheConnectTimeout() throws Exception {
        try (ScriptedServer silent = ScriptedServer.afterHello(command -> null)) {
            Connector hasty = new ConnectionFactory(environment, ConnectionSettings.defaults()
                    .withStream(StreamSettings.defaults().withConnectTimeoutMillis(60)).withCredential(
                            MongoCredential.of(AuthMechanism.SCRAM_SHA_256, "user", "admin", "pencil".toCharArray())));
            MongoSocketTimeoutException error = catchThrowableOfType(MongoSocketTimeoutException.class,
                    () -> hasty.connect(1, silent.address(), Deadline.NEVER));
            assertThat(error.phase()).as("on a busy machine the hello may have been late, too")
                    .isIn(FailurePhase.HANDSHAKING, FailurePhase.AUTHENTICATING);
        }
    }

    @Test
    void anEstablishmentCanBeAbortedWhileItWaitsForTheHello() throws Exception {
        CountDownLatch reached = new CountDownLatch(1);
        try (ScriptedServer silent = new ScriptedServer(command -> {
            reached.countDown();
            return null;
        })) {
            Establishment establishment = new Establishment();
            CompletableFuture<Throwable> error = inThread(false,
                    () -> factory.connect(1, silent.address(), Deadline.NEVER, establishment));
            reached.await();
            RuntimeException reason = new MongoPoolClearedException("cleared");
            establishment.abort(reason);
            assertThat(error.get(20, TimeUnit.SECONDS)).isSameAs(reason);
        }
    }

    @Test
    void anEstablishmentAbortedBeforehandNeverConnects() {
        Establishment establishment = new Establishment();
        RuntimeException reason = new MongoPoolClearedException("cleared");
        establishment.abort(reason);

        assertThat(catchThrowable(() -> factory.connect(1, server.address(), Deadline.NEVER, establishment)))
                .isSameAs(reason);
        assertThat(server.received()).isEmpty();
    }

    @Test
    void connectingIsBoundedAndCanBeAbortedOrInterrupted() throws Exception {
        // A listener that never accepts: once its queue is full, the next to connect waits.
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            List<SocketChannel> queue = fill(listener);
            try {
                ServerAddress full = new ServerAddress("127.0.0.1", listener.getLocalPort());
                MongoSocketTimeoutException timeout = catchThrowableOfType(MongoSocketTimeoutException.class,
                        () -> factory.connect(1, full, in(50)));
                assertThat(timeout.phase()).isEqualTo(FailurePhase.CONNECTING);
                assertThat(timeout.bytesSent()).isFalse();

                Establishment establishment = new Establishment();
                RuntimeException reason = new MongoPoolClearedException("cleared");
                CompletableFuture<Throwable> aborted = inThread(false,
                        () -> factory.connect(1, full, Deadline.NEVER, establishment));
                establishment.abort(reason);
                assertThat(aborted.get(20, TimeUnit.SECONDS)).isSameAs(reason);

                CompletableFuture<Throwable> error = new CompletableFuture<>();
                Thread thread = start(false, () -> error
                        .complete(catchThrowable(() -> factory.connect(1, full, Deadline.NEVER))));
                thread.interrupt();
                assertThat(error.get(20, TimeUnit.SECONDS)).isInstanceOf(MongoInterruptedException.class);
            } finally {
                for (SocketChannel each : queue) {
                    each.close();
                }
            }
        }
    }

    /**
     * Replies arrive about when deadlines pass. A caller that got a reply has a connection that goes on working: its
     * old deadline must not close it under the next user.
     */
    @Test
    void aDeadlineThatWasMetNeverClosesTheConnectionLater() throws Exception {
        long seed = System.nanoTime();
        System.out.println("AbortTest seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        int met = 0;
        int missed = 0;
        try (ScriptedServer slow = ScriptedServer.afterHello(command -> {
            LockSupport.parkNanos(command.getNumber("nanos").longValue());
            return ScriptedServer.OK;
        })) {
            Connection connection = factory.connect(1, slow.address(), Deadline.NEVER);
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1500);
            while (System.nanoTime() < end) {
                BsonDocument late = new BsonDocument("work", new BsonInt32(1)).append("nanos",
                        new BsonInt64(random.nextLong(TimeUnit.MILLISECONDS.toNanos(20))));
                try {
                    connection.command("admin", late, Deadline.afterNanos(environment,
                            random.nextLong(TimeUnit.MILLISECONDS.toNanos(20))));
                    met++;
                    connection.command("admin", BsonDocument.parse("{next: 1, nanos: 12000000}"), Deadline.NEVER);
                } catch (MongoSocketTimeoutException e) {
                    missed++;
                    assertThat(connection.isOpen()).isFalse();
                    connection = factory.connect(1, slow.address(), Deadline.NEVER);
                }
            }
            connection.close();
        }
        assertThat(met).isPositive();
        assertThat(missed).isPositive();
    }

    private static List<SocketChannel> fill(ServerSocket listener) throws IOException {
        List<SocketChannel> queue = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            SocketChannel channel = SocketChannel.open();
            channel.configureBlocking(false);
            channel.connect(new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort()));
            queue.add(channel);
        }
        return queue;
    }

    private Connection connect() {
        return factory.connect(1, server.address(), Deadline.NEVER);
    }

    private Deadline in(long millis) {
        return Deadline.after(environment, Duration.ofMillis(millis));
    }

    private static CompletableFuture<Throwable> inThread(boolean virtual, Runnable task) {
        CompletableFuture<Throwable> error = new CompletableFuture<>();
        start(virtual, () -> error.complete(catchThrowable(task::run)));
        return error;
    }

    private static Thread start(boolean virtual, Runnable task) {
        return virtual ? Thread.ofVirtual().start(task) : Thread.ofPlatform().daemon().start(task);
    }
}
