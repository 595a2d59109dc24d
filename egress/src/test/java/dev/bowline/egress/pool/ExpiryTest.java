package dev.bowline.egress.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.egress.event.ConnectionClosedEvent.Reason;
import org.junit.jupiter.api.Test;

/** The limits to the nanosecond, which a pool on real time cannot show. */
class ExpiryTest {
    private static final long LIMIT = 1_000;

    @Test
    void aConnectionPerishesAfterMoreThanItsIdleTime() {
        try (PoolFixture fixture = PoolFixture.ready(s -> s)) {
            PoolEntry entry = available(fixture);
            Expiry expiry = new Expiry(LIMIT, 0, 0);
            assertThat(expiry.perishedReason(entry, entry.idleSinceNanos + LIMIT)).isNull();
            assertThat(expiry.perishedReason(entry, entry.idleSinceNanos + LIMIT + 1)).isEqualTo(Reason.IDLE);
            assertThat(expiry.perishedReason(entry, expiry.nextNanos(entry))).isEqualTo(Reason.IDLE);
        }
    }

    @Test
    void aConnectionPerishesAfterMoreThanItsLifeTime() {
        try (PoolFixture fixture = PoolFixture.ready(s -> s)) {
            PoolEntry entry = available(fixture);
            Expiry expiry = new Expiry(0, LIMIT, 0);
            assertThat(expiry.perishedReason(entry, entry.createdNanos + LIMIT)).isNull();
            assertThat(expiry.perishedReason(entry, entry.createdNanos + LIMIT + 1)).isEqualTo(Reason.IDLE);
        }
    }

    @Test
    void withoutLimitsAConnectionNeverPerishes() {
        try (PoolFixture fixture = PoolFixture.ready(s -> s)) {
            PoolEntry entry = available(fixture);
            assertThat(new Expiry(0, 0, 0).perishedReason(entry, entry.createdNanos + Long.MAX_VALUE / 2)).isNull();
        }
    }

    private static PoolEntry available(PoolFixture fixture) {
        PooledConnection connection = fixture.checkOut();
        connection.close();
        return connection.entry;
    }
}
