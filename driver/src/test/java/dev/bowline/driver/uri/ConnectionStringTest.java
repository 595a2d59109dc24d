package dev.bowline.driver.uri;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.concern.ReadPreference;
import dev.bowline.concern.TagSet;
import dev.bowline.concern.WriteConcern;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.MongoConfigurationException;
import dev.bowline.settings.MongoCredential;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.bson.UuidRepresentation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionStringTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            mongodb://localhost:foo                     | the port of host 1 is not a number
            mongodb://localhost:65536                   | the port of host 1 is not a number
            mongodb://a,,b                              | host 2 is empty
            mongodb://a,b:1:2                           | host 2 has more than one colon
            mongodb://[::1                              | host 1 lacks its closing bracket
            mongodb://[localhost]                       | host 1 has no IPv6 address
            mongodb://[::1]x                            | host 1 goes on after its bracket
            mongodb://%2Ftmp%2Fmongodb                  | host 1 is a socket's path that does not end in .sock
            mongodb://a b                               | host 1 holds a character
            mongodb://a/b$c                             | the database holds, at position 1, a character
            mongodb://a/?w                              | option 1 is not of the form
            mongodb://a/?w=%zz                          | option 1 holds a '%'
            mongodb://a/?srvMaxHosts=1                  | the option srvMaxHosts needs mongodb+srv
            mongodb://a/?srvServiceName=x               | the option srvServiceName needs mongodb+srv
            mongodb://a/?maxStalenessSeconds=90         | maxStalenessSeconds needs a readPreference
            mongodb://a/?readPreferenceTags=a:b         | readPreferenceTags needs a readPreference
            mongodb://a/?authMechanism=SECRET           | authMechanism is not one of
            mongodb+srv://a.b.c:27017                   | has no port
            mongodb+srv://a.b                           | 'a.b' of mongodb+srv is not of the form
            mongodb+srv://127.0.0.1                     | not an address
            http://localhost                            | starts with neither mongodb:// nor mongodb+srv://
            """)
    void anErrorPointsAtTheOffendingPart(String uri, String part) {
        assertThatThrownBy(() -> ConnectionString.parse(uri)).isInstanceOf(MongoConfigurationException.class)
                .hasMessageContaining(part);
    }

    @Test
    void thePropertiesOfAMechanismAreKnownInAnySpelling() {
        String gssapi = "mongodb://u@h/?authMechanism=GSSAPI&authMechanismProperties=";
        assertThat(ConnectionString.parse(gssapi + "service_name:other,canonicalize_host_name:none").credential()
                .orElseThrow().properties())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("SERVICE_NAME", "other", "CANONICALIZE_HOST_NAME", "none"));
        assertThatThrownBy(() -> ConnectionString.parse(gssapi + "canonicalize_host_name:perhaps"))
                .hasMessageContaining("CANONICALIZE_HOST_NAME");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "mongodb://alice:hunter2@localhost:foo",
            "mongodb://alice:hunter2@x@localhost",
            "mongodb://alice:hunter2:x@localhost",
            "mongodb://alice:hunter2%@localhost",
            "mongodb://alice:hunter2/x@localhost/db",
            "mongodb://alice:hunter2?x@localhost/db",
            "mongodb://alice:27017?hunter2@localhost/db",
            "mongodb://alice:27017?hunter2=x@localhost/db&w=%",
            "mongodb://alice:x@b?hunter2@localhost",
            "mongodb://alice:27017/hunter2?@localhost/db",
            "mongodb://alice:1/hunter2$@localhost",
            "mongodb+srv://alice:hunter2/x@localhost.a.b/db",
            "mongodb+srv://alice,hunter2/@localhost.a.b",
            "mongodb://localhost/?authMechanism=GSSAPI&authMechanismProperties=hunter2",
            "mongodb://localhost/?proxyPassword=hunter2",
            "mongodb://a:b@localhost/?authMechanism=MONGODB-OIDC&authMechanismProperties=hunter2:hunter2"})
    void noErrorShowsAPassword(String uri) {
        assertThatThrownBy(() -> ConnectionString.parse(uri)).isInstanceOf(MongoConfigurationException.class)
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void neitherWarningsNorTheStringItselfShowSecrets() {
        ConnectionString parsed = ConnectionString.parse("mongodb://alice:hunter2@localhost/db?w=1"
                + "&tlsCertificateKeyFilePassword=hunter2&passwrod=hunter2&authMechanismProperties=hunter2"
                + "&proxyHost=p&proxyUsername=u&proxyPassword=hunter2&maxPoolSize=hunter2");
        assertThat(parsed.warnings()).hasSize(3).noneMatch(warning -> warning.contains("hunter2"));
        assertThat(ConnectionString.parse("mongodb://alice:hunter2@localhost/db?w=1&x=hunter2").toString())
                .isEqualTo("mongodb://<user>:<password>@localhost/db?w=1&<unknown>=<hidden>");
        assertThat(parsed.credential().orElseThrow().toString()).isEqualTo("user alice at db");
    }

    @Test
    void aWarningNamesTheOptionAndTheReason() {
        ConnectionString parsed = ConnectionString.parse("mongodb://a/?maxPoolSize=x&minPoolSize=-1&foo=1&tlsInsecure=1"
                + "&zlibCompressionLevel=10&readPreference=third&compressors=zlib,lzma&heartbeatFrequencyMS=499"
                + "&maxStalenessSeconds=89&timeoutMS=3000000000");
        assertThat(parsed.warnings()).hasSize(10)
                .anyMatch(text -> text.contains("maxPoolSize") && text.contains("whole"))
                .anyMatch(text -> text.contains("minPoolSize") && text.contains("below 0"))
                .anyMatch(text -> text.contains("'foo' is unknown"))
                .anyMatch(text -> text.contains("tlsInsecure") && text.contains("neither 'true' nor 'false'"))
                .anyMatch(text -> text.contains("zlibCompressionLevel") && text.contains("above 9"))
                .anyMatch(text -> text.contains("readPreference") && text.contains("nearest"))
                .anyMatch(text -> text.contains("compressors") && text.contains("snappy"))
                .anyMatch(text -> text.contains("heartbeatFrequencyMS") && text.contains("below 500"));
        assertThat(parsed.option(UriOption.MAX_POOL_SIZE)).isEmpty();
        assertThat(parsed.option(UriOption.TIMEOUT_MS)).isEmpty();
        assertThat(parsed.option(UriOption.MAX_STALENESS_SECONDS)).isEmpty();
        assertThat(parsed.option(UriOption.COMPRESSORS)).contains(List.of("zlib"));
    }

    @Test
    void valuesAtTheEdgesOfTheirRangesAreTaken() {
        ConnectionString parsed = ConnectionString.parse("mongodb://a:1,b:65535/?heartbeatFrequencyMS=500"
                + "&zlibCompressionLevel=-1&readPreference=nearest&maxStalenessSeconds=90&maxConnecting=1"
                + "&timeoutMS=2147483647");
        assertThat(parsed.warnings()).isEmpty();
        assertThat(parsed.readPreference())
                .contains(ReadPreference.nearest().withMaxStaleness(Duration.ofSeconds(90)));
    }

    @Test
    void hostsMayBeNamesAddressesAndSocketsEachOnce() {
        assertThat(ConnectionString.parse("mongodb://A.example,[2001:db8::1]:27018,[fe80::1%25eth0],%2Ftmp%2FM.sock,"
                + "a.EXAMPLE:27017").hosts())
                .containsExactly(new ServerAddress("a.example", 27017), new ServerAddress("2001:db8::1", 27018),
                        new ServerAddress("fe80::1%eth0", 27017), new ServerAddress("/tmp/M.sock", 0));
    }

    @Test
    void aPlusSignIsNoSpaceAndNamesMayBeEncoded() {
        ConnectionString parsed = ConnectionString
                .parse("mongodb://a+b:c%2Bd@h/d%2Eb?app%4Eame=x+y%20z&replicaSet=r%26s%3Dt");
        assertThat(parsed.credential().orElseThrow()).isEqualTo(MongoCredential.of("a+b", "d.b", "c+d".toCharArray()));
        assertThat(parsed.option(UriOption.APP_NAME)).contains("x+y z");
        assertThat(parsed.option(UriOption.REPLICA_SET)).contains("r&s=t");
    }

    @Test
    void encodedBytesThatAreNotUtf8AreRefused() {
        assertThatThrownBy(() -> ConnectionString.parse("mongodb://a:%ff@h")).hasMessageContaining("password");
        assertThat(ConnectionString.parse("mongodb://%C3%BC:x@h").credential().orElseThrow().userName())
                .contains("\u00fc");
    }

    @Test
    void tagSetsAreCollectedInOrderAndTheEmptyOneCounts() {
        assertThat(ConnectionString.parse("mongodb://h/?readPreference=secondary&readPreferenceTags=dc:ny,rack:1"
                + "&readPreferenceTags=dc%3Aa%2Cb:c&readPreferenceTags=").readPreference().orElseThrow().tagSets())
                .containsExactly(TagSet.of("dc", "ny").and("rack", "1"), new TagSet(Map.of("dc:a,b", "c")),
                        TagSet.empty());
        assertThat(ConnectionString.parse("mongodb://h/?readPreference=secondary&readPreferenceTags=dc%3Any%2Cr%3A1")
                .readPreference().orElseThrow().tagSets()).containsExactly(TagSet.of("dc", "ny").and("r", "1"));
    }

    @Test
    void anOldNameWorksWithAWarningUnlessTheNewOneIsThere() {
        ConnectionString old = ConnectionString.parse("mongodb://h/?wtimeout=5&j=true");
        assertThat(old.writeConcern()).contains(WriteConcern.JOURNALED.withTimeout(Duration.ofMillis(5)));
        assertThat(old.warnings()).hasSize(2).allMatch(text -> text.contains("deprecated"));
        ConnectionString both = ConnectionString.parse("mongodb://h/?wTimeoutMS=10&wtimeout=5");
        assertThat(both.option(UriOption.W_TIMEOUT_MS)).contains(10);
    }

    @Test
    void anOldSpellingOfTrueStillTurnsEncryptionOn() {
        ConnectionString parsed = ConnectionString.parse("mongodb://h/?ssl=1");
        assertThat(parsed.tls()).contains(true);
        assertThat(parsed.warnings()).hasSize(1);
    }

    @Test
    void theLastOfRepeatedOptionsCountsButTlsMustAgreeWithItself() {
        assertThat(ConnectionString.parse("mongodb://h/?appName=a&appName=b").option(UriOption.APP_NAME)).contains("b");
        assertThat(ConnectionString.parse("mongodb://h/?tls=true&tls=true").tls()).contains(true);
        assertThatThrownBy(() -> ConnectionString.parse("mongodb://h/?tls=true&tls=false"))
                .hasMessageContaining("given different values");
    }

    @Test
    void maxStalenessOfMinusOneMeansNoLimit() {
        assertThat(ConnectionString.parse("mongodb://h/?maxStalenessSeconds=-1").warnings()).isEmpty();
        assertThat(ConnectionString.parse("mongodb://h/?readPreference=nearest&maxStalenessSeconds=-1")
                .readPreference()).contains(ReadPreference.nearest());
    }

    @Test
    void uuidRepresentationsHaveTheirNamesOfTheSpecification() {
        assertThat(ConnectionString.parse("mongodb://h/?uuidRepresentation=javaLegacy")
                .option(UriOption.UUID_REPRESENTATION)).contains(UuidRepresentation.JAVA_LEGACY);
    }

    @Test
    void anAppNameOf128BytesIsTakenAndOneMoreIsNot() {
        assertThat(ConnectionString.parse("mongodb://h/?appName=" + "a".repeat(128)).warnings()).isEmpty();
        assertThat(ConnectionString.parse("mongodb://h/?appName=" + "a".repeat(129)).warnings()).hasSize(1);
    }

    @Test
    void thePartsOfAStringDoNotPrintWhatMayBeSecret() {
        ConnectionStringText text = ConnectionStringText
                .cut("mongodb://user:hush@host/?proxyHost=p&proxyUsername=u&proxyPassword=quiet");
        assertThat(text.password()).isEqualTo("hush");
        assertThat(text.toString()).contains("proxyPassword").doesNotContain("hush").doesNotContain("quiet");
    }

    @ParameterizedTest
    @ValueSource(strings = {"mongodb://user:S3cretPw", "mongodb://user:S3cretPw/db", "mongodb://user:S3cretPw?w=1",
            "mongodb+srv://user:S3cretPw", "mongodb://user:S3cretPw,b", "mongodb://h/?w=1&user:S3cretPw",
            "mongodb://h/?user:S3cretPw=1%", "mongodb://user:S3cret%Pw@h", "mongodb://user:S3cretPw:x@h",
            "mongodb://h/user:S3cretPw$", "mongodb://user:S3cretPw%2Ftmp%2Fm.sock",
            "mongodb://\u0080S3cretPw", "mongodb://[user:S3cretPw", "mongodb://h:1/?tls=S3cretPw"})
    void noErrorShowsWhatMayBeAPassword(String text) {
        assertThatThrownBy(() -> ConnectionString.parse(text)).isInstanceOf(MongoConfigurationException.class)
                .hasMessageNotContaining("S3cret").hasMessageNotContaining("Pw");
    }

    @Test
    void aForgottenHostIsSuspected() {
        assertThatThrownBy(() -> ConnectionString.parse("mongodb://user:S3cretPw"))
                .hasMessageContaining("the port of host 1").hasMessageContaining("the host after it are missing");
    }

    @Test
    void anOptionWhoseAmpersandWasForgottenIsNotShown() {
        assertThat(ConnectionString.parse("mongodb://h/?proxyHost=p;proxyPassword=S3cretPw").toString())
                .doesNotContain("S3cretPw");
        assertThat(ConnectionString.parse("mongodb://h/?user:S3cretPw=1").warnings()).hasSize(1)
                .allSatisfy(warning -> assertThat(warning).doesNotContain("S3cretPw"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tls=ture", "tls=on", "ssl=2", "tls=", "tlsCAFile=", "tlsCertificateKeyFile=",
            "tls=false&tlsCAFile=ca.pem", "ssl=false&tlsInsecure=true", "tls=false&tlsAllowInvalidHostnames=ture"})
    void anOptionOfTlsThatCannotBeFollowedIsAnError(String options) {
        assertThatThrownBy(() -> ConnectionString.parse("mongodb://h/?" + options))
                .isInstanceOf(MongoConfigurationException.class).hasMessageMatching(".*(tls|ssl).*");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tls=true", "ssl=yes", "tlsCAFile=ca.pem", "tlsCertificateKeyFile=c.pem",
            "tlsInsecure=true",
            "tlsInsecure=false", "tlsAllowInvalidHostnames=true", "tlsAllowInvalidCertificates=ture",
            "tlsCertificateKeyFilePassword=x", "tlsDisableOCSPEndpointCheck=true"})
    void anyOptionOfTlsAsksForTls(String option) {
        assertThat(ConnectionString.parse("mongodb://h/?" + option).tls()).contains(true);
    }

    @Test
    void withoutAnyOptionOfTlsTheSchemeDecides() {
        assertThat(ConnectionString.parse("mongodb://h/?w=1").tls()).isEmpty();
        assertThat(ConnectionString.parse("mongodb://h/?tls=false").tls()).contains(false);
    }
}
