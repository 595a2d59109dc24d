package dev.bowline.egress.connection;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Who a client is, and how it proves it. Nothing here is ever printed but the user's name, the source and the mechanism.
 */
public final class Credential {
    private final @Nullable AuthMechanism mechanism;
    private final String source;
    private final @Nullable String userName;
    private final char @Nullable [] password;
    private final Map<String, String> properties;

    /**
     * @param mechanism null to let the server's list decide between the SCRAM mechanisms
     * @param source the database that knows the user; {@code $external} for X.509 and, usually, PLAIN
     * @param userName null where the mechanism derives it, as X.509 may
     * @param password copied
     * @param properties {@code authMechanismProperties}
     */
    public Credential(@Nullable AuthMechanism mechanism, String source, @Nullable String userName,
            char @Nullable [] password, Map<String, String> properties) {
        this.mechanism = mechanism;
        this.source = source;
        this.userName = userName;
        this.password = password == null ? null : password.clone();
        this.properties = Map.copyOf(properties);
    }

    public static Credential of(String userName, String source, char[] password) {
        return new Credential(null, source, userName, password, Map.of());
    }

    public static Credential of(AuthMechanism mechanism, String userName, String source, char[] password) {
        return new Credential(mechanism, source, userName, password, Map.of());
    }

    public static Credential x509() {
        return new Credential(AuthMechanism.MONGODB_X509, "$external", null, null, Map.of());
    }

    public @Nullable AuthMechanism mechanism() {
        return mechanism;
    }

    public String source() {
        return source;
    }

    public @Nullable String userName() {
        return userName;
    }

    /** A copy; the caller may wipe it. */
    public char @Nullable [] password() {
        return password == null ? null : password.clone();
    }

    public Map<String, String> properties() {
        return properties;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Credential that && mechanism == that.mechanism && source.equals(that.source)
                && Objects.equals(userName, that.userName) && Arrays.equals(password, that.password)
                && properties.equals(that.properties);
    }

    @Override
    public int hashCode() {
        return Objects.hash(mechanism, source, userName);
    }

    @Override
    public String toString() {
        return "Credential[" + (mechanism == null ? "default mechanism" : mechanism) + ", user " + userName
                + ", source " + source + "]";
    }
}
