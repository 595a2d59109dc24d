package dev.bowline.benchmarks.sidebyside;

import dev.bowline.benchmarks.results.Measure;
import dev.bowline.benchmarks.results.Spread;
import java.util.Arrays;

/**
 * What one contestant did in one turn.
 *
 * @param late of them took longer than a user would wait
 * @param cpuNanos of the whole process
 * @param allocatedBytes by all threads
 * @param reads system calls that read, as the kernel counts them; -1 where it does not
 * @param collectorMillis of garbage collection
 * @param serverNanos the server's CPU time meanwhile; -1 if it is not known
 */
record Slice(long operations, long failed, long late, long wallNanos, long cpuNanos, long allocatedBytes, long reads,
        long writes, long p50Nanos, long p99Nanos, long p999Nanos, long longestNanos, long collectorMillis,
        long serverNanos) {

    static Slice of(Recording recording, long wallNanos, ProcessUsage used, long allocatedBytes,
            long collectorMillis) {
        long[] sorted = recording.sorted();
        return new Slice(recording.operations(), recording.failed(), recording.late(), wallNanos, used.cpuNanos(),
                allocatedBytes, used.reads(), used.writes(), Spread.percentile(sorted, 0.5),
                Spread.percentile(sorted, 0.99), Spread.percentile(sorted, 0.999), sorted[sorted.length - 1],
                collectorMillis, -1);
    }

    Slice withServer(long nanos) {
        return new Slice(operations, failed, late, wallNanos, cpuNanos, allocatedBytes, reads, writes, p50Nanos,
                p99Nanos, p999Nanos, longestNanos, collectorMillis, nanos);
    }

    /** The value of a measure per operation; not a number if this slice does not know it. */
    double measure(Measure measure) {
        return switch (measure) {
            case CPU_MICROS -> cpuNanos < 0 ? Double.NaN : cpuNanos / 1e3 / operations;
            case BYTES -> (double) allocatedBytes / operations;
            case CALLS -> reads < 0 ? Double.NaN : (double) (reads + writes) / operations;
            case PER_SECOND -> operations * 1e9 / wallNanos;
            case P50_MICROS -> p50Nanos / 1e3;
            case P99_MICROS -> p99Nanos / 1e3;
            case P999_MICROS -> p999Nanos / 1e3;
            case LONGEST_MILLIS -> longestNanos / 1e6;
            case GC_MICROS -> collectorMillis * 1e3 / operations;
            case FAILED -> failed;
            case LATE -> late;
            case SERVER_SHARE -> serverNanos < 0 ? Double.NaN : (double) serverNanos / wallNanos;
            default -> Double.NaN;
        };
    }

    /** The form in which a worker reports to its parent. */
    String toLine() {
        return operations + " " + failed + " " + late + " " + wallNanos + " " + cpuNanos + " " + allocatedBytes + " "
                + reads + " " + writes + " " + p50Nanos + " " + p99Nanos + " " + p999Nanos + " " + longestNanos + " "
                + collectorMillis + " " + serverNanos;
    }

    static Slice ofLine(String line) {
        long[] parts = Arrays.stream(line.trim().split(" ")).mapToLong(Long::parseLong).toArray();
        return new Slice(parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], parts[6], parts[7], parts[8],
                parts[9], parts[10], parts[11], parts[12], parts[13]);
    }
}
