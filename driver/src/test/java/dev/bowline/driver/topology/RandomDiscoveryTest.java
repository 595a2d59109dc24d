package dev.bowline.driver.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.description.TopologyType;
import dev.bowline.driver.event.ServerClosedEvent;
import dev.bowline.driver.event.ServerDescriptionChangedEvent;
import dev.bowline.driver.event.ServerHeartbeatFailedEvent;
import dev.bowline.driver.event.ServerHeartbeatStartedEvent;
import dev.bowline.driver.event.ServerHeartbeatSucceededEvent;
import dev.bowline.driver.event.ServerOpeningEvent;
import dev.bowline.driver.event.TopologyDescriptionChangedEvent;
import dev.bowline.driver.event.TopologyEvent;
import dev.bowline.driver.selection.ServerSelector;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.FailurePhase;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoException;
import dev.bowline.error.MongoSocketException;
import dev.bowline.error.MongoSocketTimeoutException;
import dev.bowline.simulator.time.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A live topology in virtual time while a replica set is elected, reconfigured, cut off and restarted and operations
 * report errors, old and new. Whatever the order, no server is there to be selected whose pool is paused, every event
 * takes up where the one before left off, and once the set is well the client sees it as it is.
 */
class RandomDiscoveryTest {
    private static final int SEEDS = Integer.getInteger("bowline.discovery.seeds", 20);
    private static final int STEPS = 60;
    private static final ServerAddress A = ServerAddress.parse("a");
    private static final List<ServerAddress> HOSTS = List.of(A, ServerAddress.parse("b"), ServerAddress.parse("c"),
            ServerAddress.parse("d"));

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theClientNeverContradictsItselfAndFindsTheSetAgain(boolean streams) {
        long base = Long.getLong("bowline.seed", 1);
        for (long seed = base; seed < base + SEEDS; seed++) {
            try {
                Simulation simulation = new Simulation(seed);
                Set set = new Set(new Random(seed), streams);
                SimulatedTopology.runOnce(simulation, simulation.environment(),
                        TopologySettings.of(A, HOSTS.get(1)).withReplicaSet("rs"), streams, set::prepare, set::live);
                set.checkAfterClose();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("With -Dbowline.seed=" + seed + ", streaming " + streams, e);
            }
        }
    }

    /** The set as it is; reachable members report it. */
    private static final class Set {
        private final Random random;
        private final boolean streams;
        private final TreeSet<ServerAddress> config = new TreeSet<>(HOSTS.subList(0, 3));
        private final TreeMap<ServerAddress, ObjectId> usurpers = new TreeMap<>();
        private long setVersion = 1;
        private int term = 1;
        private @Nullable ServerAddress primary = A;
        private SimulatedTopology world;

        Set(Random random, boolean streams) {
            this.random = random;
            this.streams = streams;
        }

        void prepare(SimulatedTopology newWorld) {
            world = newWorld;
            for (ServerAddress host : HOSTS) {
                ScriptedMonitorConnections server = world.server(host);
                server.reply = () -> hello(host);
                server.counter = streams ? 0 : -1;
            }
        }

        void live(SimulatedTopology sameWorld) {
            for (int step = 0; step < STEPS; step++) {
                act();
                changed();
                check();
                world.sleep(random.nextInt(4) == 0 ? random.nextInt(8_000) : random.nextInt(40));
                check();
            }
            for (ServerAddress host : HOSTS) {
                world.server(host).refuses = false;
                world.server(host).silent = false;
            }
            usurpers.clear();
            primary = primary == null ? A : primary;
            term++;
            changed();
            // A silent stream is given up after eleven seconds; ten more until the next check at the latest.
            world.sleep(35_000);
            check();
            checkItIsSeenAsItIs();
        }

        private void act() {
            ServerAddress host = HOSTS.get(random.nextInt(HOSTS.size()));
            ScriptedMonitorConnections server = world.server(host);
            switch (random.nextInt(12)) {
                case 0, 1 -> {
                    primary = random.nextInt(3) == 0 || !config.contains(host) ? null : host;
                    term++;
                }
                case 2 -> List.copyOf(server.connections).forEach(connection -> connection.abort(broken(host)));
                case 3 -> server.refuses = !server.refuses;
                case 4 -> server.silent = !server.silent;
                case 5 -> reconfigure(host);
                case 6 -> usurpers.put(host, electionId(Math.max(1, term - 1)));
                case 7 -> usurpers.clear();
                case 8 -> report(host, broken(host), random.nextInt(3) == 0 ? 1 : 0, random.nextBoolean());
                case 9 -> report(host, changedState(host), random.nextInt(3) == 0 ? 1 : 0, true);
                case 10 -> greet(host);
                case 11 -> world.environment.start("selecting", this::select);
                default -> throw new AssertionError();
            }
        }

        private void reconfigure(ServerAddress host) {
            setVersion++;
            if (!config.remove(host) || host.equals(A)) {
                config.add(host);
            } else if (host.equals(primary)) {
                primary = null;
            }
        }

        private void report(ServerAddress host, RuntimeException error, long age, boolean completed) {
            Server server = world.topology.server(host);
            if (server != null) {
                server.handleError(new ApplicationError(error, server.poolControl().generation(null) - age, null,
                        random.nextInt(4) == 0 ? 7 : 21, completed));
            }
        }

