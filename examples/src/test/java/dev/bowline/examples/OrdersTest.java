package dev.bowline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.MongoClient;
import dev.bowline.simulator.Deployment;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class OrdersTest {
    @Test
    void anOrderWritesToThreeCollections() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (Deployment deployment = Deployment.builder().replicaSet(1).wireVersion(25).start();
                MongoClient client = MongoClient.connect(deployment.connectionString())) {
            client.database("shop").collection("baskets").insertOne(new Document("article", "bolt"));
            Orders.place(client, "bolt", 20, new PrintStream(printed, true, StandardCharsets.UTF_8));
            assertThat(client.database("shop").collection("stock").find().first()).containsEntry("left", -20);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("Order placed as")
                .contains("1 basket(s) emptied");
    }
}
