package dev.bowline.egress.connection;

import dev.bowline.egress.environment.Environment;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoSecurityException;
import dev.bowline.settings.AuthMechanism;
import java.util.Arrays;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/** MONGODB-AWS: the client signs a request with which the server asks Amazon for the client's identity. */
final class AwsAuthenticator implements Authenticator {
    private static final int NONCE_BYTES = 32;
    /** "n": no channel binding. */
    private static final int NO_CHANNEL_BINDING = 'n';

    private final AwsCredentialSource source;
    private final Environment environment;
    private final byte[] nonce = new byte[NONCE_BYTES];

    AwsAuthenticator(AwsCredentialSource source, Environment environment) {
        this.source = source;
        this.environment = environment;
        environment.secureRandom(nonce);
    }

    @Override
    public AuthMechanism mechanism() {
        return AuthMechanism.MONGODB_AWS;
    }

    @Override
    public @Nullable BsonDocument speculativeCommand() {
        return null;
    }

    @Override
    public void authenticate(Commands commands, @Nullable BsonDocument speculativeReply) {
        AwsCredentials credentials = source.find();
        try {
            BsonDocument first = commands.run("$external", SaslCommands.start(mechanism(), SaslCommands.bytes(
                    new BsonDocument("r", new BsonBinary(nonce)).append("p", new BsonInt32(NO_CHANNEL_BINDING)))));
            BsonDocument answer = SaslCommands.document(SaslCommands.payload(first));
            byte[] serverNonce = answer.isBinary("s") ? answer.getBinary("s").getData() : new byte[0];
            if (serverNonce.length != 2 * NONCE_BYTES
                    || !Arrays.equals(Arrays.copyOf(serverNonce, NONCE_BYTES), nonce)) {
                throw new MongoSecurityException("The server's nonce does not begin with the client's", null);
            }
            AwsSignature.Signed signed = AwsSignature.sign(credentials,
                    answer.isString("h") ? answer.getString("h").getValue() : "", serverNonce,
                    environment.currentTimeMillis());
            BsonDocument proof = new BsonDocument("a", new BsonString(signed.authorization())).append("d",
                    new BsonString(signed.date()));
            if (credentials.sessionToken() != null) {
                proof.append("t", new BsonString(credentials.sessionToken()));
            }
            BsonDocument last = commands.run("$external", SaslCommands.next(first, SaslCommands.bytes(proof)));
            if (!SaslCommands.isDone(last)) {
                throw new MongoSecurityException("The server did not end the MONGODB-AWS conversation", null);
            }
        } catch (MongoCommandException | MongoSecurityException e) {
            source.forget();
            throw e;
        }
    }
}
