package dev.bowline.driver.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.doubles.ForwardingEnvironment;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.slf4j.event.EventRecordingLogger;
import org.slf4j.event.SubstituteLoggingEvent;
import org.slf4j.helpers.SubstituteLogger;

/** Operations that wait for a server are counted in one line. */
class WaitTallyTest {
    private final LinkedBlockingQueue<SubstituteLoggingEvent> logged = new LinkedBlockingQueue<>();
    private final AtomicLong now = new AtomicLong(Duration.ofSeconds(100).toNanos());
    private final WaitTally tally = new WaitTally(new ForwardingEnvironment() {
        @Override
        public long nanoTime() {
            return now.get();
        }
    }, new EventRecordingLogger(new SubstituteLogger("dev.bowline.serverSelection", logged, false), logged));

    @Test
    void oneLineFollowsTheLastOperation() {
        long first = now.get();
        tally.began();
        pass(500);
        long second = now.get();
        tally.began();
        pass(1530);
        tally.ended(first, true);
        assertThat(lines()).isEmpty();
        tally.ended(second, false);
        assertThat(lines()).containsExactly(
                "2 operations waited for a server, the longest 2.03 s; 1 operation got none");
    }

    @Test
    void aWaitOfLessThanATenthOfASecondIsNoEvent() {
        waited(99);
        assertThat(lines()).isEmpty();
        waited(100);
        assertThat(lines()).containsExactly("1 operation waited for a server, the longest 0.10 s");
    }

    @Test
    void operationsThatWaitWithoutAPauseAreLoggedAfterTenSeconds() {
        long start = now.get();
        tally.began();
        tally.began();
        pass(9999);
        tally.ended(start, true);
        tally.began();
        assertThat(lines()).isEmpty();
        pass(1);
        tally.ended(start, true);
        assertThat(lines()).containsExactly(
                "2 operations waited for a server, the longest 10.00 s; 1 operation still waiting");
    }

    private void waited(long millis) {
        long start = now.get();
        tally.began();
        pass(millis);
        tally.ended(start, true);
    }

    private void pass(long millis) {
        now.addAndGet(Duration.ofMillis(millis).toNanos());
    }

    private List<String> lines() {
        return logged.stream().map(SubstituteLoggingEvent::getMessage).toList();
    }
}
