package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.bulk.ClientNamespacedWriteModel;
import dev.bowline.bulk.WriteModel;
import dev.bowline.concern.WriteConcern;
import dev.bowline.error.MongoClientBulkWriteException;
import dev.bowline.error.MongoClientException;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoDocumentTooLargeException;
import dev.bowline.result.ClientBulkWriteResult;
import dev.bowline.simulator.Deployment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The bulk write of a client: several collections, limits, errors and retries. */
class ClientBulkWriteTest {
    private static final String ONE = "bulk.one";
    private static final String TWO = "bulk.two";
    private static final CommandRecord COMMANDS = new CommandRecord();
    private static Deployment deployment;
    private static MongoClient client;

    record Person(String name, int age) {}

    @BeforeAll
    static void start() {
        deployment = Deployment.builder().replicaSet(1).wireVersion(25).start();
        client = connect(deployment);
    }

    private static MongoClient connect(Deployment to) {
        return MongoClient.connect(MongoClientSettings.builder().connectionString(to.connectionString())
                .addCommandListener(COMMANDS).build());
    }

    @AfterAll
    static void stop() {
        client.close();
        deployment.close();
    }

    @BeforeEach
    void empty() {
        client.database("bulk").drop();
        COMMANDS.clear();
    }

    @Test
    void oneCommandWritesToSeveralCollectionsWithAResultForEveryStatement() {
        ClientBulkWriteResult result = client.bulkWrite(List.of(
                ClientNamespacedWriteModel.insertOne(ONE, new Document("_id", 1)),
                ClientNamespacedWriteModel.insertOne(TWO, new Document("_id", 2)),
                ClientNamespacedWriteModel.updateOne(ONE, new Document("_id", 1),
                        new Document("$set", new Document("x", 1))),
                ClientNamespacedWriteModel.replaceOne(TWO, new Document("_id", 3), new Document("r", 1),
                        o -> o.upsert(true)),
                ClientNamespacedWriteModel.deleteMany(TWO, new Document("_id", 2))), o -> o.verboseResults(true));
        assertThat(COMMANDS.names()).containsExactly("bulkWrite");
        assertThat(COMMANDS.commands().get(0).getArray("nsInfo")).hasSize(2);
        assertThat(result.verbose()).isTrue();
        assertThat(result.insertedCount()).isEqualTo(2);
        assertThat(result.modifiedCount()).isEqualTo(1);
        assertThat(result.upsertedCount()).isEqualTo(1);
        assertThat(result.deletedCount()).isEqualTo(1);
        assertThat(result.insertResults()).containsOnlyKeys(0, 1);
        assertThat(result.insertResults().get(1).insertedId()).isEqualTo(new BsonInt32(2));
        assertThat(result.updateResults().get(3).upsertedId()).isEqualTo(new BsonInt32(3));
        assertThat(result.deleteResults().get(4).deletedCount()).isEqualTo(1);
    }

    @Test
    void aSummaryHasCountsOnly() {
        ClientBulkWriteResult result = client
                .bulkWrite(List.of(ClientNamespacedWriteModel.insertOne(ONE, new Document())));
        assertThat(result.verbose()).isFalse();
        assertThat(result.insertedCount()).isEqualTo(1);
        assertThat(result.insertResults()).isEmpty();
    }

    @Test
    void documentsOfAnyTypeGetAnIdThatTheResultContains() {
        MongoCollection<Person> people = client.database("bulk").collection("people", Person.class);
        ClientBulkWriteResult result = client.bulkWrite(
                List.of(new ClientNamespacedWriteModel(people.namespace(), WriteModel.insertOne(new Person("Ada", 36))),
                        ClientNamespacedWriteModel.insertOne(ONE, new BsonDocument("x", new BsonInt32(1)))),
                o -> o.verboseResults(true));
        Document stored = people.withType(Document.class).find().first();
        assertThat(stored).isNotNull().containsEntry("name", "Ada");
        assertThat(result.insertResults().get(0).insertedId().asObjectId().getValue()).isEqualTo(stored.get("_id"));
        assertThat(result.insertResults().get(1).insertedId().isObjectId()).isTrue();
    }

    @Test
    void moreStatementsThanACommandMayHoldAreSplit() {
        int max = 100_000;
        List<ClientNamespacedWriteModel> models = new ArrayList<>(
                Collections.nCopies(max, ClientNamespacedWriteModel.deleteOne(ONE, new Document("_id", 0))));
        models.add(ClientNamespacedWriteModel.deleteOne(TWO, new Document("_id", 0)));
        client.bulkWrite(models);
        assertThat(COMMANDS.commands()).extracting(command -> command.getArray("ops").size())
                .containsExactly(max, 1);
        // Only the namespaces of the batch go along with it.
        assertThat(COMMANDS.commands()).extracting(command -> command.getArray("nsInfo").toString())
                .allSatisfy(names -> assertThat(names).doesNotContain(","));
    }

