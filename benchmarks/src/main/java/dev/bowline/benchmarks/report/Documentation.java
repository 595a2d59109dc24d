package dev.bowline.benchmarks.report;

import dev.bowline.benchmarks.results.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The part of the documentation that is generated: {@code benchmarks.json} keeps the figures of all tasks,
 * {@code charts/} the charts, and {@code laboratory.md} has the tables between two marks. Tasks that were not run keep
 * the figures they had.
 */
public final class Documentation {
    private static final String BEGIN = "<!-- side by side: begin, written by ./bowline bench -->";
    private static final String END = "<!-- side by side: end -->";
    private static final Map<String, List<String>> CHARTS_OF_GROUPS = Map.of("Operations",
            List.of("operations-cpu.svg", "operations-bytes.svg"), "Services",
            List.of("services-cpu.svg", "services-bytes.svg", "services-p99.svg"), "Callers",
            List.of("callers-throughput.svg", "callers-p99.svg"), "BSON", List.of("bson-cpu.svg"), "Idle client",
            List.of("idle-memory.svg"), "Failover", List.of("failover-gap.svg"), "Growth", List.of("growth-cpu.svg"),
            "Open connections", List.of("connections-memory.svg", "connections-cpu.svg"), "Failover with a crowd",
            List.of("crowd-cpu.svg"), "Cold start", List.of("start-cpu.svg", "start-first.svg"));

    private Documentation() {}

    /** Updates a folder of documentation. */
    public static void update(Path folder, Results newer) throws IOException {
        Path figures = folder.resolve("benchmarks.json");
        Results results = Files.exists(figures) ? Results.parse(Files.readString(figures)).updatedBy(newer) : newer;
        Files.createDirectories(folder.resolve("charts"));
        Map<String, String> charts = new Charts(results).all();
        for (Map.Entry<String, String> chart : charts.entrySet()) {
            Files.writeString(folder.resolve("charts").resolve(chart.getKey()), chart.getValue());
        }
        Files.writeString(figures, results.toJson());
        Path page = folder.resolve("laboratory.md");
        String text = Files.exists(page) ? Files.readString(page) : "# Performance\n";
        Files.writeString(page, replaced(text, section(results, charts)));
    }

    /** The text with what lies between the marks replaced; without marks it comes at the end. */
    static String replaced(String text, String section) {
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        if (begin < 0 || end < begin) {
            return text.stripTrailing() + "\n\n" + BEGIN + "\n" + section + END + "\n";
        }
        return text.substring(0, begin) + BEGIN + "\n" + section + text.substring(end);
    }

    private static String section(Results results, Map<String, String> charts) {
        StringBuilder text = new StringBuilder("\n");
        results.surroundings().forEach((name, value) -> text.append("- ").append(name).append(": ").append(value)
                .append("\n"));
        text.append("\n### Budget\n\n").append(new Budget(results).markdown());
        Tables tables = new Tables(results);
        for (String group : tables.groups()) {
            text.append("\n### ").append(group).append("\n\n");
            for (String chart : CHARTS_OF_GROUPS.getOrDefault(group, List.of())) {
                if (charts.containsKey(chart)) {
                    text.append("![").append(group).append("](charts/").append(chart).append(")\n\n");
                }
            }
            text.append(tables.group(group));
        }
        String growth = new Growth(results).markdown();
        if (!growth.isEmpty()) {
            text.append("\n### What grows\n\n").append(growth);
        }
        return text.append("\n").toString();
    }
}
