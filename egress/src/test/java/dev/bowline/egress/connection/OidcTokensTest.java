package dev.bowline.egress.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.bowline.egress.connection.Authenticator.Commands;
import dev.bowline.error.MongoSecurityException;
import dev.bowline.settings.MongoCredential;
import dev.bowline.settings.OidcCallback.IdentityProvider;
import dev.bowline.settings.OidcCallback.Request;
import dev.bowline.settings.OidcCallback.Token;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OidcTokensTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Commands PATIENT = (database, command) -> command;

    @TempDir
    private Path files;

    @Test
    void aCallbackIsAskedOnceUntilItsTokenIsRefused() {
        List<Request> requests = new ArrayList<>();
        OidcTokens tokens = tokens(MongoCredential.oidc(request -> {
            requests.add(request);
            return Token.of("token" + requests.size());
        }), Map.of());
        assertThat(tokens.current()).isNull();
        assertThat(tokens.forMachine(SECOND, PATIENT)).isEqualTo("token1");
        assertThat(tokens.forMachine(SECOND, PATIENT)).isEqualTo("token1");
        tokens.invalidate("another");
        assertThat(tokens.current()).isEqualTo("token1");
        tokens.invalidate("token1");
        assertThat(tokens.forMachine(SECOND, PATIENT)).isEqualTo("token2");
        assertThat(requests).hasSize(2).allSatisfy(request -> {
            assertThat(request.version()).isEqualTo(1);
            assertThat(request.timeout()).isEqualTo(SECOND);
            assertThat(request.identityProvider()).isEmpty();
        });
    }

    @Test
    void aPersonLogsInOnceAndIsRefreshedAfterwards() {
        List<Request> requests = new ArrayList<>();
        OidcTokens tokens = tokens(MongoCredential.oidcHuman(Optional.of("who"), request -> {
            requests.add(request);
            return new Token("token" + requests.size(), Duration.ZERO, Optional.of("refresh" + requests.size()));
        }, List.of("localhost")), Map.of());
        assertThat(tokens.refreshed(PATIENT)).isNull();
        IdentityProvider idp = new IdentityProvider("https://issuer", Optional.of("client"), List.of());
        assertThat(tokens.forHuman(idp, PATIENT)).isEqualTo("token1");
        tokens.invalidate("token1");
        assertThat(tokens.refreshed(PATIENT)).isEqualTo("token2");
        assertThat(requests.get(0).refreshToken()).isEmpty();
        assertThat(requests.get(1).refreshToken()).contains("refresh1");
        assertThat(requests.get(1).identityProvider()).contains(idp);
        assertThat(requests.get(1).timeout()).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void whatACallbackThrowsIsReportedAndNoTokenIsKept() {
        OidcTokens tokens = tokens(MongoCredential.oidc(request -> {
            throw new IllegalStateException("not today");
        }), Map.of());
        assertThatThrownBy(() -> tokens.forMachine(SECOND, PATIENT)).isInstanceOf(MongoSecurityException.class)
                .hasMessageContaining("not today");
        assertThat(tokens.current()).isNull();
        assertThatThrownBy(() -> new Token("t", Duration.ofSeconds(-1), Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aCallerWaitsForTheTokenOfAnotherThreadUntilItsOwnDeadlineOnly() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        List<Request> requests = new ArrayList<>();
        OidcTokens tokens = tokens(MongoCredential.oidc(request -> {
            requests.add(request);
            asked.countDown();
            awaitQuietly(answered);
            return Token.of("late");
        }), Map.of());
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<String> first = threads.submit(() -> tokens.forMachine(SECOND, PATIENT));
            asked.await();
            try {
                Future<String> second = threads.submit(() -> tokens.forMachine(SECOND, new OutOfTime()));
                assertThatThrownBy(() -> second.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(TimeIsUpException.class);
                Future<?> forgets = threads.submit(() -> tokens.invalidate("late"));
                forgets.get(10, TimeUnit.SECONDS);
                assertThat(first).isNotDone();
            } finally {
                answered.countDown();
            }
            assertThat(first.get(10, TimeUnit.SECONDS)).isEqualTo("late");
        }
        assertThat(tokens.forMachine(SECOND, new OutOfTime())).as("a token that is there").isEqualTo("late");
        assertThat(requests).hasSize(1);
    }

    @Test
    void aCallbackIsGivenNoMoreTimeThanItsCallerHas() {
        List<Request> requests = new ArrayList<>();
        OidcTokens tokens = tokens(MongoCredential.oidc(request -> {
            requests.add(request);
            return Token.of("token");
        }), Map.of());
        tokens.forMachine(SECOND, new Commands() {
            @Override
            public BsonDocument run(String database, BsonDocument command) {
                return command;
            }

            @Override
            public long remainingNanos() {
                return 5;
            }
        });
        assertThat(requests.getFirst().timeout()).isEqualTo(Duration.ofNanos(5));
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class TimeIsUpException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** Commands of a caller whose deadline has passed. */
    private static final class OutOfTime implements Commands {
        @Override
        public BsonDocument run(String database, BsonDocument command) {
            return command;
        }

        @Override
        public void checkpoint() {
            throw new TimeIsUpException();
        }

        @Override
        public long remainingNanos() {
            return 0;
        }
    }

    @Test
    void environmentsHaveFilesAndServices() throws IOException {
        HttpServer services = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        services.createContext("/", exchange -> {
            String query = String.valueOf(exchange.getRequestURI().getRawQuery());
            boolean azure = "true".equals(exchange.getRequestHeaders().getFirst("Metadata"))
                    && query.contains("resource=a%2Fb") && query.contains("client_id=user");
            boolean google = "Google".equals(exchange.getRequestHeaders().getFirst("Metadata-Flavor"))
                    && query.contains("audience=a%2Fb");
            byte[] reply = (azure ? "{\"access_token\": \"of azure\"}" : google ? "of google\n" : "")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(azure || google ? 200 : 400, reply.length);
            exchange.getResponseBody().write(reply);
            exchange.close();
        });
        services.start();
        try {
            String base = "http://127.0.0.1:" + services.getAddress().getPort();
            String file = Files.writeString(files.resolve("token"), "of a file\n").toString();
            assertThat(token(base, "test", null, Map.of("OIDC_TOKEN_FILE", file))).isEqualTo("of a file");
            assertThat(token(base, "k8s", null, Map.of("AZURE_FEDERATED_TOKEN_FILE", file))).isEqualTo("of a file");
            assertThat(token(base, "k8s", null, Map.of("AWS_WEB_IDENTITY_TOKEN_FILE", file))).isEqualTo("of a file");
            assertThat(token(base, "azure", "user", Map.of())).isEqualTo("of azure");
            assertThat(token(base, "gcp", null, Map.of())).isEqualTo("of google");
            assertThatThrownBy(() -> token(base, "azure", null, Map.of())).isInstanceOf(MongoSecurityException.class)
                    .hasMessageContaining("azure").hasMessageContaining("400");
            assertThatThrownBy(() -> token(base, "test", null, Map.of())).hasMessageContaining("OIDC_TOKEN_FILE");
        } finally {
            services.stop(0);
        }
    }

    @Test
    void aPersonsTokenGoesToAllowedHostsOnly() {
        MongoCredential usual = MongoCredential.oidcHuman(Optional.empty(), request -> Token.of("t"),
                MongoCredential.DEFAULT_ALLOWED_HOSTS);
        for (String host : List.of("localhost", "127.0.0.1", "::1", "a.mongodb.net", "a.b.MONGODB.net")) {
            assertThatCode(() -> OidcTokens.checkHost(usual, host, false)).as(host).doesNotThrowAnyException();
        }
        for (String host : List.of("evil.com", "mongodb.net", "evilmongodb.net", "localhost.evil.com")) {
            assertThatThrownBy(() -> OidcTokens.checkHost(usual, host, false)).as(host)
                    .isInstanceOf(MongoSecurityException.class);
        }
        assertThatCode(() -> OidcTokens.checkHost(MongoCredential.oidc(request -> Token.of("t")), "evil.com", false))
                .doesNotThrowAnyException();
    }

    private static String token(String base, String environment, @Nullable String user, Map<String, String> variables) {
        MongoCredential credential = MongoCredential.ofMechanism(Optional.of("MONGODB-OIDC"), "$external",
                Optional.ofNullable(user), Optional.empty(),
                Map.of("ENVIRONMENT", environment, "TOKEN_RESOURCE", "a/b"));
        return new OidcTokens(credential, new Outside(variables::get, Path.of(""),
                new Outside.Services(base, base, base, base, base))).forMachine(SECOND, PATIENT);
    }

    private static OidcTokens tokens(MongoCredential credential, Map<String, String> variables) {
        return new OidcTokens(credential, new Outside(variables::get, Path.of(""), Outside.Services.USUAL));
    }
}
