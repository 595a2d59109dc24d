package dev.bowline.driver.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoException;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

class BackoffTest {
    @Test
    void pausesDoubleFromTwoHundredMillisecondsAndEndAtTenSeconds() {
        MongoException error = error("{ok: 0, code: 462}");
        assertThat(millis(error, 1, 1)).isEqualTo(200);
        assertThat(millis(error, 2, 1)).isEqualTo(400);
        assertThat(millis(error, 6, 1)).isEqualTo(6_400);
        assertThat(millis(error, 7, 1)).isEqualTo(10_000);
        assertThat(millis(error, 4_000, 1)).isEqualTo(10_000);
    }

    @Test
    void chanceShortensThem() {
        assertThat(millis(error("{ok: 0}"), 1, 0)).isZero();
        assertThat(millis(error("{ok: 0}"), 1, 0.25)).isEqualTo(50);
    }

    @Test
    void theServerMaySayHowLongTheyBeginIfItSaysMoreThanNothing() {
        assertThat(millis(error("{ok: 0, baseBackoffMS: 50}"), 1, 1)).isEqualTo(100);
        assertThat(millis(error("{ok: 0, baseBackoffMS: 50}"), 2, 1)).isEqualTo(200);
        assertThat(millis(error("{ok: 0, baseBackoffMS: 100000}"), 1, 1)).isEqualTo(10_000);
        for (String none : new String[]{"0", "-1", "'50'"}) {
            assertThat(millis(error("{ok: 0, baseBackoffMS: " + none + "}"), 1, 1)).isEqualTo(200);
        }
    }

    @Test
    void transactionsWaitMillisecondsAndNeverMoreThanHalfASecond() {
        assertThat(Backoff.transactionNanos(1, 1)).isEqualTo(TimeUnit.MICROSECONDS.toNanos(7_500));
        assertThat(Backoff.transactionNanos(30, 1)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(500));
        assertThat(Backoff.transactionNanos(1, 0)).isZero();
    }

    private static long millis(MongoException error, int retry, double jitter) {
        return TimeUnit.NANOSECONDS.toMillis(Backoff.nanos(error, retry, jitter));
    }

    private static MongoException error(String reply) {
        return new MongoCommandException(BsonDocument.parse(reply), new ServerAddress("a", 1));
    }
}
