package dev.bowline.egress.connection;

import dev.bowline.settings.AuthMechanism;
import dev.bowline.settings.MongoCredential;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/** MONGODB-X509: the certificate of the TLS negotiation is the proof; the command only asks to be judged by it. */
final class X509Authenticator implements Authenticator {
    private final MongoCredential credential;

    X509Authenticator(MongoCredential credential) {
        this.credential = credential;
    }

    @Override
    public AuthMechanism mechanism() {
        return AuthMechanism.MONGODB_X509;
    }

    @Override
    public BsonDocument speculativeCommand() {
        return command().append("db", new BsonString("$external"));
    }

    @Override
    public void authenticate(Commands commands, @Nullable BsonDocument speculativeReply) {
        if (speculativeReply == null) {
            commands.run("$external", command());
        }
    }

    private BsonDocument command() {
        BsonDocument command = new BsonDocument("authenticate", new BsonInt32(1))
                .append("mechanism", new BsonString(mechanism().mechanismName()));
        String userName = credential.userName().orElse(null);
        if (userName != null) {
            command.append("user", new BsonString(userName));
        }
        return command;
    }
}
