package dev.bowline.egress.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.bowline.doubles.ForwardingEnvironment;
import dev.bowline.egress.connection.ScriptedServer.Received;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.egress.wire.FastCodecs;
import dev.bowline.egress.wire.OpCode;
import dev.bowline.egress.wire.Reply;
import dev.bowline.egress.wire.RequestWriter;
import dev.bowline.error.FailurePhase;
import dev.bowline.error.MongoProtocolException;
import dev.bowline.error.MongoSocketTimeoutException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.codecs.EncoderContext;
import org.junit.jupiter.api.Test;

/** Requests and replies on an established connection. */
class ExchangeTest {
    @Test
    void takesRequestsAndRepliesInTurn() throws IOException {
        try (ScriptedServer server = ScriptedServer.afterHello(command -> ScriptedServer.OK);
                Connection connection = connect(server)) {
            RequestWriter first = connection.request();
            encode(first, "{ping: 1, $db: 'admin'}");
            connection.send(first, Deadline.NEVER);
            assertThat(connection.hasMoreToCome()).isTrue();
            assertThatThrownBy(() -> {
                RequestWriter second = connection.request();
                encode(second, "{ping: 2, $db: 'admin'}");
                connection.exchange(second, Deadline.NEVER);
            }).isInstanceOf(IllegalStateException.class);
            assertThat(connection.receive(Deadline.NEVER).isOk()).isTrue();
            assertThatThrownBy(() -> connection.receive(Deadline.NEVER)).isInstanceOf(IllegalStateException.class);
            assertThat(connection.isOpen()).isTrue();
        }
    }

    @Test
    void anUnacknowledgedCommandLeavesTheConnectionInStep() throws IOException {
        try (ScriptedServer server = ScriptedServer.afterHello(command -> ScriptedServer.OK);
                Connection connection = connect(server)) {
            RequestWriter quiet = connection.request(OpCode.MORE_TO_COME);
            encode(quiet, "{insert: 'x', $db: 'test'}");
            connection.send(quiet, Deadline.NEVER);
            assertThat(connection.hasMoreToCome()).isFalse();
            assertThat(connection.command("admin", BsonDocument.parse("{ping: 1}"), Deadline.NEVER)).isNotEmpty();
            assertThat(server.received()).extracting(Received::name).containsExactly("isMaster", "insert", "ping");
        }
    }

    @Test
    void anExhaustCommandYieldsRepliesUntilTheServerEndsIt() throws IOException {
        try (ScriptedServer server = ScriptedServer.afterHello(
                command -> command.containsKey("ping") ? ScriptedServer.OK : BsonDocument.parse("{$more: 3, ok: 1}"));
                Connection connection = connect(server)) {
            RequestWriter request = connection.request(OpCode.EXHAUST_ALLOWED);
            encode(request, "{hello2: 1, $db: 'admin'}");
            Reply reply = connection.exchange(request, Deadline.NEVER);
            for (int left = 3; left > 0; left--) {
                assertThat(reply.toDocument().getInt32("$more").getValue()).isEqualTo(left);
                assertThat(connection.hasMoreToCome()).isTrue();
                assertThatThrownBy(() -> connection.command("admin", BsonDocument.parse("{ping: 1}"), Deadline.NEVER))
                        .isInstanceOf(IllegalStateException.class);
                reply = connection.receive(Deadline.NEVER);
            }
            assertThat(connection.hasMoreToCome()).isFalse();
            assertThat(connection.command("admin", BsonDocument.parse("{ping: 1}"), Deadline.NEVER)).isNotEmpty();
            assertThat(server.received("hello2").flags()).isEqualTo(OpCode.EXHAUST_ALLOWED);
        }
    }

    @Test
    void aReplyToAnotherQuestionEndsTheConnection() throws IOException {
        try (ScriptedServer server = ScriptedServer
                .afterHello(command -> BsonDocument.parse("{$responseTo: 4711, ok: 1}"));
                Connection connection = connect(server)) {
            MongoProtocolException error = catchThrowableOfType(MongoProtocolException.class,
                    () -> connection.command("admin", BsonDocument.parse("{ping: 1}"), Deadline.NEVER));
            assertThat(error).hasMessageContaining("responseTo").hasMessageContaining("4711");
            assertThat(error.serverAddress()).isEqualTo(server.address());
            assertThat(connection.isOpen()).isFalse();
        }
    }

    @Test
    void largeMessagesPassBothWays() throws IOException {
        try (ScriptedServer server = ScriptedServer.afterHello(
                command -> new BsonDocument("back", command.get("echo")).append("ok", command.get("one")));
                Connection connection = connect(server)) {
            for (int size : new int[]{10, 8_000, 128 * 1024, 300_000, 10_000_000, 10}) {
                byte[] bytes = new byte[size];
                bytes[size - 1] = 7;
                BsonDocument command = BsonDocument.parse("{echo: 1, one: 1}").append("echo", new BsonBinary(bytes));
                assertThat(connection.command("admin", command, Deadline.NEVER).getBinary("back").getData())
                        .isEqualTo(bytes);
                connection.rest();
            }
        }
    }

    @Test
    void anUnfinishedRequestIsAMistakeThatCostsNothing() throws IOException {
        try (ScriptedServer server = ScriptedServer.afterHello(command -> ScriptedServer.OK);
                Connection connection = connect(server)) {
            RequestWriter request = connection.request();
            assertThatThrownBy(() -> connection.exchange(request, Deadline.NEVER))
                    .isInstanceOf(IllegalStateException.class);
            assertThat(connection.isOpen()).isTrue();
            assertThat(connection.command("admin", BsonDocument.parse("{ping: 1}"), Deadline.NEVER)).isNotEmpty();
        }
    }

    /**
     * The watchdog sweeps every few milliseconds, later on a busy machine; whether a reply is late must not hang on
     * that.
     */
    @Test
    void aReplyAfterTheDeadlineIsTooLateEvenWhereTheWatchdogHasNotStruck() throws IOException {
        AtomicLong passedNanos = new AtomicLong();
        Environment clock = new ForwardingEnvironment() {
            @Override
            public long nanoTime() {
                return super.nanoTime() + passedNanos.get();
            }
        };
        try (ScriptedServer server = ScriptedServer.afterHello(command -> {
            passedNanos.addAndGet(TimeUnit.SECONDS.toNanos(command.getNumber("ping").intValue()));
            return ScriptedServer.OK;
        });
                Connection connection = new ConnectionFactory(clock, ConnectionSettings.defaults())
                        .connect(1, server.address(), Deadline.NEVER)) {
            Deadline inTime = Deadline.after(clock, Duration.ofSeconds(60));
            assertThat(connection.command("admin", BsonDocument.parse("{ping: 30}"), inTime)).isNotEmpty();
            Deadline late = Deadline.after(clock, Duration.ofSeconds(60));
            MongoSocketTimeoutException error = catchThrowableOfType(MongoSocketTimeoutException.class,
                    () -> connection.command("admin", BsonDocument.parse("{ping: 61}"), late));
            assertThat(error.phase()).isEqualTo(FailurePhase.RECEIVING);
            assertThat(connection.isOpen()).isFalse();
        }
    }

    private static Connection connect(ScriptedServer server) {
        return new ConnectionFactory(SystemEnvironment.instance(), ConnectionSettings.defaults())
                .connect(1, server.address(), Deadline.NEVER);
    }

    private static void encode(RequestWriter request, String json) {
        FastCodecs.bsonDocument().encode(request.body(), BsonDocument.parse(json), EncoderContext.builder().build());
    }
}
