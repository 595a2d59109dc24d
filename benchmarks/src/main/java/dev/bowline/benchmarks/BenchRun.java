package dev.bowline.benchmarks;

import dev.bowline.benchmarks.sidebyside.Comparison;
import dev.bowline.benchmarks.sidebyside.Report;
import dev.bowline.benchmarks.sidebyside.SideBySide;
import dev.bowline.benchmarks.sidebyside.Task;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code ./bowline bench} does.
 *
 * @param tasks titles of tasks; empty for the main ones
 * @param uri the deployment; null for the canned server
 */
public record BenchRun(List<String> tasks, boolean quick, @Nullable String uri, @Nullable Path json) {
    private static final List<Task> MAIN_TASKS = List.of(Task.FIND_BY_ID, Task.INSERT_ONE, Task.CURSOR,
            Task.INSERT_MANY);

    public void run(PrintStream out) throws IOException {
        List<Task> chosen = tasks.isEmpty()
                ? (quick ? MAIN_TASKS : List.of(Task.values()))
                : tasks.stream().map(Task::titled).toList();
        List<Comparison> comparisons = new ArrayList<>();
        try (SideBySide sideBySide = new SideBySide(uri, quick)) {
            for (Task task : chosen) {
                out.println("# " + task.title() + ": " + task.description() + " ...");
                comparisons.add(sideBySide.paired(task));
            }
            if (tasks.isEmpty()) {
                concurrent(sideBySide, comparisons, out);
            }
        }
        out.println("JDK " + Runtime.version() + ", " + Runtime.getRuntime().availableProcessors() + " CPUs, "
                + System.getProperty("os.name") + " " + System.getProperty("os.version"));
        out.println(Report.markdown(comparisons));
        if (json != null) {
            Files.writeString(json, Report.json(comparisons));
        }
    }

    private void concurrent(SideBySide sideBySide, List<Comparison> comparisons, PrintStream out) {
        int[] callers = quick ? new int[]{64} : new int[]{8, 64, 512};
        for (int count : callers) {
            for (boolean virtual : new boolean[]{false, true}) {
                out.println("# find-by-id with " + count + (virtual ? " virtual" : " platform") + " threads ...");
                comparisons.add(sideBySide.concurrent(Task.FIND_BY_ID, count, virtual));
            }
        }
    }
}
