package dev.bowline.benchmarks.mapping;

import java.util.List;
import org.bson.types.ObjectId;

/** A record of an ordinary size: nine components, a record within it, and a list of three. */
record Order(ObjectId id, String number, int items, long weight, double total, boolean paid,
        Status status, Customer customer, List<Line> lines) {
    enum Status {
        OPEN, SENT
    }

    record Customer(String name, String city) {}

    record Line(String product, int quantity, double price) {}

    static Order example() {
        return new Order(new ObjectId("664000000000000000000001"), "2024-0510", 3, 12_345_678_901L, 99.5, true,
                Status.SENT, new Customer("Ada Lovelace", "London"),
                List.of(new Line("rope", 2, 10.5), new Line("bollard", 1, 50), new Line("fender", 4, 7.25)));
    }
}
