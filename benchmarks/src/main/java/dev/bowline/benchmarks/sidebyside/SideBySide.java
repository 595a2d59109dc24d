package dev.bowline.benchmarks.sidebyside;

import dev.bowline.benchmarks.results.Entry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Lets contestants take turns at a contest. */
public final class SideBySide {
    /** How long everything takes. */
    public enum Length {
        FULL(100, 30, 300, 1),
        QUICK(20, 10, 30, 1),
        /** Only to see that it works. */
        TINY(2, 0, 30, 100);

        private final int rounds;
        private final int warmUpSeconds;
        private final int roundsSeconds;
        private final int shortened;

        /**
         * The lengths of one contest.
         *
         * @param warmUpSeconds of CPU time, or three times as long by the clock: when to begin although a contestant
         *     still gets faster
         * @param roundsSeconds when to end although there are rounds left
         */
        Length(int rounds, int warmUpSeconds, int roundsSeconds, int shortened) {
            this.rounds = rounds;
            this.warmUpSeconds = warmUpSeconds;
            this.roundsSeconds = roundsSeconds;
            this.shortened = shortened;
        }

        public int rounds() {
            return rounds;
        }
    }

    /** The fewest rounds that have quartiles. */
    private static final int FEWEST_ROUNDS = 4;
    /** What a slice should take at most on a server of which nothing is known. */
    private static final double SLICE_NANOS = 0.5e9;
    private static final int PROBE = 50;

    private final Servers servers;
    private final Length length;
    private final @Nullable Path recordings;

    /**
     * A run of contests against these servers.
     *
     * @param recordings where flight recordings are written; null for none
     */
    public SideBySide(Servers servers, Length length, @Nullable Path recordings) {
        this.servers = servers;
        this.length = length;
        this.recordings = recordings;
    }

    /** Runs a contest. Returns nothing if it cannot be run on this server. */
    public List<Entry> run(Contest whole) {
        if (!servers.supports(whole)) {
            return List.of();
        }
        Contest contest = whole.shortened(length.shortened);
        Servers.Running server = servers.start(contest.server(), contest.pinned());
        Map<String, WorkerProcess> workers = new LinkedHashMap<>();
        try {
            for (String contestant : contest.contestants()) {
                if (canTakePart(contestant)) {
                    workers.put(contestant, start(contest, contestant, server));
                }
            }
            return run(servers.isReal() ? fitted(contest, workers) : contest, workers, server);
        } finally {
            workers.values().forEach(WorkerProcess::close);
        }
    }

    private List<Entry> run(Contest contest, Map<String, WorkerProcess> workers, Servers.Running server) {
        Comparison comparison = new Comparison(contest, servers.isReal());
        Comparison cold = new Comparison(contest.cold(), servers.isReal());
        workers.forEach((contestant, worker) -> {
            Slice first = worker.slice(contest.operations());
            cold.add(contestant, first);
            comparison.warmed(contestant, warm(worker, contest.operations(), first));
        });
        takeTurns(contest, comparison, workers, server);
        List<Entry> entries = new ArrayList<>();
        if (length != Length.TINY) {
            countCalls(contest, comparison, workers);
        }
        entries.addAll(comparison.entries());
        if (length != Length.TINY && contest.group().equals("Operations")) {
            entries.addAll(cold.entries());
        }
        return entries;
    }

    /** With slices that the slowest contestant does in a fraction of a second on this server. */
    private static Contest fitted(Contest contest, Map<String, WorkerProcess> workers) {
        Contest probe = contest.shortened(PROBE);
        double slowest = workers.values().stream()
                .mapToDouble(worker -> (double) worker.slice(probe.operations()).wallNanos() / probe.operations())
                .max().orElse(1);
        int times = (int) Math.ceil(contest.operations() * slowest / SLICE_NANOS);
        return contest.shortened(Math.max(1, times));
    }

    private boolean canTakePart(String contestant) {
        return contestant.equals("socket")
                ? !servers.isReal()
                : !WorkerProcess.classPathOf(contestant).isEmpty();
    }

    private WorkerProcess start(Contest contest, String contestant, Servers.Running server) {
        List<String> flags = new ArrayList<>(servers.clientFlags(contest.server()));
        if (recordings != null) {
            flags.add("-XX:StartFlightRecording:settings=profile,filename="
                    + recordings.resolve(contest.title() + "-" + contestant + ".jfr"));
            flags.add("-Xlog:jfr+startup=error");
        }
        WorkerProcess worker = new WorkerProcess(contest.pinned(), flags, WorkerProcess.classPathOf(contestant),
                Worker.class, List.of(contestant, uri(server.uri(), contest.options()), contest.work().name(),
                        Integer.toString(contest.callers()), servers.isReal() ? "stored" : "canned"));
        worker.readLine();
        return worker;
    }

    static String uri(String uri, List<String> options) {
        if (options.isEmpty()) {
            return uri;
        }
        boolean hasPath = uri.indexOf('/', uri.indexOf("://") + 3) >= 0;
        String separator = uri.contains("?") ? (uri.endsWith("?") ? "" : "&") : hasPath ? "?" : "/?";
        return uri + separator + String.join("&", options);
    }

    private void takeTurns(Contest contest, Comparison comparison, Map<String, WorkerProcess> workers,
            Servers.Running server) {
        List<Map.Entry<String, WorkerProcess>> order = List.copyOf(workers.entrySet());
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(length.roundsSeconds);
        for (int round = 0; round < length.rounds
                && (round < FEWEST_ROUNDS || System.nanoTime() - end < 0); round++) {
            for (Map.Entry<String, WorkerProcess> worker : order) {
                long before = server.cpuNanos();
                Slice slice = worker.getValue().slice(contest.operations());
                comparison.add(worker.getKey(), slice.withServer(before < 0 ? -1 : server.cpuNanos() - before));
            }
            order = order.reversed();
        }
    }

    /** Traced, and therefore after everything else. */
    private static void countCalls(Contest contest, Comparison comparison, Map<String, WorkerProcess> workers) {
        if (!contest.countsCalls()) {
            return;
        }
        int operations = Math.min(contest.operations(), 500);
        workers.forEach((contestant, worker) -> comparison.allCalls(contestant,
                SystemCalls.during(worker.pid(), () -> worker.slice(operations)) / operations));
    }

    /** Until it no longer gets faster, or the time for that is over. */
    private WarmUp warm(WorkerProcess worker, int operations, Slice first) {
        WarmUp warmUp = new WarmUp();
        warmUp.add(first);
        long longest = TimeUnit.SECONDS.toNanos(length.warmUpSeconds);
        while (!warmUp.isSteady() && warmUp.cpuNanos() < longest && warmUp.nanos() < 3 * longest) {
            warmUp.add(worker.slice(operations));
        }
        return warmUp;
    }
}
