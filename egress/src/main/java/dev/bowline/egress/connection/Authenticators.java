package dev.bowline.egress.connection;

import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.MongoConfigurationException;
import dev.bowline.settings.AuthMechanism;
import dev.bowline.settings.MongoCredential;
import java.time.Duration;

/**
 * Makes the authenticators of a client's connections, with what those share: keys and tokens that were found before.
 */
final class Authenticators {
    private final MongoCredential credential;
    private final Environment environment;
    private final Safeguards safeguards;
    private final Duration connectTimeout;
    private final ScramKeyCache keys = new ScramKeyCache();
    private final AwsCredentialSource aws;
    private final OidcTokens oidc;

    Authenticators(MongoCredential credential, Environment environment, Safeguards safeguards, Duration connectTimeout,
            Outside outside) {
        this.credential = credential;
        this.environment = environment;
        this.safeguards = safeguards;
        this.connectTimeout = connectTimeout;
        this.aws = new AwsCredentialSource(credential, environment, outside);
        this.oidc = new OidcTokens(credential, outside);
    }

    Authenticator of(AuthMechanism mechanism, ServerAddress address) {
        return switch (mechanism) {
            case SCRAM_SHA_1, SCRAM_SHA_256 -> new ScramAuthenticator(credential, mechanism,
                    ScramAuthenticator.nonce(environment), keys, safeguards.maxScramIterations());
            case MONGODB_X509 -> new X509Authenticator(credential);
            case PLAIN -> new PlainAuthenticator(credential);
            case MONGODB_AWS -> new AwsAuthenticator(aws, environment);
            case MONGODB_OIDC -> new OidcAuthenticator(oidc, environment, address, connectTimeout);
            case GSSAPI -> new GssapiAuthenticator(credential, environment, address);
            case MONGODB_CR -> throw new MongoConfigurationException(
                    "The authentication mechanism MONGODB-CR is not supported: no server since 4.0 has it");
        };
    }
}
