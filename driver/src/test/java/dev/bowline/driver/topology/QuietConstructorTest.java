package dev.bowline.driver.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.egress.connection.ConnectionSettings;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.egress.event.LogMessage;
import dev.bowline.egress.pool.PoolSettings;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A client's constructor leaves all I/O to the threads that it starts. */
class QuietConstructorTest {
    private static final Set<String> STARTS = Set.of("start", "startPlatform");
    private static final Set<String> WAITS = Set.of("open", "resolve", "dns", "park");

    private final List<String> started = new ArrayList<>();
    private final List<String> waited = new ArrayList<>();

    @Test
    void aConstructorReachesForNoSeedItself() {
        Topology topology = new Topology(
                TopologySettings.of(ServerAddress.parse("a"), ServerAddress.parse("b"), ServerAddress.parse("c")),
                withoutThreads(), PoolSettings.defaults().withMinPoolSize(1), ConnectionSettings.defaults(), List.of(),
                List.of(), LogMessage.DEFAULT_MAX_DOCUMENT_LENGTH);
        assertThat(waited).isEmpty();
        assertThat(started).containsExactlyInAnyOrder("bowline-monitor-a:27017", "bowline-monitor-b:27017",
                "bowline-monitor-c:27017");
        assertThat(topology.description().servers()).hasSize(3);
    }

    /** The system's environment, whose threads do not run. */
    private Environment withoutThreads() {
        return (Environment) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[]{Environment.class},
                (proxy, method, arguments) -> {
                    if (STARTS.contains(method.getName())) {
                        started.add((String) arguments[0]);
                        return Thread.ofPlatform().unstarted((Runnable) arguments[1]);
                    }
                    if (WAITS.contains(method.getName())) {
                        waited.add(method.getName());
                    }
                    return method.invoke(SystemEnvironment.instance(), arguments);
                });
    }
}
