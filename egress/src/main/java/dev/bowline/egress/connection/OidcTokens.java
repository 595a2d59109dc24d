package dev.bowline.egress.connection;

import dev.bowline.egress.connection.Authenticator.Commands;
import dev.bowline.error.MongoSecurityException;
import dev.bowline.settings.MongoCredential;
import dev.bowline.settings.OidcCallback;
import dev.bowline.settings.OidcCallback.IdentityProvider;
import dev.bowline.settings.OidcCallback.Request;
import dev.bowline.settings.OidcCallback.Token;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * The access token of a client, which all its connections share, and where the next one comes from. Authentication
 * specification, "Credential Caching". One thread at a time gets a token, so its lock is held while a callback or a
 * metadata service is asked: the specification wants that. No other lock is taken meanwhile, and a thread that waits for
 * the lock gives up at its own deadline.
 */
final class OidcTokens {
    private static final Duration HUMAN_TIMEOUT = Duration.ofMinutes(5);
    private static final Duration SERVICE_TIMEOUT = Duration.ofSeconds(10);
    private static final String K8S_FILE = "/var/run/secrets/kubernetes.io/serviceaccount/token";

    private final MongoCredential credential;
    private final OidcCallback provider;
    /** Guards the fields below, and calls of the provider. */
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable String refreshToken;
    private @Nullable IdentityProvider identityProvider;
    /** A new one is set under the lock. It is read and forgotten without the lock, which may be held for minutes. */
    private final AtomicReference<@Nullable String> accessToken = new AtomicReference<>();

    OidcTokens(MongoCredential credential, Outside outside) {
        this.credential = credential;
        this.provider = credential.oidcCallback()
                .orElseGet(() -> request -> Token.of(ofEnvironment(credential, outside)));
    }

    boolean isHuman() {
        return credential.isHuman();
    }

    MongoCredential credential() {
        return credential;
    }

    /** The token that there is, or null. */
    @Nullable
    String current() {
        return accessToken.get();
    }

    /** The token that there is, or a new one for a machine. */
    String forMachine(Duration timeout, Commands commands) {
        takeTurn(commands);
        try {
            String known = accessToken.get();
            return known != null
                    ? known
                    : ask(new Request(within(timeout, commands), OidcCallback.VERSION, credential.userName(),
                            Optional.empty(), Optional.empty()));
        } finally {
            lock.unlock();
        }
    }

    /** A new token for a person who has logged in before; null if there is nothing to go on from. */
    @Nullable
    String refreshed(Commands commands) {
        takeTurn(commands);
        try {
            String known = accessToken.get();
            if (known != null) {
                return known;
            }
            String refresh = refreshToken;
            IdentityProvider idp = identityProvider;
            if (refresh == null || idp == null) {
                return null;
            }
            // Used once: if it does not help, the person logs in again.
            refreshToken = null;
            return ask(new Request(within(HUMAN_TIMEOUT, commands), OidcCallback.VERSION, credential.userName(),
                    Optional.of(idp), Optional.of(refresh)));
        } finally {
            lock.unlock();
        }
    }

    /** A new token for a person who logs in with the identity provider that the server has named. */
    String forHuman(IdentityProvider idp, Commands commands) {
        takeTurn(commands);
        try {
            identityProvider = idp;
            return ask(new Request(within(HUMAN_TIMEOUT, commands), OidcCallback.VERSION, credential.userName(),
                    Optional.of(idp), Optional.empty()));
        } finally {
            lock.unlock();
        }
    }

    /** Forgets a token that the server does not take, unless there is another by now. */
    void invalidate(@Nullable String token) {
        if (token != null) {
            accessToken.updateAndGet(known -> token.equals(known) ? null : known);
        }
    }

