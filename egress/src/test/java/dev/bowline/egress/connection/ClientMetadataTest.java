package dev.bowline.egress.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.error.MongoConfigurationException;
import dev.bowline.settings.WrappingLibrary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.junit.jupiter.api.Test;

class ClientMetadataTest {
    private final Map<String, String> properties = new HashMap<>(Map.of("os.name", "Linux", "os.arch", "amd64",
            "os.version", "6.1", "java.vendor", "Vendor", "java.runtime.version", "25+1"));

    @Test
    void namesDriverSystemAndPlatform() {
        assertThat(metadata(ConnectionSettings.defaults(), "{}")).isEqualTo(BsonDocument.parse(
                "{driver: {name: 'bowline', version: '" + ClientMetadata.DRIVER_VERSION + "'}, "
                        + "os: {type: 'Linux', name: 'Linux', architecture: 'amd64', version: '6.1'}, "
                        + "platform: 'Java/Vendor/25+1'}"));
    }

    @Test
    void theVersionIsTheBuilds() throws Exception {
        assertThat(Files.readString(Path.of("pom.xml"))).contains("<version>" + ClientMetadata.DRIVER_VERSION);
    }

    @Test
    void putsTheApplicationFirst() {
        BsonDocument metadata = metadata(ConnectionSettings.defaults().withAppName("shop"), "{}");
        assertThat(metadata.getFirstKey()).isEqualTo("application");
        assertThat(metadata.getDocument("application")).isEqualTo(BsonDocument.parse("{name: 'shop'}"));
    }

    @Test
    void refusesAnApplicationNameOfMoreThan128Bytes() {
        assertThatCode(() -> ConnectionSettings.defaults().withAppName("é".repeat(64))).doesNotThrowAnyException();
        assertThatThrownBy(() -> ConnectionSettings.defaults().withAppName("é".repeat(64) + "x"))
                .isInstanceOf(MongoConfigurationException.class);
    }

    @Test
    void appendsAWrappingLibrary() {
        BsonDocument metadata = metadata(
                ConnectionSettings.defaults()
                        .withWrapping(new WrappingLibrary("Knot", Optional.of("2.0"), Optional.of("Tar"))),
                "{}");
        assertThat(metadata.getDocument("driver")).isEqualTo(BsonDocument.parse(
                "{name: 'bowline|Knot', version: '" + ClientMetadata.DRIVER_VERSION + "|2.0'}"));
        assertThat(metadata.getString("platform").getValue()).isEqualTo("Java/Vendor/25+1|Tar");
        assertThatThrownBy(() -> metadata(
                ConnectionSettings.defaults()
                        .withWrapping(new WrappingLibrary("a|b", Optional.empty(), Optional.empty())),
                "{}"))
                .isInstanceOf(MongoConfigurationException.class);
    }

    @Test
    void knowsTheFamiliesOfSystems() {
        Map.of("Mac OS X", "Darwin", "Windows Server 2022", "Windows", "FreeBSD", "BSD", "AIX", "Unix", "Haiku",
                "unknown").forEach((name, type) -> {
                    properties.put("os.name", name);
                    assertThat(metadata(ConnectionSettings.defaults(), "{}").getDocument("os").getString("type"))
                            .isEqualTo(new BsonString(type));
                });
    }

    @Test
    void firstLeavesOutTheSurroundingsButTheirName() {
        String env = "{name: 'aws.lambda', region: '" + "r".repeat(300) + "', memory_mb: 1}";
        BsonDocument metadata = metadata(ConnectionSettings.defaults(), env);
        assertThat(metadata.getDocument("env")).isEqualTo(BsonDocument.parse("{name: 'aws.lambda'}"));
        assertThat(metadata.getDocument("os")).hasSize(4);
        assertThat(size(metadata)).isLessThanOrEqualTo(512);
    }

    @Test
    void thenLeavesOutTheSystemButItsType() {
        properties.put("os.version", "v".repeat(400));
        BsonDocument metadata = metadata(ConnectionSettings.defaults(), "{name: 'vercel', region: 'x'}");
        assertThat(metadata.getDocument("os")).isEqualTo(BsonDocument.parse("{type: 'Linux'}"));
        assertThat(metadata.getDocument("env")).isEqualTo(BsonDocument.parse("{name: 'vercel'}"));
        assertThat(metadata.getString("platform").getValue()).isEqualTo("Java/Vendor/25+1");
    }

