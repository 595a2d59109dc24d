package dev.bowline.conformance;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The lines at the end of a run: cases that failed in some round, the revision, a line per suite, skips by reason, and
 * the total alone.
 */
final class Summary {
    private Summary() {}

    static void print(Revision revision, Rounds rounds, PrintStream out) {
        if (rounds.count() > 1) {
            rounds.merged().stream().filter(result -> result.outcome() == CaseResult.Outcome.FAILED)
                    .forEach(result -> out.println(result.file() + ": " + result.name() + ": " + result.reason()));
        }
        out.println("revision: " + revision);
        List<CaseResult> all = rounds.all();
        Map<String, List<CaseResult>> bySuite = new LinkedHashMap<>();
        all.forEach(result -> bySuite.computeIfAbsent(result.suite(), suite -> new ArrayList<>()).add(result));
        bySuite.forEach((suite, results) -> out.println(suite + ": " + Tally.of(results)));
        for (SkipReason.Lacking who : SkipReason.Lacking.values()) {
            printSkips(all, who, out);
        }
        out.println(Tally.of(all));
    }

    private static void printSkips(List<CaseResult> results, SkipReason.Lacking who, PrintStream out) {
        Map<String, Integer> reasons = new LinkedHashMap<>();
        int count = 0;
        for (CaseResult result : results) {
            SkipReason skip = result.skip();
            if (skip != null && skip.lacking() == who) {
                count++;
                reasons.merge(skip.text(), 1, Integer::sum);
            }
        }
        if (count > 0) {
            out.println(count + " skipped because " + who.text() + ": " + String.join("; ",
                    reasons.entrySet().stream().map(entry -> entry.getValue() + " " + entry.getKey()).toList()));
        }
    }
}
