package dev.bowline.egress.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.error.MongoConfigurationException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class PoolSettingsTest {
    private final PoolSettings defaults = PoolSettings.defaults();

    @Test
    void theDefaultsAreThoseOfTheSpecification() {
        assertThat(defaults.maxPoolSize()).isEqualTo(100);
        assertThat(defaults.minPoolSize()).isZero();
        assertThat(defaults.maxIdleTimeMillis()).isZero();
        assertThat(defaults.maxConnecting()).isEqualTo(2);
        assertThat(defaults.waitQueueTimeoutMillis()).isZero();
        assertThat(defaults.nonDefaultOptions()).isEmpty();
    }

    @Test
    void valuesOutOfRangeAreRefusedAndTheirNeighboursAreNot() {
        refused("maxPoolSize", () -> defaults.withMaxPoolSize(-1));
        allowed(() -> defaults.withMaxPoolSize(0));
        refused("minPoolSize", () -> defaults.withMinPoolSize(-1));
        refused("minPoolSize", () -> defaults.withMinPoolSize(101));
        allowed(() -> defaults.withMinPoolSize(100));
        allowed(() -> defaults.withMaxPoolSize(0).withMinPoolSize(101));
        refused("maxIdleTimeMS", () -> defaults.withMaxIdleTimeMillis(-1));
        refused("maxConnecting", () -> defaults.withMaxConnecting(0));
        allowed(() -> defaults.withMaxConnecting(1));
        refused("waitQueueTimeoutMS", () -> defaults.withWaitQueueTimeoutMillis(-1));
    }

    @Test
    void whatDiffersFromTheDefaultsIsNamedAsInAConnectionString() {
        PoolSettings settings = defaults.withMaxPoolSize(50).withMinPoolSize(5).withMaxIdleTimeMillis(100)
                .withMaxConnecting(3).withWaitQueueTimeoutMillis(7);
        assertThat(settings.nonDefaultOptions()).containsExactly(java.util.Map.entry("maxIdleTimeMS", 100L),
                java.util.Map.entry("minPoolSize", 5), java.util.Map.entry("maxPoolSize", 50),
                java.util.Map.entry("maxConnecting", 3), java.util.Map.entry("waitQueueTimeoutMS", 7L));
    }

    private static void refused(String option, ThrowingCallable change) {
        assertThatThrownBy(change).isInstanceOf(MongoConfigurationException.class).hasMessageStartingWith(option);
    }

    private static void allowed(ThrowingCallable change) {
        assertThatCode(change).doesNotThrowAnyException();
    }
}
