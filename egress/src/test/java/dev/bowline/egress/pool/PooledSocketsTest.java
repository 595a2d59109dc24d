package dev.bowline.egress.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.bowline.egress.connection.ConnectionFactory;
import dev.bowline.egress.connection.ConnectionSettings;
import dev.bowline.egress.connection.ScriptedServer;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.egress.wire.FastCodecs;
import dev.bowline.egress.wire.OpCode;
import dev.bowline.egress.wire.RequestWriter;
import dev.bowline.error.MongoPoolClearedException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.codecs.EncoderContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A pool over real connections and sockets. */
class PooledSocketsTest {
    private final SystemEnvironment environment = SystemEnvironment.instance();
    private final PoolMaintainer maintainer = new PoolMaintainer(environment);

    @AfterEach
    void stop() {
        maintainer.close();
    }

    @Test
    void aConnectionWithUnreadRepliesIsNotUsedAgain() throws IOException {
        try (ScriptedServer server = ScriptedServer.afterHello(command -> BsonDocument.parse("{$more: 1, ok: 1}"))) {
            HostPool pool = pool(server);
            long first;
            try (PooledConnection connection = pool.checkOut(Deadline.NEVER)) {
                first = connection.id();
                RequestWriter request = connection.connection().request(OpCode.EXHAUST_ALLOWED);
                FastCodecs.bsonDocument().encode(request.body(), BsonDocument.parse("{watch: 1, $db: 'admin'}"),
                        EncoderContext.builder().build());
                connection.connection().exchange(request, Deadline.NEVER);
            }
            try (PooledConnection connection = pool.checkOut(Deadline.NEVER)) {
                assertThat(connection.id()).isNotEqualTo(first);
            }
            pool.close().run();
        }
    }

    @Test
    void aConnectionIsUsedAgainAfterALargeReply() throws IOException {
        try (ScriptedServer server = ScriptedServer
                .afterHello(command -> command.clone().append("ok", command.get("find")))) {
            HostPool pool = pool(server);
            BsonDocument find = BsonDocument.parse("{find: 1}")
                    .append("text", new BsonString("x".repeat(3_000_000)));
            for (int i = 0; i < 3; i++) {
                try (PooledConnection connection = pool.checkOut(Deadline.NEVER)) {
                    assertThat(connection.id()).isOne();
                    assertThat(connection.connection().command("test", find, Deadline.NEVER).getString("text"))
                            .isEqualTo(find.getString("text"));
                }
            }
            pool.close().run();
        }
    }

    @Test
    void anInterruptingClearEndsABlockedReadWithThePoolClearedError() throws Exception {
        CountDownLatch asleep = new CountDownLatch(1);
        try (ScriptedServer server = ScriptedServer.afterHello(command -> {
            asleep.countDown();
            return null;
        })) {
            HostPool pool = pool(server);
            CompletableFuture<Throwable> error = new CompletableFuture<>();
            Thread.ofPlatform().daemon().start(() -> error.complete(catchThrowable(() -> {
                try (PooledConnection connection = pool.checkOut(Deadline.NEVER)) {
                    connection.connection().command("admin", BsonDocument.parse("{sleep: 1}"), Deadline.NEVER);
                }
            })));
            asleep.await();
            pool.clear(new ClearReason(new IllegalStateException("the monitor says so"), true, null)).run();
            assertThat(error.get(20, TimeUnit.SECONDS)).isInstanceOf(MongoPoolClearedException.class);
            pool.close().run();
        }
    }

    private HostPool pool(ScriptedServer server) {
        HostPool pool = new HostPool(server.address(), PoolSettings.defaults(),
                new ConnectionFactory(environment, ConnectionSettings.defaults()), environment, maintainer,
                PoolOwner.NONE, List.of());
        pool.ready().run();
        return pool;
    }
}
