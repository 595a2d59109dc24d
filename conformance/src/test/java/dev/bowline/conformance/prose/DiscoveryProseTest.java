package dev.bowline.conformance.prose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.MongoClient;
import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.description.TopologyType;
import dev.bowline.driver.event.ServerDescriptionChangedEvent;
import dev.bowline.driver.event.ServerHeartbeatFailedEvent;
import dev.bowline.driver.event.ServerHeartbeatStartedEvent;
import dev.bowline.driver.event.ServerHeartbeatSucceededEvent;
import dev.bowline.driver.event.TopologyDescriptionChangedEvent;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.ConnectionCheckOutFailedEvent;
import dev.bowline.egress.event.ConnectionPoolClearedEvent;
import dev.bowline.egress.event.ConnectionPoolCreatedEvent;
import dev.bowline.egress.event.ConnectionPoolReadyEvent;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoException;
import dev.bowline.error.MongoSecurityException;
import dev.bowline.error.MongoServerSelectionTimeoutException;
import dev.bowline.simulator.Deployment;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** The prose tests of server discovery and monitoring, server monitoring, and connection pooling. */
class DiscoveryProseTest extends ProseCase {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Discovery test plan: all servers unavailable. */
    @Test
    void aClientCanBeMadeWithAllSeedsUnavailable() {
        MongoClient client = connect("mongodb://127.0.0.1:1", "serverSelectionTimeoutMS=200");
        assertThatThrownBy(() -> things(client).find().first())
                .isInstanceOf(MongoServerSelectionTimeoutException.class);
    }

    /**
     * Discovery test plan: network error writing to primary. That the former primary is not checked at once is seen in
     * virtual time by the driver's SelectionWaitTest.
     */
    @Test
    void aNetworkErrorWritingToThePrimaryLeavesTheSetWithoutOne() throws InterruptedException {
        Deployment set = start(Deployment.replicaSet(3));
        MongoClient client = connect(set.connectionString(), "retryWrites=false&heartbeatFrequencyMS=60000");
        Document document = new Document();
        things(client).insertOne(document);
        formerPrimaryBecomesUnknown(client, set, "failCommands: ['insert'], closeConnection: true",
                () -> things(client).insertOne(new Document()), TopologyType.REPLICA_SET_NO_PRIMARY);
    }

    /** Discovery test plan: "not writable primary" error when reading without SecondaryOk bit. */
    @Test
    void aNotPrimaryErrorWhenReadingLeavesTheSetWithoutOneUntilTheNextCheck() throws InterruptedException {
        // A server with a topologyVersion puts its current one into the error, which says that nothing has changed.
        Deployment set = start(Deployment.builder().replicaSet(3).wireVersion(8).start());
        MongoClient client = connect(set.connectionString(),
                "retryReads=false&heartbeatFrequencyMS=60000&serverMonitoringMode=poll");
        things(client).find().first();
        int after = formerPrimaryBecomesUnknown(client, set, "failCommands: ['find'], errorCode: 10107",
                () -> things(client).find().first(), TopologyType.REPLICA_SET_NO_PRIMARY);
        isCheckedAtOnce(after, set.awaitPrimary().address());
    }

    /** Discovery test plan: "node is recovering" error from a write concern error. */
    @Test
    void aRecoveringErrorInAWriteConcernErrorLeavesTheSetWithoutAPrimaryUntilTheNextCheck()
            throws InterruptedException {
        Deployment set = start(Deployment.replicaSet(3));
        MongoClient client = connect(set.connectionString(),
                "retryWrites=false&heartbeatFrequencyMS=60000&serverMonitoringMode=poll");
        things(client).insertOne(new Document());
        int after = formerPrimaryBecomesUnknown(client, set,
                "failCommands: ['insert'], writeConcernError: {code: 91, errmsg: 'Replication is being shut down'}",
                () -> things(client).insertOne(new Document()), TopologyType.REPLICA_SET_NO_PRIMARY);
        isCheckedAtOnce(after, set.awaitPrimary().address());
    }

    /** Discovery test plan: "node is recovering" error reading with SecondaryOk bit. */
    @Test
    void aRecoveringErrorAtASecondaryLeavesThePrimaryAlone() throws InterruptedException {
        Deployment set = start(Deployment.builder().replicaSet(2).wireVersion(8).start());
        MongoClient client = connect(set.connectionString(),
                "retryReads=false&heartbeatFrequencyMS=60000&serverMonitoringMode=poll&readPreference=secondary");
        things(client).find().first();
        Witness.until(() -> client.topology().primary() != null, PATIENCE);
        ServerAddress secondary = set.secondaries().get(0).address();
        set.failPoint(set.member(secondary), BsonDocument.parse("{configureFailPoint: 'failCommand', mode: {times: 1}, "
                + "data: {failCommands: ['find'], errorCode: 13436}}"));
        witness.clear();
        assertThatThrownBy(() -> things(client).find().first()).isInstanceOf(MongoException.class);
        int after = witness.await(0, 1, event -> event instanceof ServerDescriptionChangedEvent changed
                && changed.address().equals(secondary) && changed.newDescription().type() == ServerType.UNKNOWN,
                PATIENCE);
        assertThat(witness.all(TopologyDescriptionChangedEvent.class)).isNotEmpty().allSatisfy(
                event -> assertThat(event.newDescription().type()).isEqualTo(TopologyType.REPLICA_SET_WITH_PRIMARY));
        isCheckedAtOnce(after, secondary);
    }

