package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.error.MongoWriteException;
import dev.bowline.options.ReturnDocument;
import dev.bowline.result.InsertOneResult;
import dev.bowline.result.UpdateResult;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.BsonInt32;
import org.bson.BsonObjectId;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.DocumentCodec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Create, read, update, delete, against a server that is not ours. */
class CrudTest {
    private static EmbeddedServer server;
    private static MongoClient client;
    private MongoCollection<Document> people;

    @BeforeAll
    static void start() {
        server = new EmbeddedServer();
        client = MongoClient.connect(server.connectionString());
    }

    @AfterAll
    static void stop() {
        client.close();
        server.close();
    }

    @BeforeEach
    void empty() {
        people = client.database("crud").collection("people");
        people.drop();
    }

    @Test
    void insertOneGivesADocumentAnIdAndReportsIt() {
        Document ada = new Document("name", "Ada");
        InsertOneResult result = people.insertOne(ada);
        assertThat(result.insertedId()).isEqualTo(new BsonObjectId(ada.getObjectId("_id")));
        assertThat(people.find(new Document("_id", ada.get("_id"))).first()).isEqualTo(ada);
    }

    @Test
    void insertOneReportsAnIdOfAnyType() {
        assertThat(people.insertOne(new Document("_id", 7)).insertedId()).isEqualTo(new BsonInt32(7));
        assertThat(people.insertOne(new Document("_id", "text")).insertedId().asString().getValue()).isEqualTo("text");
    }

    @Test
    void aRawDocumentWithoutAnIdIsGivenOneOnTheWay() {
        RawBsonDocument raw = new RawBsonDocument(new Document("x", 1), new DocumentCodec());
        InsertOneResult result = people.withType(RawBsonDocument.class).insertOne(raw);
        assertThat(people.find().first()).containsEntry("_id", result.insertedId().asObjectId().getValue())
                .containsEntry("x", 1);
    }

    @Test
    void aDuplicateKeyIsAWriteErrorWithItsCode() {
        people.insertOne(new Document("_id", 1));
        assertThatThrownBy(() -> people.insertOne(new Document("_id", 1))).isInstanceOfSatisfying(
                MongoWriteException.class, e -> {
                    assertThat(e.error().isDuplicateKey()).isTrue();
                    assertThat(e.code()).isEqualTo(11000);
                    assertThat(e.serverAddress()).isNotNull();
                });
    }

    @Test
    void updatesReportWhatTheyMatchedChangedAndUpserted() {
        people.insertMany(List.of(new Document("_id", 1).append("n", 1), new Document("_id", 2).append("n", 1)));
        assertThat(people.updateOne(new Document("_id", 1), new Document("$inc", new Document("n", 1))))
                .isEqualTo(new UpdateResult(true, 1, 1, null));
        assertThat(people.updateMany(new Document(), new Document("$set", new Document("seen", true))).modifiedCount())
                .isEqualTo(2);
        UpdateResult upsert = people.updateOne(new Document("_id", 9), new Document("$set", new Document("n", 0)),
                o -> o.upsert(true));
        assertThat(upsert).isEqualTo(new UpdateResult(true, 0, 0, new BsonInt32(9)));
        assertThat(people.replaceOne(new Document("_id", 9), new Document("r", 1)).matchedCount()).isEqualTo(1);
        assertThat(people.find(new Document("_id", 9)).first()).isEqualTo(new Document("_id", 9).append("r", 1));
    }

    @Test
    void deletesReportHowManyDocumentsTheyRemoved() {
        people.insertMany(IntStream.range(0, 5).mapToObj(i -> new Document("_id", i)).toList());
        assertThat(people.deleteOne(new Document("_id", 0)).deletedCount()).isEqualTo(1);
        assertThat(people.deleteMany(new Document()).deletedCount()).isEqualTo(4);
        assertThat(people.deleteOne(new Document("_id", 0)).deletedCount()).isZero();
    }

