package dev.bowline.egress.connection;

import org.jspecify.annotations.Nullable;

/**
 * An identity of Amazon's.
 *
 * @param sessionToken of a temporary one, or null
 * @param expiresMillis when it ends, in milliseconds since 1970; 0 if it does not
 */
record AwsCredentials(String accessKeyId, String secretAccessKey, @Nullable String sessionToken, long expiresMillis) {
    /** Without anything secret. */
    @Override
    public String toString() {
        return "AwsCredentials[" + accessKeyId + "]";
    }
}
