package dev.bowline.sync;

import com.mongodb.AuthenticationMechanism;
import com.mongodb.MongoCredential;
import com.mongodb.MongoCredential.IdpInfo;
import com.mongodb.MongoCredential.OidcCallbackContext;
import com.mongodb.MongoCredential.OidcCallbackResult;
import dev.bowline.error.MongoConfigurationException;
import dev.bowline.settings.OidcCallback;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Official credentials as Bowline's, with the properties of their mechanisms. */
final class Credentials {
    private static final String ENVIRONMENT = "ENVIRONMENT";
    private static final List<String> TEXTS = List.of("SERVICE_NAME", "SERVICE_REALM", "SERVICE_HOST",
            "CANONICALIZE_HOST_NAME", "AWS_SESSION_TOKEN", ENVIRONMENT, MongoCredential.TOKEN_RESOURCE_KEY);
    private static final Map<String, String> REFUSED = Map.of("JAVA_SASL_CLIENT_PROPERTIES",
            "it configures a SASL client of the official driver's", "JAVA_SUBJECT",
            "Bowline logs in with the ticket or key table that the process has", "JAVA_SUBJECT_PROVIDER",
            "Bowline logs in with the ticket or key table that the process has", "AWS_CREDENTIAL_PROVIDER",
            "Bowline finds temporary credentials by itself; give others by user name, password and AWS_SESSION_TOKEN");

    private static final Set<Object> NAMING_RESOURCES = Set.of("azure", "gcp");

    private Credentials() {}

    static dev.bowline.settings.MongoCredential ours(MongoCredential credential) {
        REFUSED.forEach((name, why) -> {
            if (property(credential, name) != null) {
                throw Refusals.of("The property " + name + " of a credential", why);
            }
        });
        if (Objects.equals(credential.getMechanism(), AuthenticationMechanism.MONGODB_OIDC.getMechanismName())) {
            requireOneTokenSource(credential);
        }
        Object machine = property(credential, MongoCredential.OIDC_CALLBACK_KEY);
        Object human = property(credential, MongoCredential.OIDC_HUMAN_CALLBACK_KEY);
        if (human != null) {
            List<String> hosts = credential.getMechanismProperty(MongoCredential.ALLOWED_HOSTS_KEY,
                    MongoCredential.DEFAULT_ALLOWED_HOSTS);
            return dev.bowline.settings.MongoCredential.oidcHuman(Optional.ofNullable(credential.getUserName()),
                    callback((MongoCredential.OidcCallback) human, credential), hosts);
        }
        if (machine != null) {
            return dev.bowline.settings.MongoCredential.oidc(
                    callback((MongoCredential.OidcCallback) machine, credential));
        }
        Map<String, String> properties = new LinkedHashMap<>();
        for (String name : TEXTS) {
            Object value = property(credential, name);
            if (value != null) {
                properties.put(name, value.toString());
            }
        }
        return dev.bowline.settings.MongoCredential.ofMechanism(Optional.ofNullable(credential.getMechanism()),
                credential.getSource(), Optional.ofNullable(credential.getUserName()),
                Optional.ofNullable(credential.getPassword()).map(String::new), properties);
    }

    /** What the official driver says when it first connects is said when the settings are read. */
    private static void requireOneTokenSource(MongoCredential credential) {
        boolean human = property(credential, MongoCredential.OIDC_HUMAN_CALLBACK_KEY) != null;
        boolean machine = property(credential, MongoCredential.OIDC_CALLBACK_KEY) != null;
        Object environment = property(credential, ENVIRONMENT);
        requireOidc(human || machine || environment != null,
                "needs one of the properties ENVIRONMENT, OIDC_CALLBACK and OIDC_HUMAN_CALLBACK");
        requireOidc(!(human && machine), "takes OIDC_CALLBACK or OIDC_HUMAN_CALLBACK, not both");
        requireOidc(environment == null || !(human || machine), "takes ENVIRONMENT or a callback, not both");
        requireOidc(human || property(credential, MongoCredential.ALLOWED_HOSTS_KEY) == null,
                "takes ALLOWED_HOSTS only with OIDC_HUMAN_CALLBACK");
        if (environment != null) {
            requireOidc(credential.getUserName() == null || environment.equals("azure"),
                    "takes a user name with no ENVIRONMENT but azure");
            requireOidc((property(credential, MongoCredential.TOKEN_RESOURCE_KEY) != null) == NAMING_RESOURCES
                    .contains(environment), "needs TOKEN_RESOURCE where ENVIRONMENT is azure or gcp, and only there");
        }
    }

    private static void requireOidc(boolean condition, String rule) {
        if (!condition) {
            throw new IllegalArgumentException("MONGODB-OIDC " + rule);
        }
    }

    private static @Nullable Object property(MongoCredential credential, String name) {
        return credential.<@Nullable Object>getMechanismProperty(name, null);
    }

    private static OidcCallback callback(MongoCredential.OidcCallback official, MongoCredential credential) {
        return request -> {
            OidcCallbackResult result = official.onRequest(new Context(request, credential.getUserName()));
            if (result == null) {
                throw new MongoConfigurationException("The callback of MONGODB-OIDC returned null");
            }
            // How long it holds has no public accessor; it is used until the server does not take it any more.
            return new OidcCallback.Token(result.getAccessToken(), Duration.ZERO,
                    Optional.ofNullable(result.getRefreshToken()));
        };
    }

    /** @param userName that of the official credential: ours for machines has none */
    private record Context(OidcCallback.Request request, @Nullable String userName) implements OidcCallbackContext {
        @Override
        public @Nullable String getUserName() {
            return userName;
        }

        @Override
        public Duration getTimeout() {
            return request.timeout();
        }

        @Override
        public int getVersion() {
            return request.version();
        }

        @Override
        public @Nullable IdpInfo getIdpInfo() {
            return request.identityProvider().map(Provider::new).orElse(null);
        }

        @Override
        public @Nullable String getRefreshToken() {
            return request.refreshToken().orElse(null);
        }
    }

    private record Provider(OidcCallback.IdentityProvider provider) implements IdpInfo {
        @Override
        public String getIssuer() {
            return provider.issuer();
        }

        @Override
        public @Nullable String getClientId() {
            return provider.clientId().orElse(null);
        }

        @Override
        public List<String> getRequestScopes() {
            return provider.requestScopes();
        }
    }
}
