package dev.bowline.driver.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.description.TopologyType;
import dev.bowline.driver.selection.ServerSelector;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.LogMessage;
import dev.bowline.error.FailurePhase;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoInterruptedException;
import dev.bowline.error.MongoServerSelectionTimeoutException;
import dev.bowline.error.MongoSocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** Operations that wait for a server, in virtual time. */
class SelectionWaitTest {
    private static final ServerAddress A = ServerAddress.parse("a");
    private static final ServerAddress B = ServerAddress.parse("b");
    private static final TopologySettings SET = TopologySettings.of(A, B).withReplicaSet("rs");
    private static final String SECONDARY = "{ok: 1, secondary: true, setName: 'rs', hosts: ['a', 'b'],"
            + " maxWireVersion: 21, helloOk: true}";
    private static final String PRIMARY = "{ok: 1, isWritablePrimary: true, setName: 'rs', hosts: ['a', 'b'],"
            + " maxWireVersion: 21, helloOk: true}";

    @Test
    void aSetWithAPrimaryIsSelectedFromAtOnce() {
        SimulatedTopology.run(SET, false, set(PRIMARY, SECONDARY), world -> {
            Server server = world.topology.selectServer(ServerSelector.writable(), world.inMillis(5_000), List.of());
            assertThat(server.address()).isEqualTo(A);
            assertThat(world.nowMillis()).isEqualTo(2);
            assertThat(world.pools.get(A).ready).isTrue();
        });
    }

    @Test
    void whileItWaitsAllServersAreCheckedEveryHalfSecond() {
        SimulatedTopology.run(SET, false, set(SECONDARY, SECONDARY), world -> {
            world.sleep(1_000);
            assertThatThrownBy(
                    () -> world.topology.selectServer(ServerSelector.writable(), world.inMillis(2_300), List.of()))
                    .isInstanceOf(MongoServerSelectionTimeoutException.class).hasMessageContaining("within 2300 ms");
            assertThat(world.nowMillis()).isEqualTo(3_300);
            // At once, and then half a second after each check at the earliest, each of which takes two milliseconds.
            for (ScriptedMonitorConnections server : world.servers.values()) {
                assertThat(server.askedAtMillis).hasSizeBetween(5, 6).startsWith(0L, 1_000L);
            }
            int asked = world.server(A).askedAtMillis.size();
            world.sleep(5_000);
            assertThat(world.server(A).askedAtMillis).as("no operation waits any more").hasSizeBetween(asked,
                    asked + 1);
        });
    }

    @Test
    void thePrimaryThatAppearsEndsTheWait() {
        SimulatedTopology.run(SET, true, world -> {
            set(SECONDARY, SECONDARY).accept(world);
            world.server(A).counter = 0;
            world.server(B).counter = 0;
        }, world -> {
            world.sleep(1_000);
            world.environment.start("election", () -> {
                world.sleep(100);
                world.server(B).reply = () -> BsonDocument.parse(PRIMARY);
                world.server(B).counter = 1;
            });
            Server server = world.topology.selectServer(ServerSelector.writable(), Deadline.NEVER, List.of());
            assertThat(server.address()).isEqualTo(B);
            assertThat(world.nowMillis()).isBetween(1_100L, 1_105L);
        });
    }

    @Test
    void aWaiterIsWokenOnlyByADescriptionThatMayMatter() {
        SimulatedTopology.run(SET, false, set(SECONDARY, SECONDARY), world -> {
            AtomicInteger looked = new AtomicInteger();
            ServerSelector counting = candidates -> {
                if (Thread.currentThread() == waiting[0]) {
                    looked.incrementAndGet();
                }
                return candidates.writable();
            };
            waiting[0] = world.environment.start("waiting",
                    () -> world.topology.selectServer(counting, Deadline.NEVER, List.of()));
            world.sleep(250);
            int before = looked.get();
            for (int i = 0; i < 50; i++) {
                Server server = world.topology.server(A);
                world.topology.checkSucceeded(server,
                        HelloReply.describe(A, BsonDocument.parse(SECONDARY), world.environment.nanoTime()));
                world.sleep(1);
            }
            assertThat(looked.get()).isEqualTo(before);
            Server server = world.topology.server(A);
            world.topology.checkSucceeded(server,
                    HelloReply.describe(A, BsonDocument.parse(PRIMARY), world.environment.nanoTime()));
            world.sleep(1);
            assertThat(looked.get()).isGreaterThan(before);
        });
    }

    private final Thread[] waiting = new Thread[1];

    @Test
    void aThousandWaitersAllGetTheirServer() {
        SimulatedTopology.run(SET, false, set(SECONDARY, SECONDARY), world -> {
            AtomicInteger served = new AtomicInteger();
            for (int i = 0; i < 1_000; i++) {
                long patience = i % 3 == 0 ? 300 : 60_000;
                world.environment.start("waiting", () -> {
                    try {
                        world.topology.selectServer(ServerSelector.writable(), world.inMillis(patience), List.of());
                        served.incrementAndGet();
                    } catch (MongoServerSelectionTimeoutException e) {
                        assertThat(patience).isEqualTo(300);
                    }
                });
            }
            world.sleep(600);
            assertThat(served.get()).isZero();
            world.server(B).reply = () -> BsonDocument.parse(PRIMARY);
            world.sleep(600);
            assertThat(served.get()).isEqualTo(666);
        });
    }

    @Test
    void anInterruptEndsTheWait() throws Exception {
        try (UnmonitoredTopology topology = new UnmonitoredTopology(TopologySettings.of(A))) {
            List<Throwable> thrown = new ArrayList<>();
            Thread thread = Thread.ofPlatform().start(() -> {
                try {
                    topology.topology.selectServer(ServerSelector.writable(), Deadline.NEVER, List.of());
                } catch (MongoInterruptedException e) {
                    if (Thread.currentThread().isInterrupted()) {
                        thrown.add(e);
                    }
                }
            });
            thread.interrupt();
            thread.join(10_000);
            assertThat(thrown).hasSize(1);
        }
    }

