package dev.bowline.examples;

import dev.bowline.MongoClient;
import dev.bowline.MongoClientSettings;
import dev.bowline.MongoCollection;
import dev.bowline.MongoDatabase;
import dev.bowline.model.Filters;
import dev.bowline.options.ExplainVerbosity;
import dev.bowline.settings.ServerApi;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.Document;

/** Declares the stable API, runs commands as they are, reads a cursor of one, and asks how a query would be run. */
public final class Commands {
    private Commands() {}

    public static void main(String[] arguments) {
        run(arguments[0], System.out);
    }

    static void run(String connectionString, PrintStream out) {
        MongoClientSettings settings = MongoClientSettings.builder().connectionString(connectionString)
                .serverApi(ServerApi.v1()).build();
        try (MongoClient client = MongoClient.connect(settings)) {
            MongoDatabase lab = client.database("lab");
            out.println("ok: " + lab.runCommand(new Document("ping", 1)).get("ok"));

            MongoCollection<Document> numbers = lab.collection("numbers");
            List<Document> five = IntStream.rangeClosed(1, 5).mapToObj(i -> new Document("_id", i)).toList();
            numbers.insertMany(five);
            for (Document number : lab.runCursorCommand(new Document("find", "numbers").append("batchSize", 2),
                    o -> o.batchSize(2))) {
                out.println("number " + number.get("_id"));
            }

            BsonDocument plan = numbers.explain(Filters.eq("_id", 3), ExplainVerbosity.QUERY_PLANNER, o -> {});
            out.println("explained: " + plan.containsKey("queryPlanner"));
        }
    }
}
