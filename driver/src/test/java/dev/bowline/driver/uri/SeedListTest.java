package dev.bowline.driver.uri;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.egress.environment.DnsResolver;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.MongoConfigurationException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class SeedListTest {
    private static final String NAME = "_mongodb._tcp.db.example.com";

    @Test
    void theShortestTimeToLiveOfTheRecordsCounts() {
        StubDns dns = new StubDns().srv(NAME, 300, "a.example.com", 1).srv(NAME, 60, "b.example.com.", 2);
        SeedList seeds = SeedList.lookUp(dns, "db.example.com", "mongodb");
        assertThat(seeds.hosts()).containsExactly(new ServerAddress("a.example.com", 1),
                new ServerAddress("b.example.com", 2));
        assertThat(seeds.ttlSeconds()).isEqualTo(60);
    }

    @Test
    void aHostOfAnotherDomainFailsAtFirstAndIsPassedOverLater() {
        StubDns dns = new StubDns().srv(NAME, 60, "a.example.com", 1).srv(NAME, 60, "evil.com", 1)
                .srv(NAME, 60, "notexample.com", 1);
        assertThatThrownBy(() -> SeedList.lookUp(dns, "db.example.com", "mongodb"))
                .isInstanceOf(MongoConfigurationException.class).hasMessageContaining("evil.com");
        List<String> rejected = new ArrayList<>();
        assertThat(SeedList.poll(dns, "db.example.com", "mongodb", null, rejected::add).hosts()).hasSize(1);
        assertThat(rejected).containsExactly("evil.com", "notexample.com");
    }

    @Test
    void aHostOfAnotherDomainIsShownOnOneLineAndCut() {
        String evil = "evil\n2026-01-01 ERROR\u001b[2J" + "x".repeat(5000) + ".com";
        StubDns dns = new StubDns().srv(NAME, 60, "a.example.com", 1).srv(NAME, 60, evil, 1);
        assertThatThrownBy(() -> SeedList.lookUp(dns, "db.example.com", "mongodb"))
                .isInstanceOf(MongoConfigurationException.class)
                .satisfies(error -> assertThat(error.getMessage()).hasSizeLessThan(1300).contains("evil\\n", "\\u001b")
                        .matches(text -> text.chars().noneMatch(Character::isISOControl)));
        List<String> rejected = new ArrayList<>();
        SeedList.poll(dns, "db.example.com", "mongodb", null, rejected::add);
        assertThat(rejected).singleElement().asString().hasSizeLessThan(1100)
                .matches(text -> text.chars().noneMatch(Character::isISOControl));
    }

    @Test
    void textOfANameServiceIsShownOnOneLineAndCut() {
        String evil = "evil\n2026-01-01 ERROR\u001b[2J" + "x".repeat(5000);
        DnsResolver failing = new DnsResolver() {
            @Override
            public List<SrvRecord> srv(String name) {
                throw new DnsException(evil);
            }

            @Override
            public List<String> txt(String name) {
                throw new DnsException(evil);
            }
        };
        for (ThrowingCallable lookUp : List.<ThrowingCallable>of(
                () -> SeedList.lookUp(failing, "db.example.com", "mongodb"),
                () -> SeedList.lookUpOptions(failing, "x.y.z"),
                () -> SeedList.lookUpOptions(new StubDns().txt("x.y.z", evil), "x.y.z"),
                () -> SeedList.lookUpOptions(new StubDns().txt("x.y.z", evil + "=1"), "x.y.z"))) {
            assertThatThrownBy(lookUp).isInstanceOf(MongoConfigurationException.class)
                    .satisfies(error -> assertThat(error.getMessage()).hasSizeLessThan(1300)
                            .contains("evil\\n", "\\u001b")
                            .matches(text -> text.chars().noneMatch(Character::isISOControl)));
        }
    }

    @Test
    void aRecordOfMoreServersThanCanBeWatchedIsRefusedUnlessTheyAreLimited() {
        StubDns dns = new StubDns().srv(NAME, 60, "a.example.com", IntStream.rangeClosed(1, 1_000).toArray());
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(3);
        SeedList most = SeedList.lookUp(dns, "db.example.com", "mongodb");
        assertThat(most.limitedTo(0, random).hosts()).hasSize(1_000);
        dns.srv(NAME, 60, "a.example.com", 1_001);
        SeedList tooMany = SeedList.lookUp(dns, "db.example.com", "mongodb");
        assertThatThrownBy(() -> tooMany.limitedTo(0, random)).isInstanceOf(MongoConfigurationException.class)
                .hasMessageContaining("1001").hasMessageContaining("srvMaxHosts");
        assertThat(tooMany.limitedTo(3, random).hosts()).hasSize(3);
    }

    @Test
    void aRecordWithAnImpossiblePortIsAConfigurationError() {
        StubDns dns = new StubDns().srv(NAME, 60, "a.example.com", 0);
        assertThatThrownBy(() -> SeedList.lookUp(dns, "db.example.com", "mongodb"))
                .isInstanceOf(MongoConfigurationException.class).hasMessageContaining("port");
    }

    @Test
    void aLimitDrawsHostsAtRandomAndEachSometimes() {
        StubDns dns = new StubDns().srv(NAME, 60, "a.example.com", 1, 2, 3, 4);
        SeedList all = SeedList.lookUp(dns, "db.example.com", "mongodb");
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(3);
        Set<ServerAddress> seen = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            List<ServerAddress> drawn = all.limitedTo(2, random).hosts();
            assertThat(drawn).hasSize(2).doesNotHaveDuplicates();
            seen.addAll(drawn);
        }
        assertThat(seen).hasSize(4);
        assertThat(all.limitedTo(0, random)).isSameAs(all);
        assertThat(all.limitedTo(4, random)).isSameAs(all);
        assertThat(all.limitedTo(3, random).hosts()).hasSize(3);
    }

    @Test
    void aTextRecordMustBeOneAndHoldOnlyWhatIsAllowed() {
        assertThat(SeedList.lookUpOptions(new StubDns(), "x.y.z").replicaSet()).isEmpty();
        assertThat(SeedList.lookUpOptions(new StubDns().txt("x.y.z", "REPLICASET=r%20s&loadBalanced=false"), "x.y.z"))
                .satisfies(options -> {
                    assertThat(options.replicaSet()).contains("r s");
                    assertThat(options.loadBalanced()).contains(false);
                });
        assertThat(SeedList.lookUpOptions(new StubDns().txt("x.y.z", "loadBalanced=1"), "x.y.z").loadBalanced())
                .isEmpty();
        for (String bad : List.of("tls=false", "authSource=", "authSource", "=x", "")) {
            assertThatThrownBy(() -> SeedList.lookUpOptions(new StubDns().txt("x.y.z", bad), "x.y.z")).as(bad)
                    .isInstanceOf(MongoConfigurationException.class);
        }
    }
}
