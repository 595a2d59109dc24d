package dev.bowline.egress.connection;

import com.ongres.scram.common.ScramFunctions;
import com.ongres.scram.common.ScramMechanism;
import com.ongres.scram.common.ServerFinalMessage;
import com.ongres.scram.common.ServerFirstMessage;
import com.ongres.scram.common.StringPreparation;
import com.ongres.scram.common.exception.ScramParseException;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ForeignText;
import dev.bowline.error.MongoConfigurationException;
import dev.bowline.error.MongoSecurityException;
import dev.bowline.settings.AuthMechanism;
import dev.bowline.settings.MongoCredential;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * SCRAM-SHA-1 and SCRAM-SHA-256 (RFC 5802, RFC 7677) as the authentication specification wants them: user names as they
 * are, passwords prepared for SHA-256 and digested for SHA-1, no channel binding.
 */
final class ScramAuthenticator implements Authenticator {
    static final int MIN_ITERATIONS = 4096;
    private static final String GS2_HEADER = "n,,";
    private static final String GS2_HEADER_BASE64 = "biws";
    private static final int NONCE_BYTES = 24;
    /** After the server's proof only the empty exchange of old servers may follow. */
    private static final int MAX_EMPTY_STEPS = 2;

    private final MongoCredential credential;
    private final AuthMechanism mechanism;
    private final ScramMechanism scram;
    private final ScramKeyCache keyCache;
    private final int maxIterations;
    private final String userName;
    private final String nonce;
    /** The client's first message without its header, which says that there is no channel binding. */
    private final String clientFirstBare;

    /** @param maxIterations how many rounds of hashing the server may ask for */
    ScramAuthenticator(MongoCredential credential, AuthMechanism mechanism, String nonce, ScramKeyCache keyCache,
            int maxIterations) {
        String user = credential.userName().orElse(null);
        if (user == null || user.isEmpty()) {
            throw new MongoConfigurationException(mechanism + " needs a user name");
        }
        this.userName = user;
        this.credential = credential;
        this.mechanism = mechanism;
        this.scram = mechanism == AuthMechanism.SCRAM_SHA_1 ? ScramMechanism.SCRAM_SHA_1 : ScramMechanism.SCRAM_SHA_256;
        this.keyCache = keyCache;
        this.maxIterations = maxIterations;
        this.nonce = nonce;
        // Written out here: the library would prepare the name with SASLprep, which the specification forbids.
        this.clientFirstBare = "n=" + user.replace("=", "=3D").replace(",", "=2C") + ",r=" + nonce;
    }

    @Override
    public AuthMechanism mechanism() {
        return mechanism;
    }

    @Override
    public BsonDocument speculativeCommand() {
        return startCommand().append("db", new BsonString(credential.source()));
    }

    @Override
    public void authenticate(Commands commands, @Nullable BsonDocument speculativeReply) {
        BsonDocument reply = speculativeReply != null
                ? speculativeReply
                : commands.run(credential.source(), startCommand());
        if (isDone(reply)) {
            throw failure("the server ended the conversation before it had proved anything");
        }
        BsonValue conversationId = conversationId(reply);
        String serverFirstText = payload(reply);
        ServerFirstMessage serverFirst = parseServerFirst(serverFirstText);
        ScramKeyCache.Keys keys = keys(serverFirst, commands);
        String clientFinalBare = "c=" + GS2_HEADER_BASE64 + ",r=" + serverFirst.getNonce();
        String authMessage = clientFirstBare + "," + serverFirstText + "," + clientFinalBare;

        byte[] storedKey = ScramFunctions.storedKey(scram, keys.clientKey);
        byte[] proof = ScramFunctions.clientProof(keys.clientKey,
                ScramFunctions.clientSignature(scram, storedKey, authMessage));
        String clientFinal = clientFinalBare + ",p=" + Base64.getEncoder().encodeToString(proof);
        reply = commands.run(credential.source(), continueCommand(conversationId, clientFinal));
        verifyServer(payload(reply), authMessage, keys);

        for (int step = 0; !isDone(reply); step++) {
            if (step == MAX_EMPTY_STEPS) {
                throw failure("the server does not end the conversation");
            }
            reply = commands.run(credential.source(), continueCommand(conversationId, ""));
        }
    }

