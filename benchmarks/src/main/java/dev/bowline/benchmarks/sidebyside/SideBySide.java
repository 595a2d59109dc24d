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
        FULL(100, 2000, 1),
        QUICK(20, 1200, 1),
        /** Only to see that it works. */
        TINY(2, 0, 100);

        private final int rounds;
        private final int warmUpMillis;
        private final int shortened;

        Length(int rounds, int warmUpMillis, int shortened) {
            this.rounds = rounds;
            this.warmUpMillis = warmUpMillis;
            this.shortened = shortened;
        }

        public int rounds() {
            return rounds;
        }
    }

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
        Comparison comparison = new Comparison(contest);
        Map<String, WorkerProcess> workers = new LinkedHashMap<>();
        try {
            for (String contestant : contest.contestants()) {
                if (canTakePart(contestant)) {
                    workers.put(contestant, start(contest, contestant, server));
                }
            }
            workers.values().forEach(worker -> warm(worker, contest.operations()));
            takeTurns(contest, comparison, workers, server);
            if (length != Length.TINY) {
                countCalls(contest, comparison, workers);
            }
        } finally {
            workers.values().forEach(WorkerProcess::close);
        }
        return comparison.entries();
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
        for (int round = 0; round < length.rounds; round++) {
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

    /** Until the compilers have had time to come to rest. */
    private void warm(WorkerProcess worker, int operations) {
        long enough = TimeUnit.MILLISECONDS.toNanos(length.warmUpMillis);
        long start = System.nanoTime();
        do {
            worker.slice(operations);
        } while (System.nanoTime() - start < enough);
    }
}