    private int formerPrimaryBecomesUnknown(MongoClient client, Deployment set, String failure,
            ThrowableAssert.ThrowingCallable operation, TopologyType expected) throws InterruptedException {
        ServerAddress primary = set.awaitPrimary().address();
        witness.clear();
        set.failPoint("{configureFailPoint: 'failCommand', mode: {times: 1}, data: {" + failure + "}}");
        assertThatThrownBy(operation).isInstanceOf(MongoException.class);
        int after = witness.await(0, 1, event -> event instanceof ServerDescriptionChangedEvent changed
                && changed.address().equals(primary) && changed.newDescription().type() == ServerType.UNKNOWN
                && changed.newDescription().error() != null, PATIENCE);
        witness.await(0, 1, event -> event instanceof TopologyDescriptionChangedEvent changed
                && changed.newDescription().type() == expected, PATIENCE);
        return after;
    }

    /** Long before the heartbeat frequency would have it. */
    private void isCheckedAtOnce(int after, ServerAddress server) throws InterruptedException {
        witness.await(after, 1, event -> event instanceof ServerHeartbeatStartedEvent started
                && started.address().equals(server), PATIENCE);
        witness.await(after, 1, event -> event instanceof ServerDescriptionChangedEvent changed
                && changed.address().equals(server) && changed.newDescription().type() != ServerType.UNKNOWN, PATIENCE);
    }

    /** Discovery test plan: topology discovery and direct connection. */
    @Test
    void aSecondaryAsSeedLeadsToThePrimaryUnlessTheConnectionIsDirect() {
        Deployment set = start(Deployment.replicaSet(3));
        String secondary = "mongodb://" + set.secondaries().get(0).address();
        things(connect(secondary, "directConnection=false")).insertOne(new Document());
        things(connect(secondary, "")).insertOne(new Document());
        MongoClient direct = connect(secondary, "directConnection=true");
        assertThat(things(direct).find().toList()).as("no read preference is needed").hasSizeLessThanOrEqualTo(2);
        assertThatThrownBy(() -> things(direct).insertOne(new Document()))
                .isInstanceOfSatisfying(MongoCommandException.class,
                        error -> assertThat(error.code()).isEqualTo(10107));
    }

    /** Streaming protocol tests, 1. */
    @Test
    void heartbeatsComeAsOftenAsAskedFor() throws InterruptedException {
        for (Deployment deployment : List.of(start(Deployment.standalone()), start(Deployment.replicaSet(1)),
                start(Deployment.sharded(1)))) {
            witness.clear();
            long begin = System.nanoTime();
            connect(deployment.connectionString(), "heartbeatFrequencyMS=500");
            witness.await(0, 4, ServerHeartbeatSucceededEvent.class::isInstance, PATIENCE);
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
        }
    }

    /** Round trip tests, 1. */
    @Test
    void roundTripsAreMeasuredAllTheTime() throws InterruptedException {
        Deployment server = start(Deployment.standalone());
        MongoClient client = connect(server.connectionString(), "heartbeatFrequencyMS=500&appName=streamingRttTest");
        things(client).find().first();
        assertThat(description(client).roundTripNanos()).isPositive();
        server.failPoint("{configureFailPoint: 'failCommand', mode: {times: 1000}, data: {failCommands: ['hello', "
                + "'isMaster'], blockConnection: true, blockTimeMS: 500, appName: 'streamingRttTest'}}");
        Witness.until(() -> {
            Long nanos = description(client).roundTripNanos();
            return nanos != null && nanos > Duration.ofMillis(250).toNanos();
        }, Duration.ofSeconds(20));
    }

    private static ServerDescription description(MongoClient client) {
        return client.topology().servers().get(0);
    }

