package dev.bowline.conformance.unified;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.driver.event.TopologyOpeningEvent;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ObserverTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final Observer observer = new Observer(
            new ObserverSettings(List.of("topologyOpeningEvent"), List.of(), false, Map.of(), Map.of()));

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

    private void open() {
        observer.topologyOpening(new TopologyOpeningEvent(new org.bson.types.ObjectId()));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
