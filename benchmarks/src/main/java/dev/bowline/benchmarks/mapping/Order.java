package dev.bowline.benchmarks.mapping;

import java.util.List;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** A record of an ordinary size: nine components, a record within it, and a list of three. */
record Order(@Nullable ObjectId id, @Nullable String number, int items, long weight, double total, boolean paid,
        @Nullable Status status, @Nullable Customer customer, @Nullable List<Line> lines) {
    enum Status {
        OPEN, SENT
    }

    record Customer(@Nullable String name, @Nullable String city) {}

    record Line(@Nullable String product, int quantity, double price) {}

    static Order example() {
        return new Order(new ObjectId("664000000000000000000001"), "2024-0510", 3, 12_345_678_901L, 99.5, true,
                Status.SENT, new Customer("Ada Lovelace", "London"),
                List.of(new Line("rope", 2, 10.5), new Line("bollard", 1, 50), new Line("fender", 4, 7.25)));
    }
}
