package dev.bowline.benchmarks.overload;

import dev.bowline.MongoClient;
import dev.bowline.MongoClientSettings;
import dev.bowline.error.MongoException;
import dev.bowline.simulator.Deployment;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * {@code ./bowline bench overload}: callers who come in bursts ask a simulated server that runs some commands a second
 * and refuses the others. Goodput is the number of operations that succeed in a second.
 */
public final class OverloadRun {
    private static final String TASK = "overload";
    private static final int CALLERS = 64;
    private static final long PERIOD_MILLIS = 1_000;
    private static final double PER_SECOND = 100;
    private static final int BURST = 16;
    private static final int WIDTH = 760;
    private static final int BAR = 22;
    private static final int LEFT = 250;

    /** @param retries {@code maxAdaptiveRetries} */
    private record Outcome(int retries, double goodput, double failed, double commands) {}

    private OverloadRun() {}

    /** Whether this is the task of this run. */
    public static boolean handles(List<String> tasks) {
        return tasks.equals(List.of(TASK));
    }

    /**
     * Runs the comparison and prints its table.
     *
     * @param docs where to put the picture, or null
     */
    public static void run(boolean quick, @Nullable Path docs, PrintStream out) throws IOException {
        long seconds = quick ? 4 : 15;
        out.printf(Locale.ROOT, "%d callers, a burst of one operation each every second, %d s; the server runs %.0f "
                + "commands a second, %d at once%n", CALLERS, seconds, PER_SECOND, BURST);
        out.println("maxAdaptiveRetries  goodput/s  failed  commands sent per operation");
        List<Outcome> outcomes = new ArrayList<>();
        for (int retries : new int[]{0, 1, 2, 4}) {
            Outcome outcome = measure(retries, seconds);
            outcomes.add(outcome);
            out.printf(Locale.ROOT, "%18d  %9.1f  %5.1f%%  %.2f%n", retries, outcome.goodput, 100 * outcome.failed,
                    outcome.commands);
        }
        if (docs != null) {
            Path chart = docs.resolve("charts").resolve("overload-goodput.svg");
            Files.writeString(chart, svg(outcomes), StandardCharsets.UTF_8);
            out.println("wrote " + chart);
        }
    }

    private static Outcome measure(int retries, long seconds) {
        LongAdder succeeded = new LongAdder();
        LongAdder failed = new LongAdder();
        Commands commands = new Commands();
        try (Deployment server = Deployment.builder().replicaSet(1).limitRequests(PER_SECOND, BURST, 0).start();
                MongoClient client = MongoClient.connect(MongoClientSettings.builder()
                        .connectionString(server.connectionString()).maxAdaptiveRetries(retries)
                        .addCommandListener(commands).build())) {
            client.listDatabaseNames();
            long start = System.nanoTime();
            List<Thread> callers = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                callers.add(Thread.ofVirtual().start(() -> call(client, start, seconds, succeeded, failed)));
            }
            for (Thread caller : callers) {
                caller.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        double operations = succeeded.sum() + failed.sum();
        return new Outcome(retries, succeeded.sum() / (double) seconds, failed.sum() / operations,
                commands.started.sum() / operations);
    }

    private static void call(MongoClient client, long start, long seconds, LongAdder succeeded, LongAdder failed) {
        for (long period = 0; period < seconds; period++) {
            long wait = start + TimeUnit.MILLISECONDS.toNanos(period * PERIOD_MILLIS) - System.nanoTime();
            try {
                TimeUnit.NANOSECONDS.sleep(wait);
                client.database("bench").collection("overload").insertOne(new Document("at", period));
                succeeded.increment();
            } catch (MongoException e) {
                failed.increment();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private static String svg(List<Outcome> outcomes) {
        int height = 64 + outcomes.size() * BAR + 12;
        StringBuilder svg = new StringBuilder();
        svg.append(String.format(Locale.ROOT, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
                + "width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"12\">%n", WIDTH, height, WIDTH,
                height));
        svg.append(String.format(Locale.ROOT, "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>%n", WIDTH, height));
        svg.append("<text x=\"10\" y=\"20\" font-size=\"14\" font-weight=\"bold\">Goodput of a server that sheds load"
                + "</text>\n");
        svg.append(String.format(Locale.ROOT, "<text x=\"10\" y=\"38\" fill=\"#555555\">operations that succeed in a "
                + "second, more is better; %d callers in bursts, the server runs %.0f commands a second, %d at once"
                + "</text>%n", CALLERS, PER_SECOND, BURST));
        double most = outcomes.stream().mapToDouble(Outcome::goodput).max().orElse(1);
        int y = 56;
        for (Outcome outcome : outcomes) {
            double width = (WIDTH - LEFT - 160) * outcome.goodput / most;
            svg.append(String.format(Locale.ROOT, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>%n", LEFT - 8,
                    y + 14, outcome.retries == 0 ? "without backpressure" : "maxAdaptiveRetries " + outcome.retries));
            svg.append(String.format(Locale.ROOT, "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" "
                    + "fill=\"%s\"/>%n", LEFT, y + 2, width, BAR - 6, outcome.retries == 0 ? "#c8553d" : "#1b6ca8"));
            svg.append(String.format(Locale.ROOT, "<text x=\"%.1f\" y=\"%d\">%.1f/s, %.0f%% fail</text>%n",
                    LEFT + width + 6, y + 14, outcome.goodput, 100 * outcome.failed));
            y += BAR;
        }
        return svg.append("</svg>\n").toString();
    }
}
