package dev.bowline.conformance;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Runs cases and reports their results. With several workers, files and the parts of a long file run side by side.
 * Results come in the order of the data.
 */
final class SpecRun {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final int PATIENCE_SECONDS = 60;
    /** So few that the last parts of a run are not long, and so many that a file is seldom read twice. */
    private static final int CASES_OF_A_PART = 8;

    private final Supplier<Formats> formats;
    private final int workers;
    private final boolean simulated;
    private final Skips skips;
    private final PrintStream out;
    private final LongSupplier nanoTime;
    private final Duration limit;
    private final List<String> leftBehind = new ArrayList<>();
    private final boolean traces = Boolean.getBoolean("bowline.spec.traces");

    /** @param limit after which a case counts as hanging */
    SpecRun(Supplier<Formats> formats, int workers, boolean simulated, Skips skips, PrintStream out,
            LongSupplier nanoTime, Duration limit) {
        this.formats = formats;
        this.workers = workers;
        this.simulated = simulated;
        this.skips = skips;
        this.out = out;
        this.nanoTime = nanoTime;
        this.limit = limit;
    }

    /** Runs every case once and prints a line per failure. */
    List<CaseResult> run(List<SpecFile> files) {
        ConcurrentLinkedQueue<CaseThread> idle = new ConcurrentLinkedQueue<>();
        Map<Part, List<CaseResult>> results = new LinkedHashMap<>();
        partsOf(files).forEach(part -> results.put(part, List.of()));
        try {
            runAll(results, idle);
        } finally {
            idle.forEach(this::close);
        }
        return results.values().stream().flatMap(List::stream).toList();
    }

    /** Cases of a file that one worker runs one after the other. Those of a long file do not wait for each other. */
    private record Part(SpecFile file, int from, int to) {}

    private List<Part> partsOf(List<SpecFile> files) {
        List<Part> parts = new ArrayList<>();
        try (Formats reader = formats.get()) {
            for (SpecFile file : files) {
                int count = count(reader, file);
                for (int from = 0; from < count; from += CASES_OF_A_PART) {
                    parts.add(new Part(file, from, Math.min(count, from + CASES_OF_A_PART)));
                }
            }
        }
        return parts;
    }

    /** A file that breaks the rules of its format is one case, which fails when it is run. */
    private static int count(Formats reader, SpecFile file) {
        try {
            return reader.casesOf(file).size();
        } catch (RuntimeException | StackOverflowError e) {
            return 1;
        }
    }

    private void runAll(Map<Part, List<CaseResult>> results, ConcurrentLinkedQueue<CaseThread> idle) {
        ExecutorService executor = Executors.newFixedThreadPool(workers,
                Thread.ofPlatform().daemon().name("spec-", 0).factory());
        try {
            Map<Part, Future<List<CaseResult>>> running = new LinkedHashMap<>();
            for (Part part : results.keySet()) {
                running.put(part, executor.submit(() -> withThread(idle, thread -> runPart(part, thread))));
            }
            running.forEach((part, future) -> {
                List<CaseResult> ended = get(future);
                ended.forEach(this::tell);
                results.put(part, ended);
            });
        } finally {
            executor.shutdownNow();
            awaitWorkers(executor);
        }
    }

    private <T> T withThread(ConcurrentLinkedQueue<CaseThread> idle, Function<CaseThread, T> use) {
        CaseThread mine = idle.poll();
        CaseThread used = mine == null ? new CaseThread(formats, simulated, limit) : mine;
        try {
            return use.apply(used);
        } finally {
            idle.add(used);
        }
    }

    private static boolean isFailed(CaseResult result) {
        return result.outcome() == CaseResult.Outcome.FAILED;
    }

    /** Results are reported before errors of the clean-up. */
    private void close(CaseThread thread) {
        try {
            thread.close();
        } catch (SpecException e) {
            leftBehind.add(String.valueOf(e.getMessage()));
        }
    }

    /** What could not be tidied up. */
    List<String> leftBehind() {
        return List.copyOf(leftBehind);
    }

    /** A worker gives its deployments back when its file ends; closing them earlier would leave databases behind. */
    private static void awaitWorkers(ExecutorService executor) {
        try {
            if (!executor.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new SpecException("A case did not end within " + PATIENCE_SECONDS + " s of being interrupted");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static List<CaseResult> get(Future<List<CaseResult>> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SpecException cannotRun) {
                throw cannotRun;
            }
            throw new SpecException("The run failed: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SpecException("The run was interrupted", e);
        }
    }

    private List<CaseResult> runPart(Part part, CaseThread thread) {
        SpecFile file = part.file;
        List<CaseResult> results = new ArrayList<>();
        for (int i = part.from; i < part.to; i++) {
            SpecCase next;
            try {
                // Asked for each time, because a case that hangs takes its formats with it.
                next = named(thread.casesOf(file), i);
            } catch (RuntimeException | StackOverflowError e) {
                results.add(new CaseResult(file.suite(), file.path(), "(the file)", CaseResult.Outcome.FAILED,
                        describe(e), null, 0));
                return results;
            }
            results.add(runCase(file, next, thread));
        }
        return results;
    }

    /** A case, numbered if others of the file before it have its name. */
    private static SpecCase named(List<SpecCase> cases, int index) {
        SpecCase next = cases.get(index);
        long before = cases.subList(0, index).stream().filter(other -> other.name().equals(next.name())).count();
        return before == 0
                ? next
                : new SpecCase(next.suite(), next.file(), next.name() + " #" + (before + 1), next.body());
    }

    private CaseResult runCase(SpecFile file, SpecCase next, CaseThread thread) {
        long start = nanoTime.getAsLong();
        CaseResult.Outcome outcome = CaseResult.Outcome.PASSED;
        String reason = null;
        SkipReason skip = null;
        try {
            SkippedException listed = skips.forCase(file, next.name(), simulated);
            if (listed != null) {
                throw listed;
            }
            thread.run(next.body());
        } catch (SkippedException e) {
            outcome = CaseResult.Outcome.SKIPPED;
            reason = e.getMessage();
            skip = e.reason();
        } catch (SpecException e) {
            throw e;
        } catch (Exception | AssertionError | StackOverflowError | LinkageError e) {
            outcome = CaseResult.Outcome.FAILED;
            reason = describe(e);
        }
        long millis = (nanoTime.getAsLong() - start) / NANOS_PER_MILLI;
        return new CaseResult(next.suite(), next.file(), next.name(), outcome, reason, skip, millis);
    }

    private void tell(CaseResult result) {
        if (isFailed(result)) {
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
