package dev.bowline.egress.connection;

import dev.bowline.error.MongoConfigurationException;
import dev.bowline.error.MongoSecurityException;
import dev.bowline.settings.AuthMechanism;
import dev.bowline.settings.MongoCredential;
import java.nio.charset.StandardCharsets;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/** PLAIN (RFC 4616): the password itself, for LDAP behind the server. It is never sent with a hello. */
final class PlainAuthenticator implements Authenticator {
    private final MongoCredential credential;

    PlainAuthenticator(MongoCredential credential) {
        this.credential = credential;
    }

    @Override
    public AuthMechanism mechanism() {
        return AuthMechanism.PLAIN;
    }

    @Override
    public @Nullable BsonDocument speculativeCommand() {
        return null;
    }

    @Override
    public void authenticate(Commands commands, @Nullable BsonDocument speculativeReply) {
        String userName = credential.userName().orElse(null);
        char[] password = credential.password().orElse(null);
        if (userName == null || password == null) {
            throw new MongoConfigurationException("PLAIN needs a user name and a password");
        }
        byte[] payload = ("\0" + userName + "\0" + new String(password)).getBytes(StandardCharsets.UTF_8);
        BsonDocument reply = commands.run(credential.source(), new BsonDocument("saslStart", new BsonInt32(1))
                .append("mechanism", new BsonString(mechanism().mechanismName()))
                .append("payload", new BsonBinary(payload)));
        if (!reply.getBoolean("done", BsonBoolean.FALSE).getValue()) {
            throw new MongoSecurityException("The server did not end the PLAIN conversation after its only step", null);
        }
    }
}
