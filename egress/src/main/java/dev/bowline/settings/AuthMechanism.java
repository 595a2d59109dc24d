package dev.bowline.settings;

import org.jspecify.annotations.Nullable;

/** The authentication mechanisms of the specifications. Those that Bowline does not speak are refused when connecting. */
public enum AuthMechanism {
    SCRAM_SHA_1("SCRAM-SHA-1", true),
    SCRAM_SHA_256("SCRAM-SHA-256", true),
    MONGODB_X509("MONGODB-X509", true),
    PLAIN("PLAIN", true),
    GSSAPI("GSSAPI", true),
    MONGODB_AWS("MONGODB-AWS", true),
    MONGODB_OIDC("MONGODB-OIDC", true),
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
