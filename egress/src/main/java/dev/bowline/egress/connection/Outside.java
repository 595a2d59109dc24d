package dev.bowline.egress.connection;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Where authentication looks beyond the connection: environment variables, files, and the metadata services of clouds.
 * The one place that speaks HTTP.
 *
 * @param variables environment variables, read anew each time
 * @param home the directory of the user
 * @param services the addresses of the metadata services
 */
record Outside(Function<String, @Nullable String> variables, Path home, Services services) {
    /** No metadata service has more to say. */
    private static final int MAX_REPLY_BYTES = 1 << 20;

    /**
     * The addresses of metadata services, without a slash at the end. Those of clouds are the same everywhere.
     *
     * @param sts where web identities are exchanged
     */
    record Services(String ecs, String ec2, String sts, String azure, String gcp) {
        static final Services USUAL = new Services("http://169.254.170.2", "http://169.254.169.254",
                "https://sts.amazonaws.com", "http://169.254.169.254", "http://metadata.google.internal");
    }

    static Outside system() {
        return new Outside(System::getenv, Path.of(System.getProperty("user.home", "")), Services.USUAL);
    }

    /** The value of an environment variable; null if it is not set or empty. */
    @Nullable
    String variable(String name) {
        String value = variables.apply(name);
        return value == null || value.isEmpty() ? null : value;
    }

    /** The contents of a file, without blanks around them. */
    static String file(String path) throws IOException {
        return Files.readString(Path.of(path), StandardCharsets.UTF_8).strip();
    }

    /**
     * Sends a request and returns the body of the reply.
     *
     * @throws IOException if it does not get through in time, or is answered with anything but 200
     */
    static String request(String method, String url, Map<String, String> headers, @Nullable String body,
            Duration timeout) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
        int millis = (int) Math.max(1, Math.min(timeout.toMillis(), Integer.MAX_VALUE));
        connection.setConnectTimeout(millis);
        connection.setReadTimeout(millis);
        connection.setInstanceFollowRedirects(false);
        connection.setUseCaches(false);
        connection.setRequestMethod(method);
        headers.forEach(connection::setRequestProperty);
        try {
            if (body != null) {
                connection.setDoOutput(true);
                try (OutputStream out = connection.getOutputStream()) {
                    out.write(body.getBytes(StandardCharsets.UTF_8));
                }
            }
            int status = connection.getResponseCode();
            if (status != HttpURLConnection.HTTP_OK) {
                throw new IOException(method + " " + withoutQuery(url) + " was answered with " + status);
            }
            try (InputStream in = connection.getInputStream()) {
                return new String(in.readNBytes(MAX_REPLY_BYTES), StandardCharsets.UTF_8);
            }
        } finally {
            connection.disconnect();
        }
    }

    /** A query may hold a token. */
    private static String withoutQuery(String url) {
        int question = url.indexOf('?');
        return question < 0 ? url : url.substring(0, question);
    }
}
