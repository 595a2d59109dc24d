package dev.bowline.benchmarks.report;

import dev.bowline.benchmarks.results.Entry;
import dev.bowline.benchmarks.results.Measure;
import dev.bowline.benchmarks.results.Results;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What one more document, server or waiting thread adds to the cost of an operation, between neighboring sizes. */
final class Growth {
    /** Tasks that differ in one number only, which is the end of their titles. */
    private record Series(String prefix, String what, int... sizes) {}

    private static final List<Series> ALL = List.of(new Series("documents", "document in the reply", 1, 10, 100),
            new Series("servers", "server", 1, 10, 100, 1000),
            new Series("waiting", "waiting thread", 10, 1000, 10_000),
            new Series("idle", "server of an idle client", 1, 10, 100, 1000),
            new Series("connections", "open connection", 10, 100, 1000, 10_000));
    private static final List<Measure> MEASURES = List.of(Measure.CPU_MICROS, Measure.BYTES, Measure.HEAP_KB,
            Measure.MEMORY_KB, Measure.THREADS);

    private final Results results;

    Growth(Results results) {
        this.results = results;
    }

    /** A table, or nothing if there is not enough to compare. */
    String markdown() {
        List<String> rows = new ArrayList<>();
        for (Series series : ALL) {
            for (String contestant : results.entries().stream().map(Entry::contestant).distinct().toList()) {
                for (Measure measure : MEASURES) {
                    rows.addAll(row(series, contestant, measure));
                }
            }
        }
        return rows.isEmpty()
                ? ""
                : "| one more | contestant | adds | between the small sizes | between the large sizes |\n"
                        + "| --- | --- | --- | ---: | ---: |\n" + String.join("", rows);
    }

    private List<String> row(Series series, String contestant, Measure measure) {
        double[] values = new double[series.sizes.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = results.entry(series.prefix + "-" + series.sizes[i], contestant)
                    .map(entry -> entry.figure(measure).median()).orElse(Double.NaN);
        }
        if (!Double.isFinite(values[0]) || !Double.isFinite(values[1])) {
            return List.of();
        }
        return List.of("| " + series.what + " | " + contestant + " | " + measure.title() + " | "
                + slope(series, values, 0) + " | " + slope(series, values, values.length - 2) + " |\n");
    }

    private static String slope(Series series, double[] values, int from) {
        double slope = (values[from + 1] - values[from]) / (series.sizes[from + 1] - series.sizes[from]);
        return !Double.isFinite(slope)
                ? "-"
                : String.format(Locale.ROOT, "%.4g (%,d to %,d)", slope, series.sizes[from],
                        series.sizes[from + 1]);
    }
}
