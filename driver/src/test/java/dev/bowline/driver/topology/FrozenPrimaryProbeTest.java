package dev.bowline.driver.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.doubles.ForwardingEnvironment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.FailurePhase;
import dev.bowline.error.MongoSocketException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FrozenPrimaryProbeTest {
    private static final ServerAddress ADDRESS = new ServerAddress("one.test", 27017);

    private final AtomicInteger threads = new AtomicInteger();
    private final MongoSocketException refused = new MongoSocketException("refused", ADDRESS, FailurePhase.CONNECTING,
            false, null);

    @Test
    void aProbeThatGotNoThreadIsFollowedByAnother() throws Exception {
        FrozenPrimaryProbe probe = probe(1);
        assertThatThrownBy(() -> probe.start(1_000_000, error -> {})).isInstanceOf(InternalError.class);
        CompletableFuture<RuntimeException> silent = new CompletableFuture<>();
        probe.start(1_000_000, silent::complete);
        assertThat(silent.get(10, TimeUnit.SECONDS)).isSameAs(refused);
    }

    @Test
    void aStoppedProbeStartsNoThread() {
        FrozenPrimaryProbe probe = probe(0);
        probe.stop();
        probe.start(1_000_000, error -> {});
        assertThat(threads).hasValue(0);
    }

    /** @param failing how many threads cannot be started */
    private FrozenPrimaryProbe probe(int failing) {
        return new FrozenPrimaryProbe(ADDRESS, (id, address, deadline, establishment) -> {
            throw refused;
        }, new ForwardingEnvironment() {
            @Override
            public Thread startPlatform(String name, Runnable task) {
                if (threads.getAndIncrement() < failing) {
                    throw new InternalError("no thread");
                }
                return super.startPlatform(name, task);
            }
        });
    }
}
