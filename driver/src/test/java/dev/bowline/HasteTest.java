package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.driver.description.TopologyType;
import dev.bowline.driver.event.ServerDescriptionChangedEvent;
import dev.bowline.driver.event.TopologyListener;
import dev.bowline.egress.event.ConnectionPoolClearedEvent;
import dev.bowline.egress.event.ConnectionPoolListener;
import dev.bowline.error.MongoOperationTimeoutException;
import dev.bowline.simulator.Deployment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A caller whose time passes while a connection is set up says nothing of the server. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class HasteTest {
    private static final Document PING = new Document("ping", 1);

    @Test
    void hastyCallersOfASlowServerDoNotHarmAPatientOne() throws Exception {
        Queue<String> news = new ConcurrentLinkedQueue<>();
        AtomicInteger cleared = new AtomicInteger();
        try (Deployment deployment = Deployment.replicaSet(1)) {
            MongoClientSettings settings = MongoClientSettings.builder()
                    .connectionString(deployment.connectionString()).addTopologyListener(new TopologyListener() {
                        @Override
                        public void serverDescriptionChanged(ServerDescriptionChangedEvent event) {
                            news.add(event.newDescription().type().toString());
                        }
                    }).addConnectionPoolListener(new ConnectionPoolListener() {
                        @Override
                        public void connectionPoolCleared(ConnectionPoolClearedEvent event) {
                            cleared.incrementAndGet();
                        }
                    }).build();
            try (MongoClient client = MongoClient.connect(settings)) {
                while (client.topology().type() != TopologyType.REPLICA_SET_WITH_PRIMARY) {
                    Thread.onSpinWait();
                }
                news.clear();
                deployment.delayReplies(deployment.awaitPrimary(), Duration.ofMillis(60));
                MongoDatabase hasty = client.withTimeout(Duration.ofMillis(30)).database("haste");
                List<Thread> callers = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    callers.add(Thread.ofVirtual().start(() -> assertThatThrownBy(() -> hasty.runCommand(PING))
                            .isInstanceOf(MongoOperationTimeoutException.class)));
                }
                for (Thread caller : callers) {
                    caller.join();
                }
                client.database("haste").runCommand(PING);
                assertThat(cleared).hasValue(0);
                assertThat(news).doesNotContain("UNKNOWN");
            }
        }
    }
}
