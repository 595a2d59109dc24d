package dev.bowline.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.CursorType;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Sorts;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The database {@code local} of a member, which has its log. */
@Timeout(60)
class LocalDatabaseTest {
    private final Deployment deployment = Deployment.replicaSet(3);
    private final MongoClient client = MongoClients.create(deployment.connectionString());
    private final MongoDatabase local = client.getDatabase("local");
    private final MongoCollection<Document> log = local.getCollection("oplog.rs");
    private final MongoCollection<Document> c = client.getDatabase("test").getCollection("c");

    @AfterEach
    void stop() {
        client.close();
        deployment.close();
    }

    private BsonTimestamp lastTime() {
        return log.find().sort(Sorts.descending("$natural")).limit(1).first().get("ts", BsonTimestamp.class);
    }

    @Test
    void theLogCanBeTailed() {
        c.insertOne(new Document("_id", 0));
        try (MongoCursor<Document> tail = log
                .find(Filters.and(Filters.gt("ts", lastTime()), Filters.eq("ns", "test.c")))
                .cursorType(CursorType.TailableAwait).cursor()) {
            assertThat(tail.tryNext()).isNull();
            c.insertMany(List.of(new Document("_id", 1), new Document("_id", 2)));
            c.deleteOne(new Document("_id", 1));
            List<Document> entries = List.of(tail.next(), tail.next(), tail.next());
            assertThat(entries).extracting(entry -> entry.getString("op")).containsExactly("i", "i", "d");
            assertThat(entries).extracting(entry -> entry.getEmbedded(List.of("o", "_id"), Integer.class))
                    .containsExactly(1, 2, 1);
            // A client that resumes by the time of a line gets the next one, also of the same command.
            assertThat(log.find(Filters.and(Filters.gt("ts", entries.get(0).get("ts")), Filters.eq("ns", "test.c")))
                    .into(new ArrayList<>())).containsExactly(entries.get(1), entries.get(2));
        }
    }

    @Test
    void itsCollectionsAreListedAndMeasured() {
        c.insertOne(new Document("_id", 0));
        assertThat(local.listCollectionNames()).contains("oplog.rs", "system.replset");
        Document stats = local.runCommand(new Document("collStats", "oplog.rs"));
        assertThat(stats.getBoolean("capped")).isTrue();
        assertThat(stats.getInteger("count")).isGreaterThan(1);
    }

    @Test
    void writingToItIsRefusedByName() {
        assertThatThrownBy(() -> local.getCollection("mine").insertOne(new Document()))
                .hasMessageContaining("writing to the database local is not simulated");
    }
}
