package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a client, database and collection look like in a log: readable, and free of secrets. */
class ReadableTextTest {
    @Test
    void everyViewNamesWhatItIsAndNoneShowsThePassword() {
        MongoClientSettings settings = MongoClientSettings
                .of("mongodb://ann:hidden@127.0.0.1:1/?replicaSet=rs0&w=majority&maxPoolSize=7");
        try (MongoClient client = MongoClient.connect(settings)) {
            MongoDatabase database = client.database("shop");
            assertThat(settings.toString()).startsWith("MongoClientSettings[hosts [127.0.0.1:1], replica set rs0")
                    .contains("user ann at admin", "pool of 0 to 7 connections").doesNotContain("hidden");
            assertThat(client.toString()).startsWith("MongoClient[hosts [127.0.0.1:1], replica set rs0")
                    .contains("majority").doesNotContain("hidden");
            assertThat(database.withTimeout(Duration.ofSeconds(5)).toString())
                    .startsWith("MongoDatabase[shop, read preference primary").contains("timeout 5000 ms")
                    .doesNotContain("hidden");
            assertThat(database.collection("orders").toString())
                    .startsWith("MongoCollection[shop.orders of Document, read preference primary")
                    .doesNotContain("hidden");
            assertThat(client.async().database("shop").collection("orders").toString())
                    .isEqualTo("Async" + database.collection("orders"));
        }
    }
}
