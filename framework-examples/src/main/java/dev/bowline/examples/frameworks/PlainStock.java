package dev.bowline.examples.frameworks;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Updates.inc;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.UpdateOptions;
import dev.bowline.sync.BowlineMongoClients;
import org.bson.Document;

/** Code that imports {@code com.mongodb.client} and knows nothing of Bowline but the line that makes the client. */
public final class PlainStock implements AutoCloseable {
    private final MongoClient client;
    private final MongoCollection<Document> stock;
    private final MongoCollection<Document> orders;

    /**
     * Connects to the deployment.
     *
     * @param uri the connection string of the deployment
     */
    public PlainStock(String uri) {
        client = BowlineMongoClients.create(uri); // was MongoClients.create(uri)
        MongoDatabase shop = client.getDatabase("shop");
        stock = shop.getCollection("stock");
        orders = shop.getCollection("orders");
    }

    /** Puts items on the shelf. */
    public void fill(String item, int count) {
        stock.updateOne(eq(item), inc("count", count), new UpdateOptions().upsert(true));
    }

    /** Takes items from the shelf and books the order, or does neither; returns whether there were enough. */
    public boolean order(String item, int count) {
        try (ClientSession session = client.startSession()) {
            return session.withTransaction(() -> {
                boolean taken = stock.updateOne(session, and(eq(item), gte("count", count)), inc("count", -count))
                        .getModifiedCount() == 1;
                if (taken) {
                    orders.insertOne(session, new Document("item", item).append("count", count));
                }
                return taken;
            });
        }
    }

    /** How many items the shelf holds. */
    public int left(String item) {
        Document found = stock.find(eq(item)).first();
        return found == null ? 0 : found.getInteger("count");
    }

    /** How many orders were booked. */
    public long orders() {
        return orders.countDocuments();
    }

    @Override
    public void close() {
        client.close();
    }
}
