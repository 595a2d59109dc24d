package dev.bowline.benchmarks.sidebyside;

import java.util.Arrays;

/**
 * What one contestant did in one turn.
 *
 * @param allocatedBytes by all threads
 * @param reads system calls that read, as the kernel counts them; -1 where it does not
 */
record Slice(long operations, long failed, long wallNanos, long cpuNanos, long allocatedBytes, long reads, long writes,
        long p50Nanos, long p99Nanos, long p999Nanos) {

    double cpuMicros() {
        return cpuNanos / 1e3 / operations;
    }

    double bytes() {
        return (double) allocatedBytes / operations;
    }

    double perSecond() {
        return operations * 1e9 / wallNanos;
    }

    double calls() {
        return reads < 0 ? Double.NaN : (double) (reads + writes) / operations;
    }

    /** The form in which a worker tells its parent. */
    String toLine() {
        return operations + " " + failed + " " + wallNanos + " " + cpuNanos + " " + allocatedBytes + " " + reads + " "
                + writes + " " + p50Nanos + " " + p99Nanos + " " + p999Nanos;
    }

    static Slice ofLine(String line) {
        long[] parts = Arrays.stream(line.trim().split(" ")).mapToLong(Long::parseLong).toArray();
        return new Slice(parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], parts[6], parts[7], parts[8],
                parts[9]);
    }
}
