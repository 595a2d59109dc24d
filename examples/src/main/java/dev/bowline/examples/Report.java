package dev.bowline.examples;

import static dev.bowline.model.Accumulators.avg;
import static dev.bowline.model.Accumulators.sum;
import static dev.bowline.model.Aggregates.group;
import static dev.bowline.model.Aggregates.limit;
import static dev.bowline.model.Aggregates.match;
import static dev.bowline.model.Aggregates.sort;
import static dev.bowline.model.Filters.and;
import static dev.bowline.model.Filters.eq;
import static dev.bowline.model.Filters.gte;
import static dev.bowline.model.Sorts.descending;
import static dev.bowline.model.Updates.combine;
import static dev.bowline.model.Updates.inc;
import static dev.bowline.model.Updates.push;
import static dev.bowline.model.Updates.set;

import dev.bowline.MongoClient;
import dev.bowline.MongoCollection;
import java.io.PrintStream;
import java.util.List;
import org.bson.Document;

/** Updates and aggregates with builders. Whatever they make is {@code Bson}, and mixes with documents. */
public final class Report {
    /** What the pipeline yields. */
    public record Line(String id, int pieces, double price) {}

    private Report() {}

    public static void main(String[] arguments) {
        try (MongoClient client = MongoClient.connect(arguments[0])) {
            run(client.database("shop").collection("sales"), System.out);
        }
    }

    static void run(MongoCollection<Document> sales, PrintStream out) {
        sales.insertMany(List.of(sale("rope", 3, 10), sale("rope", 5, 12), sale("anchor", 1, 200)));
        sales.updateMany(eq("article", "rope"),
                combine(inc("pieces", 1), set("checked", true), push("notes", "counted")));
        for (Line line : sales.aggregate(List.of(
                match(and(gte("pieces", 1), new Document("price", new Document("$lt", 1000)))),
                group("$article", sum("pieces", "$pieces"), avg("price", "$price")),
                sort(descending("pieces")),
                limit(10)), Line.class, o -> {})) {
            out.println(line.id() + ": " + line.pieces() + " at " + line.price());
        }
    }

    private static Document sale(String article, int pieces, double price) {
        return new Document("article", article).append("pieces", pieces).append("price", price);
    }
}
