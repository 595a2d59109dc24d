package dev.bowline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.MongoClient;
import dev.bowline.simulator.Deployment;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class WatchTest {
    @Test
    void aChangeIsPrinted() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (Deployment deployment = Deployment.replicaSet(1);
                MongoClient client = MongoClient.connect(deployment.connectionString())) {
            var orders = client.database("shop").collection("orders");
            orders.insertOne(new Document("_id", 0));
            try (var stream = Watch.open(orders)) {
                orders.insertOne(new Document("_id", 7));
                Watch.print(stream, new PrintStream(printed, true, StandardCharsets.UTF_8));
            }
        }
        assertThat(printed.toString(StandardCharsets.UTF_8)).startsWith("insert shop.orders").contains("_id=7");
    }
}
