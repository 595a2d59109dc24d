package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.concern.WriteConcern;
import dev.bowline.cursor.MongoCursor;
import dev.bowline.simulator.Deployment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.types.Binary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What real servers refuse, and a client must therefore not send. */
@Timeout(30)
class ServerRefusalsTest {
    private final CommandRecord commands = new CommandRecord();
    private Deployment deployment;
    private MongoClient client;

    private MongoCollection<Document> start(int wireVersion, String options) {
        deployment = Deployment.builder().replicaSet(1).wireVersion(wireVersion).start();
        client = MongoClient.connect(MongoClientSettings.builder()
                .connectionString(deployment.connectionString() + options).addCommandListener(commands).build());
        MongoCollection<Document> things = things(client);
        things.insertMany(List.of(new Document("_id", 1), new Document("_id", 2), new Document("_id", 3)));
        commands.clear();
        return things;
    }

    @AfterEach
    void stop() {
        client.close();
        deployment.close();
    }

    @Test
    void aCursorFromBeforeATransactionIsKilledOutsideOfIt() {
        MongoCollection<Document> things = start(21, "");
        try (ClientSession session = client.startSession()) {
            MongoCursor<Document> before = things.with(session).find(new Document(), o -> o.batchSize(1)).iterator();
            session.startTransaction();
            before.close();
            things.with(session).insertOne(new Document("_id", 4));
            MongoCursor<Document> within = things.with(session).find(new Document(), o -> o.batchSize(1)).iterator();
            within.close();
            session.commitTransaction();
        }
        List<BsonDocument> sent = commands.commands();
        assertThat(commands.names()).containsExactly("find", "killCursors", "insert", "find", "killCursors",
                "commitTransaction");
        assertThat(sent.get(1)).containsKey("lsid").doesNotContainKeys("txnNumber", "startTransaction", "autocommit");
        assertThat(sent.get(2)).containsKeys("txnNumber", "startTransaction");
        assertThat(sent.get(4)).containsKeys("txnNumber", "autocommit").doesNotContainKey("startTransaction");
        assertThat(commands.failed).isEmpty();
        assertThat(things.countDocuments()).isEqualTo(4);
    }

    @Test
    void theLargestLimitIsABatchSizeToo() {
        MongoCollection<Document> things = start(21, "");
        assertThat(things.find(new Document(), o -> o.limit(Integer.MAX_VALUE).batchSize(Integer.MAX_VALUE)).toList())
                .hasSize(3);
        assertThat(commands.commands().get(0).getNumber("batchSize").intValue()).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void onlyACursorThatWaitsForDataSendsHowLong() {
        MongoCollection<Document> things = start(21, "");
        assertThat(things.aggregate(List.of(new Document("$match", new Document())),
                o -> o.batchSize(1).maxAwaitTime(Duration.ofMillis(50))).toList()).hasSize(3);
        assertThat(commands.commands()).noneMatch(command -> command.containsKey("maxTimeMS"));
        commands.clear();
        try (MongoCursor<Document> changes = things.aggregate(List.of(new Document("$changeStream", new Document())),
                o -> o.maxAwaitTime(Duration.ofMillis(50))).iterator()) {
            assertThat(changes.tryNext()).isNull();
        }
        assertThat(commands.commands().get(1).getNumber("maxTimeMS").intValue()).isEqualTo(50);
    }

    @Test
    void aCursorOfTheUsersOwnCommandIsReadToItsEndWithinATimeout() {
        start(21, "");
        MongoDatabase database = client.database("refused").withTimeout(Duration.ofSeconds(20));
        assertThat(database.runCursorCommand(new Document("find", "things").append("batchSize", 1),
                o -> o.batchSize(1)).toList()).hasSize(3);
        // Servers refuse a limit on the getMore of a cursor that does not wait for data.
        assertThat(commands.commands().stream().filter(c -> c.containsKey("getMore"))
                .map(c -> c.containsKey("maxTimeMS"))).containsExactly(false, false, false);
    }

    @Test
    void beforeVersion42APipelineThatWritesHasNoReadConcern() {
        MongoCollection<Document> things = start(7, "&readConcernLevel=majority");
        things.aggregate(List.of(new Document("$out", "others"))).toList();
        assertThat(commands.commands().get(0)).doesNotContainKey("readConcern");
        things.aggregate(List.of(new Document("$match", new Document()))).toList();
        assertThat(commands.commands().get(1)).containsKey("readConcern");
    }

    /**
     * A first command knows no cluster time; its repetition does, and must not for that become a larger message than
     * allowed.
     */
    @Test
    void aMessageOfTheLargestSizeMayBeSentAgainWithMoreToSay() {
        start(21, "");
        things(client).insertMany(List.of(new Document("_id", 10)));
        BsonDocument small = commands.commands().get(0).clone();
        small.remove("documents");
        small.remove("$clusterTime");
        int around = 16 + 5 + size(small) + 15;
        int left = 48_000_000 - 20 - around;
        List<Document> documents = new ArrayList<>();
        for (int id = 20; id < 23; id++) {
            int bytes = left / 3;
            documents.add(new Document("_id", id)
                    .append("filler", new Binary(new byte[bytes - size(BsonDocument
                            .parse("{_id: 1, filler: {$binary: {base64: '', subType: '00'}}}"))])));
        }
        commands.clear();
        deployment.failPoint("{configureFailPoint: 'failCommand', mode: {times: 1}, "
                + "data: {failCommands: ['insert'], errorCode: 10107}}");
        try (MongoClient fresh = MongoClient.connect(MongoClientSettings.builder()
                .connectionString(deployment.connectionString()).addCommandListener(commands).build())) {
            assertThat(things(fresh).insertMany(documents).insertedIds()).hasSize(3);
        }
        assertThat(commands.commands().get(0)).doesNotContainKey("$clusterTime");
        assertThat(commands.commands().get(1)).containsKey("$clusterTime");
    }

    private static MongoCollection<Document> things(MongoClient client) {
        return client.database("refused").collection("things").with(WriteConcern.MAJORITY);
    }

    private static int size(BsonDocument document) {
        return new RawBsonDocument(document, new BsonDocumentCodec()).getByteLength();
    }

    @Test
    void aTimeoutLongerThanServersAcceptIsNotSent() {
        MongoCollection<Document> things = start(21, "");
        assertThat(things.withTimeout(Duration.ofMillis(1L << 32)).countDocuments()).isEqualTo(3);
        assertThat(things.withTimeout(Duration.ofMillis(Integer.MAX_VALUE)).countDocuments()).isEqualTo(3);
        assertThat(commands.commands().get(0)).doesNotContainKey("maxTimeMS");
        assertThat(commands.commands().get(1)).containsKey("maxTimeMS");
    }
}
