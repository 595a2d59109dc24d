package dev.bowline.conformance;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** Runs cases one after the other and tells what became of them. */
final class SpecRun {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final List<SpecFormat> formats;
    private final Skips skips;
    private final PrintStream out;
    private final LongSupplier nanoTime;
    private final boolean traces = Boolean.getBoolean("bowline.spec.traces");

    SpecRun(List<SpecFormat> formats, Skips skips, PrintStream out, LongSupplier nanoTime) {
        this.formats = formats;
        this.skips = skips;
        this.out = out;
        this.nanoTime = nanoTime;
    }

    /** Prints a line per failure, a line per suite, and the total. */
    List<CaseResult> run(List<SpecFile> files) {
        Map<String, List<CaseResult>> bySuite = new LinkedHashMap<>();
        files.forEach(file -> bySuite.computeIfAbsent(file.suite(), suite -> new ArrayList<>()));
        List<CaseResult> all = new ArrayList<>();
        for (Map.Entry<String, List<CaseResult>> suite : bySuite.entrySet()) {
            for (SpecFile file : files) {
                if (file.suite().equals(suite.getKey())) {
                    runFile(file, suite.getValue());
                }
            }
            if (suite.getValue().isEmpty()) {
                throw new SpecException("The suite " + suite.getKey() + " has no case to run");
            }
            out.println(suite.getKey() + ": " + Tally.of(suite.getValue()));
            all.addAll(suite.getValue());
        }
        return all;
    }

    /** The lines after the suites: skips by reason, and the total alone on the last line. */
    void summarize(List<CaseResult> results) {
        Map<SkipReason, Integer> skips = new LinkedHashMap<>();
        results.stream().map(CaseResult::skip).filter(java.util.Objects::nonNull)
                .forEach(reason -> skips.merge(reason, 1, Integer::sum));
        for (SkipReason.Lacking who : SkipReason.Lacking.values()) {
            int count = Report.lacking(results, who);
            if (count > 0) {
                out.println(count + " skipped because " + who.text() + ": " + String.join("; ",
                        skips.entrySet().stream().filter(entry -> entry.getKey().lacking() == who)
                                .map(entry -> entry.getValue() + " " + entry.getKey().text()).toList()));
            }
        }
        out.println(Tally.of(results));
    }

    private void runFile(SpecFile file, List<CaseResult> to) {
        List<SpecCase> cases;
        try {
            cases = formats.stream().filter(format -> format.reads(file)).findFirst()
                    .orElseThrow(() -> new SpecException("no known format reads this file")).cases(file);
            if (cases.isEmpty()) {
                throw new SpecException("the file has no case");
            }
        } catch (RuntimeException e) {
            note(new CaseResult(file.suite(), file.path(), "(the file)", CaseResult.Outcome.FAILED, describe(e), null,
                    0),
                    to);
            return;
        }
        Map<String, Integer> names = new HashMap<>();
        for (SpecCase next : cases) {
            int times = names.merge(next.name(), 1, Integer::sum);
            String name = times == 1 ? next.name() : next.name() + " #" + times;
            note(runCase(new SpecCase(next.suite(), next.file(), name, next.body())), to);
        }
    }

    private CaseResult runCase(SpecCase next) {
        long start = nanoTime.getAsLong();
        CaseResult.Outcome outcome = CaseResult.Outcome.PASSED;
        String reason = null;
        SkipReason skip = null;
        try {
            SkippedException listed = skips.forCase(next.file(), next.name());
            if (listed != null) {
                throw listed;
            }
            next.body().run();
        } catch (SkippedException e) {
            outcome = CaseResult.Outcome.SKIPPED;
            reason = e.getMessage();
            skip = e.reason();
        } catch (SpecException e) {
            throw e;
        } catch (Exception | AssertionError | StackOverflowError e) {
            outcome = CaseResult.Outcome.FAILED;
            reason = describe(e);
        }
        long millis = (nanoTime.getAsLong() - start) / NANOS_PER_MILLI;
        return new CaseResult(next.suite(), next.file(), next.name(), outcome, reason, skip, millis);
    }

    private void note(CaseResult result, List<CaseResult> to) {
        to.add(result);
        if (result.outcome() == CaseResult.Outcome.FAILED) {
            out.println("FAILED " + result.file() + ": " + result.name() + ": " + result.reason());
        }
    }

    private String describe(Throwable failure) {
        if (traces) {
            StringWriter text = new StringWriter();
            failure.printStackTrace(new PrintWriter(text));
            return text.toString();
        }
        String message = failure.getMessage();
        boolean ours = failure.getClass().getPackageName().startsWith(SpecRun.class.getPackageName());
        return message == null
                ? failure.toString()
                : ours ? message : failure.getClass().getSimpleName() + ": " + message;
    }
}
