package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.bulk.WriteModel;
import dev.bowline.concern.ReadPreference;
import dev.bowline.concern.WriteConcern;
import dev.bowline.error.MongoClientException;
import dev.bowline.error.MongoConfigurationException;
import dev.bowline.error.MongoDocumentTooLargeException;
import dev.bowline.simulator.Deployment;
import java.time.Duration;
import java.util.List;
import org.bson.BsonSerializationException;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Mistakes throw a specific exception at once, and nothing is sent. */
class BadUseTest {
    private static final Document ID = new Document("_id", 1);
    private static final CommandRecord COMMANDS = new CommandRecord();
    private static Deployment deployment;
    private static MongoClient client;

    @BeforeAll
    static void start() {
        deployment = Deployment.replicaSet(1);
        client = connect();
    }

    @AfterAll
    static void stop() {
        client.close();
        deployment.close();
    }

    @AfterEach
    void nothingWasSent() {
        assertThat(COMMANDS.names()).doesNotContain("insert", "update", "delete", "find", "findAndModify", "aggregate");
        COMMANDS.clear();
    }

    private static MongoClient connect() {
        return MongoClient.connect(MongoClientSettings.builder().connectionString(deployment.connectionString())
                .addCommandListener(COMMANDS).build());
    }

    private static MongoCollection<Document> things() {
        return client.database("misuse").collection("things");
    }

    @Test
    void aClosedClientRefusesEverything() {
        MongoClient closed = connect();
        MongoCollection<Document> collection = closed.database("misuse").collection("things");
        closed.close();
        closed.close();
        assertThatThrownBy(() -> collection.insertOne(new Document())).isInstanceOf(MongoClientException.class)
                .hasMessageContaining("closed");
        assertThatThrownBy(() -> collection.find().first()).hasMessageContaining("closed");
        assertThatThrownBy(closed::startSession).hasMessageContaining("closed");
    }

    @Test
    void aDatabaseThatTheConnectionStringDoesNotNameIsRefused() {
        assertThatThrownBy(client::database).isInstanceOf(MongoConfigurationException.class)
                .hasMessageContaining("database(name)");
    }

    @Test
    void anEndedSessionIsRefused() {
        ClientSession session = client.startSession();
        session.close();
        session.close();
        assertThatThrownBy(() -> things().with(session).insertOne(new Document()))
                .isInstanceOf(MongoClientException.class).hasMessageContaining("ended");
        assertThatThrownBy(session::startTransaction).hasMessageContaining("ended");
    }

    @Test
    void theSessionOfAnotherClientIsRefused() {
        try (MongoClient other = connect(); ClientSession session = other.startSession()) {
            assertThatThrownBy(() -> things().with(session).find().first()).isInstanceOf(MongoClientException.class)
                    .hasMessageContaining("another client");
        }
    }

    @Test
    void aTransactionMustBeStartedOnceAndEndedOnce() {
        try (ClientSession session = client.startSession()) {
            assertThatThrownBy(session::commitTransaction).hasMessage("No transaction started");
            assertThatThrownBy(session::abortTransaction).hasMessage("No transaction started");
            session.startTransaction();
            assertThatThrownBy(session::startTransaction).hasMessage("Transaction already in progress");
            session.commitTransaction();
            assertThatThrownBy(session::abortTransaction)
                    .hasMessage("Cannot call abortTransaction after calling commitTransaction");
            session.startTransaction();
            session.abortTransaction();
            assertThatThrownBy(session::abortTransaction).hasMessage("Cannot call abortTransaction twice");
            assertThatThrownBy(session::commitTransaction)
                    .hasMessage("Cannot call commitTransaction after calling abortTransaction");
            assertThatThrownBy(() -> session.startTransaction(o -> o.writeConcern(WriteConcern.UNACKNOWLEDGED)))
                    .hasMessageContaining("unacknowledged");
        }
    }

    @Test
    void anUnacknowledgedWriteInASessionIsRefused() {
        try (ClientSession session = client.startSession()) {
            assertThatThrownBy(
                    () -> things().with(session).with(WriteConcern.UNACKNOWLEDGED).insertOne(new Document()))
                    .isInstanceOf(MongoClientException.class).hasMessageContaining("unacknowledged");
        }
    }

    @Test
    void aReadInATransactionMustBeFromThePrimary() {
        try (ClientSession session = client.startSession()) {
            session.startTransaction(o -> o.readPreference(ReadPreference.secondary()));
            assertThatThrownBy(() -> things().with(session).find().first())
                    .hasMessageContaining("must be primary");
        }
    }

    @Test
    void updatesNeedOperatorsAndReplacementsMustNotHaveThem() {
        assertThatThrownBy(() -> things().updateOne(ID, new Document("x", 1)))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("$set");
        assertThatThrownBy(() -> things().updateMany(ID, new Document())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> things().updateOne(ID, List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> things().replaceOne(ID, new Document("$set", 1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> things().findOneAndReplace(ID, new Document("$set", 1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> things().bulkWrite(List.of(WriteModel.updateOne(ID, new Document("x", 1)))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void keysWithANullCharacterAreRefused() {
        assertThatThrownBy(() -> things().insertOne(new Document("a\0b", 1)))
                .isInstanceOf(BsonSerializationException.class);
    }

    @Test
    void aDocumentOverTheLimitIsRefused() {
        Document large = new Document("x", "y".repeat(16 * 1024 * 1024));
        assertThatThrownBy(() -> things().insertOne(large)).isInstanceOf(MongoDocumentTooLargeException.class);
    }

    @Test
    @SuppressWarnings("NullAway")
    void nullArgumentsAreNamed() {
        assertThatThrownBy(() -> things().insertOne(null)).isInstanceOf(NullPointerException.class)
                .hasMessageContaining("document");
        assertThatThrownBy(() -> things().find(null)).isInstanceOf(NullPointerException.class)
                .hasMessageContaining("filter");
        assertThatThrownBy(() -> things().updateOne(ID, (Document) null)).isInstanceOf(NullPointerException.class)
                .hasMessageContaining("update");
        assertThatThrownBy(() -> things().deleteOne(null)).isInstanceOf(NullPointerException.class)
                .hasMessageContaining("filter");
        assertThatThrownBy(() -> client.database(null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void namesAndNumbersOutOfRangeAreRefused() {
        assertThatThrownBy(() -> client.database("")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> client.database("a.b")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> client.database("a").collection("")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> things().find(ID, o -> o.skip(-1))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> things().find(ID, o -> o.batchSize(-1))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> things().withTimeout(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> things().insertMany(List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> things().bulkWrite(List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> client.startSession(o -> o.snapshot(true).causalConsistency(true)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
