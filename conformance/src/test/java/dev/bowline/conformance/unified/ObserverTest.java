package dev.bowline.conformance.unified;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.conformance.CaseTime;
import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.description.TopologyType;
import dev.bowline.driver.event.TopologyDescriptionChangedEvent;
import dev.bowline.driver.event.TopologyOpeningEvent;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.egress.event.ConnectionPoolReadyEvent;
import dev.bowline.egress.event.ConnectionReadyEvent;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;

class ObserverTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final Observer observer = new Observer(
            new ObserverSettings(List.of("topologyOpeningEvent", "connectionReadyEvent"), List.of(), false, Map.of(),
                    Map.of()),
            new CaseTime(SystemEnvironment.instance()));

    @Test
    void anExpectedEventThatIsStillBeingDeliveredIsRecordedBeforeTheObserverStops() throws Exception {
        CountDownLatch stopping = new CountDownLatch(1);
        AtomicBoolean first = new AtomicBoolean(true);
        observer.expect(() -> {
            if (first.getAndSet(false)) {
                stopping.countDown();
                return false;
            }
            return !observer.events("sdam").isEmpty();
        });
        Thread delivery = Thread.ofVirtual().start(() -> {
            await(stopping);
            open();
        });

        observer.stop(LONG);

        assertThat(observer.events("sdam")).hasSize(1);
        delivery.join();
    }

    @Test
    void afterItHasStoppedNothingIsRecorded() {
        observer.stop(LONG);

        open();

        assertThat(observer.events("sdam")).isEmpty();
    }

    @Test
    void anExpectedEventThatNeverComesDoesNotKeepTheObserverFromStopping() {
        observer.expect(() -> false);

        observer.stop(Duration.ZERO);
        open();

        assertThat(observer.events("sdam")).isEmpty();
    }

    @Test
    void aServerThatIsNotKnownYetIsWaitedForUntilItsPoolIsPopulated() {
        ServerAddress first = new ServerAddress("first", 27017);
        ServerAddress second = new ServerAddress("second", 27017);
        ServerDescription primary = ServerDescription.builder(first).type(ServerType.RS_PRIMARY).build();
        ServerDescription secondary = ServerDescription.builder(second).type(ServerType.RS_SECONDARY).build();

        know(primary, ServerDescription.unknown(second));
        populate(first);
        assertThatThrownBy(() -> observer.awaitPools(1, Duration.ZERO)).hasMessageContaining("awaitMinPoolSizeMS");

        know(primary, secondary);
        assertThatThrownBy(() -> observer.awaitPools(1, Duration.ZERO)).hasMessageContaining("awaitMinPoolSizeMS");

        populate(second);
        observer.awaitPools(1, Duration.ZERO);
        assertThat(observer.events("cmap")).isEmpty();
    }

    private void know(ServerDescription... servers) {
        TopologyDescription topology = TopologyDescription.of(TopologyType.REPLICA_SET_WITH_PRIMARY, "rs",
                List.of(servers));
        observer.topologyDescriptionChanged(
                new TopologyDescriptionChangedEvent(new ObjectId(), topology, topology));
    }

    private void populate(ServerAddress server) {
        observer.connectionPoolEvent(new ConnectionPoolReadyEvent(server));
        observer.connectionPoolEvent(new ConnectionReadyEvent(server, 1, null, Duration.ZERO));
    }

    private void open() {
        observer.topologyOpening(new TopologyOpeningEvent(new ObjectId()));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