        private void greet(ServerAddress host) {
            Server server = world.topology.server(host);
            if (server != null) {
                long now = world.environment.nanoTime();
                world.topology.handshaken(server, HelloReply.describe(host, versioned(host), now),
                        server.poolControl().generation(null), now - random.nextInt(20) * 1_000_000L);
            }
        }

        private void select() {
            try {
                Server server = world.topology.selectServer(ServerSelector.writable(), world.inMillis(2_000),
                        List.of());
                assertThat(server.description()).isNotNull();
            } catch (MongoException e) {
                // There was none, or the client was closed.
            }
        }

        private RuntimeException broken(ServerAddress host) {
            return random.nextBoolean()
                    ? new MongoSocketException("Reset", host, FailurePhase.RECEIVING, true, null)
                    : new MongoSocketTimeoutException("Slow", host, FailurePhase.RECEIVING, true, null);
        }

        private RuntimeException changedState(ServerAddress host) {
            int[] codes = {10107, 91, 11602};
            BsonDocument reply = new BsonDocument("ok", new BsonInt32(0))
                    .append("code", new BsonInt32(codes[random.nextInt(codes.length)]));
            if (streams) {
                reply.append("topologyVersion", versioned(host).get("topologyVersion"));
            }
            return new MongoCommandException(reply, host);
        }

        private void changed() {
            if (streams) {
                world.servers.values().forEach(server -> server.counter++);
            }
        }

        private BsonDocument versioned(ServerAddress host) {
            BsonDocument reply = hello(host);
            return streams
                    ? reply.append("topologyVersion",
                            new BsonDocument("processId", new BsonObjectId(ScriptedMonitorConnections.PROCESS))
                                    .append("counter", new BsonInt64(world.server(host).counter)))
                    : reply;
        }

        private BsonDocument hello(ServerAddress host) {
            BsonDocument reply = new BsonDocument("ok", new BsonInt32(1)).append("helloOk", BsonBoolean.TRUE)
                    .append("maxWireVersion", new BsonInt32(21));
            if (!config.contains(host)) {
                return reply.append("isreplicaset", BsonBoolean.TRUE);
            }
            BsonArray hosts = new BsonArray();
            config.forEach(member -> hosts.add(new BsonString(member.toString())));
            reply.append("setName", new BsonString("rs")).append("hosts", hosts)
                    .append("me", new BsonString(host.toString())).append("setVersion", new BsonInt64(setVersion));
            boolean leads = host.equals(primary);
            if (leads || usurpers.containsKey(host)) {
                return reply.append("isWritablePrimary", BsonBoolean.TRUE).append("electionId",
                        new BsonObjectId(leads ? electionId(term) : usurpers.get(host)));
            }
            if (primary != null) {
                reply.append("primary", new BsonString(primary.toString()));
            }
            return reply.append("secondary", BsonBoolean.TRUE);
        }

        private static ObjectId electionId(int term) {
            return new ObjectId(String.format("%024x", term));
        }

        private void check() {
            TopologyDescription description = world.topology.description();
            for (ServerDescription server : description.servers()) {
                if (server.type().isDataBearing()) {
                    assertThat(world.pools.get(server.address()).ready).as("the pool of %s", server).isTrue();
                }
                assertThat(server.roundTripNanos() == null || !server.type().isUnknown()).as("%s", server).isTrue();
            }
        }

        private void checkItIsSeenAsItIs() {
            TopologyDescription description = world.topology.description();
            assertThat(description.type()).isEqualTo(TopologyType.REPLICA_SET_WITH_PRIMARY);
            assertThat(description.servers()).extracting(ServerDescription::address)
                    .containsExactlyElementsOf(config);
            for (ServerDescription server : description.servers()) {
                assertThat(server.type()).as("%s of %s", server, description)
                        .isEqualTo(server.address().equals(primary) ? ServerType.RS_PRIMARY : ServerType.RS_SECONDARY);
                assertThat(server.roundTripNanos()).isNotNull();
            }
        }

        void checkAfterClose() {
            world.servers.forEach((host, server) -> assertThat(server.open()).as("connections to %s", host).isZero());
            TreeMap<ServerAddress, ServerDescription> known = new TreeMap<>();
            // Of a server that was removed and returned two monitors may be at work for a moment.
            int beating = 0;
            @Nullable
            TopologyDescription last = null;
            for (TopologyEvent event : new ArrayList<>(world.events)) {
                switch (event) {
                    case ServerOpeningEvent e -> assertThat(
                            known.put(e.address(), ServerDescription.unknown(e.address()))).isNull();
                    case ServerDescriptionChangedEvent e -> {
                        assertThat(e.previousDescription()).isEqualTo(known.put(e.address(), e.newDescription()));
                        assertThat(e.newDescription()).isNotEqualTo(e.previousDescription());
                    }
                    case ServerClosedEvent e -> assertThat(known.remove(e.address())).isNotNull();
                    case TopologyDescriptionChangedEvent e -> {
                        if (last != null) {
                            assertThat(e.previousDescription()).isEqualTo(last);
                        }
                        assertThat(e.newDescription()).isNotEqualTo(e.previousDescription());
                        last = e.newDescription();
                    }
                    case ServerHeartbeatStartedEvent e -> beating++;
                    case ServerHeartbeatSucceededEvent e -> beating--;
                    case ServerHeartbeatFailedEvent e -> beating--;
                    default -> {
                    }
                }
            }
            assertThat(known).isEmpty();
            assertThat(beating).isZero();
            assertThat(last.servers()).isEmpty();
        }
    }
}
