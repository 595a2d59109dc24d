package dev.bowline.egress.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.error.MongoSecurityException;
import dev.bowline.settings.MongoCredential;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where identities of Amazon's come from, with metadata services on the loopback interface. */
class AwsCredentialSourceTest {
    private final Map<String, String> variables = new HashMap<>();
    private final List<String> asked = new ArrayList<>();
    private HttpServer services;
    private String base;
    private long expiresInSeconds = 3600;

    @TempDir
    private Path home;

    @BeforeEach
    void startServices() throws IOException {
        services = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        services.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            asked.add(exchange.getRequestMethod() + " " + path);
            boolean signed = "metadata".equals(exchange.getRequestHeaders().getFirst("X-aws-ec2-metadata-token"));
            String reply = switch (path) {
                case "/task" -> credentials("ECS", "Token");
                case "/latest/api/token" -> "metadata";
                case "/latest/meta-data/iam/security-credentials/" -> signed ? "role" : null;
                case "/latest/meta-data/iam/security-credentials/role" -> signed ? credentials("EC2", "Token") : null;
                case "/" -> exchange.getRequestURI().getQuery().contains("WebIdentityToken=web-token")
                        ? "{\"AssumeRoleWithWebIdentityResponse\": {\"AssumeRoleWithWebIdentityResult\": "
                                + "{\"Credentials\": " + credentials("WEB", "SessionToken") + "}}}"
                        : null;
                default -> null;
            };
            byte[] bytes = String.valueOf(reply).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(reply == null ? 404 : 200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        services.start();
        base = "http://127.0.0.1:" + services.getAddress().getPort();
    }

    @AfterEach
    void stopServices() {
        services.stop(0);
    }

    @Test
    void theCredentialItselfComesFirst() {
        variables.put("AWS_ACCESS_KEY_ID", "other");
        variables.put("AWS_SECRET_ACCESS_KEY", "other");
        AwsCredentials found = source(MongoCredential.aws("key", "secret".toCharArray(), Optional.of("token"))).find();
        assertThat(found).isEqualTo(new AwsCredentials("key", "secret", "token", 0));
        assertThat(found.toString()).doesNotContain("secret").doesNotContain("token");
    }

    @Test
    void environmentVariablesAreReadEachTime() {
        AwsCredentialSource source = source(MongoCredential.aws());
        variables.put("AWS_ACCESS_KEY_ID", "one");
        variables.put("AWS_SECRET_ACCESS_KEY", "secret");
        assertThat(source.find().accessKeyId()).isEqualTo("one");
        variables.put("AWS_ACCESS_KEY_ID", "two");
        variables.put("AWS_SESSION_TOKEN", "token");
        assertThat(source.find()).isEqualTo(new AwsCredentials("two", "secret", "token", 0));
        assertThat(asked).isEmpty();
    }

    @Test
    void aWebIdentityIsExchanged() throws IOException {
        variables.put("AWS_ROLE_ARN", "arn:role");
        variables.put("AWS_WEB_IDENTITY_TOKEN_FILE",
                Files.writeString(home.resolve("token"), "web-token\n").toString());
        AwsCredentials found = source(MongoCredential.aws()).find();
        assertThat(found.accessKeyId()).isEqualTo("WEB");
        assertThat(found.sessionToken()).isEqualTo("temporary");
        assertThat(asked).containsExactly("POST /");
    }

    @Test
    void sharedFilesHaveProfiles() throws IOException {
        Path file = Files.writeString(Files.createDirectory(home.resolve(".aws")).resolve("credentials"),
                "[default]\naws_access_key_id = d\naws_secret_access_key = s\n[other]\n# no\n"
                        + "aws_access_key_id=o\naws_secret_access_key=t\naws_session_token=u\n");
        assertThat(source(MongoCredential.aws()).find()).isEqualTo(new AwsCredentials("d", "s", null, 0));
        variables.put("AWS_PROFILE", "other");
        assertThat(source(MongoCredential.aws()).find()).isEqualTo(new AwsCredentials("o", "t", "u", 0));
        variables.put("AWS_SHARED_CREDENTIALS_FILE", "");
        assertThat(source(MongoCredential.aws()).find().accessKeyId()).isEqualTo("EC2");
        variables.put("AWS_SHARED_CREDENTIALS_FILE", file.toString());
        assertThat(source(MongoCredential.aws()).find().accessKeyId()).isEqualTo("o");
    }

    @Test
    void aContainerAsksItsOwnService() {
        variables.put("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "/task");
        assertThat(source(MongoCredential.aws()).find().accessKeyId()).isEqualTo("ECS");
        assertThat(asked).containsExactly("GET /task");
    }

    @Test
    void anInstanceProvesItselfToItsMetadataService() {
        assertThat(source(MongoCredential.aws()).find().accessKeyId()).isEqualTo("EC2");
        assertThat(asked).containsExactly("PUT /latest/api/token", "GET /latest/meta-data/iam/security-credentials/",
                "GET /latest/meta-data/iam/security-credentials/role");
    }

    @Test
    void whatServicesSayIsKeptUntilFiveMinutesBeforeItExpiresOrTheServerRefusesIt() {
        AwsCredentialSource source = source(MongoCredential.aws());
        source.find();
        source.find();
        assertThat(asked).hasSize(3);
        source.forget();
        source.find();
        assertThat(asked).hasSize(6);
        expiresInSeconds = 299;
        source.forget();
        source.find();
        source.find();
        assertThat(asked).hasSize(12);
    }

    @Test
    void anErrorSaysWhereItWasLookedFor() {
        variables.put("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "/missing");
        assertThatThrownBy(() -> source(MongoCredential.aws()).find()).isInstanceOf(MongoSecurityException.class)
                .hasMessageContaining("404").hasMessageContaining("metadata services");
    }

    /** The example of the authentication specification would need its date; the pieces are checked instead. */
    @Test
    void theRegionFollowsFromTheHost() {
        assertThat(AwsSignature.region("sts.amazonaws.com")).isEqualTo("us-east-1");
        assertThat(AwsSignature.region("first")).isEqualTo("us-east-1");
        assertThat(AwsSignature.region("first.second")).isEqualTo("second");
        assertThat(AwsSignature.region("first.second.third")).isEqualTo("second");
        for (String host : List.of("", "first..second", "x".repeat(256))) {
            assertThatThrownBy(() -> AwsSignature.region(host)).isInstanceOf(MongoSecurityException.class);
        }
    }

    private AwsCredentialSource source(MongoCredential credential) {
        return new AwsCredentialSource(credential, SystemEnvironment.instance(),
                new Outside(this::variable, home, new Outside.Services(base, base, base, base, base)));
    }

    private @Nullable String variable(String name) {
        return variables.get(name);
    }

    private String credentials(String key, String token) {
        return "{\"AccessKeyId\": \"" + key + "\", \"SecretAccessKey\": \"s\", \"" + token
                + "\": \"temporary\", \"Expiration\": \"" + Instant.now().plusSeconds(expiresInSeconds) + "\"}";
    }
}
