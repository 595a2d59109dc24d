package dev.bowline.conformance.prose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.bowline.MongoClient;
import dev.bowline.concern.ReadPreference;
import dev.bowline.doubles.ForwardingEnvironment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.CommandStartedEvent;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoException;
import dev.bowline.error.MongoOperationTimeoutException;
import dev.bowline.options.IndexModel;
import dev.bowline.simulator.Deployment;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** The prose tests of client backpressure, and what its text asks of commands that the data does not have. */
class BackpressureProseTest extends ProseCase {
    private static final String OVERLOADED = "errorCode: 462, errorLabels: ['SystemOverloadedError', 'RetryableError']";

    /** Whose chance always falls the same way. */
    private static final class Loaded extends ForwardingEnvironment {
        private final double jitter;

        Loaded(double jitter) {
            this.jitter = jitter;
        }

        @Override
        public RandomGenerator random() {
            SplittableRandom chance = new SplittableRandom();
            return new RandomGenerator() {
                @Override
                public long nextLong() {
                    return chance.nextLong();
                }

                @Override
                public double nextDouble() {
                    return jitter;
                }
            };
        }
    }

    /** Client backpressure, prose test 1. */
    @Test
    void repetitionsWaitTheLongerTheMoreThereWere() {
        Deployment set = start(Deployment.replicaSet(1));
        MongoClient hasty = loaded(set, 0, "");
        MongoClient patient = loaded(set, 1, "");
        things(hasty).insertOne(new Document());
        things(patient).insertOne(new Document());
        fail(set, "alwaysOn", "insert");
        Duration without = timed(() -> insertFails(hasty));
        // 200 and 400 ms.
        assertThat(timed(() -> insertFails(patient))).isGreaterThanOrEqualTo(Duration.ofMillis(600))
                .isGreaterThan(without);
    }

    /** Client backpressure, prose tests 3 and 4. */
    @Test
    void thereAreAsManyRepetitionsAsTheClientAllowsAndTwoUnlessItSays() {
        Deployment set = start(Deployment.replicaSet(1));
        fail(set, "alwaysOn", "insert");
        for (String options : List.of("", "maxAdaptiveRetries=1", "maxAdaptiveRetries=0", "maxAdaptiveRetries=3")) {
            witness.clear();
            MongoException error = insertFails(loaded(set, 0, options));
            assertThat(error.errorLabels()).contains("SystemOverloadedError", "RetryableError");
            int allowed = options.isEmpty() ? 2 : Integer.parseInt(options.substring(options.indexOf('=') + 1));
            assertThat(witness.started("insert")).as(options).hasSize(allowed + 1);
        }
    }

    @Test
    void everyCommandIsRepeatedWhetherItIsRetryableOrNot() {
        Deployment set = start(Deployment.replicaSet(1));
        MongoClient client = loaded(set, 0, "");
        things(client).insertOne(new Document("_id", 1));
        repeated(set, "update",
                () -> things(client).updateMany(new Document(), new Document("$set", new Document("x", 1))));
        repeated(set, "create", () -> client.database("prose").createCollection("other"));
        repeated(set, "drop", () -> client.database("prose").collection("other").drop());
        repeated(set, "createIndexes", () -> things(client).indexes().create(
                List.of(IndexModel.of(new Document("x", 1), o -> {})), o -> {}));
        repeated(set, "ping", () -> client.database("admin").runCommand(new Document("ping", 1)));
        repeated(set, "listDatabases", () -> client.listDatabaseNames());
        repeated(set, "aggregate", () -> things(client).aggregate(List.of(new Document("$out", "copy"))).toList());
    }

    @Test
    void aSettingAgainstRetriesIsOneAgainstRepetitionsToo() {
        Deployment set = start(Deployment.replicaSet(1));
        MongoClient noWrites = loaded(set, 0, "retryWrites=false");
        MongoClient noReads = loaded(set, 0, "retryReads=false");
        fail(set, "alwaysOn", "update", "find", "ping");
        attempts(1, "update",
                () -> things(noWrites).updateMany(new Document(), new Document("$set", new Document("x", 1))));
        attempts(3, "find", () -> things(noWrites).find().first());
        attempts(1, "ping", () -> noWrites.database("admin").runCommand(new Document("ping", 1)));
        attempts(1, "find", () -> things(noReads).find().first());
        attempts(3, "update",
                () -> things(noReads).updateMany(new Document(), new Document("$set", new Document("x", 1))));
        attempts(1, "ping", () -> noReads.database("admin").runCommand(new Document("ping", 1)));
    }

    /** Client backpressure, prose test 5: the server says how long the first pause is. */
    @Test
    void aServerThatShedsLoadIsAskedAgainAfterThePauseThatItNames() {
        Deployment set = start(Deployment.builder().replicaSet(1).limitRequests(0.001, 1, 30).start());
        MongoClient client = loaded(set, 1, "");
        things(client).insertOne(new Document());
        witness.clear();
        MongoException[] thrown = new MongoException[1];
        Duration taken = timed(() -> thrown[0] = insertFails(client));
        assertThat(thrown[0].code()).isEqualTo(462);
        assertThat(thrown[0].errorLabels()).contains("SystemOverloadedError", "RetryableError");
        assertThat(witness.started("insert")).hasSize(3);
        // 60 and 120 ms, where it would be 200 and 400.
        assertThat(taken).isBetween(Duration.ofMillis(180), Duration.ofMillis(590));
    }

