package dev.bowline.benchmarks.scenario;

import dev.bowline.benchmarks.results.Entry;
import dev.bowline.benchmarks.results.Measure;
import dev.bowline.benchmarks.results.Spread;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Values of several measures by contestant and round. */
final class Samples {
    private final Scenario scenario;
    private final Map<String, List<Map<Measure, Double>>> rounds = new LinkedHashMap<>();

    Samples(Scenario scenario) {
        this.scenario = scenario;
    }

    /** The measures of a process's memory. */
    static Map<Measure, Double> memory(String heapKilobytes, String nativeKilobytes) {
        Map<Measure, Double> values = new EnumMap<>(Measure.class);
        values.put(Measure.HEAP_KB, Double.parseDouble(heapKilobytes));
        values.put(Measure.NATIVE_KB, Double.parseDouble(nativeKilobytes));
        values.put(Measure.MEMORY_KB, Double.parseDouble(heapKilobytes) + Double.parseDouble(nativeKilobytes));
        return values;
    }

    void add(String contestant, Map<Measure, Double> values) {
        rounds.computeIfAbsent(contestant, name -> new ArrayList<>()).add(values);
    }

    List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        rounds.forEach((contestant, values) -> entries.add(new Entry(scenario.title(), scenario.group(),
                scenario.description(), contestant, values.size(), figures(values), ratios(contestant), false)));
        return entries;
    }

    private static Map<Measure, Spread> figures(List<Map<Measure, Double>> values) {
        Map<Measure, Spread> figures = new EnumMap<>(Measure.class);
        for (Measure measure : Measure.values()) {
            Spread spread = Spread.of(values.stream().map(round -> round.getOrDefault(measure, Double.NaN)).toList());
            if (spread.isKnown()) {
                figures.put(measure, spread);
            }
        }
        return figures;
    }

    private Map<String, Map<Measure, Spread>> ratios(String contestant) {
        Map<String, Map<Measure, Spread>> ratios = new LinkedHashMap<>();
        List<Map<Measure, Double>> ours = rounds.getOrDefault(contestant, List.of());
        rounds.forEach((other, theirs) -> {
            if (!other.equals(contestant)) {
                Map<Measure, Spread> byMeasure = new EnumMap<>(Measure.class);
                for (Measure measure : Measure.values()) {
                    List<Double> values = new ArrayList<>();
                    for (int i = 0; i < Math.min(ours.size(), theirs.size()); i++) {
                        values.add(ours.get(i).getOrDefault(measure, Double.NaN)
                                / theirs.get(i).getOrDefault(measure, Double.NaN));
                    }
                    Spread spread = Spread.of(values);
                    if (spread.isKnown()) {
                        byMeasure.put(measure, spread);
                    }
                }
                ratios.put(other, byMeasure);
            }
        });
        return ratios;
    }
}
