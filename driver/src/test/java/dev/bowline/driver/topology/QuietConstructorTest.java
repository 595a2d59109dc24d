package dev.bowline.driver.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.doubles.ForwardingEnvironment;
import dev.bowline.egress.connection.ConnectionSettings;
import dev.bowline.egress.environment.ByteStream;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.LogMessage;
import dev.bowline.egress.pool.PoolSettings;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A client's constructor leaves all I/O to the threads that it starts. */
class QuietConstructorTest {
    private final List<String> started = new ArrayList<>();
    private final List<String> waited = new ArrayList<>();

    /** Starts no thread, and knows what the constructor itself reaches for. */
    private final class WithoutThreads extends ForwardingEnvironment {
        @Override
        public Thread start(String name, Runnable task) {
            started.add(name);
            return Thread.ofPlatform().unstarted(task);
        }

        @Override
        public Thread startPlatform(String name, Runnable task) {
            return start(name, task);
        }

        @Override
        public void park(Deadline deadline) {
            waited.add("park");
        }

        @Override
        public List<InetAddress> resolve(String host) {
            waited.add("resolve " + host);
            throw new IllegalStateException(host);
        }

        @Override
        public ByteStream open(SocketAddress address, Deadline deadline) {
            waited.add("open " + address);
            throw new IllegalStateException(address.toString());
        }
    }

    @Test
    void aConstructorReachesForNoSeedItself() {
        Topology topology = new Topology(
                TopologySettings.of(ServerAddress.parse("a"), ServerAddress.parse("b"), ServerAddress.parse("c")),
                new WithoutThreads(), PoolSettings.defaults().withMinPoolSize(1), ConnectionSettings.defaults(),
                List.of(), List.of(), LogMessage.DEFAULT_MAX_DOCUMENT_LENGTH);
        assertThat(waited).isEmpty();
        assertThat(started).containsExactlyInAnyOrder("bowline-monitor-a:27017", "bowline-monitor-b:27017",
                "bowline-monitor-c:27017");
        assertThat(topology.description().servers()).hasSize(3);
    }
}
