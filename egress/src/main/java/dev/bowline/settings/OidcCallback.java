package dev.bowline.settings;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Gets access tokens for MONGODB-OIDC from an identity provider. Called when there is no token, or the server no longer
 * takes the one there is; never twice at a time for one client. What it throws ends the attempt to connect.
 */
@FunctionalInterface
public interface OidcCallback {
    /** The version of this interface: it becomes more whenever something is added to it. */
    int VERSION = 1;

    /**
     * Gets an access token from the identity provider.
     *
     * @param request the time limit and what is known of the user and the identity provider
     * @return the token; never null
     */
    Token token(Request request);

    /**
     * The request for a token.
     *
     * @param timeout how long it may take
     * @param userName the user of the credential
     * @param identityProvider where a person is to log in; empty for machines
     * @param refreshToken what the last answer gave to be used now; empty for machines
     */
    record Request(Duration timeout, int version, Optional<String> userName,
            Optional<IdentityProvider> identityProvider, Optional<String> refreshToken) {
        /** Without the token. */
        @Override
        public String toString() {
            return "Request[" + timeout + ", " + identityProvider + "]";
        }
    }

    /** What the server says of its identity provider. */
    record IdentityProvider(String issuer, Optional<String> clientId, List<String> requestScopes) {}

    /**
     * The answer.
     *
     * @param expiresIn how long the access token is valid; zero if unlimited or unknown
     * @param refreshToken passed to the next request for a token
     */
    record Token(String accessToken, Duration expiresIn, Optional<String> refreshToken) {
        /**
         * Checks the duration.
         *
         * @throws IllegalArgumentException if {@code expiresIn} is negative
         */
        public Token {
            if (expiresIn.isNegative()) {
                throw new IllegalArgumentException("An access token that expires in " + expiresIn);
            }
        }

        /** An access token of unknown lifetime, without a refresh token. */
        public static Token of(String accessToken) {
            return new Token(accessToken, Duration.ZERO, Optional.empty());
        }

        /** Without anything secret. */
        @Override
        public String toString() {
            return "Token[expires in " + expiresIn + "]";
        }
    }
}
