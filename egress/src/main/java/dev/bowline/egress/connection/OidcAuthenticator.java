package dev.bowline.egress.connection;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoSecurityException;
import dev.bowline.settings.AuthMechanism;
import dev.bowline.settings.OidcCallback.IdentityProvider;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/**
 * MONGODB-OIDC: the access token itself, which an identity provider has given out. A machine sends it at once; for a
 * person the server names the identity provider first. Lives as long as its connection, which may have to authenticate
 * again.
 */
final class OidcAuthenticator implements Authenticator {
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final OidcTokens tokens;
    private final Environment environment;
    private final ServerAddress address;
    private final Duration timeout;
    /** What this connection has authenticated with. */
    private volatile @Nullable String used;

    OidcAuthenticator(OidcTokens tokens, Environment environment, ServerAddress address, Duration timeout) {
        this.tokens = tokens;
        this.environment = environment;
        this.address = address;
        this.timeout = timeout;
    }

    @Override
    public AuthMechanism mechanism() {
        return AuthMechanism.MONGODB_OIDC;
    }

    @Override
    public @Nullable BsonDocument speculativeCommand() {
        OidcTokens.checkHost(tokens.credential(), address.host(), address.isUnixSocket());
        String known = tokens.current();
        used = known;
        return known == null
                ? null
                : SaslCommands.start(mechanism(), jwt(known)).append("db",
                        new BsonString(tokens.credential().source()));
    }

    @Override
    public void authenticate(Commands commands, @Nullable BsonDocument speculativeReply) {
        if (speculativeReply != null && SaslCommands.isDone(speculativeReply)) {
            return;
        }
        OidcTokens.checkHost(tokens.credential(), address.host(), address.isUnixSocket());
        used = null;
        if (tokens.isHuman()) {
            authenticatePerson(commands);
        } else {
            authenticateMachine(commands);
        }
    }

    /** The server wants to know again who this is: error 391. */
    void reauthenticate(Commands commands) {
        tokens.invalidate(used);
        authenticate(commands, null);
    }

    private void authenticateMachine(Commands commands) {
        String known = tokens.current();
        if (known != null) {
            try {
                oneStep(commands, known);
                return;
            } catch (MongoCommandException e) {
                tokens.invalidate(known);
                pause();
            }
        }
        oneStep(commands, tokens.forMachine(timeout, commands));
    }

    private void authenticatePerson(Commands commands) {
        for (int attempt = 0; attempt < 2; attempt++) {
            String known = attempt == 0 ? tokens.current() : tokens.refreshed(commands);
            if (known != null) {
                try {
                    oneStep(commands, known);
                    return;
                } catch (MongoCommandException e) {
                    tokens.invalidate(known);
                    used = null;
                }
            }
        }
        BsonDocument principal = new BsonDocument();
        tokens.credential().userName().ifPresent(name -> principal.append("n", new BsonString(name)));
        BsonDocument first = commands.run(tokens.credential().source(),
                SaslCommands.start(mechanism(), SaslCommands.bytes(principal)));
        String token = tokens.forHuman(identityProvider(SaslCommands.document(SaslCommands.payload(first))),
                commands);
        used = token;
        requireDone(commands.run(tokens.credential().source(), SaslCommands.next(first, jwt(token))));
    }

    private void oneStep(Commands commands, String token) {
        used = token;
        requireDone(commands.run(tokens.credential().source(), SaslCommands.start(mechanism(), jwt(token))));
    }

    private static void requireDone(BsonDocument reply) {
        if (!SaslCommands.isDone(reply)) {
            throw new MongoSecurityException("The server did not end the MONGODB-OIDC conversation", null);
        }
    }

    private static IdentityProvider identityProvider(BsonDocument answer) {
        if (!answer.isString("issuer")) {
            throw new MongoSecurityException("The server does not name its identity provider", null);
        }
        List<String> scopes = answer.getArray("requestScopes", new BsonArray()).stream()
                .map(scope -> scope.asString().getValue()).toList();
        return new IdentityProvider(answer.getString("issuer").getValue(),
                answer.isString("clientId") ? Optional.of(answer.getString("clientId").getValue()) : Optional.empty(),
                scopes);
    }

    private static byte[] jwt(String token) {
        return SaslCommands.bytes(new BsonDocument("jwt", new BsonString(token)));
    }

    /** Authentication specification, "Credential Caching": the token may have been renewed a moment ago. */
    private void pause() {
        Deadline end = Deadline.afterNanos(environment, PAUSE_NANOS);
        while (!end.isExpired(environment) && !Thread.currentThread().isInterrupted()) {
            environment.park(end);
        }
    }
}
