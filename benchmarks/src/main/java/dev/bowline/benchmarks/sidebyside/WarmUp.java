package dev.bowline.benchmarks.sidebyside;

import dev.bowline.benchmarks.results.Measure;
import dev.bowline.benchmarks.results.Spread;
import java.util.ArrayList;
import java.util.List;

/**
 * Follows the first slices of a contestant until it no longer gets faster. A driver with more code takes longer to
 * compile, so the same time for all would flatter the smaller one.
 */
final class WarmUp {
    /** Slices that are judged together: the median of so many hides a slice that was disturbed. */
    private static final int GROUP = 5;
    /** A group that costs less than this share of the one before shows that the contestant still gets faster. */
    private static final double FASTER = 0.97;

    private final List<Double> costs = new ArrayList<>();
    private long nanos;
    private long cpuNanos;

    void add(Slice slice) {
        double cpu = slice.measure(Measure.CPU_MICROS);
        costs.add(Double.isNaN(cpu) ? 1e6 / slice.measure(Measure.PER_SECOND) : cpu);
        nanos += slice.wallNanos();
        cpuNanos += slice.cpuNanos() < 0 ? slice.wallNanos() : slice.cpuNanos();
    }

    /** How long the slices took. */
    long nanos() {
        return nanos;
    }

    /** The CPU time of the slices: on a busy machine a contestant needs longer to use as much of it. */
    long cpuNanos() {
        return cpuNanos;
    }

    /** Whether neither of the last two groups of slices was faster than the one before it. */
    boolean isSteady() {
        return costs.size() >= 3 * GROUP && group(2) >= FASTER * group(1) && group(1) >= FASTER * group(0);
    }

    /** The median of one of the last three groups. */
    private double group(int number) {
        int from = costs.size() - (3 - number) * GROUP;
        return Spread.of(costs.subList(from, from + GROUP)).median();
    }
}
