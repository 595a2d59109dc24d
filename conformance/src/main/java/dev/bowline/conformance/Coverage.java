package dev.bowline.conformance;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Ensures that nothing counts as passed that did not run: a suite or a filter that ran no case is an error.
 *
 * <p>Exceptions, all where suites are not named: on a deployment that the user gave, a suite may be for another topology
 * altogether; and a suite may be about something that the client is known not to have, as client-side encryption is, or
 * no simulation, as a data lake is.
 */
final class Coverage {
    private Coverage() {}

    /** @throws SpecException naming the first suite or filter of which no case ran */
    static void check(SpecOptions options, List<CaseResult> results) {
        for (String suite : options.suites()) {
            require(results, result -> SpecData.isOf(result.file(), suite),
                    "No case of the suite \"" + suite + "\" ran");
        }
        for (String glob : options.files()) {
            require(results, result -> SpecData.isNamed(result.file(), glob),
                    "No case of the files \"" + glob + "\" ran");
        }
        if (options.uri() == null) {
            Map<String, Boolean> suites = new LinkedHashMap<>();
            results.stream().filter(result -> !isKnown(result)).forEach(result -> suites.put(result.suite(), true));
            suites.keySet().forEach(suite -> require(results, result -> result.suite().equals(suite),
                    "No case of the suite \"" + suite + "\" ran"));
        }
        require(results, result -> true, "No case ran");
    }

    private static boolean isKnown(CaseResult result) {
        SkipReason skip = result.skip();
        return skip != null && (skip.lacking() == SkipReason.Lacking.CLIENT || skip.id().equals("data-lake"));
    }

    private static void require(List<CaseResult> results, Predicate<CaseResult> of, String otherwise) {
        List<CaseResult> selected = results.stream().filter(of).toList();
        if (selected.isEmpty()) {
            throw new SpecException(otherwise + ": there is none");
        }
        if (Tally.of(selected).ran() == 0) {
            throw new SpecException(otherwise + ": all " + selected.size() + " were skipped, the first because "
                    + selected.get(0).reason());
        }
    }
}
