package dev.bowline.settings;

import dev.bowline.error.MongoConfigurationException;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Who a client is and how it proves it. Immutable; the password and the properties are never shown. */
public final class MongoCredential {
    /** The source of users whom the server does not keep itself. */
    public static final String EXTERNAL = "$external";

    /** Where a person's token may be sent unless said otherwise. */
    public static final List<String> DEFAULT_ALLOWED_HOSTS = List.of("*.mongodb.net", "*.mongodb-qa.net",
            "*.mongodb-dev.net", "*.mongodbgov.net", "localhost", "127.0.0.1", "::1");

    private final @Nullable String mechanism;
    private final String source;
    private final @Nullable String userName;
    private final char @Nullable [] password;
    private final Map<String, String> properties;
    private final @Nullable OidcCallback callback;
    private final boolean human;
    private final List<String> allowedHosts;

    private MongoCredential(@Nullable String mechanism, String source, @Nullable String userName,
            char @Nullable [] password, Map<String, String> properties) {
        this(mechanism, source, userName, password, properties, null, false, DEFAULT_ALLOWED_HOSTS);
    }

    private MongoCredential(@Nullable String mechanism, String source, @Nullable String userName,
            char @Nullable [] password, Map<String, String> properties, @Nullable OidcCallback callback,
            boolean human, List<String> allowedHosts) {
        this.mechanism = mechanism;
        this.source = source;
        this.userName = userName;
        this.password = password == null ? null : password.clone();
        this.properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
        this.callback = callback;
        this.human = human;
        this.allowedHosts = List.copyOf(allowedHosts);
    }

    /** A user with a password; the strongest SCRAM mechanism that the server offers for them is used. */
    public static MongoCredential of(String userName, String source, char[] password) {
        return new MongoCredential(null, source, userName, password, Map.of());
    }

    /** A user with a password, proved by the given mechanism. */
    public static MongoCredential of(AuthMechanism mechanism, String userName, String source, char[] password) {
        return new MongoCredential(mechanism.mechanismName(), source, userName, password, Map.of());
    }

    /**
     * A user with a password, proved by SCRAM-SHA-1.
     *
     * @param userName the name of the user
     * @param source the database that knows the user
     * @param password the password, which is copied
     * @return the credential
     */
    public static MongoCredential scramSha1(String userName, String source, char[] password) {
        return new MongoCredential("SCRAM-SHA-1", source, userName, password, Map.of());
    }

    /**
     * A user with a password, proved by SCRAM-SHA-256.
     *
     * @param userName the name of the user
     * @param source the database that knows the user
     * @param password the password, which is copied
     * @return the credential
     */
    public static MongoCredential scramSha256(String userName, String source, char[] password) {
        return new MongoCredential("SCRAM-SHA-256", source, userName, password, Map.of());
    }

    /** The password goes to the server as it is: use TLS. The source is most often {@link #EXTERNAL}. */
    public static MongoCredential plain(String userName, String source, char[] password) {
        return new MongoCredential("PLAIN", source, userName, password, Map.of());
    }

    /** The user named in the client's TLS certificate. */
    public static MongoCredential x509() {
        return new MongoCredential("MONGODB-X509", EXTERNAL, null, null, Map.of());
    }

    /** The user named in the client's TLS certificate, named here too. */
    public static MongoCredential x509(String userName) {
        return new MongoCredential("MONGODB-X509", EXTERNAL, userName, null, Map.of());
    }

    /** An identity of Amazon's, found in the environment, shared files or the metadata services of ECS and EC2. */
    public static MongoCredential aws() {
        return new MongoCredential("MONGODB-AWS", EXTERNAL, null, null, Map.of());
    }

    /** An identity of Amazon's; with a session token if it is a temporary one. */
    public static MongoCredential aws(String accessKeyId, char[] secretAccessKey, Optional<String> sessionToken) {
        return new MongoCredential("MONGODB-AWS", EXTERNAL, accessKeyId, secretAccessKey,
                sessionToken.map(token -> Map.of("AWS_SESSION_TOKEN", token)).orElse(Map.of()));
    }

    /** A machine whose access tokens a callback gets. */
    public static MongoCredential oidc(OidcCallback callback) {
        return new MongoCredential("MONGODB-OIDC", EXTERNAL, null, null, Map.of(), callback, false,
                DEFAULT_ALLOWED_HOSTS);
    }

