package dev.bowline.benchmarks.report;

import dev.bowline.benchmarks.results.Entry;
import dev.bowline.benchmarks.results.Measure;
import dev.bowline.benchmarks.results.Results;
import dev.bowline.benchmarks.results.Spread;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Figures and ratios as tables in Markdown, group by group. */
public final class Tables {
    private static final List<Measure> COMPARED = List.of(Measure.CPU_MICROS, Measure.BYTES, Measure.PER_SECOND,
            Measure.P99_MICROS, Measure.LONGEST_MILLIS, Measure.FIRST_MILLIS, Measure.FIRST_CPU_MILLIS,
            Measure.GAP_MILLIS, Measure.BEYOND_MILLIS, Measure.HEAP_KB, Measure.MEMORY_KB);

    private final Results results;

    public Tables(Results results) {
        this.results = results;
    }

    /** The groups in the order in which they come up. */
    public List<String> groups() {
        return results.entries().stream().map(Entry::group).distinct().toList();
    }

    /** Both tables of a group, and what its tasks are. */
    public String group(String group) {
        List<Entry> entries = results.entries().stream().filter(entry -> entry.group().equals(group)).toList();
        StringBuilder text = new StringBuilder();
        for (String task : entries.stream().map(Entry::task).distinct().toList()) {
            text.append("- `").append(task).append("`: ").append(results.of(task).get(0).description()).append("\n");
        }
        text.append("\n").append(figures(entries));
        String ratios = ratios(entries);
        if (!ratios.isEmpty()) {
            text.append("\n").append(ratios);
        }
        return text.toString();
    }

    private static String figures(List<Entry> entries) {
        List<Measure> measures = Arrays.stream(Measure.values())
                .filter(measure -> entries.stream().anyMatch(entry -> entry.figure(measure).isKnown())).toList();
        StringBuilder text = new StringBuilder("| task | contestant |");
        measures.forEach(measure -> text.append(" ").append(measure.title()).append(" |"));
        text.append("\n| --- | --- |").append(" ---: |".repeat(measures.size())).append("\n");
        for (Entry entry : entries) {
            text.append("| ").append(entry.task()).append(" | ").append(entry.contestant()).append(" |");
            for (Measure measure : measures) {
                boolean unsure = entry.saturated() && measure == Measure.PER_SECOND;
                text.append(" ").append(measure.text(entry.figure(measure).median())).append(unsure ? " void" : "")
                        .append(" |");
            }
            text.append("\n");
        }
        return text.toString();
    }

    private static String ratios(List<Entry> entries) {
        List<Measure> measures = COMPARED.stream().filter(measure -> entries.stream()
                .anyMatch(entry -> Rivals.ALL.stream().anyMatch(rivals -> rivals.ours().equals(entry.contestant())
                        && entry.ratio(rivals.theirs(), measure).isKnown())))
                .toList();
        StringBuilder text = new StringBuilder();
        for (Entry entry : entries) {
            for (Rivals rivals : Rivals.ALL) {
                if (rivals.ours().equals(entry.contestant()) && entry.ratios().containsKey(rivals.theirs())) {
                    text.append("| ").append(entry.task()).append(" | ").append(rivals).append(" |");
                    for (Measure measure : measures) {
                        boolean unsure = entry.saturated() && measure == Measure.PER_SECOND;
                        text.append(" ")
                                .append(unsure
                                        ? "void (server saturated)"
                                        : ratio(entry.ratio(rivals.theirs(), measure)))
                                .append(" |");
                    }
                    text.append(" ").append(entry.rounds()).append(" |\n");
                }
            }
        }
        if (text.isEmpty()) {
            return "";
        }
        StringBuilder head = new StringBuilder("| task | ratio |");
        measures.forEach(measure -> head.append(" ").append(measure.title()).append(" |"));
        head.append(" rounds |\n| --- | --- |").append(" ---: |".repeat(measures.size() + 1)).append("\n");
        return head.append(text).toString();
    }

    /** The median with its quartiles, and a word if 1 lies between them. */
    static String ratio(Spread spread) {
        return !spread.isKnown()
                ? "-"
                : String.format(Locale.ROOT, "%.2f (%.2f to %.2f)%s", spread.median(), spread.low(), spread.high(),
                        spread.isNoise() ? " noise" : "");
    }
}
