package dev.bowline.benchmarks.sidebyside;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the kernel says a process has used. Linux only; elsewhere everything is -1. */
public record ProcessUsage(long cpuNanos, long reads, long writes) {
    private static final long PID = ProcessHandle.current().pid();
    private static final int FEW_THREADS = 40;

    public static ProcessUsage of(long pid) {
        Path process = Path.of("/proc", Long.toString(pid));
        return new ProcessUsage(cpu(process), field(process, "syscr"), field(process, "syscw"));
    }

    /**
     * The same of this process. With many threads the exact way would cost more than a slice; the other counts in 10
     * ms.
     */
    static ProcessUsage ofThisProcess() {
        if (ManagementFactory.getThreadMXBean().getThreadCount() <= FEW_THREADS) {
            return of(PID);
        }
        Path process = Path.of("/proc", Long.toString(PID));
        long cpu = ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
        return new ProcessUsage(cpu, field(process, "syscr"), field(process, "syscw"));
    }

    /** What was used since. */
    ProcessUsage since(ProcessUsage before) {
        return cpuNanos < 0 || before.cpuNanos < 0
                ? new ProcessUsage(-1, -1, -1)
                : new ProcessUsage(cpuNanos - before.cpuNanos, reads - before.reads, writes - before.writes);
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
