package dev.bowline.benchmarks.canned;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ConnectionString;
import com.mongodb.client.MongoClients;
import com.mongodb.event.ServerMonitorListener;
import dev.bowline.MongoClient;
import dev.bowline.MongoClientSettings;
import dev.bowline.driver.event.ServerHeartbeatFailedEvent;
import dev.bowline.driver.event.ServerHeartbeatSucceededEvent;
import dev.bowline.driver.event.TopologyListener;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** A server that fails a heartbeat has every pool cleared, and whatever is measured then is not what it seems. */
class CannedServerTest {
    private static final int HEARTBEATS = 4;

    private final CountDownLatch heartbeats = new CountDownLatch(HEARTBEATS);
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    @Test
    void bowlineHearsHeartbeatAfterHeartbeatInOneStream() throws Exception {
        onServer(uri -> {
            TopologyListener listener = new TopologyListener() {
                @Override
                public void serverHeartbeatSucceeded(ServerHeartbeatSucceededEvent event) {
                    heartbeats.countDown();
                }

                @Override
                public void serverHeartbeatFailed(ServerHeartbeatFailedEvent event) {
                    failure.set(event.failure());
                }
            };
            MongoClient client = MongoClient.connect(
                    MongoClientSettings.builder().connectionString(uri).addTopologyListener(listener).build());
            client.database("admin").runCommand(new Document("ping", 1));
            return client;
        });
    }

    @Test
    void soDoesTheOfficialDriver() throws Exception {
        onServer(uri -> {
            ServerMonitorListener listener = new ServerMonitorListener() {
                @Override
                public void serverHeartbeatSucceeded(com.mongodb.event.ServerHeartbeatSucceededEvent event) {
                    heartbeats.countDown();
                }

                @Override
                public void serverHeartbeatFailed(com.mongodb.event.ServerHeartbeatFailedEvent event) {
                    failure.set(event.getThrowable());
                }
            };
            return MongoClients.create(com.mongodb.MongoClientSettings.builder()
                    .applyConnectionString(new ConnectionString(uri))
                    .applyToServerSettings(server -> server.addServerMonitorListener(listener)).build());
        });
    }

    private interface Opening {
        AutoCloseable open(String uri);
    }

    private void onServer(Opening opening) throws Exception {
        try (CannedServer server = new CannedServer(1)) {
            Thread.ofPlatform().daemon().start(server);
            try (AutoCloseable client = opening.open(server.connectionString() + "&heartbeatFrequencyMS=500")) {
                assertThat(heartbeats.await(30, TimeUnit.SECONDS)).isTrue();
                assertThat(failure.get()).isNull();
            }
        }
    }
}
