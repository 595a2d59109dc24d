package dev.bowline.benchmarks;

import dev.bowline.benchmarks.scenario.Scenario;
import dev.bowline.benchmarks.sidebyside.Contest;
import dev.bowline.benchmarks.sidebyside.Contests;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Which tasks are run. */
record Plan(List<Contest> contests, List<Scenario> scenarios) {
    /** Those that say most, for a quick look. */
    private static final List<String> MAIN = List.of("find-by-id", "insert-one", "cursor-10k", "bulk-10k",
            "callers-64");
    private static final List<String> MAIN_CONTESTANTS = List.of("socket", "bowline", "official", "official-virtual",
            "bowline-virtual");
    private static final List<String> BLOCKING = List.of("socket", "bowline", "official");

    /**
     * @param wanted titles of tasks, or the words before a hyphen that several begin with; empty for all
     * @throws IllegalArgumentException if there is no such task
     */
    static Plan of(List<String> wanted, boolean quick) {
        if (wanted.isEmpty()) {
            return quick ? main() : new Plan(Contests.list(), Scenario.list());
        }
        List<String> titles = new ArrayList<>();
        for (String title : wanted) {
            List<String> matching = matching(title);
            if (matching.isEmpty()) {
                throw new IllegalArgumentException("There is no task '" + title + "'; there are " + titles());
            }
            titles.addAll(matching);
        }
        return new Plan(Contests.list().stream().filter(contest -> titles.contains(contest.title())).toList(),
                Scenario.list().stream().filter(scenario -> titles.contains(scenario.title())).toList());
    }

    /** Without the contestants that a quick look can do without. */
    private static Plan main() {
        return new Plan(Contests.list().stream().filter(contest -> MAIN.contains(contest.title()))
                .map(contest -> contest.only(contest.callers() == 1 ? BLOCKING : MAIN_CONTESTANTS)).toList(),
                List.of());
    }

    private static List<String> matching(String title) {
        List<String> all = titles();
        return all.contains(title) ? List.of(title) : all.stream().filter(one -> one.startsWith(title + "-")).toList();
    }

    static List<String> titles() {
        return Stream.concat(Contests.list().stream().map(Contest::title),
                Scenario.list().stream().map(Scenario::title)).toList();
    }
}