    /** Heartbeat tests, 1. */
    @Test
    void aHeartbeatStartsBeforeItsSocketIsMade() throws IOException, InterruptedException {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> accept(server));
            connect("mongodb://127.0.0.1:" + server.getLocalPort(), "serverSelectionTimeoutMS=500");
            witness.await(0, 1, ServerHeartbeatFailedEvent.class::isInstance, PATIENCE);
            List<String> order = witness.all().stream()
                    .filter(event -> event instanceof String || event instanceof ServerHeartbeatStartedEvent
                            || event instanceof ServerHeartbeatFailedEvent)
                    .map(event -> event instanceof String text ? text : event.getClass().getSimpleName()).limit(4)
                    .toList();
            assertThat(order).containsExactly("ServerHeartbeatStartedEvent", "client connected",
                    "client hello received", "ServerHeartbeatFailedEvent");
        }
    }

    private void accept(ServerSocket server) {
        while (!server.isClosed()) {
            try (Socket client = server.accept()) {
                witness.note("client connected");
                if (client.getInputStream().read() >= 0) {
                    witness.note("client hello received");
                }
            } catch (IOException e) {
                return;
            }
        }
    }

    /** Discovery test plan: monitors sleep at least minHeartbeatFrequencyMS between checks. */
    @Test
    void aFailingServerIsNotFloodedWithChecks() {
        Deployment server = start(Deployment.standalone());
        server.failPoint("{configureFailPoint: 'failCommand', mode: {times: 5}, data: {failCommands: ['hello', "
                + "'isMaster'], errorCode: 1234, appName: 'SDAMMinHeartbeatFrequencyTest'}}");
        long begin = System.nanoTime();
        MongoClient client = connect(server.connectionString(),
                "directConnection=true&appName=SDAMMinHeartbeatFrequencyTest&serverSelectionTimeoutMS=5000");
        client.database("admin").runCommand(new Document("ping", 1));
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isBetween(Duration.ofMillis(1950),
                Duration.ofMillis(3500));
    }

    /** Discovery test plan: connection pool management. */
    @Test
    void poolsFollowWhatMonitorsFind() throws InterruptedException {
        Deployment server = start(Deployment.standalone());
        connect(server.connectionString(),
                "directConnection=true&appName=SDAMPoolManagementTest&heartbeatFrequencyMS=500");
        int found = witness.await(0, 1, ServerHeartbeatSucceededEvent.class::isInstance, PATIENCE);
        int ready = witness.await(found, 1, ConnectionPoolReadyEvent.class::isInstance, PATIENCE);
        server.failPoint("{configureFailPoint: 'failCommand', mode: {times: 2}, data: {failCommands: ['hello', "
                + "'isMaster'], errorCode: 1234, appName: 'SDAMPoolManagementTest'}}");
        int failed = witness.await(ready, 1, ServerHeartbeatFailedEvent.class::isInstance, PATIENCE);
        int cleared = witness.await(ready, 1, ConnectionPoolClearedEvent.class::isInstance, PATIENCE);
        int from = Math.max(failed, cleared);
        witness.await(from, 1, ServerHeartbeatSucceededEvent.class::isInstance, PATIENCE);
        witness.await(from, 1, ConnectionPoolReadyEvent.class::isInstance, PATIENCE);
    }

    /** Connection pooling, prose test 5. */
    @Test
    void aCheckOutThatFailsBecauseTheConnectionCannotBeSetUpSaysSo() {
        Deployment server = start(Deployment.builder().standalone().user("user", "secret").start());
        MongoClient client = connect(server.connectionString().replace("mongodb://", "mongodb://user:secret@"), "");
        things(client).find().first();
        MongoClient wrong = connect(server.connectionString().replace("mongodb://", "mongodb://user:wrong@"), "");
        witness.clear();
        assertThatThrownBy(() -> things(wrong).find().first()).isInstanceOf(MongoSecurityException.class);
        assertThat(witness.all(ConnectionCheckOutFailedEvent.class)).singleElement().satisfies(
                failed -> assertThat(failed.reason()).isEqualTo(ConnectionCheckOutFailedEvent.Reason.CONNECTION_ERROR));
    }

    /** Connection pooling, prose tests 1 to 4: options are the client's, from its connection string, for all pools. */
    @Test
    void poolOptionsBelongToTheClientAndHoldForAllOfItsPools() throws InterruptedException {
        Deployment set = start(Deployment.replicaSet(3));
        connect(set.connectionString(), "maxPoolSize=7&minPoolSize=1&maxIdleTimeMS=60000&waitQueueTimeoutMS=500");
        witness.await(0, 3, ConnectionPoolCreatedEvent.class::isInstance, PATIENCE);
        assertThat(witness.all(ConnectionPoolCreatedEvent.class)).hasSize(3)
                .extracting(ConnectionPoolCreatedEvent::options)
                .allSatisfy(options -> assertThat(numbers(options)).containsEntry("maxPoolSize", 7L)
                        .containsEntry("minPoolSize", 1L).containsEntry("maxIdleTimeMS", 60000L)
                        .containsEntry("waitQueueTimeoutMS", 500L));
    }

    private static Map<String, Long> numbers(Map<String, Object> options) {
        Map<String, Long> numbers = new java.util.TreeMap<>();
        options.forEach((name, value) -> numbers.put(name, ((Number) value).longValue()));
        return numbers;
    }
}
