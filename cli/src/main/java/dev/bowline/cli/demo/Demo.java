package dev.bowline.cli.demo;

import dev.bowline.MongoClient;
import dev.bowline.MongoClientSettings;
import dev.bowline.MongoCollection;
import dev.bowline.concern.WriteConcern;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.Member;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * Writes at a steady rate while the primary is killed, stepped down and frozen, then accounts for every write.
 *
 * @param uri a deployment of the user's, which is written to but not harmed; null for a simulated one
 */
public record Demo(@Nullable String uri, Duration length, int writers, int perSecond, boolean live) {
    private static final String COLLECTION_PREFIX = "bowline_demo_";

    /** A fault, and how long the writers felt it. */
    private record Felt(String what, double seconds) {}

    /** Something to do to the deployment at a time. */
    private record Act(double atSeconds, String what, Runnable action) {}

    /** Runs the demo. Returns whether every acknowledged write was there exactly once. */
    public boolean run(PrintStream out) throws InterruptedException {
        Screen screen = new Screen(out, live);
        if (uri != null) {
            return play(screen, out, uri, List.of());
        }
        try (Deployment deployment = Deployment.replicaSet(3)) {
            screen.say("A replica set of three simulated members is up: " + deployment.connectionString());
            return play(screen, out, deployment.connectionString(), script(deployment));
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

    private boolean play(Screen screen, PrintStream out, String target, List<Act> script) throws InterruptedException {
        Counters counters = new Counters();
        MongoClientSettings settings = MongoClientSettings.builder().connectionString(target)
                .heartbeatFrequency(Duration.ofMillis(500)).connectTimeout(Duration.ofSeconds(1))
                .addCommandListener(counters).addConnectionPoolListener(counters).build();
        try (MongoClient client = MongoClient.connect(settings)) {
            MongoCollection<Document> collection = client.database("test")
                    .collection(COLLECTION_PREFIX + Long.toHexString(System.nanoTime())).with(WriteConcern.MAJORITY);
            Workload workload = new Workload(collection, writers, perSecond);
            screen.say(writers + " threads write " + perSecond + " documents a second with majority write concern.");
            try {
                List<Felt> felt;
                workload.start();
                try {
                    felt = watch(screen, client, workload, counters, script);
                } finally {
                    workload.stop();
                }
                return account(out, workload, counters, felt);
            } finally {
                if (uri != null) {
                    collection.drop();
                }
            }
        }
    }

    private List<Felt> watch(Screen screen, MongoClient client, Workload workload, Counters counters, List<Act> script)
            throws InterruptedException {
        List<Felt> felt = new ArrayList<>();
        long start = System.nanoTime();
        long lastStatus = start;
        long lastCount = 0;
        int next = 0;
        String fault = null;
        long longestGap = 0;
        while (System.nanoTime() - start < length.toNanos()) {
            long now = System.nanoTime();
            double seconds = (now - start) / 1e9;
            longestGap = Math.max(longestGap, now - workload.lastAcknowledgedNanos());
            if (next < script.size() && seconds >= script.get(next).atSeconds()) {
                if (fault != null) {
                    felt.add(new Felt(fault, longestGap / 1e9));
                }
                fault = script.get(next).what();
                longestGap = 0;
                screen.say(String.format(Locale.ROOT, "%5.1f s   >>> %s", seconds, fault));
                script.get(next).action().run();
                next++;
            }
            if (now - lastStatus >= 500_000_000L) {
                long count = workload.acknowledged();
                long total = workload.takeTotalNanos();
                double mean = count == lastCount ? 0 : total / 1e6 / (count - lastCount);
                screen.status(seconds, client.topology(), (count - lastCount) * 1_000_000_000L / (now - lastStatus),
                        mean,
                        workload.takeWorstNanos() / 1e6, counters, retries(workload, counters));
                lastCount = count;
                lastStatus = now;
            }
            Thread.sleep(5);
        }
        if (fault != null) {
            felt.add(new Felt(fault, longestGap / 1e9));
        }
        return felt;
    }

    private static long retries(Workload workload, Counters counters) {
        long ended = workload.acknowledged() + workload.failed();
        return Math.max(0, counters.attempts.get() - ended - counters.inUse.get());
    }

    private boolean account(PrintStream out, Workload workload, Counters counters, List<Felt> felt) {
        Workload.Account account = workload.account();
        long ended = workload.acknowledged() + workload.failed();
        out.println();
        for (Felt one : felt) {
            out.printf(Locale.ROOT, "  %-24s felt for %6.3f s%n", one.what(), one.seconds());
        }
        out.println();
        out.printf("  acknowledged writes      %8d%n", workload.acknowledged());
        out.printf("  of these missing         %8d%n", account.missing());
        out.printf("  written twice            %8d%n", account.doubled());
        out.printf("  failed with an error     %8d%n", workload.failed());
        out.printf("  attempts made again      %8d%n", Math.max(0, counters.attempts.get() - ended));
        if (workload.lastFailure() != null) {
            out.println("  the last error           " + workload.lastFailure());
        }
        boolean good = account.missing() == 0 && account.doubled() == 0;
        out.println(good
                ? "Every acknowledged write is there exactly once."
                : "SOMETHING IS WRONG: see the table above.");
        return good;
    }
}
