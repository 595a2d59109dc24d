package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.doubles.ForwardingEnvironment;
import dev.bowline.driver.uri.StubDns;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.DnsResolver;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.error.MongoServerSelectionTimeoutException;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.Member;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
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
    private class Noting extends ForwardingEnvironment {
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

    @Test
    void theThreadThatFollowsAnSrvRecordNeedsNoCarrier() {
        StubDns dns = new StubDns().srv("_mongodb._tcp.db.test.example", 60, "one.test.example", 27017);
        Noting environment = new Noting() {
            @Override
            public DnsResolver dns() {
                return dns;
            }

            @Override
            public List<InetAddress> resolve(String host) throws UnknownHostException {
                throw new UnknownHostException(host);
            }
        };
        try (MongoClient client = MongoClient.connect(MongoClientSettings.builder().environment(environment)
                .connectionString("mongodb+srv://db.test.example/?tls=false&serverSelectionTimeoutMS=10").build())) {
            assertThatThrownBy(() -> client.database("db").collection("c").insertOne(new Document()))
                    .isInstanceOf(MongoServerSelectionTimeoutException.class);
        }
        assertThat(platform).contains("bowline-srv-db.test.example");
    }

    private void await(Noting environment, String name) {
        Deadline limit = Deadline.after(environment, Duration.ofSeconds(30));
        while (!platform.contains(name)) {
            assertThat(limit.isExpired(environment)).as("no platform thread " + name + " in time").isFalse();
            environment.park(Deadline.after(environment, Duration.ofMillis(10)));
        }
    }
}
