package dev.bowline.simulator.server;

import dev.bowline.simulator.bson.Document;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.security.auth.login.LoginException;
import javax.security.sasl.SaslException;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;

/**
 * The server's side of MONGODB-OIDC, MONGODB-AWS and GSSAPI. A token is taken if a user of {@code $external} has it for
 * a name; a signature is computed anew from the secret of the user with that access key, as Amazon would; tickets are
 * read with the key of the service.
 */
final class ExternalAuth {
    static final String OIDC = "MONGODB-OIDC";
    static final String AWS = "MONGODB-AWS";
    static final String GSSAPI = "GSSAPI";
    private static final String DATABASE = "$external";
    private static final String HOST = "sts.us-west-2.amazonaws.com";
    private static final String BODY = "Action=GetCallerIdentity&Version=2011-06-15";
    private static final int AUTHENTICATION_FAILED = 18;

    /** A conversation of several steps that is under way on a connection. */
    record Conversation(String mechanism, int id, byte[] nonce, @Nullable Kerberos kerberos) {}

    private final Server server;

    ExternalAuth(Server server) {
        this.server = server;
    }

    static boolean speaks(@Nullable String mechanism) {
        return OIDC.equals(mechanism) || AWS.equals(mechanism) || GSSAPI.equals(mechanism);
    }

    Document start(Request request, String mechanism, int id, byte[] payload) {
        requireEnabled(mechanism);
        if (mechanism.equals(GSSAPI)) {
            return kerberosStep(request, new Conversation(mechanism, id, new byte[0], kerberos()), payload);
        }
        BsonDocument asked = document(payload);
        if (mechanism.equals(OIDC)) {
            if (asked.isString("jwt")) {
                return oidcDone(request, id, asked);
            }
            request.connection.external = new Conversation(mechanism, id, new byte[0], null);
            return step(id, false, new BsonDocument("issuer", new BsonString("https://issuer.example"))
                    .append("clientId", new BsonString("bowline"))
                    .append("requestScopes", new BsonArray(List.of(new BsonString("openid")))));
        }
        byte[] nonce = new byte[64];
        server.environment().secureRandom(nonce);
        byte[] theirs = asked.isBinary("r") ? asked.getBinary("r").getData() : new byte[0];
        if (theirs.length != 32) {
            throw failed();
        }
        System.arraycopy(theirs, 0, nonce, 0, theirs.length);
        request.connection.external = new Conversation(mechanism, id, nonce, null);
        return step(id, false,
                new BsonDocument("s", new BsonBinary(nonce)).append("h", new BsonString(HOST)));
    }

    Document next(Request request, Conversation conversation, byte[] payload) {
        request.connection.external = null;
        if (conversation.kerberos() != null) {
            return kerberosStep(request, conversation, payload);
        }
        BsonDocument proof = document(payload);
        if (conversation.mechanism().equals(OIDC)) {
            return oidcDone(request, conversation.id(), proof);
        }
        String authorization = proof.isString("a") ? proof.getString("a").getValue() : "";
        int from = authorization.indexOf("Credential=") + "Credential=".length();
        int to = authorization.indexOf('/', from);
        Users.User user = to < 0 ? null : server.settings().users().find(DATABASE, authorization.substring(from, to));
        if (user == null || !user.mechanisms().contains(AWS) || !authorization.equals(sign(user,
                conversation.nonce(), proof.getString("d").getValue(),
                proof.isString("t") ? proof.getString("t").getValue() : null))) {
            throw failed();
        }
        request.connection.users.put(user.database(), user.toString());
        return step(conversation.id(), true, null);
    }

    private Kerberos kerberos() {
        Users.User service = server.settings().users().all().stream()
                .filter(user -> user.mechanisms().contains(GSSAPI)).findFirst().orElseThrow();
        try {
            return Kerberos.of(service.name(), service.password());
        } catch (LoginException | SaslException e) {
            throw new ServerError(AUTHENTICATION_FAILED, "The service has no key: " + e.getMessage());
        }
    }

    private static Document kerberosStep(Request request, Conversation conversation, byte[] payload) {
        Kerberos kerberos = Objects.requireNonNull(conversation.kerberos());
        byte[] answer;
        try {
            answer = kerberos.answer(payload);
        } catch (SaslException e) {
            throw failed();
        }
        boolean done = kerberos.isDone();
        if (done) {
            request.connection.users.put(DATABASE, kerberos.user() + "@" + DATABASE);
        } else {
            request.connection.external = conversation;
        }
        return new Document("conversationId", conversation.id()).append("done", done).append("payload",
                new Binary(answer));
    }

    private Document oidcDone(Request request, int id, BsonDocument asked) {
        Users.User user = asked.isString("jwt")
                ? server.settings().users().find(DATABASE, asked.getString("jwt").getValue())
                : null;
        if (user == null || !user.mechanisms().contains(OIDC)) {
            throw failed();
        }
        request.connection.users.put(DATABASE, "oidc-user@" + DATABASE);
        return step(id, true, null);
    }

    private void requireEnabled(String mechanism) {
        if (server.settings().users().all().stream().noneMatch(user -> user.mechanisms().contains(mechanism))) {
            throw new ServerError(334, "Received authentication for mechanism " + mechanism
                    + " which is unknown or not enabled");
        }
    }

    private static ServerError failed() {
        return new ServerError(AUTHENTICATION_FAILED, "Authentication failed.");
    }

    private static Document step(int id, boolean done, @Nullable BsonDocument payload) {
        return new Document("conversationId", id).append("done", done).append("payload",
                new Binary(payload == null ? new byte[0] : bytes(payload)));
    }

    private static byte[] bytes(BsonDocument document) {
        RawBsonDocument raw = new RawBsonDocument(document, new BsonDocumentCodec());
        byte[] bytes = new byte[raw.getByteBuffer().remaining()];
        raw.getByteBuffer().get(bytes);
        return bytes;
    }

    private static BsonDocument document(byte[] payload) {
        try {
            return new RawBsonDocument(payload).decode(new BsonDocumentCodec());
        } catch (RuntimeException e) {
            throw failed();
        }
    }

    private static String sign(Users.User user, byte[] nonce, String date, @Nullable String token) {
        Map<String, String> headers = new TreeMap<>(Map.of("content-length", String.valueOf(BODY.length()),
                "content-type", "application/x-www-form-urlencoded", "host", HOST, "x-amz-date", date,
                "x-mongodb-gs2-cb-flag", "n", "x-mongodb-server-nonce", Base64.getEncoder().encodeToString(nonce)));
        if (token != null) {
            headers.put("x-amz-security-token", token);
        }
        StringBuilder canonical = new StringBuilder("POST\n/\n\n");
        headers.forEach((name, value) -> canonical.append(name).append(':').append(value).append('\n'));
        String names = String.join(";", headers.keySet());
        String scope = date.substring(0, Math.min(8, date.length())) + "/us-west-2/sts/aws4_request";
        try {
            canonical.append('\n').append(names).append('\n').append(sha256(BODY));
            String text = "AWS4-HMAC-SHA256\n" + date + "\n" + scope + "\n" + sha256(canonical.toString());
            byte[] key = ("AWS4" + user.password()).getBytes(StandardCharsets.UTF_8);
            for (String part : scope.split("/")) {
                key = hmac(key, part);
            }
            return "AWS4-HMAC-SHA256 Credential=" + user.name() + "/" + scope + ", SignedHeaders=" + names
                    + ", Signature=" + HexFormat.of().formatHex(hmac(key, text));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String sha256(String text) throws GeneralSecurityException {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    }
}
