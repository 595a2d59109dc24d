package dev.bowline.driver.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.junit.jupiter.api.Test;

class ClusterClockTest {
    private final ClusterClock clock = new ClusterClock();

    @Test
    void theClockNeverGoesBack() {
        clock.advance(time(2, 1));
        clock.advance(time(1, 9));
        assertThat(clock.current().time()).isEqualTo(new BsonTimestamp(2, 1).getValue());
        assertThat(clock.isBehind(new BsonTimestamp(2, 1).getValue())).isFalse();
        assertThat(clock.isBehind(new BsonTimestamp(2, 2).getValue())).isTrue();
    }

    @Test
    void timesAfter2038AreLaterThanThoseBefore() {
        clock.advance(time(Integer.MAX_VALUE, 1));
        clock.advance(time(Integer.MIN_VALUE, 1));
        assertThat(clock.current().time()).isEqualTo(new BsonTimestamp(Integer.MIN_VALUE, 1).getValue());
    }

    @Test
    void theDocumentIsRepeatedAsItCame() {
        BsonDocument document = new BsonDocument("clusterTime", new BsonTimestamp(5, 6)).append("signature",
                new BsonString("s"));
        assertThat(ClusterTime.of(document).document()).isEqualTo(document);
        assertThat(ClusterTime.of(new BsonDocument())).isNull();
    }

    @Test
    void theLaterOfTwoTimesWinsAndAnyOverNone() {
        ClusterTime early = time(1, 9);
        ClusterTime late = time(Integer.MIN_VALUE, 1);
        assertThat(ClusterTime.later(early, late)).isSameAs(late);
        assertThat(ClusterTime.later(late, early)).isSameAs(late);
        assertThat(ClusterTime.later(early, null)).isSameAs(early);
        assertThat(ClusterTime.later(null, early)).isSameAs(early);
        assertThat(ClusterTime.later(null, null)).isNull();
    }

    @Test
    void manyThreadsLeaveTheClockAtTheHighestTime() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        AtomicInteger lost = new AtomicInteger();
        for (int t = 0; t < 8; t++) {
            int offset = t;
            threads.add(Thread.ofPlatform().start(() -> {
                for (int i = 0; i < 10_000; i++) {
                    long time = i * 8L + offset;
                    clock.advance(new ClusterTime(time, new byte[0]));
                    if (clock.isBehind(time)) {
                        lost.incrementAndGet();
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(clock.current().time()).isEqualTo(9_999 * 8 + 7);
        assertThat(lost).as("times that did not count").hasValue(0);
    }

    private static ClusterTime time(int seconds, int increment) {
        return ClusterTime.of(new BsonDocument("clusterTime", new BsonTimestamp(seconds, increment)));
    }
}
