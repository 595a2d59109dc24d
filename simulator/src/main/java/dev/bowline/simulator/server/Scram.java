package dev.bowline.simulator.server;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** The server's side of one SCRAM conversation (RFC 5802, RFC 7677). */
final class Scram {
    private final boolean sha256;
    private final int conversationId;
    private final byte[] random;
    private final boolean skipEmptyExchange;
    private @Nullable String bareFirst;
    private @Nullable String serverFirst;
    private Users.@Nullable User user;
    private byte[] salt = new byte[0];
    private String nonce = "";
    boolean verified;
    boolean finished;

    Scram(String mechanism, int conversationId, byte[] random, boolean skipEmptyExchange) {
        this.sha256 = mechanism.equals("SCRAM-SHA-256");
        this.conversationId = conversationId;
        this.random = random;
        this.skipEmptyExchange = skipEmptyExchange;
    }

    int conversationId() {
        return conversationId;
    }

    Users.@Nullable User user() {
        return user;
    }

    boolean skipsEmptyExchange() {
        return skipEmptyExchange;
    }

    private int iterations() {
        return 4096;
    }

    /** Answers the client's first message. */
    String first(String message, Users users, String database) {
        if (!message.startsWith("n,,") && !message.startsWith("y,,")) {
            throw failed("Incorrect SCRAM client message prefix");
        }
        String bare = message.substring(3);
        Map<String, String> parts = parts(bare);
        String name = parts.getOrDefault("n", "").replace("=2C", ",").replace("=3D", "=");
        user = users.find(database, name);
        if (user == null || !user.mechanisms().contains(sha256 ? "SCRAM-SHA-256" : "SCRAM-SHA-1")) {
            throw failed("Authentication failed.");
        }
        byte[] serverNonce = new byte[18];
        System.arraycopy(random, 0, serverNonce, 0, 18);
        salt = new byte[sha256 ? 28 : 16];
        for (int i = 0; i < salt.length; i++) {
            // The same salt for a user each time, so that a client may keep what it derives from it.
            salt[i] = (byte) (name.hashCode() >>> (i % 4 * 8) ^ i * 31);
        }
        nonce = parts.getOrDefault("r", "") + Base64.getEncoder().encodeToString(serverNonce).replace(",", "");
        bareFirst = bare;
        serverFirst = "r=" + nonce + ",s=" + Base64.getEncoder().encodeToString(salt) + ",i=" + iterations();
        return serverFirst;
    }

    /** Checks the client's proof and answers with the server's signature. */
    String last(String message) {
        Map<String, String> parts = parts(message);
        Users.User known = user;
        if (known == null || !nonce.equals(parts.get("r"))) {
            throw failed("Authentication failed.");
        }
        int proofAt = message.lastIndexOf(",p=");
        if (proofAt < 0) {
            throw failed("Authentication failed.");
        }
        try {
            String authMessage = bareFirst + "," + serverFirst + "," + message.substring(0, proofAt);
            byte[] salted = salted(known);
            byte[] clientKey = hmac(salted, "Client Key");
            byte[] storedKey = digest(clientKey);
            byte[] signature = hmac(storedKey, authMessage);
            byte[] proof = Base64.getDecoder().decode(message.substring(proofAt + 3));
            byte[] expected = new byte[clientKey.length];
            for (int i = 0; i < expected.length; i++) {
                expected[i] = (byte) (clientKey[i] ^ signature[i]);
            }
            if (!MessageDigest.isEqual(expected, proof)) {
                throw failed("Authentication failed.");
            }
            verified = true;
            byte[] serverKey = hmac(salted, "Server Key");
            return "v=" + Base64.getEncoder().encodeToString(hmac(serverKey, authMessage));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw failed("Authentication failed.");
        }
    }

    private byte[] salted(Users.User known) throws GeneralSecurityException {
        String secret = known.password();
        if (!sha256) {
            byte[] md5 = MessageDigest.getInstance("MD5")
                    .digest((known.name() + ":mongo:" + known.password()).getBytes(StandardCharsets.UTF_8));
            secret = HexFormat.of().formatHex(md5);
        }
        String algorithm = sha256 ? "PBKDF2WithHmacSHA256" : "PBKDF2WithHmacSHA1";
        return SecretKeyFactory.getInstance(algorithm)
                .generateSecret(new PBEKeySpec(secret.toCharArray(), salt, iterations(), sha256 ? 256 : 160))
                .getEncoded();
    }

    private byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
        String algorithm = sha256 ? "HmacSHA256" : "HmacSHA1";
        Mac mac = Mac.getInstance(algorithm);
        mac.init(new SecretKeySpec(key, algorithm));
        return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    }

    private byte[] digest(byte[] data) throws GeneralSecurityException {
        return MessageDigest.getInstance(sha256 ? "SHA-256" : "SHA-1").digest(data);
    }

    static ServerError failed(String message) {
        return new ServerError(ErrorCodes.AUTHENTICATION_FAILED, message);
    }

    private static Map<String, String> parts(String message) {
        Map<String, String> result = new LinkedHashMap<>();
        for (String part : message.split(",")) {
            if (part.length() > 1 && part.charAt(1) == '=') {
                result.put(part.substring(0, 1), part.substring(2));
            }
        }
        return result;
    }
}
