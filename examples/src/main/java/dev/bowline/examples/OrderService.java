package dev.bowline.examples;

import static dev.bowline.model.Accumulators.sum;
import static dev.bowline.model.Aggregates.group;
import static dev.bowline.model.Aggregates.match;
import static dev.bowline.model.Aggregates.sort;
import static dev.bowline.model.Filters.and;
import static dev.bowline.model.Filters.eq;
import static dev.bowline.model.Filters.gte;
import static dev.bowline.model.Sorts.ascending;
import static dev.bowline.model.Sorts.descending;
import static dev.bowline.model.Updates.inc;
import static dev.bowline.model.Updates.set;

import dev.bowline.ClientSession;
import dev.bowline.MongoClient;
import dev.bowline.MongoCollection;
import dev.bowline.options.ReturnDocument;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bson.types.ObjectId;

/** An order service: records, a transaction, an atomic change of state, pages, and a report. */
public final class OrderService {
    public enum Status {
        OPEN, PAID
    }

    public record Order(ObjectId id, String customer, String article, int pieces, Status status, Instant placed) {}

    public record Stock(String id, int pieces) {}

    public record Sold(String id, int pieces) {}

    private final MongoClient client;
    private final MongoCollection<Order> orders;
    private final MongoCollection<Stock> stock;

    public OrderService(MongoClient client) {
        this.client = client.withTimeout(Duration.ofSeconds(30));
        this.orders = this.client.database("service").collection("orders", Order.class);
        this.stock = this.client.database("service").collection("stock", Stock.class);
    }

    public void prepare() {
        orders.createIndex(ascending("customer", "placed"));
    }

    public void supply(String article, int pieces) {
        stock.updateOne(eq("_id", article), inc("pieces", pieces), o -> o.upsert(true));
    }

    /** Takes the pieces from the stock and stores the order, or does neither; empty if the stock does not suffice. */
    public Optional<Order> place(String customer, String article, int pieces) {
        Order order = new Order(new ObjectId(), customer, article, pieces, Status.OPEN, Instant.now());
        try (ClientSession session = client.startSession()) {
            return session.withTransaction(() -> {
                boolean taken = stock.with(session)
                        .updateOne(and(eq("_id", article), gte("pieces", pieces)), inc("pieces", -pieces))
                        .modifiedCount() == 1;
                if (!taken) {
                    return Optional.<Order>empty();
                }
                orders.with(session).insertOne(order);
                return Optional.of(order);
            });
        }
    }

    /** Returns the order as it is now, or empty if there is no such open order. Two callers cannot both succeed. */
    public Optional<Order> pay(ObjectId id) {
        return Optional.ofNullable(orders.findOneAndUpdate(and(eq("_id", id), eq("status", Status.OPEN)),
                set("status", Status.PAID), o -> o.returnDocument(ReturnDocument.AFTER)));
    }

    /** The latest orders first. */
    public List<Order> ordersOf(String customer, int page, int size) {
        return orders.find(eq("customer", customer), o -> o.sort(descending("placed")).skip(page * size).limit(size))
                .toList();
    }

    /** What was sold, the best article first. */
    public List<Sold> report() {
        return orders.aggregate(List.of(match(eq("status", Status.PAID)), group("$article", sum("pieces", "$pieces")),
                sort(descending("pieces"))), Sold.class).toList();
    }
}
