package dev.bowline.benchmarks.scenario;

import dev.bowline.benchmarks.sidebyside.ProcessUsage;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this process holds after a garbage collection, and what it has used. */
record ProcessState(double heapKilobytes, double residentKilobytes, int threads, long cpuNanos, long nanos) {
    private static final long LONGEST_WAIT_NANOS = 120_000_000_000L;

    static ProcessState now() throws IOException {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        double heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1024.0;
        return new ProcessState(heap, resident(), ManagementFactory.getThreadMXBean().getThreadCount(),
                ProcessUsage.of(ProcessHandle.current().pid()).cpuNanos(), System.nanoTime());
    }

    private static double resident() throws IOException {
        Path status = Path.of("/proc/self/status");
        return !Files.exists(status)
                ? Double.NaN
                : Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("VmRSS:"))
                        .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", ""))).findFirst()
                        .orElse(Double.NaN);
    }

    /** Waits until this process has so many files and sockets open. Drivers do not say when a pool is full. */
    static void awaitOpenFiles(int count) throws IOException, InterruptedException {
        long end = System.nanoTime() + LONGEST_WAIT_NANOS;
        while (openFiles() < count) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException(openFiles() + " of " + count + " connections are open");
            }
            Thread.sleep(100);
        }
    }

    static int openFiles() throws IOException {
        int count = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path ignored : files) {
                count++;
            }
        }
        return count;
    }
}
