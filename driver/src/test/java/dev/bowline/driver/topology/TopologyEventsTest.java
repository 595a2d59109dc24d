package dev.bowline.driver.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.description.TopologyType;
import dev.bowline.driver.event.ServerClosedEvent;
import dev.bowline.driver.event.ServerDescriptionChangedEvent;
import dev.bowline.driver.event.ServerHeartbeatFailedEvent;
import dev.bowline.driver.event.ServerHeartbeatStartedEvent;
import dev.bowline.driver.event.ServerHeartbeatSucceededEvent;
import dev.bowline.driver.event.ServerOpeningEvent;
import dev.bowline.driver.event.TopologyClosedEvent;
import dev.bowline.driver.event.TopologyDescriptionChangedEvent;
import dev.bowline.driver.event.TopologyEvent;
import dev.bowline.driver.event.TopologyListener;
import dev.bowline.driver.event.TopologyLogMessages;
import dev.bowline.driver.event.TopologyOpeningEvent;
import dev.bowline.egress.connection.ConnectionSettings;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.egress.event.LogMessage;
import dev.bowline.egress.pool.PoolSettings;
import dev.bowline.error.MongoClientException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Events in order, one at a time, from any thread; and the log messages that go with them. */
@Timeout(30)
class TopologyEventsTest {
    private static final ServerAddress A = ServerAddress.parse("a");
    private static final ObjectId ID = new ObjectId("00000000000000000000000a");

    @Test
    void manyThreadsDeliverOneAtATimeAndInOrder() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        List<Long> seen = new ArrayList<>();
        TopologyEvents events = new TopologyEvents(ID, SystemEnvironment.instance(), List.of(new TopologyListener() {
            @Override
            public void serverHeartbeatStarted(ServerHeartbeatStartedEvent event) {
                assertThat(inside.incrementAndGet()).isEqualTo(1);
                seen.add(event.driverConnectionId());
                inside.decrementAndGet();
            }
        }), LogMessage.DEFAULT_MAX_DOCUMENT_LENGTH);
        AtomicInteger next = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        Object order = new Object();
        for (int t = 0; t < 8; t++) {
            threads.add(Thread.ofVirtual().start(() -> {
                for (int i = 0; i < 500; i++) {
                    synchronized (order) {
                        events.add(new ServerHeartbeatStartedEvent(A, ID, next.incrementAndGet(), null, false));
                    }
                    events.deliver();
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        events.deliverAll(Deadline.NEVER);
        assertThat(seen).hasSize(4_000).isSorted();
    }

    @Test
    void aListenerThatThrowsDoesNotKeepAnEventFromOthers() {
        List<TopologyEvent> seen = new ArrayList<>();
        TopologyEvents events = new TopologyEvents(ID, SystemEnvironment.instance(), List.of(new TopologyListener() {
            @Override
            public void topologyEvent(TopologyEvent event) {
                throw new IllegalStateException("as it pleases");
            }
        }, new TopologyListener() {
            @Override
            public void topologyEvent(TopologyEvent event) {
                seen.add(event);
            }
        }), LogMessage.DEFAULT_MAX_DOCUMENT_LENGTH);
        events.add(new TopologyOpeningEvent(ID));
        events.add(new TopologyClosedEvent(ID));
        events.add(new TopologyOpeningEvent(ID));
        events.deliver();
        assertThat(seen).containsExactly(new TopologyOpeningEvent(ID), new TopologyClosedEvent(ID));
    }

    @Test
    void aListenerMayCloseItsClient() throws Exception {
        try (ScriptedServer server = new ScriptedServer()) {
            AtomicReference<Topology> topology = new AtomicReference<>();
            CountDownLatch ready = new CountDownLatch(1);
            CountDownLatch closed = new CountDownLatch(1);
            TopologyListener listener = new TopologyListener() {
                @Override
                public void serverHeartbeatSucceeded(ServerHeartbeatSucceededEvent event) {
                    try {
                        ready.await();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                    topology.get().close();
                }

                @Override
                public void topologyClosed(TopologyClosedEvent event) {
                    closed.countDown();
                }
            };
            topology.set(new Topology(TopologySettings.of(server.address()), SystemEnvironment.instance(),
                    PoolSettings.defaults(), ConnectionSettings.defaults(), List.of(listener), List.of(),
                    LogMessage.DEFAULT_MAX_DOCUMENT_LENGTH));
            ready.countDown();
            assertThat(closed.await(1_500, TimeUnit.MILLISECONDS)).isTrue();
        }
    }

    @Test
    void eachKindHasItsMessageAndFields() {
        TopologyDescription nothing = TopologyDescription.initial(TopologyType.UNKNOWN, null, List.of());
        TopologyDescription one = TopologyDescription.initial(TopologyType.UNKNOWN, null, List.of(A));
        List<LogMessage> messages = new ArrayList<>();
        TopologyLogMessages log = new TopologyLogMessages(messages::add);
        log.topologyEvent(new TopologyOpeningEvent(ID));
        log.topologyEvent(new TopologyDescriptionChangedEvent(ID, nothing, one));
        log.topologyEvent(new ServerOpeningEvent(A, ID));
        log.topologyEvent(new ServerHeartbeatStartedEvent(A, ID, 1, null, false));
        log.topologyEvent(new ServerHeartbeatSucceededEvent(A, ID, 1, 7L, true, Duration.ofMillis(5),
                BsonDocument.parse("{ok: 1}")));
        log.topologyEvent(new ServerHeartbeatFailedEvent(A, ID, 1, 7L, false, Duration.ofMillis(5),
                new MongoClientException("why")));
        log.topologyEvent(new ServerDescriptionChangedEvent(A, ID, ServerDescription.unknown(A),
                ServerDescription.unknown(A)));
        log.topologyEvent(new ServerClosedEvent(A, ID));
        log.topologyEvent(new TopologyClosedEvent(ID));
        assertThat(messages).extracting(LogMessage::message).containsExactly("Starting topology monitoring",
                "Topology description changed", "Starting server monitoring", "Server heartbeat started",
                "Server heartbeat succeeded", "Server heartbeat failed", "Stopped server monitoring",
                "Stopped topology monitoring");
        assertThat(messages).allSatisfy(message -> {
            assertThat(message.data()).containsEntry("topologyId", ID.toHexString());
            assertThat(message.component()).isEqualTo(LogMessage.Component.TOPOLOGY);
            assertThat(message.level()).isEqualTo(LogMessage.Level.DEBUG);
        });
        assertThat(messages.get(1).data()).containsKeys("previousDescription", "newDescription");
        assertThat(messages.get(3).data()).containsEntry("serverHost", "a").containsEntry("serverPort", 27017)
                .containsEntry("driverConnectionId", 1L).containsEntry("awaited", false)
                .doesNotContainKey("serverConnectionId");
        assertThat(messages.get(4).data()).containsEntry("serverConnectionId", 7L).containsEntry("durationMS", 5L)
                .containsEntry("reply", "{\"ok\": 1}");
        assertThat(messages.get(5).data().get("failure").toString()).contains("why");
        log.topologyEvent(new ServerHeartbeatSucceededEvent(A, ID, 1, 7L, true, Duration.ofMillis(5),
                new BsonDocument("hosts", new BsonString("h".repeat(2_000)))));
        String reply = messages.getLast().data().get("reply").toString();
        assertThat(reply).hasSize(1_000 + 3).endsWith("h...");
        assertThat(messages.getLast().text()).endsWith(reply);
        assertThat(messages.get(0).text()).isEqualTo("Starting monitoring for topology with ID " + ID.toHexString());
    }
}