    /**
     * A person who logs in with an identity provider.
     *
     * @param allowedHosts the hosts to which a token may be sent; {@code *.example.com} stands for all below that name
     */
    public static MongoCredential oidcHuman(Optional<String> userName, OidcCallback callback,
            List<String> allowedHosts) {
        return new MongoCredential("MONGODB-OIDC", EXTERNAL, userName.orElse(null), null, Map.of(), callback, true,
                allowedHosts);
    }

    /** A principal of Kerberos, by the ticket that the process has or the key table that its configuration names. */
    public static MongoCredential gssapi(String principal) {
        return new MongoCredential("GSSAPI", EXTERNAL, principal, null, Map.of("SERVICE_NAME", "mongodb"));
    }

    /**
     * A credential of any of the mechanisms that the specifications define, as a connection string has it. Whether
     * Bowline speaks the mechanism is checked when a client is made.
     */
    public static MongoCredential ofMechanism(Optional<String> mechanism, String source, Optional<String> userName,
            Optional<String> password, Map<String, String> properties) {
        return new MongoCredential(mechanism.orElse(null), source, userName.orElse(null),
                password.map(String::toCharArray).orElse(null), properties);
    }

    /** The mechanism's name, or empty if the server's offer decides. */
    public Optional<String> mechanism() {
        return Optional.ofNullable(mechanism);
    }

    /** The database that knows the user. */
    public String source() {
        return source;
    }

    /** The name of the user; empty if the mechanism finds it elsewhere, such as in a certificate or a token. */
    public Optional<String> userName() {
        return Optional.ofNullable(userName);
    }

    /** A copy, which the caller may wipe. */
    public Optional<char[]> password() {
        return password == null ? Optional.empty() : Optional.of(password.clone());
    }

    /** {@code authMechanismProperties}. */
    public Map<String, String> properties() {
        return properties;
    }

    /** Gets access tokens; empty unless the mechanism is MONGODB-OIDC and the tokens come from no environment. */
    public Optional<OidcCallback> oidcCallback() {
        return Optional.ofNullable(callback);
    }

    /** Whether the callback asks a person. */
    public boolean isHuman() {
        return human;
    }

    /** The hosts to which a person's token may be sent. */
    public List<String> allowedHosts() {
        return allowedHosts;
    }

    /** The mechanism, or empty if the server's offer decides or no mechanism has the given name. */
    public Optional<AuthMechanism> authMechanism() {
        return mechanism().map(AuthMechanism::named);
    }

    /** The same credential with another database that knows the user. */
    public MongoCredential withSource(String newSource) {
        return new MongoCredential(mechanism, newSource, userName, password, properties, callback, human,
                allowedHosts);
    }

    /**
     * Returns this credential if a connection can use it, so that a client refuses a wrong one when it is made and not
     * in a monitor's log.
     *
     * @throws MongoConfigurationException if Bowline does not support the mechanism, or the password that it needs is
     *         missing
     */
    public MongoCredential requireUsable() {
        AuthMechanism known = mechanism == null ? null : AuthMechanism.named(mechanism);
        if (mechanism != null && (known == null || !known.isSupported())) {
            throw new MongoConfigurationException("The authentication mechanism " + mechanism
                    + " is not supported; use SCRAM-SHA-256, SCRAM-SHA-1, MONGODB-X509, MONGODB-AWS, MONGODB-OIDC, "
                    + "GSSAPI or PLAIN");
        }
        if (known == AuthMechanism.MONGODB_OIDC && (callback == null) == !properties.containsKey("ENVIRONMENT")) {
            throw new MongoConfigurationException("MONGODB-OIDC needs either a callback or the property ENVIRONMENT");
        }
        if (password == null && (known == null || known.needsPassword())) {
            throw new MongoConfigurationException("The credential of user '" + userName + "' at '" + source
                    + "' has no password, which " + (mechanism == null ? "SCRAM" : mechanism) + " needs");
        }
        return this;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof MongoCredential that && Objects.equals(mechanism, that.mechanism)
                && source.equals(that.source) && Objects.equals(userName, that.userName)
                && Arrays.equals(password, that.password) && properties.equals(that.properties)
                && Objects.equals(callback, that.callback) && human == that.human
                && allowedHosts.equals(that.allowedHosts);
    }

    @Override
    public int hashCode() {
        return Objects.hash(mechanism, source, userName);
    }

    @Override
    public String toString() {
        return "user " + userName + " at " + source + (mechanism == null ? "" : " by " + mechanism);
    }
}
