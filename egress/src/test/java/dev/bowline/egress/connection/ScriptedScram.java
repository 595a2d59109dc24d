package dev.bowline.egress.connection;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.ongres.scram.common.ScramFunctions;
import com.ongres.scram.common.ScramMechanism;
import com.ongres.scram.common.StringPreparation;
import dev.bowline.settings.AuthMechanism;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** The server's side of SCRAM for one user, as far as the tests need it. */
final class ScriptedScram implements AutoCloseable {
    private static final byte[] SALT = "sixteen bytes ok".getBytes(UTF_8);
    private static final int ITERATIONS = 4096;

    private final ScriptedServer server;
    private final AuthMechanism mechanism;
    private final ScramMechanism scram;
    private final boolean speculative;
    private final byte[] salted;
    private final ConcurrentHashMap<Integer, String> conversations = new ConcurrentHashMap<>();
    private final AtomicInteger lastConversation = new AtomicInteger();
    private volatile boolean gullible;

    ScriptedScram(String user, String password, AuthMechanism mechanism, boolean speculative) throws IOException {
        this.mechanism = mechanism;
        this.scram = ScramMechanism.byName(mechanism.mechanismName());
        this.speculative = speculative;
        boolean sha1 = mechanism == AuthMechanism.SCRAM_SHA_1;
        this.salted = ScramFunctions.saltedPassword(scram,
                sha1 ? StringPreparation.NO_PREPARATION : StringPreparation.SASL_PREPARATION,
                (sha1 ? md5(user + ":mongo:" + password) : password).toCharArray(), SALT, ITERATIONS);
        this.server = new ScriptedServer(this::answer);
    }

    ScriptedServer server() {
        return server;
    }

    /** What must never be seen: the salted password, and the keys that are made of it. */
    List<byte[]> secrets() {
        byte[] clientKey = ScramFunctions.clientKey(scram, salted);
        return List.of(salted, clientKey, ScramFunctions.storedKey(scram, clientKey),
                ScramFunctions.serverKey(scram, salted));
    }

    /** Lets every client in, and so has to make up the signature. */
    void acceptAnything() {
        gullible = true;
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    private BsonDocument answer(BsonDocument command) {
        if (ScriptedServer.isHello(command)) {
            BsonDocument hello = ScriptedServer.HELLO.clone();
            if (command.containsKey("saslSupportedMechs")) {
                hello.append("saslSupportedMechs",
                        new BsonArray(List.of(new BsonString(mechanism.mechanismName()))));
            }
            if (speculative && command.containsKey("speculativeAuthenticate")) {
                hello.append("speculativeAuthenticate", start(command.getDocument("speculativeAuthenticate")));
            }
            return hello;
        }
        if (command.containsKey("saslStart")) {
            return start(command).append("ok", new BsonInt32(1));
        }
        return command.containsKey("saslContinue") ? proceed(command) : ScriptedServer.OK;
    }

    private BsonDocument start(BsonDocument command) {
        String clientFirst = payload(command).substring("n,,".length());
        String nonce = clientFirst.substring(clientFirst.indexOf(",r=") + 3);
        String serverFirst = "r=" + nonce + "server,s=" + Base64.getEncoder().encodeToString(SALT) + ",i=" + ITERATIONS;
        int id = lastConversation.incrementAndGet();
        conversations.put(id, clientFirst + "," + serverFirst);
        return reply(id, serverFirst, false);
    }

    private BsonDocument proceed(BsonDocument command) {
        int id = command.getInt32("conversationId").getValue();
        String clientFinal = payload(command);
        int proofAt = clientFinal.indexOf(",p=");
        String authMessage = conversations.get(id) + "," + clientFinal.substring(0, proofAt);
        byte[] proof = Base64.getDecoder().decode(clientFinal.substring(proofAt + 3));
        byte[] storedKey = ScramFunctions.storedKey(scram, ScramFunctions.clientKey(scram, salted));
        if (!gullible && !ScramFunctions.verifyClientProof(scram, proof, storedKey, authMessage)) {
            return BsonDocument.parse(
                    "{ok: 0, code: 18, codeName: 'AuthenticationFailed', errmsg: 'Authentication failed.'}");
        }
        byte[] signature = ScramFunctions.serverSignature(scram, ScramFunctions.serverKey(scram, salted), authMessage);
        return reply(id, "v=" + Base64.getEncoder().encodeToString(signature), true).append("ok", new BsonInt32(1));
    }

    private static BsonDocument reply(int id, String payload, boolean done) {
        return new BsonDocument("conversationId", new BsonInt32(id))
                .append("done", BsonBoolean.valueOf(done))
                .append("payload", new BsonBinary(payload.getBytes(UTF_8)));
    }

    private static String payload(BsonDocument command) {
        return new String(command.getBinary("payload").getData(), UTF_8);
    }

    private static String md5(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(text.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
