package dev.bowline.conformance;

import java.util.List;

/** How many cases passed, failed and were skipped. */
public record Tally(int passed, int failed, int skipped) {
    static Tally of(List<CaseResult> results) {
        return new Tally(count(results, CaseResult.Outcome.PASSED), count(results, CaseResult.Outcome.FAILED),
                count(results, CaseResult.Outcome.SKIPPED));
    }

    private static int count(List<CaseResult> results, CaseResult.Outcome outcome) {
        return (int) results.stream().filter(result -> result.outcome() == outcome).count();
    }

    int ran() {
        return passed + failed;
    }

    @Override
    public String toString() {
        return passed + " passed, " + failed + " failed, " + skipped + " skipped";
    }
}
