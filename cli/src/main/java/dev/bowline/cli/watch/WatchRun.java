package dev.bowline.cli.watch;

import dev.bowline.MongoClient;
import dev.bowline.MongoClientSettings;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.Timing;
import dev.bowline.simulator.control.Console;
import dev.bowline.watch.ClientWatch;
import dev.bowline.watch.WatchOptions;
import dev.bowline.watch.WatchServer;
import java.io.PrintStream;
import java.time.Duration;
import java.time.ZoneId;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Watches a deployment until it is stopped.
 *
 * @param uri the user's deployment, which is pinged once a second; null for a simulated one, which is written to
 * @param port of the page on 127.0.0.1, 0 for a free one
 * @param perSecond how often a simulated deployment is used
 * @param terminal whether to show the state in the terminal too
 * @param live whether the terminal can be cleared and shows colors
 * @param blocks whether the terminal shows block characters
 */
public record WatchRun(@Nullable String uri, int port, int perSecond, boolean terminal, boolean live, boolean blocks,
        int width) {
    private static final long FRAME_MILLIS = 500;
    private static final int FRAMES_PER_STATUS = 10;
    /** Slow enough to be seen, and to be felt by writers. */
    private static final Timing TIMING = new Timing(Duration.ofSeconds(2), Duration.ofMillis(200));

    /** Runs until the latch is released. */
    public void run(PrintStream out, CountDownLatch end) throws InterruptedException {
        if (uri != null) {
            try (MongoClient client = MongoClient.connect(uri);
                    WatchServer server = WatchServer.start(client, options -> options.port(port));
                    Traffic traffic = Traffic.pings(client)) {
                show(server, out, end);
            }
            return;
        }
        try (Deployment deployment = Deployment.builder().replicaSet(3).timing(TIMING).start();
                MongoClient client = MongoClient.connect(MongoClientSettings.builder()
                        .connectionString(deployment.connectionString()).heartbeatFrequency(Duration.ofMillis(500))
                        .connectTimeout(Duration.ofSeconds(1)).build());
                WatchServer server = WatchServer.start(client,
                        options -> faults(options.port(port), new Console(deployment)));
                Traffic traffic = Traffic.writes(client, perSecond)) {
            out.println("Simulated: " + deployment.connectionString());
            show(server, out, end);
        }
    }

    private static void faults(WatchOptions options, Console console) {
        fault(options, console, "Kill the primary", "kill primary");
        fault(options, console, "Freeze the primary", "freeze primary");
        fault(options, console, "Step the primary down", "step-down 5s");
        fault(options, console, "Partition the primary", "isolate primary");
        fault(options, console, "Lag a secondary by 5 s", "lag secondary 5s");
        fault(options, console, "Repair everything", "reset");
    }

    private static void fault(WatchOptions options, Console console, String label, String command) {
        options.control(label, () -> console.run(command));
    }

    private void show(WatchServer server, PrintStream out, CountDownLatch end) throws InterruptedException {
        out.println("Page: " + server.page() + "  (Ctrl-C to end)");
        out.flush();
        if (!terminal) {
            end.await();
            return;
        }
        TerminalView view = new TerminalView(width, blocks, live, ZoneId.systemDefault());
        if (live) {
            draw(server.watch(), view, out, end);
        } else {
            follow(server.watch(), view, out, end);
        }
    }

    private static void draw(ClientWatch watch, TerminalView view, PrintStream out, CountDownLatch end)
            throws InterruptedException {
        do {
            out.print("\u001b[H\u001b[2J" + String.join(System.lineSeparator(), view.screen(watch.state(0)))
                    + System.lineSeparator());
            out.flush();
        } while (!end.await(FRAME_MILLIS, TimeUnit.MILLISECONDS));
    }

    /** Without escapes: events as they come, and a status line now and then. */
    private static void follow(ClientWatch watch, TerminalView view, PrintStream out, CountDownLatch end)
            throws InterruptedException {
        long revision = 0;
        int frame = 0;
        do {
            BsonDocument state = watch.state(revision);
            revision = state.getInt64("revision").getValue();
            for (BsonValue event : state.getArray("events")) {
                view.event(event.asDocument()).forEach(out::println);
            }
            if (frame++ % FRAMES_PER_STATUS == 0) {
                out.println(view.statusLine(state));
            }
            out.flush();
        } while (!end.await(FRAME_MILLIS, TimeUnit.MILLISECONDS));
    }
}
