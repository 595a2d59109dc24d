package dev.bowline.benchmarks.report;

import dev.bowline.benchmarks.results.Entry;
import dev.bowline.benchmarks.results.Measure;
import dev.bowline.benchmarks.results.Results;
import dev.bowline.benchmarks.results.Spread;
import dev.bowline.benchmarks.sidebyside.SideBySide.Length;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the library promises, and what was reached. */
public final class Budget {
    /** Whether a promise was kept. */
    enum Verdict {
        MET("met"),
        MISSED("**missed**"),
        NOT_MEASURED("not measured"),
        /** A contestant still got faster. */
        NOT_WARM("not judged: not warm"),
        /** The target lies within the spread of a short run. */
        TOO_SHORT("not judged: the run is too short");

        private final String text;

        Verdict(String text) {
            this.text = text;
        }
    }

    /**
     * One promise.
     *
     * @param atMost whether the limit is the largest allowed value, or else the smallest
     */
    record Target(String what, double limit, boolean atMost, Spread reached, boolean warm) {
        Verdict verdict() {
            if (!reached.isKnown()) {
                return Verdict.NOT_MEASURED;
            }
            if (!warm) {
                return Verdict.NOT_WARM;
            }
            if (reached.count() < Length.FULL.rounds() && reached.low() < limit && limit < reached.high()) {
                return Verdict.TOO_SHORT;
            }
            boolean kept = atMost ? reached.median() <= limit : reached.median() >= limit;
            return kept ? Verdict.MET : Verdict.MISSED;
        }

        private String row() {
            String figure = !reached.isKnown()
                    ? "-"
                    : reached.count() == 1 || reached.low() == reached.high()
                            ? number(reached.median())
                            : number(reached.median()) + " (" + number(reached.low()) + " to " + number(reached.high())
                                    + ")";
            return "| " + what + " | " + (atMost ? "at most " : "at least ") + number(limit) + " | " + figure + " | "
                    + verdict().text + " |\n";
        }

        private static String number(double value) {
            return value == Math.rint(value) || Math.abs(value) >= 1000
                    ? String.format(Locale.ROOT, "%,.0f", value)
                    : String.format(Locale.ROOT, "%.2f", value);
        }
    }

    /** What was reached, and whether everybody who was measured for it was warm. */
    private record Reached(Spread spread, boolean warm) {
        static final Reached NOTHING = new Reached(Spread.NONE, true);
    }

    private final Results results;
    private final List<Target> targets = new ArrayList<>();

    public Budget(Results results) {
        this.results = results;
        operations();
        underTheOfficialInterfaces();
        bson();
        poolAndIdle();
        failover();
    }

    List<Target> targets() {
        return List.copyOf(targets);
    }

    /** As a table. */
    public String markdown() {
        StringBuilder text = new StringBuilder("| promise | target | reached (median, quartiles) | |\n");
        text.append("| --- | --- | --- | --- |\n");
        targets.forEach(target -> text.append(target.row()));
        return text.toString();
    }

    private void operations() {
        for (String task : List.of("find-by-id", "insert-one")) {
            atMost(task + ": CPU, of the official driver's", 0.5, ratio(task, "official", Measure.CPU_MICROS));
            atMost(task + ": CPU, of the bare socket's", 1.2, ratio(task, "socket", Measure.CPU_MICROS));
        }
        atMost("find-by-id: bytes", 1500, figure("find-by-id", Measure.BYTES));
        atMost("insert-one: bytes", 800, figure("insert-one", Measure.BYTES));
        atLeast("64 callers, platform threads: operations a second, times the official driver's", 3,
                throughput("callers-64", "bowline", "official"));
        atLeast("64 callers, virtual threads: operations a second, times the official driver's", 3,
                throughput("callers-64", "bowline-virtual", "official-virtual"));
        atMost("64 callers, platform threads: p99, of the official driver's", 1,
                ratio("callers-64", "bowline", "official", Measure.P99_MICROS));
        atMost("64 callers, virtual threads: p99, of the official driver's", 1,
                ratio("callers-64", "bowline-virtual", "official-virtual", Measure.P99_MICROS));
        atLeast("cursor-10k: operations a second, times the official driver's", 3,
                throughput("cursor-10k", "bowline", "official"));
        atLeast("bulk-10k: operations a second, times the official driver's", 5,
                throughput("bulk-10k", "bowline", "official"));
    }

