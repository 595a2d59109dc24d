package dev.bowline.driver.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.ServerType;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.egress.pool.HostPool;
import dev.bowline.error.FailurePhase;
import dev.bowline.error.MongoSocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.helpers.NOPLogger;

/** A change of a description and the change of its pool are one step for every other thread. */
@Timeout(30)
class OneStepTest {
    private static final ServerAddress A = ServerAddress.parse("a");
    private static final ServerAddress B = ServerAddress.parse("b");

    /** Watches from within what the rest of the process can see and do while the pool is changed. */
    private final class WatchedPool implements PoolControl {
        private final ServerAddress address;

        WatchedPool(ServerAddress address) {
            this.address = address;
        }

        @Override
        public Runnable announce() {
            return () -> {};
        }

        @Override
        public Runnable ready() {
            ServerDescription shown = topology.description().server(address);
            seen.add("ready while " + address.host() + " is shown as " + (shown == null ? "absent" : shown.type()));
            return () -> {};
        }

        @Override
        public Runnable clear(@Nullable RuntimeException cause, boolean interruptInUse, @Nullable ObjectId service) {
            seen.add("clear" + (isLockFree(300) ? " outside the lock" : ""));
            return () -> {};
        }

        @Override
        public Runnable close() {
            return () -> {};
        }

        @Override
        public long generation(@Nullable ObjectId service) {
            return 0;
        }

        @Override
        public boolean tryHold() {
            return !held;
        }

        @Override
        public void awaitRelease() {
            seen.add(isLockFree(10_000)
                    ? "waits without a lock"
                    : "waits with the topology's lock");
            held = false;
        }

        @Override
        public HostPool hostPool() {
            throw new UnsupportedOperationException();
        }
    }

    private final List<String> seen = new ArrayList<>();
    /** Whether another thread has the locks of the pools. */
    private boolean held;
    private Topology topology;

    private Topology start(ServerAddress... seeds) {
        topology = new Topology(TopologySettings.of(seeds).withReplicaSet("set"), SystemEnvironment.instance(),
                self -> new TopologyParts(WatchedPool::new, null, (id, address, deadline, establishment) -> {
                    throw new UnsupportedOperationException();
                }, SystemEnvironment.instance(), () -> {}, NOPLogger.NOP_LOGGER), List.of());
        return topology;
    }

    /** Whether another thread can report a check, which it does under the topology's lock, in so many milliseconds. */
    private boolean isLockFree(long millis) {
        CountDownLatch reported = new CountDownLatch(1);
        Server other = topology.server(B);
        Thread.ofPlatform().start(() -> {
            topology.checkSucceeded(other, described(B, false));
            reported.countDown();
        });
        try {
            return reported.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static ServerDescription described(ServerAddress address, boolean primary, String... hosts) {
        String list = hosts.length == 0 ? "'a:27017', 'b:27017'" : String.join(", ", hosts);
        return HelloReply.describe(address, BsonDocument.parse("{ok: 1, setName: 'set', isWritablePrimary: " + primary
                + ", secondary: " + !primary + ", hosts: [" + list + "], me: '" + address
                + "', minWireVersion: 0, maxWireVersion: 21}"), SystemEnvironment.instance().nanoTime());
    }

    @Test
    void aPoolIsReadyBeforeItsServerCanBeSelectedAndClearedBeforeTheNextReport() {
        try (Topology opened = start(A, B)) {
            opened.checkSucceeded(opened.server(A), described(A, true));
            assertThat(seen).containsExactly("ready while a is shown as " + ServerType.UNKNOWN);
            seen.clear();
            topology.checkFailed(topology.server(A),
                    new MongoSocketException("broken", A, FailurePhase.RECEIVING, true, null));
            assertThat(seen).first().isEqualTo("clear");
            assertThat(topology.description().server(A).type()).isEqualTo(ServerType.UNKNOWN);
        }
    }

    @Test
    void newsFromAFormerLifeOfAServerIsIgnored() {
        try (Topology opened = start(A)) {
            Server a = opened.server(A);
            topology.checkSucceeded(a, described(A, true));
            Server former = topology.server(B);
            topology.checkSucceeded(a, described(A, true, "'a:27017'"));
            assertThat(topology.server(B)).isNull();
            topology.checkSucceeded(a, described(A, true));
            assertThat(topology.server(B)).isNotNull().isNotSameAs(former);
            topology.checkSucceeded(former, described(B, false));
            assertThat(topology.description().server(B).type()).isEqualTo(ServerType.UNKNOWN);
            topology.checkSucceeded(topology.server(B), described(B, false));
            assertThat(topology.description().server(B).type()).isEqualTo(ServerType.RS_SECONDARY);
            seen.clear();
            topology.checkFailed(former, new MongoSocketException("broken", B, FailurePhase.RECEIVING, true, null));
            assertThat(seen).isEmpty();
            assertThat(topology.description().server(B).type()).isEqualTo(ServerType.RS_SECONDARY);
        }
    }

    @Test
    void anOperationThatReportsAnErrorWaitsForThePoolsLockWithoutTheTopologys() {
        try (Topology opened = start(A, B)) {
            opened.checkSucceeded(opened.server(A), described(A, true));
            seen.clear();
            held = true;
            opened.handleError(opened.server(A), new ApplicationError(
                    new MongoSocketException("broken", A, FailurePhase.RECEIVING, true, null), 0, null, 21, true));
            assertThat(seen).contains("waits without a lock");
            assertThat(opened.description().server(A).type()).isEqualTo(ServerType.UNKNOWN);
        }
    }
}
