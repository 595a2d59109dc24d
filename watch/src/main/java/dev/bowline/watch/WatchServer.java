package dev.bowline.watch;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.bowline.MongoClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import org.jspecify.annotations.Nullable;

/**
 * Serves a live page about one client: its deployment, pools, operations, latencies, failovers and decisions. Nothing
 * is served or recorded unless an application starts one. By default it listens on the loopback interface only;
 * anywhere else a token is required.
 *
 * <pre>{@code
 * try (WatchServer watch = WatchServer.start(client)) {
 *     System.out.println(watch.page());
 * }
 * }</pre>
 *
 * <p>The page is one file that needs nothing else. {@code /state} is the same as JSON. Browsers ask when they are
 * ready, so a slow one queues nothing, and requests are answered on a few threads of their own.
 */
public final class WatchServer implements AutoCloseable {
    private static final JsonWriterSettings JSON = JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).build();
    private static final int THREADS = 4;
    private static final int MAX_BODY = 1000;
    /** A page of another origin cannot set this header without being asked first, which this server never answers. */
    private static final String CONTROL_HEADER = "X-Bowline-Watch";

    private final ClientWatch watch;
    private final HttpServer server;
    private final ExecutorService threads;
    private final @Nullable String token;
    private final Map<String, Runnable> controls;
    private final byte[] page;
    private final String policy;

    private WatchServer(ClientWatch watch, HttpServer server, ExecutorService threads, WatchOptions options) {
        this.watch = watch;
        this.server = server;
        this.threads = threads;
        this.token = options.token();
        this.controls = new LinkedHashMap<>(options.controls());
        String html = resource();
        this.page = html.getBytes(StandardCharsets.UTF_8);
        this.policy = "default-src 'none'; connect-src 'self'; img-src data:; style-src 'unsafe-inline'; "
                + "script-src 'sha256-"
                + scriptHash(html) + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    }

    /**
     * Serves the page of a client on a free port of 127.0.0.1. The client stays open when this is closed.
     *
     * @throws UncheckedIOException if no port can be opened
     */
    public static WatchServer start(MongoClient client) {
        return start(client, options -> {});
    }

    /**
     * Serves the page of a client as the options say. The client stays open when this is closed.
     *
     * @throws UncheckedIOException if the port cannot be opened
     */
    public static WatchServer start(MongoClient client, Consumer<WatchOptions> options) {
        WatchOptions configured = new WatchOptions();
        options.accept(configured);
        ClientWatch watch = ClientWatch.of(client);
        try {
            HttpServer server = HttpServer.create(configured.address(), 0);
            // Platform threads: a blocked one must not take a carrier from the application.
            ExecutorService threads = Executors.newFixedThreadPool(THREADS,
                    Thread.ofPlatform().daemon().name("bowline-watch-", 0).factory());
            WatchServer started = new WatchServer(watch, server, threads, configured);
            server.setExecutor(threads);
            server.createContext("/", started::handle);
            server.start();
            return started;
        } catch (IOException e) {
            watch.close();
            throw new UncheckedIOException("Cannot listen on " + configured.address() + ": " + e.getMessage(), e);
        }
    }

    /** The address of the page, with the token if one is needed. */
    public URI page() {
        String host = server.getAddress().getAddress().getHostAddress();
        return URI
                .create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + server.getAddress().getPort()
                        + "/" + (token == null ? "" : "#token=" + token));
    }

    /** The record behind the page. */
    public ClientWatch watch() {
        return watch;
    }

    /** Stops serving and recording. Does nothing the second time. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        watch.close();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            String method = exchange.getRequestMethod();
            if (!isOurName(exchange)) {
                answer(exchange, 403, error("This server is not known by that name"));
            } else if (path.equals("/") && method.equals("GET")) {
                respond(exchange, 200, "text/html; charset=utf-8", page);
            } else if (!path.equals("/state") && !path.equals("/control")) {
                answer(exchange, 404, error("There is nothing here"));
            } else if (!isAllowed(exchange)) {
                answer(exchange, 401, error("The token is missing or wrong"));
            } else if (path.equals("/state") && method.equals("GET")) {
                answer(exchange, 200, state(exchange.getRequestURI().getQuery()));
            } else if (path.equals("/control") && method.equals("POST")) {
                control(exchange);
            } else {
                answer(exchange, 405, error("Not that way"));
            }
        }
    }

    private BsonDocument state(@Nullable String query) {
        long after = 0;
        if (query != null && query.matches("after=\\d{1,18}")) {
            after = Long.parseLong(query.substring("after=".length()));
        }
        BsonArray labels = new BsonArray();
        controls.keySet().forEach(label -> labels.add(new BsonString(label)));
        return watch.state(after).append("controls", labels);
    }

    private void control(HttpExchange exchange) throws IOException {
        String label = new String(exchange.getRequestBody().readNBytes(MAX_BODY), StandardCharsets.UTF_8);
        Runnable action = controls.get(label);
        if (!exchange.getRequestHeaders().containsKey(CONTROL_HEADER)) {
            answer(exchange, 403, error("Only the page itself may do that"));
        } else if (action == null) {
            answer(exchange, 404, error("There is no such button"));
        } else {
            watch.note("Button: " + label);
            try {
                action.run();
                answer(exchange, 200, new BsonDocument());
            } catch (RuntimeException e) {
                watch.note(label + ": " + e.getMessage());
                answer(exchange, 409, error(String.valueOf(e.getMessage())));
            }
        }
    }

    /** On the loopback interface a page that found another name for this address is refused. */
    private boolean isOurName(HttpExchange exchange) {
        if (!server.getAddress().getAddress().isLoopbackAddress()) {
            return true;
        }
        String host = exchange.getRequestHeaders().getFirst("Host");
        String port = ":" + server.getAddress().getPort();
        return host != null && (host.equals("127.0.0.1" + port) || host.equals("localhost" + port)
                || host.equals("[::1]" + port));
    }

    private boolean isAllowed(HttpExchange exchange) {
        if (token == null) {
            return true;
        }
        String given = exchange.getRequestHeaders().getFirst("Authorization");
        return given != null && MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8),
                ("Bearer " + token).getBytes(StandardCharsets.UTF_8));
    }

    private void answer(HttpExchange exchange, int status, BsonDocument document) throws IOException {
        respond(exchange, status, "application/json", document.toJson(JSON).getBytes(StandardCharsets.UTF_8));
    }

    private void respond(HttpExchange exchange, int status, String type, byte[] bytes) throws IOException {
        Headers headers = exchange.getResponseHeaders();
        headers.set("Content-Type", type);
        headers.set("Cache-Control", "no-store");
        headers.set("Content-Security-Policy", policy);
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private static BsonDocument error(String message) {
        return new BsonDocument("error", new BsonString(message));
    }

    private static String resource() {
        try (InputStream stream = WatchServer.class.getResourceAsStream("page.html")) {
            return new String(Objects.requireNonNull(stream, "page.html").readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String scriptHash(String html) {
        String script = html.substring(html.indexOf("<script>") + "<script>".length(), html.indexOf("</script>"));
        try {
            return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256")
                    .digest(script.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
