package dev.bowline.cli.demo;

import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.Member;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Writes at a steady rate while the primary is killed, stepped down and frozen, then accounts for every write.
 *
 * @param uri the user's deployment, which is written to but not harmed; null for a simulated one
 * @param beside whether the official driver then goes through the same script
 * @param picture where to write the timelines as SVG, or null
 */
public record Demo(@Nullable String uri, Duration length, int writers, int perSecond, boolean beside,
        @Nullable Path picture, Terminal terminal) {
    private static final String COLLECTION_PREFIX = "bowline_demo_";
    private static final int NARROW = 80;
    private static final long STATUS_NANOS = 500_000_000L;
    private static final long STOP_MILLIS = 30_000;
    private static final long WARM_UP_LIMIT_NANOS = 10_000_000_000L;

    /**
     * What the terminal can do.
     *
     * @param live whether lines can be replaced
     * @param blocks whether it shows block characters
     */
    public record Terminal(boolean live, boolean blocks, int width) {
        /** A terminal of which nothing is known, such as a file. */
        public static final Terminal PLAIN = new Terminal(false, true, 100);
    }

    /** A fault, and the longest that a write took until the next one. */
    private record Felt(String what, double worstSeconds) {}

    /** Something to do to the deployment at a time. */
    private record Act(double atSeconds, String what, Runnable action) {}

    /** How one driver fared. */
    private record Outcome(String name, Workload workload, Workload.Account account, long retries, List<Felt> felt,
            Timeline timeline, boolean ended) {
        boolean isGood() {
            return account.missing() == 0 && account.doubled() == 0;
        }
    }

    /** Runs the demo. Returns whether every write that Bowline acknowledged was there exactly once. */
    public boolean run(PrintStream out) throws InterruptedException, IOException {
        Screen screen = new Screen(out, terminal.live(), terminal.width());
        List<Outcome> outcomes = new ArrayList<>();
        outcomes.add(play(screen, BowlineContestant::new));
        if (beside) {
            screen.say("");
            outcomes.add(play(screen, OfficialContestant::new));
        }
        for (Outcome outcome : outcomes) {
            print(out, outcome);
        }
        plot(out, outcomes);
        return outcomes.get(0).isGood();
    }

    private Outcome play(Screen screen, BiFunction<String, String, Contestant> driver) throws InterruptedException {
        String name = COLLECTION_PREFIX + Long.toHexString(System.nanoTime());
        if (uri != null) {
            try (Contestant contestant = driver.apply(uri, name)) {
                try {
                    return write(screen, contestant, List.of());
                } finally {
                    contestant.drop();
                }
            }
        }
        try (Deployment deployment = Deployment.replicaSet(3);
                Contestant contestant = driver.apply(deployment.connectionString(), name)) {
            screen.say("A replica set of three simulated members is up: " + deployment.connectionString());
            return write(screen, contestant, script(deployment));
        }
    }

    private List<Act> script(Deployment deployment) {
        double unit = length.toMillis() / 1000.0 / 10;
        Member[] victim = new Member[2];
        return List.of(
                new Act(unit, "kill the primary", () -> {
                    victim[0] = deployment.awaitPrimary();
                    deployment.kill(victim[0]);
                }),
                new Act(3 * unit, "restart it", () -> deployment.restart(victim[0])),
                new Act(4 * unit, "step the primary down", deployment::stepDown),
                new Act(6 * unit, "freeze the primary", () -> {
                    victim[1] = deployment.awaitPrimary();
                    deployment.freeze(victim[1]);
                }),
                new Act(9 * unit, "thaw it", () -> deployment.thaw(victim[1])));
    }

    private Outcome write(Screen screen, Contestant contestant, List<Act> script) throws InterruptedException {
        Workload workload = new Workload(contestant, writers, perSecond);
        Timeline timeline = new Timeline(contestant.name());
        screen.say(String.format(Locale.ROOT, "%s: %d threads write %d documents a second with majority write concern.",
                contestant.name(), writers, perSecond));
        workload.start();
        List<Felt> felt;
        boolean ended;
        try {
            warmUp(workload);
            felt = watch(screen, contestant, workload, timeline, script);
        } finally {
            ended = workload.stop(STOP_MILLIS);
        }
        return new Outcome(contestant.name(), workload, workload.account(), contestant.retries(), felt, timeline,
                ended);
    }

    /** Lets the driver reach the asked rate first, so that a cold JVM is not taken for a fault. */
    private void warmUp(Workload workload) throws InterruptedException {
        long end = System.nanoTime() + WARM_UP_LIMIT_NANOS;
        long rate = 0;
        while (rate < perSecond * 9L / 10 && System.nanoTime() < end) {
            long before = workload.acknowledged();
            long start = System.nanoTime();
            Thread.sleep(500);
            rate = (workload.acknowledged() - before) * 1_000_000_000L / (System.nanoTime() - start);
        }
        workload.takeWorstNanos();
    }

    private List<Felt> watch(Screen screen, Contestant contestant, Workload workload, Timeline timeline,
            List<Act> script) throws InterruptedException {
        List<Felt> felt = new ArrayList<>();
        long start = System.nanoTime();
        long lastStatus = start;
        long before = workload.acknowledged();
        long lastCount = before;
        int next = 0;
        String fault = null;
        long worst = 0;
        long worstOfFault = 0;
        while (System.nanoTime() - start < length.toNanos()) {
            long now = System.nanoTime();
            double seconds = (now - start) / 1e9;
            long longest = workload.takeWorstNanos();
            worst = Math.max(worst, longest);
            worstOfFault = Math.max(worstOfFault, longest);
            timeline.count(now - start, workload.acknowledged() - before);
            if (next < script.size() && seconds >= script.get(next).atSeconds()) {
                if (fault != null) {
                    felt.add(new Felt(fault, worstOfFault / 1e9));
                }
                fault = script.get(next).what();
                worstOfFault = 0;
                timeline.fault(seconds, fault);
                screen.say(String.format(Locale.ROOT, "%5.1f s   >>> %s", seconds, fault));
                script.get(next).action().run();
                next++;
            }
            if (now - lastStatus >= STATUS_NANOS) {
                long count = workload.acknowledged();
                screen.status(status(screen.width(), seconds,
                        (count - lastCount) * 1_000_000_000L / (now - lastStatus), worst / 1e6, contestant.retries(),
                        contestant.status()));
                lastCount = count;
                lastStatus = now;
                worst = 0;
            }
            Thread.sleep(5);
        }
        if (fault != null) {
            felt.add(new Felt(fault, worstOfFault / 1e9));
        }
        return felt;
    }

    /** The status line. The terminal cuts its end off; what matters most is within the first 60 columns. */
    static String status(int width, double seconds, long rate, double worstMillis, long retries, String driver) {
        return String.format(Locale.ROOT, width < NARROW
                ? "%5.1fs %4d op/s, worst %4.0f ms, retries %2d, %s"
                : "%5.1f s | %5d op/s | worst %6.0f ms | retries %d | %s", seconds, rate, worstMillis, retries,
                driver);
    }

    private static void print(PrintStream out, Outcome outcome) {
        Workload workload = outcome.workload();
        out.println();
        out.println(outcome.name());
        for (Felt one : outcome.felt()) {
            out.printf(Locale.ROOT, "  %-24s worst write %7.3f s%n", one.what(), one.worstSeconds());
        }
        out.printf("  acknowledged writes      %8d%n", workload.acknowledged());
        out.printf("  of these missing         %8d%n", outcome.account().missing());
        out.printf("  written twice            %8d%n", outcome.account().doubled());
        out.printf("  failed with an error     %8d%n", workload.failed());
        out.printf("  attempts made again      %8d%n", outcome.retries());
        if (workload.lastFailure() != null) {
            out.println("  the last error           " + workload.lastFailure());
        }
        if (!outcome.ended()) {
            out.println("  Some writes had not ended " + STOP_MILLIS / 1000 + " s after the last fault.");
        }
        out.println(outcome.isGood()
                ? "  Every acknowledged write is there exactly once."
                : "  SOMETHING IS WRONG: see the table above.");
    }

    private void plot(PrintStream out, List<Outcome> outcomes) throws IOException {
        out.println();
        out.println("Acknowledged writes over time:");
        for (Outcome outcome : outcomes) {
            List<String> rows = outcome.timeline().rows(terminal.width() - 20, terminal.blocks());
            out.printf("  %-16s %s%n", outcome.name(), rows.get(0));
            out.printf("  %-16s %s%n", "", rows.get(1));
        }
        List<Timeline.Fault> faults = outcomes.get(0).timeline().faults();
        for (int i = 0; i < faults.size(); i++) {
            out.printf("  %c  %s%n", (char) ('a' + i), faults.get(i).what());
        }
        if (picture != null) {
            Files.writeString(picture, Timeline.svg(outcomes.stream().map(Outcome::timeline).toList()));
            out.println("  The picture is in " + picture);
        }
    }
}
