package dev.bowline.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.bowline.ClientSession;
import dev.bowline.MongoClient;
import dev.bowline.MongoClientSettings;
import dev.bowline.MongoCollection;
import dev.bowline.concern.ReadPreference;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoOperationTimeoutException;
import dev.bowline.error.MongoServerSelectionTimeoutException;
import dev.bowline.error.MongoSocketTimeoutException;
import dev.bowline.error.MongoWaitQueueTimeoutException;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.Timing;
import dev.bowline.simulator.time.Simulation;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The message of a timeout names the operation, its collection, the limit, the attempts, and where the time went. */
@Timeout(60)
class TimeoutMessageTest {
    private static final String HALF_A_SECOND = "find on shop.orders timed out after 50\\d ms \\(limit 500 ms, ";

    @Test
    void aSilentServerIsTimeSpentReceiving() {
        play("", shop -> {
            shop.block("find", 10_000);
            assertThat(shop.timeout(shop::find)).hasCauseInstanceOf(MongoSocketTimeoutException.class)
                    .message()
                    .matches(HALF_A_SECOND + "1 attempt: receiving \\d+ ms\\): Timed out while receiving from .*");
        });
    }

    @Test
    void aBusyPoolIsTimeSpentOnTheCheckOut() {
        play("&maxPoolSize=1", shop -> {
            shop.block("count", 10_000);
            shop.environment.start("holder", () -> shop.orders.estimatedDocumentCount());
            shop.pass(Duration.ofMillis(100));
            assertThat(shop.timeout(shop::find)).hasCauseInstanceOf(MongoWaitQueueTimeoutException.class)
                    .message()
                    .matches("(?s)" + HALF_A_SECOND + "1 attempt: connection check-out 50\\d ms\\): Timed out .*");
            shop.pass(Duration.ofSeconds(10));
        });
    }

    @Test
    void aMissingServerIsTimeSpentOnSelection() {
        play("", shop -> {
            ReadPreference nowhere = ReadPreference.secondary();
            assertThat(shop.timeout(() -> shop.bounded.with(nowhere).find().toList()))
                    .hasCauseInstanceOf(MongoServerSelectionTimeoutException.class)
                    .message()
                    .matches("(?s)" + HALF_A_SECOND + "0 attempts: server selection 50\\d ms\\): Found no server .*");
        });
    }

    @Test
    void pausesForAnOverloadedServerAndEveryAttemptCount() {
        play("", shop -> {
            shop.failPoint("{times: 1}", "find",
                    "errorCode: 462, errorLabels: ['RetryableError', 'SystemOverloadedError']");
            shop.environment.start("blocker", () -> {
                shop.pass(Duration.ofMillis(1));
                shop.block("find", 10_000);
            });
            assertThat(shop.timeout(shop::find)).message()
                    .matches(
                            "find on shop.orders timed out after \\d+ ms \\(limit 500 ms, 2 attempts: receiving \\d+ ms, "
                                    + "backoff \\d+ ms\\): .*");
        });
    }

    @Test
    void whatACursorDidBeforeIsNamedToo() {
        play("", shop -> {
            shop.orders.insertMany(List.of(new Document(), new Document(), new Document()));
            shop.block("getMore", 10_000);
            assertThat(shop.timeout(() -> {
                try (var cursor = shop.bounded.find(new Document(), o -> o.batchSize(2)).cursor()) {
                    cursor.next();
                    shop.pass(Duration.ofMillis(200));
                    cursor.next();
                    cursor.next();
                }
            })).message().matches("getMore on shop.orders timed out after 50\\d ms \\(limit 500 ms, 1 attempt: "
                    + "earlier parts of the operation 20\\d ms, receiving \\d+ ms\\): .*");
        });
    }

    @Test
    void inATransactionTheLimitIsTheTransactions() {
        play("", shop -> {
            shop.block("find", 10_000);
            try (ClientSession session = shop.client.startSession()) {
                assertThat(shop.timeout(() -> session.withTransaction(() -> shop.orders.with(session).find().toList(),
                        o -> o.timeout(Duration.ofMillis(700))))).message()
                        .startsWith("find on shop.orders timed out after 70").contains("(limit 700 ms, ");
            }
        });
    }

    @Test
    void socketTimeoutMsIsNamedWithItsAttempts() {
        play("&socketTimeoutMS=300", shop -> {
            shop.failPoint("{times: 2}", "find", "blockConnection: true, blockTimeMS: 10000");
            assertThat(catchThrowableOfType(MongoSocketTimeoutException.class, () -> shop.orders.find().toList()))
                    .message().matches("find on shop.orders timed out after 6\\d\\d ms \\(socketTimeoutMS 300 ms, 2 "
                            + "attempts: (connection check-out \\d ms, )?receiving 60\\d ms\\): Timed out while receiving from .*");
        });
    }

