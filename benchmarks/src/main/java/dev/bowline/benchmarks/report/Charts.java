package dev.bowline.benchmarks.report;

import dev.bowline.benchmarks.results.Entry;
import dev.bowline.benchmarks.results.Measure;
import dev.bowline.benchmarks.results.Results;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The charts of a report, by file name. */
final class Charts {
    private final Results results;

    Charts(Results results) {
        this.results = results;
    }

    /** Those for which there are figures. */
    Map<String, String> all() {
        Map<String, String> charts = new LinkedHashMap<>();
        add(charts, "operations-cpu.svg", "CPU of the client per operation", Measure.CPU_MICROS, "Operations");
        add(charts, "operations-bytes.svg", "Bytes allocated per operation", Measure.BYTES, "Operations");
        add(charts, "services-cpu.svg", "CPU of the client per request or operation of a mix", Measure.CPU_MICROS,
                "Services");
        add(charts, "services-bytes.svg", "Bytes allocated per request or operation of a mix", Measure.BYTES,
                "Services");
        add(charts, "services-p99.svg", "p99 of a request or operation of a mix", Measure.P99_MICROS, "Services");
        add(charts, "callers-throughput.svg", "find by _id with many callers on a pool of 100", Measure.PER_SECOND,
                "Callers");
        add(charts, "callers-p99.svg", "find by _id with many callers on a pool of 100", Measure.P99_MICROS,
                "Callers");
        add(charts, "bson-cpu.svg", "BSON", Measure.CPU_MICROS, "BSON");
        add(charts, "idle-memory.svg", "Memory of an idle client", Measure.MEMORY_KB, "Idle client");
        add(charts, "failover-gap.svg", "What a writer feels beyond the time without a primary",
                Measure.BEYOND_MILLIS, "Failover");
        add(charts, "growth-cpu.svg", "Growth", Measure.CPU_MICROS, "Growth");
        add(charts, "connections-memory.svg", "Memory of a client with open connections", Measure.MEMORY_KB,
                "Open connections");
        add(charts, "connections-cpu.svg", "find by _id with open connections", Measure.CPU_MICROS,
                "Open connections");
        add(charts, "crowd-cpu.svg", "CPU per caller of 10,000 that wait for a new primary", Measure.CPU_MICROS,
                "Failover with a crowd");
        add(charts, "start-cpu.svg", "CPU of a fresh JVM until its first answer", Measure.FIRST_CPU_MILLIS,
                "Cold start");
        add(charts, "start-first.svg", "Time from making a client to its first answer", Measure.FIRST_MILLIS,
                "Cold start");
        return charts;
    }

    private void add(Map<String, String> charts, String file, String title, Measure measure, String group) {
        BarChart chart = new BarChart(title, measure);
        List<Entry> entries = results.entries().stream().filter(entry -> entry.group().equals(group)).toList();
        entries.forEach(entry -> chart.add(entry.task(), entry.contestant(), entry.figure(measure)));
        if (!chart.isEmpty()) {
            charts.put(file, chart.svg());
        }
    }
}
