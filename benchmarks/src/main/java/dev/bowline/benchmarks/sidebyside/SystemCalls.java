package dev.bowline.benchmarks.sidebyside;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Counts the system calls of a process of every kind, by strace, while something is done. */
final class SystemCalls {
    private static final Path STRACE = Path.of("/usr/bin/strace");

    private SystemCalls() {}

    /** How many there were, or not a number if they cannot be counted here. */
    static double during(long pid, Runnable work) {
        if (!Files.isExecutable(STRACE)) {
            return Double.NaN;
        }
        try {
            Path summary = Files.createTempFile("bowline-bench", ".calls");
            Process strace = new ProcessBuilder(STRACE.toString(), "-f", "-c", "-o", summary.toString(), "-p",
                    Long.toString(pid)).redirectErrorStream(true).start();
            try {
                // It says so when it has attached; if it may not, it ends.
                String attached = strace.inputReader().readLine();
                if (attached == null || !attached.contains("attached")) {
                    return Double.NaN;
                }
                work.run();
            } finally {
                strace.destroy();
                if (!strace.waitFor(10, TimeUnit.SECONDS)) {
                    strace.destroyForcibly();
                }
            }
            double total = total(Files.readAllLines(summary));
            Files.delete(summary);
            return total;
        } catch (IOException e) {
            return Double.NaN;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Double.NaN;
        }
    }

    /** The sum at the foot of the table: share, seconds, microseconds a call, calls, perhaps errors, and the word. */
    static double total(List<String> summary) {
        for (String line : summary.reversed()) {
            String[] parts = line.trim().split("\\s+");
            if (parts.length >= 5 && parts[parts.length - 1].equals("total")) {
                return Double.parseDouble(parts[3]);
            }
        }
        return Double.NaN;
    }
}
