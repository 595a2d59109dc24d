package dev.bowline.benchmarks.report;

import dev.bowline.benchmarks.results.Measure;
import dev.bowline.benchmarks.results.Results;
import dev.bowline.benchmarks.results.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the library promises, and what was reached. */
public final class Budget {
    /** Whether a promise was kept. */
    enum Verdict {
        MET("met"), MISSED("**missed**"), NOT_MEASURED("not measured");

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
    record Target(String what, double limit, boolean atMost, Spread reached) {
        Verdict verdict() {
            if (!reached.isKnown()) {
                return Verdict.NOT_MEASURED;
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
            atMost(task + ": CPU, of the bare socket's", 1.5, ratio(task, "socket", Measure.CPU_MICROS));
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
        for (String task : List.of("cursor-10k", "bulk-10k")) {
            atLeast(task + ": operations a second, times the official driver's", 1.5,
                    throughput(task, "bowline", "official"));
        }
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

    private void atMost(String what, double limit, Spread reached) {
        targets.add(new Target(what, limit, true, reached));
    }

    private void atLeast(String what, double limit, Spread reached) {
        targets.add(new Target(what, limit, false, reached));
    }

    private Spread figure(String task, Measure measure) {
        return results.entry(task, "bowline").map(entry -> entry.figure(measure)).orElse(Spread.NONE);
    }

    /** By how many bytes the median of a contestant is above our own client's. */
    private Spread more(String task, String contestant) {
        Spread theirs = results.entry(task, contestant).map(entry -> entry.figure(Measure.BYTES)).orElse(Spread.NONE);
        Spread ours = figure(task, Measure.BYTES);
        return Spread.exactly(theirs.median() - ours.median());
    }

    private Spread ratio(String task, String theirs, Measure measure) {
        return ratio(task, "bowline", theirs, measure);
    }

    private Spread ratio(String task, String ours, String theirs, Measure measure) {
        return results.entry(task, ours).map(entry -> entry.ratio(theirs, measure)).orElse(Spread.NONE);
    }

    /** Not known if the server was at its limit. */
    private Spread throughput(String task, String ours, String theirs) {
        return results.entry(task, ours).filter(entry -> !entry.saturated())
                .map(entry -> entry.ratio(theirs, Measure.PER_SECOND)).orElse(Spread.NONE);
    }

    private Spread speed(String task) {
        return ratio(task, "official", Measure.CPU_MICROS).inverse();
    }
}