    @Test
    void findOneAndMethodsReturnTheDocumentBeforeOrAfter() {
        people.insertOne(new Document("_id", 1).append("n", 1));
        assertThat(people.findOneAndUpdate(new Document("_id", 1), new Document("$inc", new Document("n", 1))))
                .containsEntry("n", 1);
        assertThat(people.findOneAndUpdate(new Document("_id", 1), new Document("$inc", new Document("n", 1)),
                o -> o.returnDocument(ReturnDocument.AFTER))).containsEntry("n", 3);
        assertThat(people.findOneAndReplace(new Document("_id", 1), new Document("r", 1))).containsEntry("n", 3);
        assertThat(people.findOneAndDelete(new Document("_id", 1))).containsEntry("r", 1);
        assertThat(people.findOneAndDelete(new Document("_id", 1))).isNull();
    }

    @Test
    void findTakesSortSkipLimitAndProjection() {
        people.insertMany(IntStream.range(0, 10).mapToObj(i -> new Document("_id", i).append("x", i)).toList());
        List<Document> found = people.find(new Document("_id", new Document("$gte", 2)),
                o -> o.sort(new Document("_id", -1)).skip(1).limit(3).projection(new Document("x", 0))).toList();
        assertThat(found).containsExactly(new Document("_id", 8), new Document("_id", 7), new Document("_id", 6));
    }

    @Test
    void cursorsFetchBatchAfterBatch() {
        int count = 1003;
        people.insertMany(IntStream.range(0, count).mapToObj(i -> new Document("_id", i)).toList());
        List<Integer> ids = new ArrayList<>();
        people.find(new Document(), o -> o.batchSize(100)).forEach(d -> ids.add(d.getInteger("_id")));
        assertThat(ids).hasSize(count).doesNotHaveDuplicates();
        try (var stream = people.find(new Document(), o -> o.batchSize(10)).stream()) {
            assertThat(stream.mapToInt(d -> d.getInteger("_id")).limit(25).count()).isEqualTo(25);
        }
    }

    @Test
    void countsDistinctAndAggregate() {
        people.insertMany(IntStream.range(0, 10).mapToObj(i -> new Document("_id", i).append("g", i % 3)).toList());
        assertThat(people.countDocuments()).isEqualTo(10);
        assertThat(people.countDocuments(new Document("g", 0), o -> o.limit(2))).isEqualTo(2);
        assertThat(people.countDocuments(new Document("g", 42))).isZero();
        assertThat(people.estimatedDocumentCount()).isEqualTo(10);
        assertThat(people.distinct("g", new Document(), Integer.class)).containsExactlyInAnyOrder(0, 1, 2);
        List<Document> groups = people.aggregate(List.of(
                new Document("$group", new Document("_id", "$g").append("n", new Document("$sum", 1))),
                new Document("$sort", new Document("_id", 1)))).toList();
        assertThat(groups).extracting(d -> d.get("n")).containsExactly(4, 3, 3);
    }

    @Test
    void indexesAndCollectionsCanBeMadeListedAndDropped() {
        people.insertOne(new Document("_id", 1));
        assertThat(people.createIndex(new Document("a", 1).append("b", -1), o -> o.unique(true)))
                .isEqualTo("a_1_b_-1");
        assertThat(people.listIndexes().toList()).extracting(d -> d.getString("name")).contains("a_1_b_-1");
        people.dropIndex("a_1_b_-1");
        assertThat(people.listIndexes().toList()).hasSize(1);
        client.database("crud").createCollection("other");
        assertThat(client.database("crud").listCollectionNames().toList()).contains("people", "other");
        assertThat(client.listDatabaseNames()).contains("crud");
        client.database("crud").collection("other").drop();
        client.database("crud").collection("other").drop();
        assertThat(client.database("crud").listCollectionNames().toList()).doesNotContain("other");
    }
}
