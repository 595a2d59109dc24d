package dev.bowline.examples;

import dev.bowline.MongoClient;
import dev.bowline.bulk.ClientNamespacedWriteModel;
import dev.bowline.model.Filters;
import dev.bowline.model.Updates;
import dev.bowline.result.ClientBulkWriteResult;
import java.io.PrintStream;
import java.util.List;
import org.bson.Document;

/** Places an order: three collections are written to by one command. Needs MongoDB 8.0. */
public final class Orders {
    private Orders() {}

    public static void main(String[] arguments) {
        try (MongoClient client = MongoClient.connect(arguments[0])) {
            place(client, "bolt", 20, System.out);
        }
    }

    static void place(MongoClient client, String article, int pieces, PrintStream out) {
        ClientBulkWriteResult result = client.bulkWrite(List.of(
                ClientNamespacedWriteModel.insertOne("shop.orders",
                        new Document("article", article).append("pieces", pieces)),
                ClientNamespacedWriteModel.updateOne("shop.stock", Filters.eq("_id", article),
                        Updates.inc("left", -pieces),
                        o -> o.upsert(true)),
                ClientNamespacedWriteModel.deleteMany("shop.baskets", Filters.eq("article", article))),
                o -> o.verboseResults(true));
        out.println("Order placed as " + result.insertResults() + ", " + result.deletedCount()
                + " basket(s) emptied");
    }
}
