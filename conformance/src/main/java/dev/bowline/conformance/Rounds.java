package dev.bowline.conformance;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What became of every case in every round of a run. */
final class Rounds {
    private final Map<String, List<CaseResult>> byCase = new LinkedHashMap<>();
    private int count;

    void add(List<CaseResult> round) {
        count++;
        round.forEach(result -> byCase
                .computeIfAbsent(result.file() + ": " + result.name(), key -> new ArrayList<>()).add(result));
    }

    int count() {
        return count;
    }

    /** Every result of every round, the rounds of a case one after the other. */
    List<CaseResult> all() {
        return byCase.values().stream().flatMap(List::stream).toList();
    }

    /** One result for each case: the first failure if there was one, with how often it failed. */
    List<CaseResult> merged() {
        return byCase.values().stream().map(this::merge).toList();
    }

    private CaseResult merge(List<CaseResult> results) {
        List<CaseResult> failures = results.stream()
                .filter(result -> result.outcome() == CaseResult.Outcome.FAILED).toList();
        if (failures.isEmpty() || count == 1) {
            return results.get(0);
        }
        CaseResult first = failures.get(0);
        return new CaseResult(first.suite(), first.file(), first.name(), first.outcome(),
                "failed in " + failures.size() + " of " + count + " rounds, first: " + first.reason(), null,
                first.millis());
    }
}
