package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.bowline.concern.ReadPreference;
import dev.bowline.concern.WriteConcern;
import dev.bowline.error.MongoBulkWriteException;
import dev.bowline.error.MongoWriteException;
import dev.bowline.model.Aggregates;
import dev.bowline.model.Filters;
import dev.bowline.result.InsertOneResult;
import dev.bowline.result.WriteError;
import dev.bowline.simulator.Deployment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** The short forms that people reach for, blocking and asynchronous. */
class OverloadsTest {
    record Order(int id, String customer, int total) {}

    record Total(int id, int total) {}

    @Test
    void resultsAreReadAsTheTypeThatIsAskedFor() throws Exception {
        try (Deployment deployment = Deployment.replicaSet(1);
                MongoClient client = MongoClient.connect(deployment.connectionString())) {
            MongoCollection<Order> orders = client.database("shop").collection("orders", Order.class);
            orders.insertMany(List.of(new Order(1, "ada", 10), new Order(2, "bob", 20), new Order(3, "ada", 30)));

            assertThat(orders.find(Filters.eq("customer", "ada"), Total.class).toList())
                    .containsExactlyInAnyOrder(new Total(1, 10), new Total(3, 30));
            assertThat(orders.aggregate(List.of(Aggregates.match(Filters.eq("_id", 2))), Total.class).first())
                    .isEqualTo(new Total(2, 20));
            assertThat(orders.distinct("customer", String.class)).containsExactlyInAnyOrder("ada", "bob");
            assertThat(orders.find(Filters.eq("customer", "nobody")).first()).isNull();
            assertThat(client.ping(ReadPreference.primary(), Duration.ofSeconds(10))).isPositive();

            AsyncMongoCollection<Order> async = client.async().database("shop").collection("orders", Order.class);
            assertThat(async.find(Filters.gt("total", 15)).toList().get(10, TimeUnit.SECONDS)).hasSize(2);
            assertThat(async.find(Filters.eq("_id", 1)).first().get(10, TimeUnit.SECONDS))
                    .isEqualTo(new Order(1, "ada", 10));
            assertThat(async.find(Filters.eq("_id", 9)).first().get(10, TimeUnit.SECONDS)).isNull();
            List<Total> seen = new ArrayList<>();
            async.find(new Document(), Total.class).forEach(seen::add).get(10, TimeUnit.SECONDS);
            assertThat(seen).hasSize(3);
            assertThat(async.find(new Document()).blocking().stream().count()).isEqualTo(3);
        }
    }

    @Test
    void aWatchWithAPipelineNeedsNoOptions() {
        try (Deployment deployment = Deployment.replicaSet(1);
                MongoClient client = MongoClient.connect(deployment.connectionString())) {
            MongoCollection<Document> orders = client.database("shop").collection("orders");
            try (var changes = orders.watch(List.of(Aggregates.match(Filters.eq("operationType", "insert"))))
                    .cursor()) {
                orders.insertOne(new Document("_id", 1));
                assertThat(changes.next().fullDocument()).isEqualTo(new Document("_id", 1));
            }
        }
    }

    @Test
    void aPingGoesWhereItsReadPreferenceSays() {
        try (Deployment deployment = Deployment.builder().replicaSet(2).recording().start();
                MongoClient client = MongoClient.connect(deployment.connectionString())) {
            deployment.awaitPrimary();
            client.ping(ReadPreference.secondary(), Duration.ofSeconds(10));
            assertThat(deployment.exchanges()).anyMatch(exchange -> exchange.commandName().equals("ping")
                    && exchange.server().equals(deployment.secondaries().get(0).address()));
        }
    }

    @Test
    void theBodyOfATransactionMayReturnSomethingOrNothing() {
        try (Deployment deployment = Deployment.replicaSet(1);
                MongoClient client = MongoClient.connect(deployment.connectionString());
                ClientSession session = client.startSession()) {
            MongoCollection<Document> orders = client.database("shop").collection("orders");
            MongoCollection<Document> inside = orders.with(session);
            session.withTransaction(() -> {
                inside.insertOne(new Document("_id", 1));
                inside.insertOne(new Document("_id", 2));
            });
            InsertOneResult inserted = session.withTransaction(() -> inside.insertOne(new Document("_id", 3)));
            assertThat(inserted.insertedId()).isEqualTo(new BsonInt32(3));
            assertThatThrownBy(() -> session.withTransaction(() -> {
                inside.deleteOne(new Document("_id", 1));
                throw new IllegalStateException("changed my mind");
            }, o -> o.writeConcern(WriteConcern.MAJORITY))).hasMessage("changed my mind");
            assertThat(orders.countDocuments(new Document())).isEqualTo(3);
        }
    }

    @Test
    void aDuplicateKeySaysWhichIndexAndWhichValue() {
        try (Deployment deployment = Deployment.replicaSet(1);
                MongoClient client = MongoClient.connect(deployment.connectionString())) {
            MongoCollection<Document> orders = client.database("shop").collection("orders");
            orders.insertOne(new Document("_id", 1));
            MongoWriteException one = catchThrowableOfType(MongoWriteException.class,
                    () -> orders.insertOne(new Document("_id", 1)));
            MongoBulkWriteException many = catchThrowableOfType(MongoBulkWriteException.class,
                    () -> orders.insertMany(List.of(new Document("_id", 2), new Document("_id", 1))));
            assertThat(many.writeErrors().get(0).index()).isEqualTo(1);
            for (WriteError error : List.of(one.error(), many.writeErrors().get(0))) {
                assertThat(error.isDuplicateKey()).isTrue();
                assertThat(error.keyPattern()).isEqualTo(BsonDocument.parse("{_id: 1}"));
                assertThat(error.keyValue()).isEqualTo(BsonDocument.parse("{_id: 1}"));
            }
        }
    }
}
