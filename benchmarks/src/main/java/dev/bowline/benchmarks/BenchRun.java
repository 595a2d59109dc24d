package dev.bowline.benchmarks;

import dev.bowline.benchmarks.report.Budget;
import dev.bowline.benchmarks.report.Documentation;
import dev.bowline.benchmarks.report.Tables;
import dev.bowline.benchmarks.results.Entry;
import dev.bowline.benchmarks.results.Measure;
import dev.bowline.benchmarks.results.Results;
import dev.bowline.benchmarks.results.Spread;
import dev.bowline.benchmarks.scenario.Scenario;
import dev.bowline.benchmarks.sidebyside.Contest;
import dev.bowline.benchmarks.sidebyside.Servers;
import dev.bowline.benchmarks.sidebyside.SideBySide;
import dev.bowline.benchmarks.sidebyside.SideBySide.Length;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What {@code ./bowline bench} does.
 *
 * @param tasks titles of tasks; empty for all, or for the main ones of a quick run
 * @param uri the deployment; "simulator" for the simulator, null for the canned server
 * @param json where the figures are written as JSON
 * @param docs the folder of documentation to update
 * @param recordings where flight recordings are written
 */
public record BenchRun(List<String> tasks, Length length, @Nullable String uri, @Nullable Path json,
        @Nullable Path docs, @Nullable Path recordings, String command) {

    /** Runs everything; what has been measured when something fails is reported nevertheless. */
    public void run(PrintStream out) throws IOException {
        Plan plan = Plan.of(tasks, length == Length.QUICK);
        Map<String, String> surroundings = Surroundings.of(command);
        if (recordings != null) {
            Files.createDirectories(recordings);
            surroundings.put("note", "flight recordings were on, which cost a few per cent");
        }
        List<Entry> entries = new ArrayList<>();
        long start = System.nanoTime();
        try (Servers servers = new Servers(uri)) {
            SideBySide sideBySide = new SideBySide(servers, length, recordings);
            for (Contest contest : plan.contests()) {
                announce(out, start, contest.title(), contest.description());
                attempt(out, entries, contest.title(), () -> sideBySide.run(contest));
            }
            for (Scenario scenario : plan.scenarios()) {
                announce(out, start, scenario.title(), scenario.description());
                attempt(out, entries, scenario.title(), () -> scenario.run(servers, length));
            }
        }
        report(out, new Results(surroundings, entries));
    }

    private interface Measuring {
        List<Entry> measure();
    }

    /** One task that cannot be run is no reason to lose the others. */
    private static void attempt(PrintStream out, List<Entry> entries, String title, Measuring task) {
        try {
            List<Entry> measured = task.measure();
            entries.addAll(measured);
            if (measured.isEmpty()) {
                out.println("  (not on this server)");
            }
            remarks(measured).forEach(remark -> out.println("  " + remark));
        } catch (IllegalStateException e) {
            out.println("  " + title + " failed: " + e.getMessage());
        }
    }

    /** What limits the use of the figures. */
    static List<String> remarks(List<Entry> measured) {
        List<String> remarks = new ArrayList<>();
        for (Entry entry : measured) {
            Spread warm = entry.figure(Measure.WARM_SHARE);
            if (warm.isKnown() && warm.median() == 0) {
                remarks.add(entry.contestant() + " still got faster when its turns began: its figures are not warm");
            }
        }
        if (measured.stream().anyMatch(Entry::saturated)) {
            remarks.add("the server is the limit: compare CPU and bytes, not operations a second");
        }
        return remarks;
    }

    private static void announce(PrintStream out, long start, String title, String description) {
        out.printf(Locale.ROOT, "%4d s  %s: %s%n", (System.nanoTime() - start) / 1_000_000_000L, title, description);
    }

    private void report(PrintStream out, Results results) throws IOException {
        out.println();
        results.surroundings().forEach((name, value) -> out.println(name + ": " + value));
        Tables tables = new Tables(results);
        for (String group : tables.groups()) {
            out.println("\n### " + group + "\n\n" + tables.group(group));
        }
        out.println("### Budget\n\n" + new Budget(results).markdown());
        if (json != null) {
            Files.writeString(json, results.toJson());
        }
        if (docs != null) {
            Documentation.update(docs, results);
        }
        if (recordings != null) {
            out.println("Flight recordings: " + recordings);
        }
    }
}
