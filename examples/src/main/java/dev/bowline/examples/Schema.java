package dev.bowline.examples;

import dev.bowline.MongoClient;
import dev.bowline.MongoCollection;
import dev.bowline.MongoDatabase;
import dev.bowline.model.Aggregates;
import dev.bowline.model.Filters;
import dev.bowline.model.Indexes;
import dev.bowline.options.IndexModel;
import java.io.PrintStream;
import java.util.List;
import org.bson.Document;

/** Makes collections, a view and indexes, looks at them, and changes them. */
public final class Schema {
    private Schema() {}

    public static void main(String[] arguments) {
        try (MongoClient client = MongoClient.connect(arguments[0])) {
            run(client.database("shop"), System.out);
        }
    }

    static void run(MongoDatabase shop, PrintStream out) {
        shop.createCollection("orders", o -> o.validator(Filters.exists("article")).validationAction("error")
                .changeStreamPreAndPostImages(new Document("enabled", true)));
        shop.createCollection("log", o -> o.capped(true).size(1_000_000).max(1000));
        shop.createView("large", "orders", List.of(Aggregates.match(Filters.gt("pieces", 100))));

        MongoCollection<Document> orders = shop.collection("orders");
        orders.createIndex(Indexes.ascending("article"), o -> o.unique(true));
        orders.createIndexes(List.of(IndexModel.of(Indexes.descending("placed"), o -> o.name("newest"))));
        orders.indexes().hide("newest");
        for (Document index : orders.listIndexes()) {
            out.println(index.getString("name") + (index.getBoolean("hidden", false) ? ", hidden" : ""));
        }
        orders.indexes().unhide("newest");
        orders.dropIndex("newest");

        orders.rename("purchases", o -> {});
        shop.listCollectionNames().forEach(out::println);
        shop.collection("log").drop();
    }
}
