package dev.bowline.driver.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.topology.TopologySettings.Srv;
import dev.bowline.driver.uri.StubDns;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.simulator.time.Simulation;
import java.util.List;
import java.util.function.BiConsumer;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** SRV records that change, in virtual time; routers answer wherever they are looked for. */
class SrvPollerTest {
    private static final String DOMAIN = "test.example.com";
    private static final String RECORD = "_mongodb._tcp.test." + DOMAIN;
    private static final String MONGOS = "{ok: 1, msg: 'isdbgrid', maxWireVersion: 21, helloOk: true}";

    @Test
    void routersComeAndGoWithTheRecord() {
        run(0, MONGOS, (world, dns) -> {
            set(dns, "a." + DOMAIN, "c." + DOMAIN);
            world.sleep(59_000);
            assertThat(hosts(world)).containsExactly("a", "b");
            ServerDescription before = world.topology.description().server(address("a"));
            world.sleep(2_000);
            assertThat(hosts(world)).containsExactly("a", "c");
            assertThat(dns.asked).containsExactly(RECORD);
            assertThat(world.topology.description().server(address("a")).type()).isEqualTo(before.type());
            world.sleep(1_000);
            assertThat(world.topology.description().server(address("c")).type()).isEqualTo(ServerType.MONGOS);
            assertThat(world.pools.get(address("b")).closed).isTrue();
        });
    }

    @Test
    void aFailedOrEmptyLookUpKeepsTheServersAndIsTriedAgainAfterAHeartbeat() {
        run(0, MONGOS, (world, dns) -> {
            world.sleep(61_000);
            assertThat(dns.asked).hasSize(1);
            assertThat(hosts(world)).containsExactly("a", "b");
            world.sleep(10_000);
            assertThat(dns.asked).hasSize(2);
            set(dns, "elsewhere.example.org");
            world.sleep(10_000);
            assertThat(dns.asked).hasSize(3);
            assertThat(hosts(world)).containsExactly("a", "b");
            set(dns, "b." + DOMAIN);
            world.sleep(10_000);
            assertThat(hosts(world)).containsExactly("b");
            world.sleep(30_000);
            assertThat(dns.asked).hasSize(4);
        });
    }

    @Test
    void theIntervalFollowsTheLeastTimeToLiveButNotBelowAMinute() {
        run(0, MONGOS, (world, dns) -> {
            dns.srv(RECORD, 300, "a." + DOMAIN, 27017).srv(RECORD, 120, "b." + DOMAIN, 27017);
            world.sleep(61_000);
            assertThat(dns.asked).hasSize(1);
            world.sleep(118_000);
            assertThat(dns.asked).hasSize(1);
            world.sleep(2_000);
            assertThat(dns.asked).hasSize(2);
            dns.clear();
            dns.srv(RECORD, 5, "a." + DOMAIN, 27017);
            world.sleep(120_000);
            assertThat(dns.asked).hasSize(3);
            world.sleep(58_000);
            assertThat(dns.asked).hasSize(3);
            world.sleep(3_000);
            assertThat(dns.asked).hasSize(4);
        });
    }

    @Test
    void noMoreThanSrvMaxHostsAreFollowedAndKnownOnesStay() {
        run(2, MONGOS, (world, dns) -> {
            set(dns, "a." + DOMAIN, "c." + DOMAIN, "d." + DOMAIN, "e." + DOMAIN);
            world.sleep(61_000);
            assertThat(hosts(world)).hasSize(2).contains("a").doesNotContain("b");
        });
    }

    @Test
    void aReplicaSetDoesNotFollowTheRecord() {
        String member = "{ok: 1, isWritablePrimary: true, setName: 'rs', hosts: ['a." + DOMAIN + "', 'b." + DOMAIN
                + "'], maxWireVersion: 21, helloOk: true}";
        run(0, member, (world, dns) -> {
            set(dns, "z." + DOMAIN);
            world.sleep(300_000);
            assertThat(dns.asked).isEmpty();
            assertThat(hosts(world)).containsExactly("a", "b");
        });
    }

    private static void run(int maxHosts, String reply, BiConsumer<SimulatedTopology, StubDns> script) {
        for (long seed = 1; seed <= 5; seed++) {
            Simulation simulation = new Simulation(seed);
            StubDns dns = new StubDns();
            simulation.network().dns(dns);
            TopologySettings settings = TopologySettings.of(address("a"), address("b"))
                    .withSrv(new Srv("test." + DOMAIN, "mongodb", maxHosts, 60));
            SimulatedTopology.runOnce(simulation, simulation.environment(), settings, false, world -> {
                for (String host : List.of("a", "b", "c", "d", "e", "z")) {
                    world.server(address(host)).reply = () -> BsonDocument.parse(reply);
                }
            }, world -> script.accept(world, dns));
        }
    }

    private static void set(StubDns dns, String... hosts) {
        dns.clear();
        for (String host : hosts) {
            dns.srv(RECORD, 60, host, 27017);
        }
    }

    private static ServerAddress address(String host) {
        return new ServerAddress(host + "." + DOMAIN, 27017);
    }

    private static List<String> hosts(SimulatedTopology world) {
        return world.topology.description().servers().stream().map(server -> server.address().host().substring(0, 1))
                .toList();
    }
}
