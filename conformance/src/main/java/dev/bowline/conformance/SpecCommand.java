package dev.bowline.conformance;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The command {@code spec}, without its parsing of arguments. */
public final class SpecCommand {
    /** Nothing failed. */
    public static final int OK = 0;
    /** At least one case failed, or two compared reports differ. */
    public static final int FAILED = 1;
    /** The run could not be made: no data, no deployment, nowhere to write. */
    public static final int CANNOT_RUN = 2;

    /**
     * One, because a lock of the JDK that two simulations want at once, such as that of its cryptography, would stop a
     * thread of one of them while its clock goes on.
     */
    private static final int WORKERS = Integer.getInteger("bowline.spec.workers", 1);

    /** Far longer than any case takes: the longest wait for ten seconds, some of them twice. */
    private static final Duration CASE_LIMIT = Duration.ofSeconds(Integer.getInteger("bowline.spec.case-seconds", 120));

    /** Decides what happens in virtual time in the first round; each further round has the next one. */
    static final long FIRST_SEED = Long.getLong("bowline.seed", 1);

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

    /**
     * Runs several revisions, one after the other, and returns the worst exit status. A report is written for each,
     * with the name of its directory before the ending.
     */
    public static int runEach(List<Path> directories, SpecOptions options, PrintStream out, PrintStream err) {
        int worst = OK;
        for (Path directory : directories) {
            Path report = options.report();
            SpecOptions one = options.withDirectory(directory);
            if (report != null && directories.size() > 1) {
                String name = report.getFileName().toString().replaceFirst("(\\.json)?$",
                        "-" + directory.toAbsolutePath().normalize().getFileName() + ".json");
                one = one.withReport(report.resolveSibling(name));
            }
            worst = Math.max(worst, run(one, out, err));
        }
        return worst;
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
        Revision revision = SpecData.revision(options.directory());
        Path report = options.report();
        if (report != null) {
            Report.prepare(report);
        }
        Skips skips = Skips.load();
        // A given deployment is one for all, and the fail points of one test would hit another.
        boolean simulated = options.uri() == null;
        AtomicLong seed = new AtomicLong(FIRST_SEED);
        SpecRun run = new SpecRun(() -> new Formats(options, skips, seed.get()), simulated ? WORKERS : 1, simulated,
                skips, out,
                System::nanoTime, CASE_LIMIT);
        Rounds rounds = new Rounds();
        for (int round = 1; round <= options.rounds(); round++) {
            List<CaseResult> results = run.run(files);
            rounds.add(results);
            if (options.rounds() > 1) {
                out.println("round " + round + " of " + options.rounds() + (simulated ? ", seed " + seed : "") + ": "
                        + Tally.of(results));
            }
            seed.incrementAndGet();
        }
        if (report != null) {
            Report.write(report, revision, rounds.merged());
        }
        Summary.print(revision, rounds, out);
        if (!run.leftBehind().isEmpty()) {
            throw new SpecException(String.join("; ", run.leftBehind()));
        }
        Coverage.check(options, rounds.merged());
        return rounds.merged();
    }
}
