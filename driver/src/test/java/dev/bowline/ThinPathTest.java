package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.result.InsertOneResult;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** The shortest way through all layers, against a server that is not ours. */
class ThinPathTest {
    @Test
    void insertsAndFindsADocumentAndRunsACommand() {
        try (EmbeddedServer server = new EmbeddedServer();
                MongoClient client = MongoClient.connect(server.connectionString())) {
            MongoDatabase database = client.database("thin");
            assertThat(database.runCommand(new Document("ping", 1)).get("ok")).isEqualTo(1.0);
            MongoCollection<Document> collection = database.collection("path");
            InsertOneResult inserted = collection.insertOne(new Document("_id", 1).append("text", "knot"));
            assertThat(inserted.acknowledged()).isTrue();
            assertThat(collection.find(new Document("_id", 1)).first()).containsEntry("text", "knot");
            assertThat(collection.find().toList()).hasSize(1);
        }
    }
}
