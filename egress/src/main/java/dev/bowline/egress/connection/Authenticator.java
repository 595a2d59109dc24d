package dev.bowline.egress.connection;

import dev.bowline.settings.AuthMechanism;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * One authentication of one connection: its first command may travel with the hello, the rest follows. An instance is
 * used once.
 *
 * <p>Messages name the user and the mechanism, never anything secret.
 */
sealed interface Authenticator permits ScramAuthenticator, X509Authenticator, PlainAuthenticator, AwsAuthenticator,
        OidcAuthenticator, GssapiAuthenticator {
    /** Runs a command on the connection being authenticated; throws as a connection does. */
    @FunctionalInterface
    interface Commands {
        BsonDocument run(String database, BsonDocument command);

        /** Throws if the time for this step is up or the connection has been ended; for long computations. */
        default void checkpoint() {}

        /** How long the caller still waits for this authentication. */
        default long remainingNanos() {
            return Long.MAX_VALUE;
        }
    }

    /** The first command, to be sent with the hello; null where the mechanism has none to send early. */
    @Nullable
    BsonDocument speculativeCommand();

    /**
     * Completes the authentication.
     *
     * @param speculativeReply the server's answer to the early command; null if it took no notice
     * @throws dev.bowline.error.MongoSecurityException if the peer cannot prove that it knows the password
     * @throws dev.bowline.error.MongoCommandException if the server refuses
     */
    void authenticate(Commands commands, @Nullable BsonDocument speculativeReply);

    AuthMechanism mechanism();
}
