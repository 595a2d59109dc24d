package dev.bowline.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.CreateCollectionOptions;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.bson.types.Binary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Capped collections drop their oldest documents, on every member alike. */
@Timeout(60)
class CappedCollectionTest {
    private Deployment deployment;
    private MongoClient client;
    private MongoDatabase database;

    @BeforeEach
    void start() {
        deployment = Deployment.replicaSet(3);
        client = MongoClients.create(deployment.connectionString());
        database = client.getDatabase("test").withWriteConcern(new WriteConcern(3));
    }

    @AfterEach
    void stop() {
        client.close();
        deployment.close();
    }

    @Test
    void theOldestDocumentsGoWhenTheBytesAreUsedUpOnSecondariesToo() {
        database.createCollection("log", new CreateCollectionOptions().capped(true).sizeInBytes(5000));
        MongoCollection<Document> log = database.getCollection("log");
        for (int i = 0; i < 10; i++) {
            // 1,000 bytes in all: five of them fit into 5,000 rounded up to 5,120.
            log.insertOne(new Document("_id", i).append("b", new Binary(new byte[978])));
        }
        assertThat(ids(log)).containsExactly(5, 6, 7, 8, 9);
        assertThat(ids(log.withReadPreference(ReadPreference.secondary()))).containsExactly(5, 6, 7, 8, 9);
        assertThat(database.runCommand(new Document("collStats", "log")).getInteger("size")).isEqualTo(5000);
    }

    @Test
    void aTailingCursorThatWasOvertakenFails() {
        database.createCollection("log", new CreateCollectionOptions().capped(true).sizeInBytes(4096).maxDocuments(2));
        MongoCollection<Document> log = database.getCollection("log");
        log.insertMany(List.of(new Document("_id", 1), new Document("_id", 2)));
        Document cursor = database.runCommand(new Document("find", "log").append("tailable", true))
                .get("cursor", Document.class);
        log.insertMany(List.of(new Document("_id", 3), new Document("_id", 4)));
        Document getMore = new Document("getMore", cursor.getLong("id")).append("collection", "log");
        assertThatThrownBy(() -> database.runCommand(getMore)).isInstanceOfSatisfying(MongoCommandException.class,
                e -> assertThat(e.getErrorCode()).isEqualTo(136));
    }

    @Test
    void changeStreamsDoNotReportEvictions() {
        database.createCollection("log", new CreateCollectionOptions().capped(true).sizeInBytes(4096).maxDocuments(1));
        MongoCollection<Document> log = database.getCollection("log");
        try (var events = log.watch().cursor()) {
            log.insertOne(new Document("_id", 1));
            log.insertOne(new Document("_id", 2));
            log.deleteOne(new Document("_id", 2));
            List<String> kinds = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                kinds.add(events.next().getOperationType().getValue());
            }
            assertThat(kinds).containsExactly("insert", "insert", "delete");
        }
    }

    private static List<Integer> ids(MongoCollection<Document> collection) {
        return collection.find().map(document -> document.getInteger("_id")).into(new ArrayList<>());
    }
}
