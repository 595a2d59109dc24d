package dev.bowline.conformance;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command {@code spec}, without its parsing of arguments. */
public final class SpecCommand {
    /** Nothing failed. */
    public static final int OK = 0;
    /** At least one case failed, or two compared reports differ. */
    public static final int FAILED = 1;
    /** The run could not be made: no data, no deployment, nowhere to write. */
    public static final int CANNOT_RUN = 2;

    private SpecCommand() {}

    /** Runs the data and returns the exit status. */
    public static int run(SpecOptions options, PrintStream out, PrintStream err) {
        try {
            List<CaseResult> results = runCases(options, out);
            return Tally.of(results).failed() == 0 ? OK : FAILED;
        } catch (SpecException e) {
            err.println("bowline spec: " + e.getMessage());
            return CANNOT_RUN;
        }
    }

    /** Prints what changed from one report to another. */
    public static int compare(Path before, Path after, PrintStream out, PrintStream err) {
        try {
            return ReportComparison.print(before, after, out);
        } catch (SpecException e) {
            err.println("bowline spec: " + e.getMessage());
            return CANNOT_RUN;
        }
    }

    /** The results themselves, for tests. */
    static List<CaseResult> runCases(SpecOptions options, PrintStream out) {
        List<SpecFile> files = SpecData.find(options);
        Path report = options.report();
        if (report != null) {
            Report.prepare(report);
        }
        List<CaseResult> results = new ArrayList<>();
        Skips skips = Skips.load();
        try (Formats formats = new Formats(options, skips)) {
            SpecRun run = new SpecRun(formats.all(), skips, out, System::nanoTime);
            results.addAll(run.run(files));
            if (Tally.of(results).ran() == 0) {
                throw new SpecException("No case ran: all " + results.size() + " were skipped, the first because "
                        + results.get(0).reason());
            }
            if (report != null) {
                Report.write(report, results);
            }
            run.summarize(results);
        }
        return results;
    }
}
