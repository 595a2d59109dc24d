package dev.bowline.driver.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.MongoClient;
import dev.bowline.MongoCollection;
import dev.bowline.cursor.MongoCursor;
import dev.bowline.simulator.Deployment;
import java.time.Duration;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** The driver notices cursors that the application has lost. */
class CursorLeaksTest {
    @Test
    void aCursorLostWhileTheServerHoldsItIsFoundAndAClosedOneIsNot() {
        try (Deployment deployment = Deployment.standalone();
                MongoClient client = MongoClient.connect(deployment.connectionString())) {
            MongoCollection<Document> collection = client.database("db").collection("c");
            collection.insertMany(List.of(new Document(), new Document(), new Document()));
            CursorLeaks leaks = ClientSeam.executor(client).cursorLeaks();
            open(collection).close();
            lose(collection);
            int found = 0;
            long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            while (found == 0 && System.nanoTime() < end) {
                System.gc();
                found += leaks.report();
            }
            assertThat(found).isEqualTo(1);
        }
    }

    private static void lose(MongoCollection<Document> collection) {
        assertThat(open(collection).id()).isNotZero();
    }

    private static MongoCursor<Document> open(MongoCollection<Document> collection) {
        return collection.find(new Document(), options -> options.batchSize(1)).cursor();
    }
}
