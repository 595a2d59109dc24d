package dev.bowline.egress.connection;

import dev.bowline.settings.MongoCredential;
import dev.bowline.settings.AuthMechanism;
import dev.bowline.egress.environment.Environment;
import dev.bowline.error.MongoConfigurationException;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * One authentication of one connection: its first command may travel with the hello, the rest follows. An instance is
 * used once.
 *
 * <p>Messages name the user and the mechanism, never anything secret.
 */
sealed interface Authenticator permits ScramAuthenticator, X509Authenticator, PlainAuthenticator {
    /** Runs a command on the connection being authenticated; throws as a connection does. */
    @FunctionalInterface
    interface Commands {
        BsonDocument run(String database, BsonDocument command);

        /** Throws if the time for this step is up or the connection has been ended; for long computations. */
        default void checkpoint() {}
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

    static Authenticator of(MongoCredential credential, AuthMechanism mechanism, Environment environment,
            ScramKeyCache keys, Safeguards safeguards) {
        return switch (mechanism) {
            case SCRAM_SHA_1, SCRAM_SHA_256 -> new ScramAuthenticator(credential, mechanism,
                    ScramAuthenticator.nonce(environment), keys, safeguards.maxScramIterations());
            case MONGODB_X509 -> new X509Authenticator(credential);
            case PLAIN -> new PlainAuthenticator(credential);
            case GSSAPI, MONGODB_AWS, MONGODB_OIDC, MONGODB_CR -> throw new MongoConfigurationException(
                    "The authentication mechanism " + mechanism + " is not supported; SCRAM-SHA-256, SCRAM-SHA-1, "
                            + "MONGODB-X509 and PLAIN are");
        };
    }
}
