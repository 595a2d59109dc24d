package dev.bowline.settings;

import dev.bowline.error.MongoConfigurationException;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Who a client is and how it proves it. Immutable; the password and the properties are never shown. */
public final class MongoCredential {
    /** The source of users whom the server does not keep itself. */
    public static final String EXTERNAL = "$external";

    private final @Nullable String mechanism;
    private final String source;
    private final @Nullable String userName;
    private final char @Nullable [] password;
    private final Map<String, String> properties;

    private MongoCredential(@Nullable String mechanism, String source, @Nullable String userName,
            char @Nullable [] password, Map<String, String> properties) {
        this.mechanism = mechanism;
        this.source = source;
        this.userName = userName;
        this.password = password == null ? null : password.clone();
        this.properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    }

    /** A user with a password; the strongest SCRAM mechanism that the server offers for them is used. */
    public static MongoCredential of(String userName, String source, char[] password) {
        return new MongoCredential(null, source, userName, password, Map.of());
    }

    /** A user with a password, proved by the given mechanism. */
    public static MongoCredential of(AuthMechanism mechanism, String userName, String source, char[] password) {
        return new MongoCredential(mechanism.mechanismName(), source, userName, password, Map.of());
    }

    public static MongoCredential scramSha1(String userName, String source, char[] password) {
        return new MongoCredential("SCRAM-SHA-1", source, userName, password, Map.of());
    }

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

    /** The mechanism, or empty if the server's offer decides or no mechanism has the given name. */
    public Optional<AuthMechanism> authMechanism() {
        return mechanism().map(AuthMechanism::named);
    }

    /** The same credential with another database that knows the user. */
    public MongoCredential withSource(String newSource) {
        return new MongoCredential(mechanism, newSource, userName, password, properties);
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
                    + " is not supported; use SCRAM-SHA-256, SCRAM-SHA-1, MONGODB-X509 or PLAIN");
        }
        if (password == null && known != AuthMechanism.MONGODB_X509) {
            throw new MongoConfigurationException("The credential of user '" + userName + "' at '" + source
                    + "' has no password, which " + (mechanism == null ? "SCRAM" : mechanism) + " needs");
        }
        return this;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof MongoCredential that && Objects.equals(mechanism, that.mechanism)
                && source.equals(that.source) && Objects.equals(userName, that.userName)
                && Arrays.equals(password, that.password) && properties.equals(that.properties);
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
