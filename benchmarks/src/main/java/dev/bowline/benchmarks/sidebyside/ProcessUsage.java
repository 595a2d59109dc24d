package dev.bowline.benchmarks.sidebyside;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the kernel says a process has used. Linux only; elsewhere everything is -1. */
record ProcessUsage(long cpuNanos, long reads, long writes) {
    static ProcessUsage of(long pid) {
        Path process = Path.of("/proc", Long.toString(pid));
        return new ProcessUsage(cpu(process), field(process, "syscr"), field(process, "syscw"));
    }

    /** The time on a CPU of all threads that are alive: to the nanosecond, where the usual clock counts in 10 ms. */
    private static long cpu(Path process) {
        long total = 0;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(process.resolve("task"))) {
            for (Path thread : threads) {
                total += onCpu(thread);
            }
        } catch (IOException e) {
            return -1;
        }
        return total;
    }

    private static long onCpu(Path thread) {
        try {
            String line = Files.readString(thread.resolve("schedstat"));
            return Long.parseLong(line.substring(0, line.indexOf(' ')));
        } catch (IOException | RuntimeException e) {
            // It ended between the listing and the reading.
            return 0;
        }
    }

    private static long field(Path process, String name) {
        try {
            return Files.readAllLines(process.resolve("io")).stream().filter(line -> line.startsWith(name + ":"))
                    .mapToLong(line -> Long.parseLong(line.substring(name.length() + 1).trim())).findFirst().orElse(-1);
        } catch (IOException e) {
            return -1;
        }
    }
}
