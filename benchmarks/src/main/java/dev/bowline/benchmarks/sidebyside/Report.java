package dev.bowline.benchmarks.sidebyside;

import dev.bowline.benchmarks.sidebyside.Comparison.Spread;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Comparisons as a Markdown table and as JSON. */
public final class Report {
    private static final double SATURATED = 0.9;

    private Report() {}

    public static String markdown(List<Comparison> comparisons) {
        StringBuilder text = new StringBuilder();
        text.append(
                "| task | contestant | CPU us/op | bytes/op | calls/op | ops/s | p50 us | p99 us | p99.9 us | failed |\n");
        text.append("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
        for (Comparison comparison : comparisons) {
            for (String contestant : comparison.contestants()) {
                text.append(row(comparison, contestant));
            }
        }
        text.append("\n| task | ratio | CPU | bytes | ops/s | p99 | rounds | server CPU |\n");
        text.append("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n");
        for (Comparison comparison : comparisons) {
            for (String other : List.of("official", "socket")) {
                if (comparison.contestants().contains("bowline") && comparison.contestants().contains(other)) {
                    text.append(ratios(comparison, other));
                }
            }
        }
        return text.toString();
    }

    private static String row(Comparison comparison, String contestant) {
        return "| %s | %s | %s | %s | %s | %s | %s | %s | %s | %d |\n".formatted(comparison.title(), contestant,
                number(comparison, contestant, Slice::cpuMicros, "%.1f"),
                number(comparison, contestant, Slice::bytes, "%.0f"),
                number(comparison, contestant, Slice::calls, "%.2f"),
                number(comparison, contestant, Slice::perSecond, "%.0f"),
                number(comparison, contestant, slice -> slice.p50Nanos() / 1e3, "%.0f"),
                number(comparison, contestant, slice -> slice.p99Nanos() / 1e3, "%.0f"),
                number(comparison, contestant, slice -> slice.p999Nanos() / 1e3, "%.0f"),
                comparison.failed(contestant));
    }

    private static String ratios(Comparison comparison, String other) {
        String throughput = comparison.serverCpuShare() > SATURATED
                ? "void (server saturated)"
                : ratio(comparison.ratio("bowline", other, Slice::perSecond));
        return "| %s | bowline / %s | %s | %s | %s | %s | %d | %.0f%% |\n".formatted(comparison.title(), other,
                ratio(comparison.ratio("bowline", other, Slice::cpuMicros)),
                ratio(comparison.ratio("bowline", other, Slice::bytes)), throughput,
                ratio(comparison.ratio("bowline", other, slice -> slice.p99Nanos())), comparison.rounds(),
                comparison.serverCpuShare() * 100);
    }

    public static String json(List<Comparison> comparisons) {
        StringBuilder text = new StringBuilder("[");
        for (Comparison comparison : comparisons) {
            for (String contestant : comparison.contestants()) {
                text.append(text.length() == 1 ? "\n" : ",\n");
                text.append("{\"task\":\"%s\",\"contestant\":\"%s\",\"rounds\":%d".formatted(comparison.title(),
                        contestant, comparison.rounds()));
                field(text, "cpuMicros", comparison.figure(contestant, Slice::cpuMicros));
                field(text, "bytes", comparison.figure(contestant, Slice::bytes));
                field(text, "calls", comparison.figure(contestant, Slice::calls));
                field(text, "operationsPerSecond", comparison.figure(contestant, Slice::perSecond));
                field(text, "p99Nanos", comparison.figure(contestant, slice -> slice.p99Nanos()));
                text.append(",\"failed\":").append(comparison.failed(contestant)).append('}');
            }
        }
        return text.append("\n]\n").toString();
    }

    private static void field(StringBuilder text, String name, Spread spread) {
        text.append(String.format(Locale.ROOT, ",\"%s\":{\"median\":%s,\"low\":%s,\"high\":%s}", name,
                json(spread.median()), json(spread.low()), json(spread.high())));
    }

    private static String json(double value) {
        return Double.isNaN(value) ? "null" : String.format(Locale.ROOT, "%.3f", value);
    }

    private static String number(Comparison comparison, String contestant, ToDoubleFunction<Slice> measure,
            String format) {
        double median = comparison.figure(contestant, measure).median();
        return Double.isNaN(median) ? "-" : String.format(Locale.ROOT, format, median);
    }

    private static String ratio(Spread spread) {
        return Double.isNaN(spread.median())
                ? "-"
                : String.format(Locale.ROOT, "%.2f (%.2f to %.2f)%s", spread.median(), spread.low(), spread.high(),
                        spread.isNoise() ? " noise" : "");
    }
}