    @Test
    void maxTimeMsIsNamedAndTheServersOwnWordsStay() {
        play("", shop -> {
            shop.block("find", 10_000);
            MongoCommandException error = catchThrowableOfType(MongoCommandException.class,
                    () -> shop.orders.find(new Document(), o -> o.maxTime(Duration.ofMillis(200))).toList());
            assertThat(error).message().matches("find on shop.orders timed out after 20\\d ms \\(maxTimeMS 200 ms, 1 "
                    + "attempt: receiving 20\\d ms\\): .*");
            assertThat(error.errorMessage()).doesNotContain("shop.orders timed out");
        });
    }

    @Test
    void waitQueueTimeoutMsIsNamed() {
        play("&maxPoolSize=1&waitQueueTimeoutMS=300", shop -> {
            shop.block("count", 10_000);
            shop.environment.start("holder", () -> shop.orders.estimatedDocumentCount());
            shop.pass(Duration.ofMillis(100));
            assertThat(catchThrowableOfType(MongoWaitQueueTimeoutException.class, () -> shop.orders.find().toList()))
                    .message()
                    .matches("(?s)find on shop.orders timed out after 30\\d ms \\(waitQueueTimeoutMS 300 ms, 1 "
                            + "attempt: connection check-out 30\\d ms\\): Timed out while checking out .*");
            shop.pass(Duration.ofSeconds(10));
        });
    }

    @Test
    void serverSelectionTimeoutMsIsNamed() {
        play("&serverSelectionTimeoutMS=400", shop -> assertThat(
                catchThrowableOfType(MongoServerSelectionTimeoutException.class,
                        () -> shop.orders.with(ReadPreference.secondary()).find().toList()))
                .message()
                .matches("(?s)find on shop.orders timed out after 40\\d ms \\(serverSelectionTimeoutMS 400 ms, "
                        + "0 attempts: server selection 40\\d ms\\): Found no server .*"));
    }

    @Test
    void anErrorThatTheServersDescriptionHasTooNamesNoOperation() {
        play("&connectTimeoutMS=200&maxPoolSize=2&retryWrites=false", shop -> {
            shop.block("count", 10_000);
            shop.environment.start("holder", () -> shop.orders.estimatedDocumentCount());
            shop.pass(Duration.ofMillis(10));
            shop.failPoint("{times: 1}", "isMaster", "blockConnection: true, blockTimeMS: 10000");
            assertThat(catchThrowableOfType(MongoSocketTimeoutException.class, () -> shop.orders.insertOne(
                    new Document("_id", 1)))).message().startsWith("Timed out while ")
                    .doesNotContain("shop.orders");
            shop.pass(Duration.ofSeconds(10));
        });
    }

    private static void play(String options, Consumer<Shop> test) {
        Simulation simulation = new Simulation(1);
        simulation.run(() -> {
            Environment environment = simulation.environmentOf("everything");
            try (Deployment deployment = Deployment.builder().timing(Timing.SERVER).environment(environment)
                    .network(simulation.network()).replicaSet(1).start();
                    MongoClient client = MongoClient.connect(MongoClientSettings.builder().environment(environment)
                            .connectionString(deployment.connectionString() + options).build())) {
                Shop shop = new Shop(environment, deployment, client);
                shop.orders.find().toList();
                test.accept(shop);
            }
        });
    }

    private static final class Shop {
        private final Environment environment;
        private final Deployment deployment;
        private final MongoClient client;
        private final MongoCollection<Document> orders;
        private final MongoCollection<Document> bounded;

        Shop(Environment environment, Deployment deployment, MongoClient client) {
            this.environment = environment;
            this.deployment = deployment;
            this.client = client;
            this.orders = client.database("shop").collection("orders");
            this.bounded = orders.withTimeout(Duration.ofMillis(500));
        }

        void find() {
            bounded.find().toList();
        }

        MongoOperationTimeoutException timeout(Runnable operation) {
            return catchThrowableOfType(MongoOperationTimeoutException.class, operation::run);
        }

        void block(String command, int millis) {
            failPoint("{times: 1}", command, "blockConnection: true, blockTimeMS: " + millis);
        }

        void failPoint(String mode, String command, String data) {
            deployment.failPoint("{configureFailPoint: 'failCommand', mode: " + mode + ", data: {failCommands: ['"
                    + command + "'], " + data + "}}");
        }

        void pass(Duration time) {
            Deadline wake = Deadline.after(environment, time);
            while (!wake.isExpired(environment)) {
                environment.park(wake);
            }
        }
    }
}
