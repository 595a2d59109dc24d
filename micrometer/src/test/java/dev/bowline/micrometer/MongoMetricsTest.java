package dev.bowline.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.MongoClient;
import dev.bowline.MongoClientSettings;
import dev.bowline.MongoCollection;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.ConnectionPoolClearedEvent;
import dev.bowline.simulator.Deployment;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** The meters of a client in a real registry. */
class MongoMetricsTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void commandsPoolsHeartbeatsRetriesAndFailoversAreMetered() {
        try (Deployment deployment = Deployment.replicaSet(3)) {
            try (MongoClient client = MongoClient.connect(new MongoMetrics(registry, "main")
                    .bindTo(MongoClientSettings.builder().connectionString(deployment.connectionString())).build())) {
                MongoCollection<Document> orders = client.database("shop").collection("orders");
                orders.insertOne(new Document());
                String primary = deployment.awaitPrimary().address().toString();
                assertThat(registry.get("mongodb.driver.commands").tags("command", "insert", "database", "shop",
                        "collection", "orders", "server.address", primary, "cluster.id", "main", "status", "SUCCESS")
                        .timer().count()).isEqualTo(1);
                // Events may be delivered by another thread, a moment after what they tell of.
                await(() -> gauge("size", primary) == 1);
                await(() -> gauge("checkedout", primary) == 0);
                await(() -> gauge("waitqueuesize", primary) == 0);
                await(() -> !registry.find("mongodb.driver.heartbeats").tags("status", "SUCCESS").timers().isEmpty());

                deployment.failPoint("{configureFailPoint: 'failCommand', mode: {times: 1}, "
                        + "data: {failCommands: ['insert'], closeConnection: true}}");
                orders.insertOne(new Document());
                assertThat(registry.get("mongodb.driver.operations.retried")
                        .tags("command", "insert", "reason", "connectionLost").counter().count()).isEqualTo(1);
                assertThat(registry.get("mongodb.driver.commands").tags("command", "insert", "status", "FAILED")
                        .timer().count()).isEqualTo(1);

                // Every member has it, and the next primary must not fail the retry as well.
                deployment.clearFailPoints();
                deployment.kill(deployment.awaitPrimary());
                orders.insertOne(new Document());
                await(() -> registry.find("mongodb.driver.failovers").timer() != null);
                await(() -> !registry.find("mongodb.driver.pool.cleared").counters().isEmpty());
            }
            await(() -> registry.find("mongodb.driver.pool.size").gauges().isEmpty());
        }
    }

    @Test
    void aClearCountsWhatItFrees() {
        new TopologyMeters(registry, Tags.empty())
                .poolCleared(new ConnectionPoolClearedEvent(new ServerAddress("a", 1), null, true, null, 9, 3, 2));
        assertThat(registry.get("mongodb.driver.operations.freed").counter().count()).isEqualTo(5);
    }

    @Test
    void operationsAndTheirCommandsAreObserved() {
        List<String> stopped = new CopyOnWriteArrayList<>();
        ObservationRegistry observations = ObservationRegistry.create();
        observations.observationConfig().observationHandler(new ObservationHandler<>() {
            @Override
            public void onStop(Observation.Context context) {
                stopped.add(context.getName() + " " + context.getContextualName()
                        + (context.getParentObservation() == null
                                ? ""
                                : " in "
                                        + context.getParentObservation().getContextView().getContextualName()));
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        });
        try (Deployment deployment = Deployment.standalone();
                MongoClient client = MongoClient.connect(MongoClientSettings.builder()
                        .connectionString(deployment.connectionString()).tracer(new ObservationTracer(observations))
                        .build())) {
            client.database("shop").collection("orders").insertOne(new Document());
            assertThat(stopped).containsExactly("mongodb.command insert in insert shop.orders",
                    "mongodb.operation insert shop.orders");
        }
    }

    private double gauge(String figure, String server) {
        return registry.get("mongodb.driver.pool." + figure).tags("server.address", server, "cluster.id", "main")
                .gauge().value();
    }

    private static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(end);
            LockSupport.parkNanos(1_000_000);
        }
    }
}
