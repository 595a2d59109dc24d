package dev.bowline.settings;

import org.jspecify.annotations.Nullable;

/**
 * The authentication mechanisms of the specifications. Those that Bowline does not speak are refused when connecting.
 */
public enum AuthMechanism {
    /** A password, proved by SCRAM with SHA-1. */
    SCRAM_SHA_1("SCRAM-SHA-1", true),
    /** A password, proved by SCRAM with SHA-256. */
    SCRAM_SHA_256("SCRAM-SHA-256", true),
    /** The certificate that the client presents with TLS. */
    MONGODB_X509("MONGODB-X509", true),
    /** A password that the client sends as it is (SASL PLAIN), most often for LDAP. */
    PLAIN("PLAIN", true),
    /** A Kerberos ticket. */
    GSSAPI("GSSAPI", true),
    /** An identity of Amazon Web Services (IAM). */
    MONGODB_AWS("MONGODB-AWS", true),
    /** An access token of an OpenID Connect identity provider. */
    MONGODB_OIDC("MONGODB-OIDC", true),
    /** The challenge-response mechanism that MongoDB 4.0 removed. Bowline does not speak it. */
    MONGODB_CR("MONGODB-CR", false);

    private final String mechanismName;
    private final boolean supported;

    AuthMechanism(String mechanismName, boolean supported) {
        this.mechanismName = mechanismName;
        this.supported = supported;
    }

    /** The name on the wire and in a connection string. */
    public String mechanismName() {
        return mechanismName;
    }

    /** Whether Bowline speaks this mechanism. */
    public boolean isSupported() {
        return supported;
    }

    /** Whether a credential without a password is of no use. */
    public boolean needsPassword() {
        return switch (this) {
            case SCRAM_SHA_1, SCRAM_SHA_256, PLAIN, MONGODB_CR -> true;
            case MONGODB_X509, GSSAPI, MONGODB_AWS, MONGODB_OIDC -> false;
        };
    }

    /** The mechanism of this name, or null. Names are written in capitals. */
    public static @Nullable AuthMechanism named(String name) {
        for (AuthMechanism mechanism : values()) {
            if (mechanism.mechanismName.equals(name)) {
                return mechanism;
            }
        }
        return null;
    }

    @Override
    public String toString() {
        return mechanismName;
    }
}
