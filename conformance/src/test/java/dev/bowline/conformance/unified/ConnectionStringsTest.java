package dev.bowline.conformance.unified;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.MongoClientSettings;
import dev.bowline.egress.environment.ServerAddress;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** Strings for the clients of tests and of the runner, from the one that the user gave. */
class ConnectionStringsTest {
    private static final String FULL = "mongodb://u:p%40@a:1,b:2/db?replicaSet=rs&tls=true&tlsCAFile=%2Fca.pem&"
            + "authSource=x";

    @Test
    void optionsOfATestWinOverThoseOfTheDeployment() {
        assertThat(ConnectionStrings.withOptions("mongodb://a,b/?retryWrites=true&w=1",
                BsonDocument.parse("{RetryWrites: false, appName: 'x y'}")))
                .isEqualTo("mongodb://a,b/?w=1&RetryWrites=false&appName=x%20y");
        assertThat(ConnectionStrings.withOptions("mongodb://a", new BsonDocument())).isEqualTo("mongodb://a/");
    }

    @Test
    void aDirectConnectionKeepsCredentialsAndTlsAndLosesTheSet() {
        assertThat(ConnectionStrings.directTo(FULL, new ServerAddress("b", 2))).isEqualTo(
                "mongodb://u:p%40@b:2/db?tls=true&tlsCAFile=%2Fca.pem&authSource=x&directConnection=true");
        assertThat(ConnectionStrings.directTo("mongodb://a,b", new ServerAddress("a", 27017)))
                .isEqualTo("mongodb://a:27017/?directConnection=true");
    }

    @Test
    void theFirstHostKeepsTheRest() {
        assertThat(ConnectionStrings.firstHost(FULL)).isEqualTo(FULL.replace("a:1,b:2", "a:1"));
        assertThat(ConnectionStrings.hosts(FULL)).hasSize(2);
        assertThat(ConnectionStrings.withoutCredentials(FULL)).doesNotContain("p%40").contains("a:1,b:2");
    }

    @Test
    void hostsAndOptionsThatDnsHasAreNamed() {
        MongoClientSettings found = MongoClientSettings
                .of("mongodb://u:p@a:1,b:2/?replicaSet=rs&tls=true&authSource=admin");
        assertThat(ConnectionStrings.named("mongodb+srv://u:p@cluster.example.com/db?srvMaxHosts=2&w=majority", found))
                .isEqualTo("mongodb://u:p@a:1,b:2/db?w=majority&tls=true&replicaSet=rs&authSource=admin");
        assertThat(ConnectionStrings.named("mongodb+srv://cluster.example.com", MongoClientSettings.of("mongodb://a")))
                .isEqualTo("mongodb://a:27017/?tls=false");
        assertThat(ConnectionStrings.named("mongodb+srv://cluster.example.com",
                MongoClientSettings.of("mongodb://a/?loadBalanced=true")))
                .isEqualTo("mongodb://a:27017/?tls=false&loadBalanced=true");
        assertThat(ConnectionStrings.withoutSrv(FULL)).isEqualTo(FULL);
    }
}
