package dev.bowline.watch;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;

/** One page in a headless Chromium, driven by the DevTools protocol. */
final class Chromium implements AutoCloseable {
    private static final JsonWriterSettings JSON = JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).build();
    private static final long START_SECONDS = 60;
    private static final long ANSWER_SECONDS = 60;

    private final Process process;
    private final Path profile;
    private final WebSocket socket;
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<Integer, CompletableFuture<BsonDocument>> answers = new ConcurrentHashMap<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();

    private Chromium(Process process, Path profile, URI page) {
        this.process = process;
        this.profile = profile;
        this.socket = HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(page, new Listener()).join();
        call("Page.enable", new BsonDocument());
        call("Runtime.enable", new BsonDocument());
        call("Log.enable", new BsonDocument());
    }

    /** Where Chromium is installed, if it is. */
    static Optional<Path> installed() {
        return Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome").map(Path::of)
                .filter(Files::isExecutable).findFirst();
    }

    /** Starts it with an empty page. Empty if it does not start here. */
    static Optional<Chromium> start(Path program) throws IOException, InterruptedException {
        Path profile = Files.createTempDirectory("bowline-chromium");
        Process process = new ProcessBuilder(program.toString(), "--headless", "--no-sandbox", "--disable-gpu",
                "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
                "--disable-sync", "--disable-dev-shm-usage", "--hide-scrollbars", "--remote-debugging-port=0",
                "--user-data-dir=" + profile, "about:blank").redirectErrorStream(true)
                .redirectOutput(profile.resolve("output").toFile()).start();
        Path port = profile.resolve("DevToolsActivePort");
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (process.isAlive() && System.nanoTime() < end) {
            if (Files.exists(port) && Files.readAllLines(port).size() == 2) {
                return Optional.of(new Chromium(process, profile, page(Files.readAllLines(port).get(0))));
            }
            process.waitFor(50, TimeUnit.MILLISECONDS);
        }
        process.destroyForcibly();
        return Optional.empty();
    }

    private static URI page(String port) throws IOException, InterruptedException {
        String answer = HttpClient.newHttpClient().send(HttpRequest
                .newBuilder(URI.create("http://127.0.0.1:" + port + "/json/new?about:blank"))
                .PUT(HttpRequest.BodyPublishers.noBody()).build(), BodyHandlers.ofString()).body();
        return URI.create(BsonDocument.parse(answer).getString("webSocketDebuggerUrl").getValue());
    }

    void size(int width, int height, boolean dark) {
        call("Emulation.setDeviceMetricsOverride", new BsonDocument("width", new BsonInt32(width))
                .append("height", new BsonInt32(height)).append("deviceScaleFactor", new BsonDouble(1))
                .append("mobile", BsonBoolean.FALSE));
        call("Emulation.setEmulatedMedia", BsonDocument.parse("{features: [{name: 'prefers-color-scheme', value: '"
                + (dark ? "dark" : "light") + "'}]}"));
    }

    void open(URI address) {
        call("Page.navigate", new BsonDocument("url", new BsonString(address.toString())));
    }

    /** The value of an expression in the page. */
    BsonValue evaluate(String expression) {
        BsonDocument answer = call("Runtime.evaluate", new BsonDocument("expression", new BsonString(expression))
                .append("returnByValue", BsonBoolean.TRUE).append("awaitPromise", BsonBoolean.TRUE));
        if (answer.containsKey("exceptionDetails")) {
            throw new IllegalStateException(expression + ": " + answer.toJson());
        }
        return answer.getDocument("result").get("value");
    }

    /** Waits until an expression is true in the page. */
    void await(String expression) {
        evaluate("new Promise((yes, no) => { const t = setInterval(() => { let r = false; try { r = " + expression
                + "; } catch (e) {} if (r) { clearInterval(t); yes(true); } }, 20); "
                + "setTimeout(() => no(new Error('not seen: ' + document.body.innerText.slice(0, 2000))), 45000); })");
    }

    /** Presses and releases a key, as a person would. */
    void key(String key, int code, String text) {
        BsonDocument press = new BsonDocument("type", new BsonString(text.isEmpty() ? "rawKeyDown" : "keyDown"))
                .append("key", new BsonString(key)).append("code", new BsonString(key))
                .append("windowsVirtualKeyCode", new BsonInt32(code));
        call("Input.dispatchKeyEvent", text.isEmpty() ? press : press.append("text", new BsonString(text)));
        call("Input.dispatchKeyEvent", press.clone().append("type", new BsonString("keyUp")));
    }

    byte[] screenshot() {
        return Base64.getDecoder().decode(call("Page.captureScreenshot", new BsonDocument("format",
                new BsonString("png"))).getString("data").getValue());
    }

    /** Errors and warnings of the page's console, and exceptions that nothing caught. */
    List<String> complaints() {
        return new ArrayList<>(complaints);
    }

    private BsonDocument call(String method, BsonDocument parameters) {
        int id = ids.incrementAndGet();
        CompletableFuture<BsonDocument> answer = new CompletableFuture<>();
        answers.put(id, answer);
        socket.sendText(new BsonDocument("id", new BsonInt32(id)).append("method", new BsonString(method))
                .append("params", parameters).toJson(JSON), true).join();
        BsonDocument got = answer.orTimeout(ANSWER_SECONDS, TimeUnit.SECONDS).join();
        if (got.containsKey("error")) {
            throw new IllegalStateException(method + ": " + got.toJson());
        }
        return got.getDocument("result");
    }

    @Override
    public void close() throws IOException, InterruptedException {
        socket.abort();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
        try (Stream<Path> files = Files.walk(profile)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                file.toFile().delete();
            }
        }
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                BsonDocument message = BsonDocument.parse(text.toString());
                text.setLength(0);
                if (message.containsKey("id")) {
                    CompletableFuture<BsonDocument> waiting = answers.remove(message.getInt32("id").getValue());
                    if (waiting != null) {
                        waiting.complete(message);
                    }
                } else {
                    note(message.getString("method").getValue(), message);
                }
            }
            webSocket.request(1);
            return null;
        }

        private void note(String method, BsonDocument message) {
            if (method.equals("Runtime.exceptionThrown") || method.equals("Runtime.consoleAPICalled")
                    || method.equals("Log.entryAdded")) {
                complaints.add(message.toJson());
            }
        }
    }
}
