package dev.bowline.conformance;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Runs cases and reports their results. Files run side by side where each worker can have deployments of its own,
 * because most of their time is waiting for heartbeats; the cases of a file run one after the other, and results come
 * in the order of the data.
 */
final class SpecRun {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final int PATIENCE_SECONDS = 60;

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

    /**
     * Runs every case once and prints a line per failure. Files that count single milliseconds come last and one after
     * the other, so that no other file makes them late.
     */
    List<CaseResult> run(List<SpecFile> files) {
        Map<SpecFile, List<CaseResult>> results = new HashMap<>();
        runAll(files.stream().filter(file -> !Patience.isShort(file)).toList(), workers, results);
        runAll(files.stream().filter(Patience::isShort).toList(), 1, results);
        return files.stream().flatMap(file -> results.getOrDefault(file, List.of()).stream()).toList();
    }

    private void runAll(List<SpecFile> files, int threads, Map<SpecFile, List<CaseResult>> results) {
        ConcurrentLinkedQueue<CaseThread> idle = new ConcurrentLinkedQueue<>();
        ExecutorService executor = Executors.newFixedThreadPool(threads,
                Thread.ofPlatform().daemon().name("spec-", 0).factory());
        try {
            Map<SpecFile, Future<List<CaseResult>>> running = new LinkedHashMap<>();
            for (SpecFile file : files) {
                running.put(file, executor.submit(() -> {
                    CaseThread mine = idle.poll();
                    CaseThread used = mine == null ? new CaseThread(formats, simulated, limit) : mine;
                    try {
                        return runFile(file, used);
                    } finally {
                        idle.add(used);
                    }
                }));
            }
            running.forEach((file, future) -> {
                List<CaseResult> ended = get(future);
                ended.forEach(this::tell);
                results.put(file, ended);
            });
        } finally {
            executor.shutdownNow();
            awaitWorkers(executor);
            idle.forEach(this::close);
        }
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

    private List<CaseResult> runFile(SpecFile file, CaseThread thread) {
        List<CaseResult> results = new ArrayList<>();
        Map<String, Integer> names = new HashMap<>();
        int count = 1;
        for (int i = 0; i < count; i++) {
            SpecCase next;
            try {
                // Asked for each time, because a case that hangs takes its formats with it.
                List<SpecCase> cases = thread.casesOf(file);
                count = cases.size();
                next = cases.get(i);
            } catch (RuntimeException | StackOverflowError e) {
                results.add(new CaseResult(file.suite(), file.path(), "(the file)", CaseResult.Outcome.FAILED,
                        describe(e), null, 0));
                return results;
            }
            int times = names.merge(next.name(), 1, Integer::sum);
            String name = times == 1 ? next.name() : next.name() + " #" + times;
            results.add(runCase(file, new SpecCase(next.suite(), next.file(), name, next.body()), thread));
        }
        return results;
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