    private void underTheOfficialInterfaces() {
        for (String contestant : List.of("bowline-sync", "bowline-sync-fetched")) {
            for (String task : List.of("sync-find-by-id", "sync-insert-one")) {
                atMost(task + ", " + contestant + ": CPU, of our own client's", 1.1,
                        ratio(task, contestant, "bowline", Measure.CPU_MICROS));
                atMost(task + ", " + contestant + ": bytes more than our own client", 250, more(task, contestant));
            }
        }
        atMost("sync-transaction: CPU, of our own client's", 1.2,
                ratio("sync-transaction", "bowline-sync", "bowline", Measure.CPU_MICROS));
    }

    private void bson() {
        for (String shape : List.of("flat", "deep", "wide", "full")) {
            atLeast("BSON, encoding " + shape + ": times as fast", 3, speed("bson-encode-" + shape));
        }
        for (String shape : List.of("flat", "deep", "wide")) {
            atLeast("BSON, decoding " + shape + ": times as fast", shape.equals("deep") ? 1.5 : 2,
                    speed("bson-decode-" + shape));
        }
    }

    private void poolAndIdle() {
        atLeast("pool, uncontended: times as fast", 4, speed("pool-free"));
        for (String task : List.of("pool-16", "pool-256")) {
            atLeast(task + ": operations a second, of the official driver's", 0.85,
                    ratio(task, "official", Measure.PER_SECOND));
            atMost(task + ": longest wait, of the official driver's", 0.1,
                    ratio(task, "official", Measure.LONGEST_MILLIS));
        }
        atMost("idle client of 3 servers: platform threads", 9, figure("idle-3", Measure.THREADS));
        atMost("idle client of 3 servers: memory, of the official driver's", 0.25,
                ratio("idle-3", "official", Measure.MEMORY_KB));
    }

    private void failover() {
        atMost("frozen primary: writers still blocked", 0, figure("failover-freeze", Measure.BLOCKED));
        for (String task : List.of("failover-step-down", "failover-kill")) {
            atMost(task + ": gap beyond the time without a primary, of the official driver's", 0.5,
                    ratio(task, "official", Measure.BEYOND_MILLIS));
        }
    }

    private void atMost(String what, double limit, Reached reached) {
        targets.add(new Target(what, limit, true, reached.spread(), reached.warm()));
    }

    private void atLeast(String what, double limit, Reached reached) {
        targets.add(new Target(what, limit, false, reached.spread(), reached.warm()));
    }

    private Reached figure(String task, Measure measure) {
        return results.entry(task, "bowline").map(entry -> new Reached(entry.figure(measure), warm(entry)))
                .orElse(Reached.NOTHING);
    }

    /** Scenarios measure what is not warm on purpose, and do not say. */
    private static boolean warm(Entry entry) {
        Spread share = entry.figure(Measure.WARM_SHARE);
        return !share.isKnown() || share.median() > 0;
    }

    private Reached reached(String task, String theirs, Entry ours, Spread spread) {
        return new Reached(spread, warm(ours) && results.entry(task, theirs).map(Budget::warm).orElse(true));
    }

    /** By how many bytes the median of a contestant is above our own client's. */
    private Reached more(String task, String contestant) {
        Spread ours = figure(task, Measure.BYTES).spread();
        return results.entry(task, contestant).map(theirs -> reached(task, "bowline", theirs,
                Spread.exactly(theirs.figure(Measure.BYTES).median() - ours.median()))).orElse(Reached.NOTHING);
    }

    private Reached ratio(String task, String theirs, Measure measure) {
        return ratio(task, "bowline", theirs, measure);
    }

    private Reached ratio(String task, String ours, String theirs, Measure measure) {
        return results.entry(task, ours).map(entry -> reached(task, theirs, entry, entry.ratio(theirs, measure)))
                .orElse(Reached.NOTHING);
    }

    /** Not known if the server was at its limit. */
    private Reached throughput(String task, String ours, String theirs) {
        return results.entry(task, ours).filter(entry -> !entry.saturated())
                .map(entry -> reached(task, theirs, entry, entry.ratio(theirs, Measure.PER_SECOND)))
                .orElse(Reached.NOTHING);
    }

    private Reached speed(String task) {
        Reached ratio = ratio(task, "official", Measure.CPU_MICROS);
        return new Reached(ratio.spread().inverse(), ratio.warm());
    }
}
