package dev.bowline.driver.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.doubles.ForwardingEnvironment;
import dev.bowline.driver.selection.ServerSelector;
import dev.bowline.egress.connection.ConnectionSettings;
import dev.bowline.egress.environment.ByteStream;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.event.LogMessage;
import dev.bowline.egress.pool.PoolSettings;
import java.io.IOException;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients that come and go leave no thread and no socket. */
class NothingLeftBehindTest {
    @Test
    @Timeout(60)
    void hundredsOfClientsLeaveNothingBehind() {
        openAndClose(300);
    }

    @Test
    @Tag("soak")
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void tenThousandClientsLeaveNothingBehind() {
        openAndClose(10_000);
    }

    private static void openAndClose(int clients) {
        Counting environment = new Counting();
        try (ScriptedServer primary = new ScriptedServer(); ScriptedServer secondary = new ScriptedServer()) {
            primary.streams();
            secondary.streams();
            primary.says(ScriptedServer.member("rs", true, primary, secondary));
            secondary.says(ScriptedServer.member("rs", false, primary, secondary));
            for (int i = 0; i < clients; i++) {
                Topology topology = new Topology(
                        TopologySettings.of(primary.address()).withHeartbeatFrequencyMillis(500), environment,
                        PoolSettings.defaults(), ConnectionSettings.defaults(), List.of(), List.of(),
                        LogMessage.DEFAULT_MAX_DOCUMENT_LENGTH);
                if (i % 3 > 0) {
                    Deadline deadline = Deadline.after(environment, Duration.ofSeconds(20));
                    Server server = topology.selectServer(ServerSelector.writable(), deadline, List.of());
                    if (i % 3 == 2) {
                        server.pool().checkOut(deadline).close();
                    }
                }
                topology.close();
            }
            assertThat(environment.started.get()).isGreaterThan(clients);
            awaitZero(environment);
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
            while (primary.openSockets() + secondary.openSockets() > 0 && System.nanoTime() < end) {
                LockSupport.parkNanos(1_000_000);
            }
            assertThat(primary.openSockets() + secondary.openSockets()).isZero();
            assertThat(environment.streams).noneMatch(ByteStream::isOpen);
        }
    }

    private static void awaitZero(Counting environment) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (environment.running.get() > 0 && System.nanoTime() < end) {
            LockSupport.parkNanos(1_000_000);
        }
        assertThat(environment.running.get()).as("threads still running").isZero();
    }

    /** The system's environment, which counts threads and streams. */
    private static final class Counting extends ForwardingEnvironment {
        final AtomicLong started = new AtomicLong();
        final AtomicLong running = new AtomicLong();
        final Queue<ByteStream> streams = new ConcurrentLinkedQueue<>();

        @Override
        public Thread start(String name, Runnable task) {
            started.incrementAndGet();
            running.incrementAndGet();
            return super.start(name, () -> {
                try {
                    task.run();
                } finally {
                    running.decrementAndGet();
                }
            });
        }

        @Override
        public ByteStream open(SocketAddress address, Deadline deadline) throws IOException {
            ByteStream stream = super.open(address, deadline);
            streams.removeIf(old -> !old.isOpen());
            streams.add(stream);
            return stream;
        }
    }
}
