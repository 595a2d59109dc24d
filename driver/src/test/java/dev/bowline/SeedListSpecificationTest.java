package dev.bowline;

import static dev.bowline.driver.SpecificationData.onlyFields;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.driver.SpecificationData;
import dev.bowline.driver.SpecificationData.Case;
import dev.bowline.driver.uri.StubDns;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.error.MongoConfigurationException;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/**
 * The suite of the initial DNS seed list, with a resolver that knows the records of the specification's test domain.
 * What a live deployment would add ({@code hosts}, {@code numHosts}, {@code ping}) is not looked at: no server is asked.
 */
class SeedListSpecificationTest {
    private static final String DOMAIN = "test.build.10gen.cc";
    private static final String LOCALHOST = "localhost." + DOMAIN;

    @TestFactory
    List<DynamicNode> seedLists() {
        return SpecificationData.suite("initial-dns-seedlist-discovery",
                file -> List.of(new Case("is resolved", () -> run(file))));
    }

    private static void run(BsonDocument test) {
        onlyFields(test, Set.of("uri", "seeds", "numSeeds", "hosts", "numHosts", "options", "parsed_options", "ping",
                "error", "comment"));
        String uri = test.getString("uri").getValue();
        if (test.containsKey("error")) {
            assertThatThrownBy(() -> resolve(uri)).isInstanceOf(MongoConfigurationException.class);
            return;
        }
        MongoClientSettings settings = resolve(uri);
        if (test.containsKey("seeds")) {
            assertThat(settings.hosts()).containsExactlyInAnyOrderElementsOf(test.getArray("seeds").stream()
                    .map(seed -> ServerAddress.parse(seed.asString().getValue())).toList());
        }
        if (test.containsKey("numSeeds")) {
            assertThat(settings.hosts()).hasSize(test.getInt32("numSeeds").getValue());
        }
        test.getDocument("options", new BsonDocument())
                .forEach((name, value) -> checkOption(uri, settings, name, value));
        test.getDocument("parsed_options", new BsonDocument())
                .forEach((name, value) -> checkParsed(settings, name, value.asString().getValue()));
    }

    private static void checkOption(String uri, MongoClientSettings settings, String name, BsonValue value) {
        switch (name) {
            case "ssl" -> assertThat(settings.tls()).isEqualTo(value.asBoolean().getValue());
            case "loadBalanced" -> assertThat(settings.loadBalanced()).isEqualTo(value.asBoolean().getValue());
            case "directConnection" -> assertThat(settings.directConnection())
                    .isEqualTo(value.asBoolean().getValue());
            case "replicaSet" -> assertThat(settings.replicaSet()).contains(value.asString().getValue());
            case "srvMaxHosts" -> assertThat(settings.srvMaxHosts()).isEqualTo(value.asInt32().getValue());
            case "srvServiceName" -> assertThat(settings.srvServiceName()).isEqualTo(value.asString().getValue());
            // Without a user there is nothing to look for in the source, so the same string is tried with one.
            case "authSource" -> assertThat(resolve(uri.replace("://", "://user:password@")).credential().orElseThrow()
                    .source()).isEqualTo(value.asString().getValue());
            default -> throw new AssertionError("the option " + name + " is not understood");
        }
    }

    private static void checkParsed(MongoClientSettings settings, String name, String value) {
        switch (name) {
            case "auth_database" -> assertThat(settings.database()).contains(value);
            case "user" -> assertThat(settings.credential().orElseThrow().userName()).contains(value);
            case "password" -> assertThat(settings.credential().orElseThrow().password().map(String::new))
                    .contains(value);
            default -> throw new AssertionError("the parsed option " + name + " is not understood");
        }
    }

    private static MongoClientSettings resolve(String uri) {
        return MongoClientSettings.builder().environment(records().environment()).connectionString(uri).build()
                .resolved();
    }

    private static StubDns records() {
        StubDns dns = new StubDns();
        add(dns, 1, LOCALHOST, 27017, 27018);
        add(dns, 2, LOCALHOST, 27018, 27019);
        for (int plain : new int[]{3, 5, 6, 7, 8, 11, 21}) {
            add(dns, plain, LOCALHOST, 27017);
        }
        add(dns, 12, "localhost.10gen.cc", 27017);
        add(dns, 13, "localhost.build.10gen.cc", 27017);
        add(dns, 14, "localhost.not-test.build.10gen.cc", 27017);
        add(dns, 15, "localhost.test.not-build.10gen.cc", 27017);
        add(dns, 16, "localhost.test.build.not-10gen.cc", 27017);
        add(dns, 17, "localhost.test.build.10gen.not-cc", 27017);
        add(dns, 18, "localhost.sub.test.build.10gen.cc", 27017);
        add(dns, 24, LOCALHOST, 8000);
        dns.srv("_customname._tcp.test22." + DOMAIN, 60, LOCALHOST, 27017, 27018);
        dns.txt("test5." + DOMAIN, "replicaSet=repl0&authSource=thisDB");
        dns.txt("test6." + DOMAIN, "replicaSet=repl0", "authSource=otherDB");
        dns.txt("test7." + DOMAIN, "ssl=false");
        dns.txt("test8." + DOMAIN, "authSource");
        dns.txt("test11." + DOMAIN, "replicaS" + "et=rep" + "l0");
        dns.txt("test21." + DOMAIN, "loadBalanced=false");
        dns.txt("test24." + DOMAIN, "loadBalanced=true");
        return dns;
    }

    private static void add(StubDns dns, int number, String host, int... ports) {
        dns.srv("_mongodb._tcp.test" + number + "." + DOMAIN, 60, host, ports);
    }
}
