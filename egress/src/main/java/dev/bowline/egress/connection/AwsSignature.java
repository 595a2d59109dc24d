package dev.bowline.egress.connection;

import dev.bowline.error.MongoSecurityException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs the request by which the server asks Amazon who the client is: Signature Version 4 of a call to STS. */
final class AwsSignature {
    static final String BODY = "Action=GetCallerIdentity&Version=2011-06-15";
    private static final String ALGORITHM = "AWS4-HMAC-SHA256";
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'")
            .withZone(ZoneOffset.UTC);

    /** @param date the header X-Amz-Date, which the server repeats */
    record Signed(String authorization, String date) {}

    private AwsSignature() {}

    static Signed sign(AwsCredentials credentials, String host, byte[] serverNonce, long millis) {
        String date = TIME.format(Instant.ofEpochMilli(millis));
        return new Signed(authorization(credentials, host, serverNonce, date), date);
    }

    static String authorization(AwsCredentials credentials, String host, byte[] serverNonce, String date) {
        try {
            Map<String, String> headers = new TreeMap<>();
            headers.put("content-length", String.valueOf(BODY.length()));
            headers.put("content-type", "application/x-www-form-urlencoded");
            headers.put("host", host);
            headers.put("x-amz-date", date);
            if (credentials.sessionToken() != null) {
                headers.put("x-amz-security-token", credentials.sessionToken());
            }
            headers.put("x-mongodb-gs2-cb-flag", "n");
            headers.put("x-mongodb-server-nonce", Base64.getEncoder().encodeToString(serverNonce));
            String names = String.join(";", headers.keySet());
            StringBuilder request = new StringBuilder("POST\n/\n\n");
            headers.forEach((name, value) -> request.append(name).append(':').append(value).append('\n'));
            request.append('\n').append(names).append('\n').append(hash(BODY));
            String day = date.substring(0, 8);
            String scope = day + "/" + region(host) + "/sts/aws4_request";
            String text = ALGORITHM + "\n" + date + "\n" + scope + "\n" + hash(request.toString());
            byte[] key = ("AWS4" + credentials.secretAccessKey()).getBytes(StandardCharsets.UTF_8);
            for (String part : new String[]{day, region(host), "sts", "aws4_request"}) {
                key = mac(key, part);
            }
            return ALGORITHM + " Credential=" + credentials.accessKeyId() + "/" + scope + ", SignedHeaders=" + names
                    + ", Signature=" + HexFormat.of().formatHex(mac(key, text));
        } catch (GeneralSecurityException e) {
            throw new MongoSecurityException("The request for MONGODB-AWS cannot be signed: " + e.getMessage(), e);
        }
    }

    /** Authentication specification, "Determining the region". */
    static String region(String host) {
        if (host.isEmpty() || host.getBytes(StandardCharsets.UTF_8).length > 255 || host.contains("..")
                || host.startsWith(".") || host.endsWith(".")) {
            throw new MongoSecurityException("The server names no valid host of the token service", null);
        }
        String[] labels = host.split("\\.", -1);
        return host.equals("sts.amazonaws.com") || labels.length == 1 ? "us-east-1" : labels[1];
    }

    private static String hash(String text) throws GeneralSecurityException {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256")
                .digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static byte[] mac(byte[] key, String text) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    }
}