    @Test
    void aMessageIsNotLongerThanTheServerAllows() {
        String large = "x".repeat(13_000_000);
        List<ClientNamespacedWriteModel> models = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            models.add(ClientNamespacedWriteModel.insertOne(ONE, new Document("_id", i).append("x", large)));
        }
        ClientBulkWriteResult result = client.bulkWrite(models, o -> o.verboseResults(true));
        assertThat(COMMANDS.commands()).extracting(command -> command.getArray("ops").size()).containsExactly(3, 1);
        assertThat(result.insertedCount()).isEqualTo(4);
        assertThat(result.insertResults()).containsOnlyKeys(0, 1, 2, 3);
    }

    @Test
    void anOrderedBulkWriteStopsAtTheFirstErrorWithAPartialResult() {
        assertThatThrownBy(() -> client.bulkWrite(
                List.of(ClientNamespacedWriteModel.insertOne(ONE, new Document("_id", 1)),
                        ClientNamespacedWriteModel.insertOne(ONE, new Document("_id", 1)),
                        ClientNamespacedWriteModel.insertOne(ONE, new Document("_id", 2))),
                o -> o.verboseResults(true)))
                .isInstanceOfSatisfying(MongoClientBulkWriteException.class, e -> {
                    assertThat(e.writeErrors()).containsOnlyKeys(1);
                    assertThat(e.code()).isEqualTo(11000);
                    assertThat(e.partialResult().orElseThrow().insertResults()).containsOnlyKeys(0);
                });
    }

    @Test
    void thereIsNoPartialResultIfNothingWasWritten() {
        client.database("bulk").collection("one").insertOne(new Document("_id", 1));
        assertThatThrownBy(
                () -> client.bulkWrite(List.of(ClientNamespacedWriteModel.insertOne(ONE, new Document("_id", 1)),
                        ClientNamespacedWriteModel.insertOne(ONE, new Document("_id", 2)))))
                .isInstanceOfSatisfying(MongoClientBulkWriteException.class,
                        e -> assertThat(e.partialResult()).isEmpty());
    }

    @Test
    void anUnorderedBulkWriteGoesOnAfterAnError() {
        assertThatThrownBy(
                () -> client.bulkWrite(List.of(ClientNamespacedWriteModel.insertOne(ONE, new Document("_id", 1)),
                        ClientNamespacedWriteModel.insertOne(ONE, new Document("_id", 1)),
                        ClientNamespacedWriteModel.insertOne(ONE, new Document("_id", 2))), o -> o.ordered(false)))
                .isInstanceOfSatisfying(MongoClientBulkWriteException.class,
                        e -> assertThat(e.partialResult().orElseThrow().insertedCount()).isEqualTo(2));
    }

    @Test
    void aBatchIsRetriedUnlessItHasAStatementForManyDocuments() {
        deployment.failPoint("{configureFailPoint: 'failCommand', mode: {times: 1}, "
                + "data: {failCommands: ['bulkWrite'], errorCode: 189, errorLabels: ['RetryableWriteError']}}");
        client.bulkWrite(List.of(ClientNamespacedWriteModel.insertOne(ONE, new Document("_id", 1))));
        assertThat(COMMANDS.names()).containsExactly("bulkWrite", "bulkWrite");
        assertThat(COMMANDS.commands()).extracting(command -> command.get("txnNumber")).doesNotContainNull()
                .containsOnly(COMMANDS.commands().get(0).get("txnNumber"));
        COMMANDS.clear();
        deployment.failPoint("{configureFailPoint: 'failCommand', mode: {times: 1}, "
                + "data: {failCommands: ['bulkWrite'], errorCode: 189, errorLabels: ['RetryableWriteError']}}");
        assertThatThrownBy(() -> client.bulkWrite(List.of(ClientNamespacedWriteModel.deleteMany(ONE, new Document()))))
                .isInstanceOf(MongoCommandException.class);
        assertThat(COMMANDS.names()).containsExactly("bulkWrite");
    }

    @Test
    void anUnacknowledgedCommandThatIsTooLargeWithoutItsWritesIsNotSent() {
        String large = "x".repeat(16 * 1024 * 1024 + 16 * 1024);
        List<ClientNamespacedWriteModel> models = List.of(ClientNamespacedWriteModel.insertOne(ONE, new Document()));
        assertThatThrownBy(() -> client.with(WriteConcern.UNACKNOWLEDGED).bulkWrite(models,
                o -> o.ordered(false).comment(large))).isInstanceOf(MongoDocumentTooLargeException.class);
        assertThat(COMMANDS.commands()).isEmpty();
    }

    @Test
    void unacknowledgedWritesAreSentAndADocumentThatIsTooLargeIsNot() {
        MongoClient fast = client.with(WriteConcern.UNACKNOWLEDGED);
        ClientBulkWriteResult result = fast.bulkWrite(
                List.of(ClientNamespacedWriteModel.insertOne(ONE, new Document("_id", 1))),
                o -> o.ordered(false));
        assertThat(result.acknowledged()).isFalse();
        Document large = new Document("x", "x".repeat(16 * 1024 * 1024));
        assertThatThrownBy(() -> fast.bulkWrite(List.of(ClientNamespacedWriteModel.insertOne(ONE, large)),
                o -> o.ordered(false)))
                .isInstanceOf(MongoDocumentTooLargeException.class);
        assertThatThrownBy(() -> fast.bulkWrite(List.of(ClientNamespacedWriteModel.insertOne(ONE, new Document())),
                o -> o.verboseResults(true))).isInstanceOf(MongoClientException.class);
    }

    @Test
    void olderServersAreNotAsked() {
        try (Deployment older = Deployment.builder().replicaSet(1).wireVersion(21).start();
                MongoClient connected = connect(older)) {
            assertThatThrownBy(
                    () -> connected.bulkWrite(List.of(ClientNamespacedWriteModel.insertOne(ONE, new Document()))))
                    .isInstanceOf(MongoClientException.class).hasMessageContaining("8.0");
        }
    }

    @Test
    void nothingToWriteIsAnError() {
        assertThatThrownBy(() -> client.bulkWrite(List.of())).isInstanceOf(IllegalArgumentException.class);
    }
}
