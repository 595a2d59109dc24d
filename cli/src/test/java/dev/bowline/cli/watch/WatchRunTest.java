package dev.bowline.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code bowline watch --simulate --terminal}, with its buttons pressed. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class WatchRunTest {
    private static final Pattern PAGE = Pattern.compile("Page: (http://127\\.0\\.0\\.1:\\d+/)");

    @Test
    void buttonsWorkAndTheTerminalShowsWhatHappenedWithoutEscapes() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        CountDownLatch end = new CountDownLatch(1);
        CompletableFuture<Void> run = CompletableFuture.runAsync(() -> {
            try {
                new WatchRun(null, 0, 50, true, false, false, 100).run(out, end);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        try {
            // The primary may have been found before the watch began.
            await(bytes, run, " is the primary|the primary is ");
            Matcher page = PAGE.matcher(bytes.toString(StandardCharsets.UTF_8));
            assertThat(page.find()).isTrue();
            HttpClient http = HttpClient.newHttpClient();
            BsonDocument state = BsonDocument
                    .parse(http.send(HttpRequest.newBuilder(URI.create(page.group(1) + "state"))
                            .build(), BodyHandlers.ofString()).body());
            assertThat(state.getArray("controls")).extracting(label -> label.asString().getValue()).containsExactly(
                    "Kill the primary", "Freeze the primary", "Step the primary down", "Partition the primary",
                    "Lag a secondary by 5 s", "Repair everything");
            assertThat(http.send(HttpRequest.newBuilder(URI.create(page.group(1) + "control"))
                    .header("X-Bowline-Watch", "1").POST(HttpRequest.BodyPublishers.ofString("Kill the primary"))
                    .build(), BodyHandlers.ofString()).statusCode()).isEqualTo(200);
            await(bytes, run, "Button: Kill the primary");
            await(bytes, run, "is marked Unknown because");
        } finally {
            end.countDown();
        }
        run.get(60, TimeUnit.SECONDS);
        assertThat(bytes.toString(StandardCharsets.UTF_8)).doesNotContain("\u001b");
    }

    private static void await(ByteArrayOutputStream bytes, CompletableFuture<Void> run, String expression)
            throws InterruptedException {
        Pattern text = Pattern.compile(expression);
        while (!text.matcher(bytes.toString(StandardCharsets.UTF_8)).find()) {
            assertThat(run).as(bytes.toString(StandardCharsets.UTF_8)).isNotDone();
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }
}