    @Test
    void thenLeavesOutTheSurroundings() {
        properties.put("java.vendor", "v".repeat(370));
        BsonDocument metadata = metadata(ConnectionSettings.defaults(), "{name: 'vercel.with.a.long.name'}");
        assertThat(metadata).doesNotContainKey("env");
        assertThat(metadata.getString("platform").getValue()).endsWith("25+1");
        assertThat(size(metadata)).isLessThanOrEqualTo(512);
    }

    @Test
    void lastTruncatesThePlatformToExactlyTheLimit() {
        properties.put("java.vendor", "v".repeat(1000));
        BsonDocument metadata = metadata(ConnectionSettings.defaults().withAppName("a".repeat(128)), "{name: 'x'}");
        assertThat(size(metadata)).isEqualTo(512);
        assertThat(metadata.getString("platform").getValue()).startsWith("Java/vvv");
    }

    @Test
    void neverCutsACharacterInHalf() {
        properties.put("java.vendor", "😀".repeat(300));
        BsonDocument metadata = metadata(ConnectionSettings.defaults(), "{}");
        assertThat(size(metadata)).isBetween(509, 512);
        assertThat(metadata.getString("platform").getValue()).endsWith("😀");
    }

    @Test
    void fitsEvenWithAWrappingLibraryThatIsTooTalkative() {
        BsonDocument metadata = metadata(
                ConnectionSettings.defaults()
                        .withWrapping(new WrappingLibrary("n".repeat(600), Optional.empty(), Optional.empty())),
                "{}");
        assertThat(size(metadata)).isLessThanOrEqualTo(512);
        assertThat(metadata.getDocument("driver").getString("name").getValue()).isEqualTo("bowline");
    }

    @Test
    void recognisesFunctionServices() {
        surroundings(Map.of("AWS_EXECUTION_ENV", "AWS_Lambda_java8", "AWS_REGION", "us-east-2",
                "AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "1024"),
                "{name: 'aws.lambda', memory_mb: 1024, region: 'us-east-2'}");
        surroundings(Map.of("AWS_EXECUTION_ENV", "EC2"), "{}");
        surroundings(Map.of("FUNCTIONS_WORKER_RUNTIME", "node"), "{name: 'azure.func'}");
        surroundings(Map.of("K_SERVICE", "s", "FUNCTION_MEMORY_MB", "512", "FUNCTION_TIMEOUT_SEC", "60",
                "FUNCTION_REGION", "r"), "{name: 'gcp.func', timeout_sec: 60, memory_mb: 512, region: 'r'}");
        surroundings(Map.of("VERCEL", "1", "VERCEL_REGION", "cdg1", "AWS_LAMBDA_RUNTIME_API", "x"),
                "{name: 'vercel', region: 'cdg1'}");
    }

    @Test
    void believesNeitherOfTwoServicesAndIgnoresNumbersThatAreNone() {
        surroundings(Map.of("AWS_LAMBDA_RUNTIME_API", "x", "K_SERVICE", "s"), "{}");
        surroundings(Map.of("AWS_LAMBDA_RUNTIME_API", "x", "AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "big"),
                "{name: 'aws.lambda'}");
    }

    @Test
    void recognisesContainers() {
        assertThat(RuntimeSurroundings.from(Map.of("KUBERNETES_SERVICE_HOST", "1")::get, true)).isEqualTo(
                BsonDocument.parse("{container: {runtime: 'docker', orchestrator: 'kubernetes'}}"));
        surroundings(Map.of("KUBERNETES_SERVICE_HOST", "1", "FUNCTIONS_WORKER_RUNTIME", "x"),
                "{name: 'azure.func', container: {orchestrator: 'kubernetes'}}");
    }

    private static void surroundings(Map<String, String> variables, String expected) {
        assertThat(RuntimeSurroundings.from(variables::get, false)).isEqualTo(BsonDocument.parse(expected));
    }

    private BsonDocument metadata(ConnectionSettings settings, String surroundings) {
        return ClientMetadata.of(settings, properties::get, BsonDocument.parse(surroundings));
    }

    private static int size(BsonDocument document) {
        return new RawBsonDocument(document, new BsonDocumentCodec()).getByteBuffer().remaining();
    }
}
