package dev.bowline.egress.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.egress.environment.SystemEnvironment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventDeliveryTest {
    private static final int FULL = 100_000;

    @Test
    void aFullQueueDropsEventsUntilItIsDelivered() {
        List<Integer> heard = new ArrayList<>();
        EventDelivery<Integer> delivery = new EventDelivery<>(SystemEnvironment.instance(), "events", heard::add);
        for (int i = 0; i < FULL + 10; i++) {
            delivery.add(i);
        }
        delivery.deliver();
        assertThat(heard).hasSize(FULL).last().isEqualTo(FULL - 1);
        delivery.add(-1);
        delivery.deliver();
        assertThat(heard).hasSize(FULL + 1).last().isEqualTo(-1);
    }

    @Test
    void whatAListenerThrowsReachesNeitherTheCallerNorLaterEvents() {
        List<Integer> heard = new ArrayList<>();
        EventDelivery<Integer> delivery = new EventDelivery<>(SystemEnvironment.instance(), "events", event -> {
            heard.add(event);
            if (event == 1) {
                throw new IllegalStateException("a listener's mistake");
            }
            if (event == 2) {
                throw new AssertionError("a listener's failed assertion");
            }
        });
        List.of(1, 2, 3).forEach(delivery::add);
        delivery.deliver();
        assertThat(heard).containsExactly(1, 2, 3);
    }
}