    private ServerFirstMessage parseServerFirst(String payload) {
        ServerFirstMessage message;
        try {
            message = ServerFirstMessage.parseFrom(payload, nonce);
        } catch (ScramParseException | IllegalArgumentException e) {
            throw failure("the server's first message is malformed or its nonce does not extend ours");
        }
        if (!message.getNonce().startsWith(nonce)
                || message.getNonce().length() == nonce.length()) {
            throw failure("the server's nonce does not extend ours");
        }
        int iterations = message.getIterationCount();
        if (iterations < MIN_ITERATIONS || iterations > maxIterations) {
            throw failure("the server asks for " + iterations + " iterations, not between " + MIN_ITERATIONS
                    + " and the maxScramIterations of " + maxIterations);
        }
        return message;
    }

    private ScramKeyCache.Keys keys(ServerFirstMessage serverFirst, Commands commands) {
        byte[] salt;
        try {
            salt = Base64.getDecoder().decode(serverFirst.getSalt());
        } catch (IllegalArgumentException e) {
            throw failure("the server's salt is not Base64");
        }
        if (salt.length == 0) {
            throw failure("the server's salt is empty");
        }
        int iterations = serverFirst.getIterationCount();
        return keyCache.keys(scram, salt, iterations, () -> saltedPassword(salt, iterations, commands));
    }

    private byte[] saltedPassword(byte[] salt, int iterations, Commands commands) {
        char[] password = credential.password().orElse(null);
        if (password == null) {
            throw new MongoConfigurationException(mechanism + " needs a password");
        }
        char[] prepared;
        try {
            prepared = mechanism == AuthMechanism.SCRAM_SHA_1
                    ? digest(password)
                    : StringPreparation.SASL_PREPARATION.normalize(password);
        } catch (IllegalArgumentException e) {
            // Without the cause, which may quote the password.
            throw failure("the password has characters that SASLprep forbids");
        }
        try {
            return SaltedPassword.derive(scram, prepared, salt, iterations, commands::checkpoint);
        } finally {
            Arrays.fill(prepared, '\0');
            Arrays.fill(password, '\0');
        }
    }

    private void verifyServer(String payload, String authMessage, ScramKeyCache.Keys keys) {
        ServerFinalMessage message;
        try {
            message = ServerFinalMessage.parseFrom(payload);
        } catch (ScramParseException | IllegalArgumentException e) {
            throw failure("the server's final message is malformed");
        }
        if (message.isError()) {
            throw failure("the server says " + message.getServerError());
        }
        byte[] verifier = message.getVerifier();
        byte[] expected = ScramFunctions.serverSignature(scram, keys.serverKey, authMessage);
        if (verifier == null || !MessageDigest.isEqual(verifier, expected)) {
            throw failure("the server's signature is wrong: it does not know the password, and may not be who it says");
        }
    }

    private BsonDocument startCommand() {
        return new BsonDocument("saslStart", new BsonInt32(1))
                .append("mechanism", new BsonString(mechanism.mechanismName()))
                .append("payload", new BsonBinary((GS2_HEADER + clientFirstBare).getBytes(StandardCharsets.UTF_8)))
                .append("options", new BsonDocument("skipEmptyExchange", BsonBoolean.TRUE));
    }

    private static BsonDocument continueCommand(BsonValue conversationId, String payload) {
        return new BsonDocument("saslContinue", new BsonInt32(1))
                .append("conversationId", conversationId)
                .append("payload", new BsonBinary(payload.getBytes(StandardCharsets.UTF_8)));
    }

    private BsonValue conversationId(BsonDocument reply) {
        BsonValue id = reply.get("conversationId");
        if (id == null) {
            throw failure("the server's reply has no conversationId");
        }
        return id;
    }

    private String payload(BsonDocument reply) {
        BsonValue payload = reply.get("payload");
        if (payload == null || !payload.isBinary()) {
            throw failure("the server's reply has no payload");
        }
        return new String(payload.asBinary().getData(), StandardCharsets.UTF_8);
    }

    private static boolean isDone(BsonDocument reply) {
        return reply.get("done") instanceof BsonBoolean done && done.getValue();
    }

    private MongoSecurityException failure(String what) {
        return new MongoSecurityException(
                mechanism + " authentication of user '" + userName + "' failed: " + ForeignText.shown(what), null);
    }

    private char[] digest(char[] password) {
        try {
            byte[] input = (userName + ":mongo:" + new String(password)).getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(input)).toCharArray();
        } catch (NoSuchAlgorithmException e) {
            throw new MongoConfigurationException("SCRAM-SHA-1 needs MD5, which this JVM lacks", e);
        }
    }

    static String nonce(Environment environment) {
        byte[] bytes = new byte[NONCE_BYTES];
        environment.secureRandom(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }
}
