package dev.bowline.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bowline.MongoClient;
import dev.bowline.MongoClientSettings;
import dev.bowline.MongoCollection;
import dev.bowline.error.MongoException;
import dev.bowline.model.Filters;
import dev.bowline.model.Updates;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.Timing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.bson.Document;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The page in a real browser. Skipped where Chromium is not installed. With {@code -Dbowline.update-docs} it also
 * takes the screenshots of docs/operations.md: {@code mvn -pl watch -am test -Dtest=PageTest
 * -Dsurefire.failIfNoSpecifiedTests=false -Dbowline.update-docs}.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class PageTest {
    private static final Path PICTURES = Path.of("..", "docs", "pictures");
    /** The least contrast of text that WCAG 2 calls level AA. */
    private static final double CONTRAST = 4.5;

    private static Path program;

    @BeforeAll
    static void findChromium() {
        program = Chromium.installed().orElse(null);
        assumeTrue(program != null,
                "Chromium is not installed: install the package chromium to see the page in a browser");
    }

    private static Chromium chromium() throws IOException, InterruptedException {
        Chromium browser = Chromium.start(program).orElse(null);
        assumeTrue(browser != null, "Chromium does not start here");
        return browser;
    }

    private static MongoClient client(Deployment deployment) {
        return MongoClient.connect(MongoClientSettings.builder().connectionString(deployment.connectionString())
                .heartbeatFrequency(Duration.ofMillis(500)).connectTimeout(Duration.ofSeconds(1)).build());
    }

    @Test
    void aFailoverIsSeenAndCanBeReadByMouseAndByKeyboard() throws Exception {
        AtomicReference<Deployment> target = new AtomicReference<>();
        try (Chromium browser = chromium();
                Deployment deployment = Deployment.replicaSet(3);
                MongoClient client = client(deployment);
                WatchServer server = WatchServer.start(client,
                        options -> options.control("Step down", () -> target.get().stepDown()))) {
            target.set(deployment);
            client.database("test").collection("c").insertOne(new Document());
            browser.size(1180, 1000, false);
            browser.open(server.page());
            browser.await("document.getElementById('status').textContent.includes('primary 127.0.0.1:')");
            browser.await("document.querySelectorAll('#servers tr').length === 3");
            browser.await("document.querySelectorAll('#picture circle').length === 4");
            browser.await("document.getElementById('failovers').textContent.startsWith('None since')");
            browser.await("document.getElementById('log').textContent.includes('The watch begins')");
            browser.await("/^\\d\\d:\\d\\d:\\d\\d$/.test(document.getElementById('now').textContent)");
            assertThat(browser.evaluate("begin({start: 5, end: 5, first: 2}) + begin({start: 50, end: 70, first: 20})")
                    .asNumber().intValue()).as("a freeze begins with the first operation that waits").isEqualTo(52);

            String former = browser
                    .evaluate("document.querySelector('#servers .primary').parentNode.firstChild.textContent")
                    .asString().getValue();
            browser.evaluate("window.pressed = performance.now(); document.querySelector('#controls button').click()");
            // With the operation that finds out.
            client.database("test").collection("c").insertOne(new Document());
            browser.await("document.querySelectorAll('#failovers button').length >= 1");
            double took = browser.evaluate("performance.now() - window.pressed").asNumber().doubleValue();
            System.out.printf("The page showed the step-down %.0f ms after the button was pressed%n", took);
            assertThat(browser.evaluate("EVERY").asNumber().intValue()).as("milliseconds between questions")
                    .isLessThan(500);
            browser.await("/without a primary|before the client saw the loss/.test("
                    + "document.querySelector('#failovers button').textContent)");
            browser.await("/No operation felt it|the first began at \\d\\d:\\d\\d:\\d\\d/.test("
                    + "document.querySelector('#failovers button').textContent)");
            browser.await("document.getElementById('log').textContent.includes('" + former + " was primary and is')"
                    + " || document.getElementById('log').textContent.includes('" + former
                    + " has stepped down and is secondary')");

            // The button of the failover is reached and pressed by the keyboard alone.
            browser.evaluate("document.querySelector('#failovers button').focus()");
            browser.key("Enter", 13, "\r");
            browser.await("document.querySelector('#failovers button').getAttribute('aria-pressed') === 'true'");
            browser.await("/^[+-]\\d+\\.\\d{3} s/.test(document.querySelector('#log time').textContent)");
            browser.await("document.activeElement.dataset.id !== undefined");

            // At the width of a phone nothing sticks out.
            browser.size(400, 800, false);
            browser.await("innerWidth === 400");
            browser.await("document.documentElement.scrollWidth <= 400");
            for (boolean dark : new boolean[]{false, true}) {
                browser.size(400, 800, dark);
                browser.await("matchMedia('(prefers-color-scheme: dark)').matches === " + dark);
                assertThat(browser.evaluate(LEAST_CONTRAST).asDocument().getNumber("ratio").doubleValue())
                        .as("contrast, dark: %s, %s", dark, browser.evaluate(LEAST_CONTRAST)).isGreaterThan(CONTRAST);
            }
            assertThat(browser.complaints()).isEmpty();
        }
    }

    /** The least contrast between a text and the color behind it, over all elements that have text of their own. */
    private static final String LEAST_CONTRAST = """
            (() => {
              const parse = c => (c.match(/[\\d.]+/g) || []).map(Number);
              const f = v => v <= .03928 * 255 ? v / 255 / 12.92 : Math.pow((v / 255 + .055) / 1.055, 2.4);
              const light = c => {
                return .2126 * f(c[0]) + .7152 * f(c[1]) + .0722 * f(c[2]); };
              const back = e => {
                for (; e; e = e.parentElement) {
                  const c = parse(getComputedStyle(e).backgroundColor);
                  if (c.length === 3 || c[3] === 1) return c;
                }
                return [255, 255, 255];
              };
              let least = { ratio: 21, text: '' };
              for (const e of document.querySelectorAll('body *')) {
                const own = [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
                if (!own || ['SCRIPT', 'STYLE'].includes(e.tagName) || !e.getClientRects().length) continue;
                const style = getComputedStyle(e), b = light(back(e));
                const a = light(parse(e instanceof SVGElement ? style.fill : style.color));
                const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
                if (ratio < least.ratio) least = { ratio, text: e.textContent.slice(0, 60) };
              }
              return least;
            })()""";

    @Test
    void thePageAsksForItsTokenAndWorksWithIt() throws Exception {
        try (Chromium browser = chromium();
                Deployment deployment = Deployment.standalone();
                MongoClient client = client(deployment);
                WatchServer server = WatchServer.start(client, options -> options.token("0123456789abcdef"))) {
            browser.open(server.page());
            browser.await("document.getElementById('status').textContent.includes('writable')");
            assertThat(browser.complaints()).isEmpty();
            browser.open(server.page().resolve("/?without"));
            browser.await("document.getElementById('status').textContent.includes('needs its token')");
        }
    }

    @Test
    void screenshots() throws Exception {
        assumeTrue(System.getProperty("bowline.update-docs") != null, "-Dbowline.update-docs takes the screenshots");
        AtomicBoolean stopped = new AtomicBoolean();
        List<Thread> writers = new ArrayList<>();
        try (Chromium browser = chromium();
                Deployment deployment = Deployment.builder().replicaSet(3)
                        .timing(new Timing(Duration.ofSeconds(2), Duration.ofMillis(200))).start();
                MongoClient client = client(deployment);
                WatchServer server = WatchServer.start(client, options -> options
                        .control("Kill the primary", () -> deployment.kill(deployment.awaitPrimary()))
                        .control("Freeze the primary", () -> deployment.freeze(deployment.awaitPrimary()))
                        .control("Step the primary down", deployment::stepDown)
                        .control("Partition the primary", () -> deployment.isolate(deployment.awaitPrimary()))
                        .control("Repair everything", deployment::heal))) {
            for (int i = 0; i < 8; i++) {
                int id = i;
                writers.add(Thread.ofPlatform().daemon().start(() -> write(client, id, stopped)));
            }
            browser.size(1180, 1420, false);
            browser.open(server.page());
            TimeUnit.SECONDS.sleep(40);
            browser.evaluate("document.querySelectorAll('#controls button')[2].click()");
            TimeUnit.SECONDS.sleep(15);
            browser.evaluate("document.querySelectorAll('#controls button')[0].click()");
            browser.await(
                    "document.querySelectorAll('#failovers button').length >= 2 && last.failovers.at(-1).end != null");
            TimeUnit.SECONDS.sleep(6);
            browser.evaluate("document.querySelector('#failovers button').click()");
            Files.createDirectories(PICTURES);
            TimeUnit.SECONDS.sleep(1);
            Files.write(PICTURES.resolve("watch.png"), browser.screenshot());
            browser.size(400, 1000, true);
            TimeUnit.SECONDS.sleep(2);
            Files.write(PICTURES.resolve("watch-narrow.png"), browser.screenshot());
        } finally {
            stopped.set(true);
            for (Thread writer : writers) {
                LockSupport.unpark(writer);
            }
        }
    }

    private static void write(MongoClient client, int id, AtomicBoolean stopped) {
        MongoCollection<Document> collection = client.database("test").collection("c");
        while (!stopped.get()) {
            try {
                collection.updateOne(Filters.eq("_id", id), Updates.inc("n", 1), o -> o.upsert(true));
            } catch (MongoException e) {
                return;
            }
            LockSupport.parkNanos(40_000_000);
        }
    }
}
