package dev.bowline.driver.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.event.ServerDescriptionChangedEvent;
import dev.bowline.driver.event.ServerHeartbeatSucceededEvent;
import dev.bowline.driver.event.TopologyDescriptionChangedEvent;
import dev.bowline.driver.event.TopologyListener;
import dev.bowline.egress.connection.ConnectionSettings;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.egress.event.LogMessage;
import dev.bowline.egress.pool.PoolSettings;
import dev.bowline.egress.stream.StreamSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.helpers.NOPLogger;

/** Listeners may be slow and may close their client; monitors need neither them nor the application's carriers. */
@Timeout(60)
class ListenersAndMonitorsTest {
    private static Topology topology(ScriptedServer server, TopologyListener listener) {
        return new Topology(TopologySettings.of(server.address()).withHeartbeatFrequencyMillis(500),
                SystemEnvironment.instance(), PoolSettings.defaults(),
                ConnectionSettings.defaults().withStream(StreamSettings.defaults().withConnectTimeoutMillis(300)),
                List.of(listener), List.of(), LogMessage.DEFAULT_MAX_DOCUMENT_LENGTH);
    }

    private static void awaitType(Topology topology, ServerType type) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (topology.description().servers().get(0).type() != type) {
            assertThat(System.nanoTime()).as("not " + type + " in time").isLessThan(end);
            Thread.sleep(1);
        }
    }

    @Test
    void aServerThatDiesIsNoticedWhileEveryCarrierIsOccupied() throws Exception {
        AtomicBoolean busy = new AtomicBoolean(true);
        try (ScriptedServer server = new ScriptedServer();
                Topology topology = topology(server, new TopologyListener() {
                })) {
            awaitType(topology, ServerType.STANDALONE);
            server.freeze();
            for (int i = 0; i < 4 * Runtime.getRuntime().availableProcessors(); i++) {
                Thread.ofVirtual().start(() -> {
                    while (busy.get()) {
                        Thread.onSpinWait();
                    }
                });
            }
            awaitType(topology, ServerType.UNKNOWN);
        } finally {
            busy.set(false);
        }
    }

    @Test
    void aListenerThatNeverReturnsKeepsNoMonitorFromNoticing() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        try (ScriptedServer server = new ScriptedServer(); Topology topology = topology(server, new TopologyListener() {
            @Override
            public void serverHeartbeatSucceeded(ServerHeartbeatSucceededEvent event) {
                try {
                    never.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        })) {
            awaitType(topology, ServerType.STANDALONE);
            server.freeze();
            awaitType(topology, ServerType.UNKNOWN);
            never.countDown();
        }
    }

    /** A listener that waited for itself would take two seconds each time; an overloaded machine may take them once. */
    @Test
    void aListenerClosesItsClientAtOnce() throws Exception {
        assertThat(Math.min(millisToCloseFromAListener(),
                Math.min(millisToCloseFromAListener(), millisToCloseFromAListener()))).isLessThan(1_500);
    }

    private static long millisToCloseFromAListener() throws Exception {
        AtomicReference<Topology> topology = new AtomicReference<>();
        CompletableFuture<Long> tookMillis = new CompletableFuture<>();
        CountDownLatch ready = new CountDownLatch(1);
        try (ScriptedServer server = new ScriptedServer()) {
            topology.set(topology(server, new TopologyListener() {
                @Override
                public void serverHeartbeatSucceeded(ServerHeartbeatSucceededEvent event) {
                    try {
                        ready.await();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                    long start = System.nanoTime();
                    topology.get().close();
                    tookMillis.complete(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
                }
            }));
            ready.countDown();
            return tookMillis.get(20, TimeUnit.SECONDS);
        }
    }

    /** Two threads report and a third delivers all the time, so that it may find what another has not published. */
    @Test
    void aListenerFindsInTheTopologyWhatItsEventDescribes() throws Exception {
        Queue<String> early = new ConcurrentLinkedQueue<>();
        AtomicReference<Topology> topology = new AtomicReference<>();
        TopologyListener listener = new TopologyListener() {
            @Override
            public void topologyDescriptionChanged(TopologyDescriptionChangedEvent event) {
                if (topology.get() != null && topology.get().description() == event.previousDescription()) {
                    early.add(event.toString());
                }
            }

            @Override
            public void serverDescriptionChanged(ServerDescriptionChangedEvent event) {
                if (topology.get() != null && topology.get().description().servers().stream()
                        .anyMatch(server -> server == event.previousDescription())) {
                    early.add(event.toString());
                }
            }
        };
        ServerAddress address = ServerAddress.parse("a");
        try (UnmonitoredTopology world = new UnmonitoredTopology(TopologySettings.of(address), NOPLogger.NOP_LOGGER,
                List.of(listener))) {
            topology.set(world.topology);
            AtomicBoolean reporting = new AtomicBoolean(true);
            Thread deliverer = Thread.ofPlatform().start(() -> {
                while (reporting.get()) {
                    world.topology.events().deliver();
                }
            });
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < 2; t++) {
                threads.add(Thread.ofPlatform().start(() -> {
                    for (int i = 0; i < 10_000 && early.isEmpty(); i++) {
                        world.reply(address, i % 2 == 0 ? ScriptedServer.standalone() : new BsonDocument());
                    }
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            reporting.set(false);
            deliverer.join();
        }
        assertThat(early).isEmpty();
    }
}
