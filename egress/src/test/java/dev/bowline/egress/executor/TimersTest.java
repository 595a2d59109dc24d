package dev.bowline.egress.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.doubles.ForwardingEnvironment;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class TimersTest {
    private final AtomicBoolean withoutThreads = new AtomicBoolean();
    private final ForwardingEnvironment environment = new ForwardingEnvironment() {
        @Override
        public Thread startPlatform(String name, Runnable task) {
            if (withoutThreads.get()) {
                throw new IllegalStateException("no thread");
            }
            return super.startPlatform(name, task);
        }
    };

    @Test
    void aThreadThatCannotBeStartedIsStartedForTheNextTimer() throws InterruptedException {
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch second = new CountDownLatch(1);
        try (Timers timers = new Timers("test", environment)) {
            withoutThreads.set(true);
            assertThatThrownBy(() -> timers.set(counting(first), environment.nanoTime()))
                    .isInstanceOf(IllegalStateException.class);
            withoutThreads.set(false);
            timers.set(counting(second), environment.nanoTime());
            assertThat(second.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(first.getCount()).as("the timer that was not set").isEqualTo(1);
        }
    }

    private static Timers.Timer counting(CountDownLatch rung) {
        return new Timers.Timer() {
            @Override
            void ring() {
                rung.countDown();
            }
        };
    }
}