    @Test
    void selectionPublishesItsStepsAndItsOperation() {
        SimulatedTopology.run(SET, false, set(SECONDARY, SECONDARY), world -> {
            world.sleep(10);
            SelectionReason reason = new SelectionReason("insert", 42L);
            assertThatThrownBy(() -> world.topology.selectServer(ServerSelector.writable(), world.inMillis(100),
                    List.of(), reason)).isInstanceOf(MongoServerSelectionTimeoutException.class);
            assertThat(world.selections).extracting(LogMessage::message).containsExactly("Server selection started",
                    "Waiting for suitable server to become available", "Server selection failed");
            assertThat(world.selections).allSatisfy(m -> assertThat(m.data()).containsEntry("operation", "insert")
                    .containsEntry("operationId", 42L).containsKeys("selector", "topologyDescription"));
            assertThat(world.selections.get(1).data()).containsEntry("remainingTimeMS", 100L);
            assertThat(world.selections.get(1).level()).isEqualTo(LogMessage.Level.INFO);
            assertThat(world.selections.get(2).data()).containsKey("failure");
            world.selections.clear();
            world.server(A).reply = () -> BsonDocument.parse(PRIMARY);
            world.topology.selectServer(ServerSelector.writable(), world.inMillis(2_000), List.of(), reason);
            assertThat(world.selections.getLast().message()).isEqualTo("Server selection succeeded");
            assertThat(world.selections.getLast().data()).containsEntry("serverHost", "a").containsEntry("serverPort",
                    27017);
        });
    }

    @Test
    void aNetworkErrorClearsThePoolCancelsTheCheckAndTheNextOperationFindsTheServerAgain() {
        SimulatedTopology.run(SET, true, world -> {
            set(PRIMARY, SECONDARY).accept(world);
            world.server(A).counter = 0;
        }, world -> {
            Server primary = world.topology.selectServer(ServerSelector.writable(), Deadline.NEVER, List.of());
            world.sleep(1_000);
            primary.handleError(new ApplicationError(
                    new MongoSocketException("broken", A, FailurePhase.RECEIVING, true, null), 0, null, 21, true));
            assertThat(primary.description().type()).isEqualTo(ServerType.UNKNOWN);
            assertThat(world.topology.description().type()).isEqualTo(TopologyType.REPLICA_SET_NO_PRIMARY);
            assertThat(world.pools.get(A).calls).containsExactly("ready", "clear");
            long before = world.nowMillis();
            Server again = world.topology.selectServer(ServerSelector.writable(), Deadline.NEVER, List.of());
            assertThat(again).isSameAs(primary);
            // The canceled check has to be half a second ago.
            assertThat(world.nowMillis() - before).isBetween(500L, 510L);
            assertThat(world.pools.get(A).ready).isTrue();
        });
    }

    @Test
    void aNotPrimaryErrorKeepsThePoolAndAsksAtOnce() {
        SimulatedTopology.run(SET, false, set(PRIMARY, SECONDARY), world -> {
            Server primary = world.topology.selectServer(ServerSelector.writable(), Deadline.NEVER, List.of());
            world.sleep(2_000);
            primary.handleError(new ApplicationError(
                    new MongoCommandException(BsonDocument.parse("{ok: 0, code: 10107}"), A), 0, null, 21, true));
            assertThat(primary.description().type()).isEqualTo(ServerType.UNKNOWN);
            assertThat(world.pools.get(A).calls).containsExactly("ready");
            world.sleep(3);
            assertThat(primary.description().type()).isEqualTo(ServerType.RS_PRIMARY);
        });
    }

    @Test
    void anOldPrimaryIsCheckedAtOnceWhenANewerOneAppears() {
        SimulatedTopology.run(SET, false, set(PRIMARY, SECONDARY), world -> {
            world.topology.selectServer(ServerSelector.writable(), Deadline.NEVER, List.of());
            world.sleep(2_000);
            int asked = world.server(A).askedAtMillis.size();
            world.server(A).reply = () -> BsonDocument.parse(SECONDARY);
            world.topology.checkSucceeded(world.topology.server(B),
                    HelloReply.describe(B, BsonDocument.parse(PRIMARY), world.environment.nanoTime()));
            assertThat(world.topology.description().server(A).type()).isEqualTo(ServerType.UNKNOWN);
            world.sleep(3);
            // The check that the topology asks for, and the probe that distinguishes a frozen primary from one that
            // answers.
            assertThat(world.server(A).askedAtMillis).hasSize(asked + 2);
            assertThat(world.topology.description().server(A).type()).isEqualTo(ServerType.RS_SECONDARY);
            assertThat(world.pools.get(A).calls).containsExactly("ready");
        });
    }

    @Test
    void aLoadBalancerIsThereFromTheStart() {
        SimulatedTopology.run(TopologySettings.of(A).withLoadBalanced(true), false, world -> {}, world -> {
            Server server = world.topology.selectServer(ServerSelector.writable(), world.inMillis(1), List.of());
            assertThat(server.description().type()).isEqualTo(ServerType.LOAD_BALANCER);
            assertThat(world.pools.get(A).ready).isTrue();
            assertThat(world.server(A).askedAtMillis).isEmpty();
        });
    }

    private static Consumer<SimulatedTopology> set(String a, String b) {
        return world -> {
            world.server(A).reply = () -> BsonDocument.parse(a);
            world.server(B).reply = () -> BsonDocument.parse(b);
        };
    }
}
