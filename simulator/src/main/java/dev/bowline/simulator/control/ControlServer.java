package dev.bowline.simulator.control;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.bowline.simulator.Deployment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.json.JsonMode;
import org.bson.json.JsonParseException;
import org.bson.json.JsonWriterSettings;

/**
 * Takes the commands of a {@link Console} by HTTP on the loopback interface, for tests in other languages.
 *
 * <pre>{@code
 * curl -X POST 'http://127.0.0.1:27099/freeze?member=primary'
 * curl 'http://127.0.0.1:27099/activity'
 * }</pre>
 *
 * Orders are posted, questions are asked with GET. The answer is JSON: what was asked for, or the state of the members
 * after an order. A wrong command is answered with 400 or 404 and {@code {"error": ...}}, one that the deployment
 * cannot follow now with 409. Requests of web pages are refused: any page could send them.
 */
public final class ControlServer implements AutoCloseable {
    private static final JsonWriterSettings JSON = JsonWriterSettings.builder().outputMode(JsonMode.RELAXED)
            .indent(true).build();
    private static final int MAX_BODY = 1 << 20;

    private final Console console;
    private final HttpServer server;

    private ControlServer(Console console, HttpServer server) {
        this.console = console;
        this.server = server;
    }

    /**
     * Starts to listen on 127.0.0.1.
     *
     * @param port where, or 0 for a free port
     * @throws UncheckedIOException if the port is in use
     */
    public static ControlServer start(Deployment deployment, int port) {
        return start(new Console(deployment), port);
    }

    /** As {@link #start(Deployment, int)}, with the commands of this console. */
    public static ControlServer start(Console console, int port) {
        try {
            InetAddress loopback = InetAddress.getByAddress(new byte[]{127, 0, 0, 1});
            HttpServer server = HttpServer.create(new InetSocketAddress(loopback, port), 0);
            ControlServer control = new ControlServer(console, server);
            server.createContext("/", control::handle);
            server.start();
            return control;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot listen on 127.0.0.1:" + port, e);
        }
    }

    /** Where it listens. */
    public URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String verb = exchange.getRequestURI().getPath().substring(1);
            String method = exchange.getRequestMethod();
            if (isForeign(exchange)) {
                answer(exchange, 403, error("Only programs on this machine may do that, and no web page"));
            } else if (verb.isEmpty()) {
                respond(exchange, 200, "text/plain; charset=utf-8", console.help());
            } else if (!console.knows(verb)) {
                answer(exchange, 404, error("There is no command " + verb));
            } else if (!method.equals("POST") && !(method.equals("GET") && console.isQuestion(verb))) {
                answer(exchange, 405, error("Post " + verb));
            } else {
                run(exchange, verb);
            }
        }
    }

    private void run(HttpExchange exchange, String verb) throws IOException {
        try {
            answer(exchange, 200, console.run(verb, arguments(exchange)));
        } catch (IllegalArgumentException | JsonParseException e) {
            answer(exchange, 400, error(String.valueOf(e.getMessage())));
        } catch (RuntimeException e) {
            answer(exchange, 409, error(String.valueOf(e.getMessage())));
        }
    }

    /** A page in a browser says where it comes from, and one that found another name for this address shows it. */
    private boolean isForeign(HttpExchange exchange) {
        String host = exchange.getRequestHeaders().getFirst("Host");
        String port = ":" + server.getAddress().getPort();
        boolean ours = host == null || host.equals("127.0.0.1" + port) || host.equals("localhost" + port)
                || host.equals("[::1]" + port);
        return !ours || exchange.getRequestHeaders().containsKey("Origin");
    }

    private static Map<String, String> arguments(HttpExchange exchange) throws IOException {
        Map<String, String> arguments = new LinkedHashMap<>();
        String query = exchange.getRequestURI().getRawQuery();
        for (String pair : query == null || query.isEmpty() ? new String[0] : query.split("&")) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            arguments.put(URLDecoder.decode(name, StandardCharsets.UTF_8),
                    equals < 0 ? "on" : URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
        }
        String body = new String(exchange.getRequestBody().readNBytes(MAX_BODY), StandardCharsets.UTF_8).trim();
        if (!body.isEmpty()) {
            arguments.put("command", body);
        }
        return arguments;
    }

    private static BsonDocument error(String message) {
        return new BsonDocument("error", new BsonString(message));
    }

    private static void answer(HttpExchange exchange, int status, BsonDocument document) throws IOException {
        respond(exchange, status, "application/json", document.toJson(JSON) + "\n");
    }

    private static void respond(HttpExchange exchange, int status, String type, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
