package dev.bowline.benchmarks.results;

import java.util.Collection;

/**
 * A median and the quartiles around it.
 *
 * @param count how many values it is the median of
 */
public record Spread(double median, double low, double high, int count) {
    public static final Spread NONE = new Spread(Double.NaN, Double.NaN, Double.NaN, 0);

    /** Of the values that are finite; what could not be measured, or divided by nothing, says nothing. */
    public static Spread of(Collection<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).filter(Double::isFinite).sorted().toArray();
        if (sorted.length == 0) {
            return NONE;
        }
        return new Spread(quantile(sorted, 0.5), quantile(sorted, 0.25), quantile(sorted, 0.75), sorted.length);
    }

    /** One exact value. */
    public static Spread exactly(double value) {
        return Double.isFinite(value) ? new Spread(value, value, value, 1) : NONE;
    }

    public boolean isKnown() {
        return count > 0;
    }

    /** Of a ratio: whether 1 lies between the quartiles, so that it does not say who is better. */
    public boolean isNoise() {
        return low <= 1 && high >= 1 && low != high;
    }

    /** The spread of the reciprocals. */
    public Spread inverse() {
        return isKnown() ? new Spread(1 / median, 1 / high, 1 / low, count) : NONE;
    }

    /** Linear between the two nearest ranks. */
    static double quantile(double[] sorted, double share) {
        double rank = share * (sorted.length - 1);
        int below = (int) Math.floor(rank);
        int above = (int) Math.ceil(rank);
        return sorted[below] + (rank - below) * (sorted[above] - sorted[below]);
    }

    /** The value at or below which this share of the sorted values lies. */
    public static long percentile(long[] sorted, double share) {
        return sorted.length == 0
                ? 0
                : sorted[Math.clamp((long) Math.ceil(share * sorted.length) - 1, 0,
                        sorted.length - 1)];
    }
}
