package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.doubles.ForwardingEnvironment;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.Member;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that must run while the application keeps every carrier to itself are platform threads. */
@Timeout(60)
class PlatformThreadsTest {
    private final Set<String> platform = ConcurrentHashMap.newKeySet();
    private final Set<String> virtual = ConcurrentHashMap.newKeySet();

    /** Notes the names of the threads that it starts, without the addresses. */
    private final class Noting extends ForwardingEnvironment {
        @Override
        public Thread start(String name, Runnable task) {
            virtual.add(kind(name));
            return super.start(name, task);
        }

        @Override
        public Thread startPlatform(String name, Runnable task) {
            platform.add(kind(name));
            return SystemEnvironment.instance().startPlatform(name, task);
        }
    }

    private static String kind(String name) {
        return name.replaceAll("-[0-9.:]+$", "");
    }

    @Test
    void monitorsMaintainerProbesAndThreadsThatConnectNeedNoCarrier() {
        Noting environment = new Noting();
        try (Deployment deployment = Deployment.builder().replicaSet(3).electionTimeout(Duration.ofMillis(300)).start();
                MongoClient client = MongoClient.connect(MongoClientSettings.builder().environment(environment)
                        .connectionString(deployment.connectionString() + "&minPoolSize=1").build())) {
            client.database("db").collection("c").insertOne(new Document());
            Member old = deployment.awaitPrimary();
            deployment.freeze(old);
            await(environment, "bowline-probe");
            deployment.thaw(old);
            await(environment, "bowline-rtt");
            await(environment, "bowline-pool-maintainer");
            assertThat(platform).contains("bowline-monitor", "bowline-rtt", "bowline-probe", "bowline-connect",
                    "bowline-pool-maintainer");
        }
        assertThat(virtual).doesNotContainAnyElementsOf(platform);
    }

    private void await(Noting environment, String name) {
        Deadline limit = Deadline.after(environment, Duration.ofSeconds(30));
        while (!platform.contains(name)) {
            assertThat(limit.isExpired(environment)).as("no platform thread " + name + " in time").isFalse();
            environment.park(Deadline.after(environment, Duration.ofMillis(10)));
        }
    }
}
