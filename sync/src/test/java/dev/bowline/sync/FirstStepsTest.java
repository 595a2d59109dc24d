package dev.bowline.sync;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Updates.inc;
import static com.mongodb.client.model.Updates.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.DBRef;
import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoWriteException;
import com.mongodb.WriteConcern;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.gridfs.GridFSBucket;
import com.mongodb.client.gridfs.GridFSBuckets;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.junit.DeploymentExtension;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a program that imports {@code com.mongodb.client} does first. */
@ExtendWith(DeploymentExtension.class)
@Timeout(60)
class FirstStepsTest {
    @Test
    void documentsAreWrittenAndRead(Deployment deployment) {
        try (MongoClient client = BowlineMongoClients.create(deployment.connectionString())) {
            MongoCollection<Document> books = client.getDatabase("library").getCollection("books");
            Document knots = new Document("title", "Knots").append("year", 1944);

            assertThat(books.insertOne(knots).getInsertedId().asObjectId().getValue())
                    .isEqualTo(knots.getObjectId("_id"));
            books.insertMany(List.of(new Document("_id", 1).append("year", 1900), new Document("_id", 2)));
            assertThat(books.updateOne(eq("_id", 1), inc("year", 1)).getModifiedCount()).isEqualTo(1);
            assertThat(books.find(eq("_id", 1)).first()).containsEntry("year", 1901);
            assertThat(books.find(gt("year", 0)).sort(Sorts.descending("year")).batchSize(1).into(new ArrayList<>()))
                    .extracting(book -> book.get("year")).containsExactly(1944, 1901);
            assertThat(books.aggregate(List.of(Aggregates.match(eq("_id", 2)))).first()).isNotNull();
            assertThat(books.countDocuments()).isEqualTo(3);
            assertThat(books.findOneAndUpdate(eq("_id", 2), set("a", 1))).containsOnlyKeys("_id");
            assertThat(books.deleteMany(new Document()).getDeletedCount()).isEqualTo(3);
            assertThat(client.listDatabaseNames()).contains("library");
        }
    }

    @Test
    void errorsAreTheOfficialOnesAndCarryTheOriginalAsSuppressed(Deployment deployment) {
        try (MongoClient client = BowlineMongoClients.create(deployment.connectionString())) {
            MongoCollection<Document> books = client.getDatabase("library").getCollection("books");
            books.insertOne(new Document("_id", 1));

            assertThatThrownBy(() -> books.insertOne(new Document("_id", 1)))
                    .isInstanceOfSatisfying(MongoWriteException.class, e -> {
                        assertThat(e.getError().getCode()).isEqualTo(11000);
                        assertThat(e.getServerAddress()).isNotNull();
                        assertThat(e.getCause()).isNull();
                        assertThat(e.getSuppressed()).hasSize(1).hasOnlyElementsOfType(
                                dev.bowline.error.MongoWriteException.class);
                    });
            assertThatThrownBy(() -> books.bulkWrite(List.of(new InsertOneModel<>(new Document("_id", 2)),
                    new InsertOneModel<>(new Document("_id", 1)), new UpdateOneModel<>(eq("_id", 1), set("a", 1)))))
                    .isInstanceOfSatisfying(MongoBulkWriteException.class, e -> {
                        assertThat(e.getWriteErrors()).hasSize(1);
                        assertThat(e.getWriteErrors().get(0).getIndex()).isEqualTo(1);
                        assertThat(e.getWriteResult().getInsertedCount()).isEqualTo(1);
                    });
            assertThatThrownBy(() -> client.getDatabase("library").runCommand(new Document("noSuchCommand", 1)))
                    .isInstanceOfSatisfying(MongoCommandException.class, e -> assertThat(e.getErrorCode())
                            .isEqualTo(59));
        }
    }

    @Test
    void transactionsChangeStreamsAndFilesWork(Deployment deployment) {
        try (MongoClient client = BowlineMongoClients.create(deployment.connectionString());
                ClientSession session = client.startSession()) {
            MongoCollection<Document> books = client.getDatabase("library").getCollection("books")
                    .withWriteConcern(WriteConcern.MAJORITY);
            books.insertOne(new Document("_id", 0));
            try (MongoChangeStreamCursor<ChangeStreamDocument<Document>> changes = books.watch().cursor()) {
                assertThat(changes.getResumeToken()).isNull();
                assertThat(changes.tryNext()).isNull();
                assertThat(changes.getResumeToken()).isNotNull();
                String outcome = session.withTransaction(() -> {
                    books.insertOne(session, new Document("_id", 1));
                    return "done";
                });
                assertThat(outcome).isEqualTo("done");
                assertThat(changes.next().getFullDocument()).isEqualTo(new Document("_id", 1));
            }
            GridFSBucket bucket = GridFSBuckets.create(client.getDatabase("library"));
            ObjectId id = bucket.uploadFromStream("a.txt",
                    new ByteArrayInputStream("hello".getBytes(StandardCharsets.UTF_8)));
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            bucket.downloadToStream(id, out);
            assertThat(out).hasToString("hello");
        }
    }

    @Test
    void referencesAreReadAsReferences(Deployment deployment) {
        try (MongoClient client = BowlineMongoClients.create(deployment.connectionString())) {
            MongoCollection<Document> books = client.getDatabase("library").getCollection("books");
            DBRef author = new DBRef("library", "authors", 7);
            books.insertOne(new Document("_id", 1).append("author", author).append("all", List.of(author)));

            assertThat(books.find().first()).containsEntry("author", author).containsEntry("all", List.of(author));
        }
    }

    @Test
    void aClosedClientSaysSo(Deployment deployment) {
        MongoClient client = BowlineMongoClients.create(deployment.connectionString());
        client.close();

        assertThatThrownBy(() -> client.getDatabase("a").getCollection("b").find().first())
                .isInstanceOf(IllegalStateException.class);
    }
}