    @Test
    void anErrorWithOneOfTheTwoLabelsIsNotRepeated() {
        Deployment set = start(Deployment.replicaSet(1));
        MongoClient client = loaded(set, 0, "");
        for (String label : List.of("SystemOverloadedError", "RetryableError")) {
            set.failPoint("{configureFailPoint: 'failCommand', mode: 'alwaysOn', data: {failCommands: ['update'], "
                    + "errorCode: 462, errorLabels: ['" + label + "']}}");
            attempts(1, "update",
                    () -> things(client).updateMany(new Document(), new Document("$set", new Document("x", 1))));
        }
    }

    @Test
    void aPauseThatWouldOutlastTheTimeoutIsNotBegun() {
        Deployment set = start(Deployment.replicaSet(1));
        MongoClient client = loaded(set, 1, "");
        things(client).insertOne(new Document());
        fail(set, "alwaysOn", "insert");
        witness.clear();
        MongoException error = catchThrowableOfType(MongoException.class,
                () -> things(client).withTimeout(Duration.ofMillis(150)).insertOne(new Document()));
        assertThat(error).isInstanceOf(MongoCommandException.class);
        assertThat(witness.started("insert")).hasSize(1);
    }

    @Test
    void withATimeoutTooThereAreNoMoreRepetitionsThanAllowed() {
        Deployment set = start(Deployment.replicaSet(1));
        MongoClient client = loaded(set, 0, "timeoutMS=20000");
        fail(set, "alwaysOn", "find");
        attempts(3, "find", () -> things(client).find().first());
    }

    @Test
    void repetitionsAvoidTheServerOnlyIfTheClientWantsThat() {
        Deployment set = start(Deployment.replicaSet(3));
        MongoClient plain = loaded(set, 0, "");
        MongoClient retargeting = loaded(set, 0, "enableOverloadRetargeting=true");
        fail(set, "alwaysOn", "find");
        for (MongoClient client : List.of(plain, retargeting)) {
            awaitAllKnown(client);
            attempts(3, "find", () -> things(client).with(ReadPreference.primaryPreferred()).find().first());
            List<ServerAddress> asked = witness.started("find").stream().map(CommandStartedEvent::address).toList();
            assertThat(asked.subList(1, 3)).allMatch(address -> (client == plain) == address.equals(asked.get(0)));
        }
    }

    @Test
    void anInterruptEndsThePause() throws Exception {
        Deployment set = start(Deployment.replicaSet(1));
        MongoClient client = loaded(set, 1, "");
        things(client).insertOne(new Document());
        set.failPoint("{configureFailPoint: 'failCommand', mode: 'alwaysOn', data: {failCommands: ['find'], "
                + OVERLOADED + "}}");
        Thread[] waiting = new Thread[1];
        Throwable[] thrown = new Throwable[1];
        waiting[0] = Thread.ofPlatform().start(() -> {
            try {
                things(client).find().first();
            } catch (RuntimeException e) {
                thrown[0] = e;
            }
        });
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (witness.started("find").isEmpty() && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        waiting[0].interrupt();
        waiting[0].join(Duration.ofSeconds(10));
        assertThat(waiting[0].isAlive()).isFalse();
        assertThat(thrown[0]).isInstanceOf(dev.bowline.error.MongoInterruptedException.class);
    }

    @Test
    void aTimeoutInATransactionThatIsRepeatedKeepsWhatMadeItFail() {
        Deployment set = start(Deployment.replicaSet(1));
        MongoClient client = loaded(set, 1, "timeoutMS=2000");
        things(client).insertOne(new Document());
        set.failPoint("{configureFailPoint: 'failCommand', mode: 'alwaysOn', data: {failCommands: ['insert'], "
                + "errorCode: 24, errorLabels: ['TransientTransactionError']}}");
        try (var session = client.startSession()) {
            MongoOperationTimeoutException error = catchThrowableOfType(MongoOperationTimeoutException.class,
                    () -> session.withTransaction(() -> things(client).with(session).insertOne(new Document())));
            assertThat(error).hasRootCauseInstanceOf(MongoCommandException.class);
            assertThat(error.errorLabels()).contains("TransientTransactionError");
        }
    }

    private void repeated(Deployment set, String command, Runnable operation) {
        fail(set, "{times: 2}", command);
        attempts(3, command, operation);
    }

    private void attempts(int expected, String command, Runnable operation) {
        witness.clear();
        try {
            operation.run();
        } catch (MongoCommandException e) {
            assertThat(e.code()).isEqualTo(462);
        }
        assertThat(witness.started(command)).as(command).hasSize(expected);
    }

    private static void fail(Deployment set, String mode, String... commands) {
        set.failPoint(BsonDocument.parse("{configureFailPoint: 'failCommand', mode: "
                + (mode.startsWith("{") ? mode : "'" + mode + "'") + ", data: {failCommands: ['"
                + String.join("', '", commands) + "'], " + OVERLOADED + "}}").toJson());
    }

    private static MongoException insertFails(MongoClient client) {
        return catchThrowableOfType(MongoException.class, () -> things(client).insertOne(new Document()));
    }

    private MongoClient loaded(Deployment set, double jitter, String options) {
        return connect(set.connectionString(), options, builder -> builder.environment(new Loaded(jitter)));
    }

    private static void awaitAllKnown(MongoClient client) {
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (client.topology().servers().stream().anyMatch(server -> server.type().isUnknown())) {
            assertThat(System.nanoTime()).as("every server is known in time").isLessThan(end);
            Thread.onSpinWait();
        }
    }

    private static Duration timed(Runnable operation) {
        long start = System.nanoTime();
        operation.run();
        return Duration.ofNanos(System.nanoTime() - start);
    }
}