    /** Waits for the lock. A caller that reaches its deadline gives up; the thread that requests a token continues. */
    private void takeTurn(Commands commands) {
        try {
            if (lock.tryLock(commands.remainingNanos(), TimeUnit.NANOSECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        commands.checkpoint();
        throw new MongoSecurityException(
                "Another thread has not got an access token for MONGODB-OIDC in the time that this one had", null);
    }

    private static Duration within(Duration timeout, Commands commands) {
        return Duration.ofNanos(Math.min(timeout.toNanos(), commands.remainingNanos()));
    }

    private String ask(Request request) {
        Token token;
        try {
            token = Objects.requireNonNull(provider.token(request), "The callback for MONGODB-OIDC returned no token");
        } catch (MongoSecurityException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new MongoSecurityException("No access token for MONGODB-OIDC could be got: " + e.getMessage(), e);
        }
        accessToken.set(token.accessToken());
        refreshToken = token.refreshToken().orElse(null);
        return token.accessToken();
    }

    // The environments that the specification knows -------------------------------------------------------------------

    private static String ofEnvironment(MongoCredential credential, Outside outside) {
        String environment = String.valueOf(credential.properties().get("ENVIRONMENT"));
        String resource = String.valueOf(credential.properties().get("TOKEN_RESOURCE"));
        try {
            return switch (environment) {
                case "test" -> Outside.file(required(outside, "OIDC_TOKEN_FILE"));
                case "azure" -> azure(outside, resource, credential.userName().orElse(null));
                case "gcp" -> Outside.request("GET", outside.services().gcp()
                        + "/computeMetadata/v1/instance/service-accounts/default/identity?audience="
                        + URLEncoder.encode(resource, StandardCharsets.UTF_8), Map.of("Metadata-Flavor", "Google"),
                        null, SERVICE_TIMEOUT).strip();
                case "k8s" -> kubernetes(outside);
                default -> throw new IOException("there is no environment " + environment);
            };
        } catch (IOException | RuntimeException e) {
            throw new MongoSecurityException("The environment " + environment
                    + " gave no access token for MONGODB-OIDC: " + e.getMessage(), e);
        }
    }

    private static String azure(Outside outside, String resource, @Nullable String clientId) throws IOException {
        String url = outside.services().azure() + "/metadata/identity/oauth2/token?api-version=2018-02-01&resource="
                + URLEncoder.encode(resource, StandardCharsets.UTF_8)
                + (clientId == null ? "" : "&client_id=" + URLEncoder.encode(clientId, StandardCharsets.UTF_8));
        BsonDocument reply = BsonDocument.parse(Outside.request("GET", url,
                Map.of("Metadata", "true", "Accept", "application/json"), null, SERVICE_TIMEOUT));
        if (!reply.isString("access_token")) {
            throw new IOException("the reply has no access_token");
        }
        return reply.getString("access_token").getValue();
    }

    /** The token that Amazon's or Microsoft's Kubernetes mounts, or the one that every pod has. */
    private static String kubernetes(Outside outside) throws IOException {
        for (String variable : new String[]{"AZURE_FEDERATED_TOKEN_FILE", "AWS_WEB_IDENTITY_TOKEN_FILE"}) {
            String file = outside.variable(variable);
            if (file != null) {
                return Outside.file(file);
            }
        }
        return Outside.file(K8S_FILE);
    }

    private static String required(Outside outside, String variable) throws IOException {
        String value = outside.variable(variable);
        if (value == null) {
            throw new IOException("the variable " + variable + " is not set");
        }
        return value;
    }

    /** Refuses hosts to which a person's token must not go. */
    static void checkHost(MongoCredential credential, String host, boolean unixSocket) {
        if (!credential.isHuman() || unixSocket) {
            return;
        }
        String name = host.toLowerCase(Locale.ROOT);
        for (String allowed : credential.allowedHosts()) {
            String pattern = allowed.toLowerCase(Locale.ROOT);
            if (pattern.startsWith("*.") ? name.endsWith(pattern.substring(1)) : name.equals(pattern)) {
                return;
            }
        }
        throw new MongoSecurityException("The host " + host + " is none of those to which an access token may be sent: "
                + credential.allowedHosts(), null);
    }
}
