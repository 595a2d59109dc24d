package dev.bowline.egress.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.doubles.ForwardingEnvironment;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.slf4j.event.EventRecordingLogger;
import org.slf4j.event.SubstituteLoggingEvent;
import org.slf4j.helpers.SubstituteLogger;

class RateLimitedLogTest {
    private final LinkedBlockingQueue<SubstituteLoggingEvent> logged = new LinkedBlockingQueue<>();
    private final AtomicLong now = new AtomicLong();
    private final RateLimitedLog log = new RateLimitedLog(new ForwardingEnvironment() {
        @Override
        public long nanoTime() {
            return now.get();
        }
    }, new EventRecordingLogger(new SubstituteLogger("limited", logged, false), logged));

    @Test
    void subjectsThatAreTooManyForAMinuteShareTheLinesOfOne() {
        for (int i = 0; i < 2 * RateLimitedLog.MAX_SUBJECTS; i++) {
            boolean written = log.warn("subject " + i, "a line");
            assertThat(written).as("subject " + i)
                    .isEqualTo(i < RateLimitedLog.MAX_SUBJECTS + RateLimitedLog.MAX_LINES);
        }
        assertThat(log.warn("subject 1", "a line")).as("a subject that has lines of its own").isTrue();
    }

    @Test
    void subjectsOfAnEarlierMinuteMakeRoomForNewOnes() {
        for (int i = 0; i < 2 * RateLimitedLog.MAX_SUBJECTS; i++) {
            log.warn("subject " + i, "a line");
        }
        now.addAndGet(Duration.ofSeconds(61).toNanos());
        logged.clear();
        for (int i = 0; i <= RateLimitedLog.MAX_LINES; i++) {
            log.warn("new", "a line");
            log.warn("newer", "a line");
        }
        assertThat(logged).as("each has its own lines").hasSize(2 * RateLimitedLog.MAX_LINES);
    }
}
