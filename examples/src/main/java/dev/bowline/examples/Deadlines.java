package dev.bowline.examples;

import dev.bowline.ClientSession;
import dev.bowline.MongoClient;
import dev.bowline.MongoClientSettings;
import dev.bowline.MongoCollection;
import dev.bowline.error.MongoOperationTimeoutException;
import dev.bowline.model.Filters;
import dev.bowline.options.TimeoutMode;
import java.io.PrintStream;
import java.time.Duration;
import org.bson.Document;

/** Says how long operations may take from beginning to end, whatever happens in between. */
public final class Deadlines {
    private Deadlines() {}

    public static void main(String[] arguments) {
        run(arguments[0], System.out);
    }

    static void run(String connectionString, PrintStream out) {
        MongoClientSettings settings = MongoClientSettings.builder().connectionString(connectionString)
                .timeout(Duration.ofSeconds(10)).build();
        try (MongoClient client = MongoClient.connect(settings)) {
            MongoCollection<Document> readings = client.database("lab").collection("readings");
            // Ten seconds, retries included.
            readings.insertOne(new Document("value", 1));
            // Its own limit for a quick look.
            out.println(readings.withTimeout(Duration.ofSeconds(2)).countDocuments() + " reading(s)");
            // For each fetch, and not for reading to the end, which takes as long as the loop does.
            for (Document reading : readings.find(Filters.empty(), o -> o.timeoutMode(TimeoutMode.ITERATION))) {
                out.println("value " + reading.get("value"));
            }
            // For the transaction as a whole.
            try (ClientSession session = client.startSession()) {
                session.withTransaction(() -> readings.with(session).insertOne(new Document("value", 2)));
            }
            try {
                readings.withTimeout(Duration.ofMillis(1)).find(Filters.where("sleep(1000) || true")).first();
            } catch (MongoOperationTimeoutException e) {
                out.println("Too slow");
            } catch (RuntimeException e) {
                out.println("This server runs no JavaScript");
            }
        }
    }
}
