package dev.bowline.egress.connection;

import dev.bowline.egress.environment.Environment;
import dev.bowline.error.MongoSecurityException;
import dev.bowline.settings.MongoCredential;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Finds the identity of Amazon's that a client has. Authentication specification, "Obtaining Credentials": from the
 * credential, from environment variables, by a web identity, from shared files, from ECS, from EC2. What metadata
 * services say is kept until five minutes before it expires, without a lock: two connections that find nothing both
 * ask.
 */
final class AwsCredentialSource {
    private static final long SPARE_MILLIS = TimeUnit.MINUTES.toMillis(5);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final MongoCredential credential;
    private final Environment environment;
    private final Outside outside;
    private final AtomicReference<@Nullable AwsCredentials> kept = new AtomicReference<>();

    AwsCredentialSource(MongoCredential credential, Environment environment, Outside outside) {
        this.credential = credential;
        this.environment = environment;
        this.outside = outside;
    }

    /** @throws MongoSecurityException if there is none, naming what was tried last */
    AwsCredentials find() {
        String user = credential.userName().orElse(null);
        char[] password = credential.password().orElse(null);
        if (user != null && password != null) {
            return new AwsCredentials(user, new String(password), credential.properties().get("AWS_SESSION_TOKEN"), 0);
        }
        AwsCredentials known = kept.get();
        if (known != null && known.expiresMillis() - SPARE_MILLIS > environment.currentTimeMillis()) {
            return known;
        }
        AwsCredentials ofVariables = ofVariables();
        if (ofVariables != null) {
            return ofVariables;
        }
        try {
            AwsCredentials fetched = fetch();
            if (fetched.expiresMillis() > 0) {
                kept.set(fetched);
            }
            return fetched;
        } catch (IOException | RuntimeException e) {
            throw new MongoSecurityException("No credentials for MONGODB-AWS were found in the connection string, "
                    + "environment variables, shared files or metadata services: " + e.getMessage(), e);
        }
    }

    /** Forgets what metadata services have said: the server did not take it. */
    void forget() {
        kept.set(null);
    }

    private @Nullable AwsCredentials ofVariables() {
        String key = outside.variable("AWS_ACCESS_KEY_ID");
        String secret = outside.variable("AWS_SECRET_ACCESS_KEY");
        return key == null || secret == null
                ? null
                : new AwsCredentials(key, secret, outside.variable("AWS_SESSION_TOKEN"), 0);
    }

    private AwsCredentials fetch() throws IOException {
        String tokenFile = outside.variable("AWS_WEB_IDENTITY_TOKEN_FILE");
        String role = outside.variable("AWS_ROLE_ARN");
        if (tokenFile != null && role != null) {
            return ofWebIdentity(tokenFile, role);
        }
        AwsCredentials shared = ofSharedFile();
        if (shared != null) {
            return shared;
        }
        String relative = outside.variable("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI");
        return relative != null
                ? parse(get(outside.services().ecs() + relative, Map.of()), "Token")
                : ofInstance();
    }

    private AwsCredentials ofWebIdentity(String tokenFile, String role) throws IOException {
        String session = outside.variable("AWS_ROLE_SESSION_NAME");
        String url = outside.services().sts() + "/?Action=AssumeRoleWithWebIdentity&Version=2011-06-15&RoleSessionName="
                + encode(session == null ? "bowline-" + environment.newUuid() : session) + "&RoleArn=" + encode(role)
                + "&WebIdentityToken=" + encode(Outside.file(tokenFile));
        BsonDocument reply = BsonDocument.parse(Outside.request("POST", url, Map.of("Accept", "application/json"), "",
                TIMEOUT));
        return parse(found(reply, "Credentials"), "SessionToken");
    }

    /** Amazon's services wrap the answer once or twice. */
    private static BsonDocument found(BsonDocument reply, String name) throws IOException {
        BsonDocument at = reply;
        for (String wrapper : new String[]{"AssumeRoleWithWebIdentityResponse", "AssumeRoleWithWebIdentityResult"}) {
            at = at.isDocument(wrapper) ? at.getDocument(wrapper) : at;
        }
        if (!at.isDocument(name)) {
            throw new IOException("The reply of the token service has no credentials");
        }
        return at.getDocument(name);
    }

    private AwsCredentials ofInstance() throws IOException {
        String base = outside.services().ec2();
        String token = Outside.request("PUT", base + "/latest/api/token",
                Map.of("X-aws-ec2-metadata-token-ttl-seconds", "30"), "", TIMEOUT);
        Map<String, String> headers = Map.of("X-aws-ec2-metadata-token", token);
        String path = base + "/latest/meta-data/iam/security-credentials/";
        String role = Outside.request("GET", path, headers, null, TIMEOUT).strip();
        return parse(get(path + role, headers), "Token");
    }

    private static BsonDocument get(String url, Map<String, String> headers) throws IOException {
        return BsonDocument.parse(Outside.request("GET", url, headers, null, TIMEOUT));
    }

    /** The file in which Amazon's tools keep credentials by profile. */
    private @Nullable AwsCredentials ofSharedFile() throws IOException {
        String given = outside.variables().apply("AWS_SHARED_CREDENTIALS_FILE");
        Path file = given == null ? outside.home().resolve(".aws").resolve("credentials") : Path.of(given);
        if ((given != null && given.isEmpty()) || !Files.isReadable(file) || Files.isDirectory(file)) {
            return null;
        }
        String profile = Objects.requireNonNullElse(outside.variable("AWS_PROFILE"), "default");
        Map<String, String> values = new HashMap<>();
        boolean within = false;
        for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            String text = line.strip();
            if (text.startsWith("[")) {
                within = text.equals("[" + profile + "]") || text.equals("[profile " + profile + "]");
            } else if (within && text.indexOf('=') > 0 && !text.startsWith("#")) {
                values.put(text.substring(0, text.indexOf('=')).strip(), text.substring(text.indexOf('=') + 1).strip());
            }
        }
        String key = values.get("aws_access_key_id");
        String secret = values.get("aws_secret_access_key");
        return key == null || secret == null
                ? null
                : new AwsCredentials(key, secret, values.get("aws_session_token"), 0);
    }

    private static AwsCredentials parse(BsonDocument reply, String token) throws IOException {
        if (!reply.isString("AccessKeyId") || !reply.isString("SecretAccessKey")) {
            throw new IOException("The reply of the metadata service has no credentials");
        }
        long expires = 0;
        if (reply.isString("Expiration")) {
            try {
                expires = Instant.parse(reply.getString("Expiration").getValue()).toEpochMilli();
            } catch (DateTimeParseException e) {
                throw new IOException("The reply of the metadata service expires at no time that can be read", e);
            }
        } else if (reply.isNumber("Expiration")) {
            expires = (long) (reply.getNumber("Expiration").doubleValue() * TimeUnit.SECONDS.toMillis(1));
        }
        return new AwsCredentials(reply.getString("AccessKeyId").getValue(),
                reply.getString("SecretAccessKey").getValue(),
                reply.isString(token) ? reply.getString(token).getValue() : null, expires);
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
