package dev.bowline.driver.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.event.ServerDescriptionChangedEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Application threads that keep every carrier busy keep monitors from running; the servers are healthy all the same.
 */
@Timeout(60)
class StarvedMonitorTest {
    private static final long CONNECT_TIMEOUT_MILLIS = 300;

    @Test
    void aHealthyServerStaysKnownWhileItsMonitorCannotRun() throws Exception {
        int carriers = Integer.getInteger("jdk.virtualThreadScheduler.parallelism",
                Runtime.getRuntime().availableProcessors());
        try (ScriptedServer server = new ScriptedServer();
                LiveClient client = new LiveClient(
                        TopologySettings.of(server.address()).withHeartbeatFrequencyMillis(500),
                        CONNECT_TIMEOUT_MILLIS)) {
            client.await(d -> d.servers().get(0).type() == ServerType.STANDALONE);
            for (int round = 0; round < 2; round++) {
                // Asks, and is kept from reading the answer until long after its time is up.
                int asked = server.requests().size();
                server.freeze();
                client.await(d -> server.requests().size() > asked);
                AtomicBoolean busy = new AtomicBoolean(true);
                List<Thread> hogs = new ArrayList<>();
                for (int i = 0; i < carriers * 4; i++) {
                    hogs.add(Thread.ofVirtual().start(() -> {
                        while (busy.get()) {
                            Thread.onSpinWait();
                        }
                    }));
                }
                server.thaw();
                Thread.ofPlatform().start(() -> {
                    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(3 * CONNECT_TIMEOUT_MILLIS);
                    while (System.nanoTime() < end) {
                        LockSupport.parkNanos(end - System.nanoTime());
                    }
                    busy.set(false);
                }).join();
                for (Thread hog : hogs) {
                    hog.join();
                }
                int after = server.requests().size();
                client.await(d -> server.requests().size() > after);
            }
            assertThat(client.events()).noneMatch(event -> event instanceof ServerDescriptionChangedEvent changed
                    && changed.newDescription().type() == ServerType.UNKNOWN);
            assertThat(client.topology.description().servers().get(0).type()).isEqualTo(ServerType.STANDALONE);
        }
    }

    @Test
    void aDeadServerIsStillNoticedByAMonitorThatCanRun() {
        try (ScriptedServer server = new ScriptedServer();
                LiveClient client = new LiveClient(
                        TopologySettings.of(server.address()).withHeartbeatFrequencyMillis(500),
                        CONNECT_TIMEOUT_MILLIS)) {
            client.await(d -> d.servers().get(0).type() == ServerType.STANDALONE);
            server.freeze();
            client.await(d -> d.servers().get(0).type() == ServerType.UNKNOWN);
        }
    }
}
