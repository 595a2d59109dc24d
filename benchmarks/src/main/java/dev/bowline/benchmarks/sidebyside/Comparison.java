package dev.bowline.benchmarks.sidebyside;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The slices of all contestants in one task, and the ratios of neighbours. */
public final class Comparison {
    /** A median and the quartiles around it. */
    record Spread(double median, double low, double high) {
        static Spread of(List<Double> values) {
            List<Double> sorted = values.stream().filter(value -> !value.isNaN()).sorted().toList();
            if (sorted.isEmpty()) {
                return new Spread(Double.NaN, Double.NaN, Double.NaN);
            }
            return new Spread(sorted.get(sorted.size() / 2), sorted.get(sorted.size() / 4),
                    sorted.get(sorted.size() * 3 / 4));
        }

        /** Whether 1 lies between the quartiles, so that nothing can be said. */
        boolean isNoise() {
            return low <= 1 && high >= 1;
        }
    }

    private final Task task;
    private final int callers;
    private final boolean virtual;
    private final Map<String, List<Slice>> slices = new LinkedHashMap<>();
    private double serverCpuShare = Double.NaN;

    Comparison(Task task, int callers, boolean virtual) {
        this.task = task;
        this.callers = callers;
        this.virtual = virtual;
    }

    void add(String contestant, Slice slice) {
        slices.computeIfAbsent(contestant, name -> new ArrayList<>()).add(slice);
    }

    void serverCpuShare(double share) {
        serverCpuShare = share;
    }

    double serverCpuShare() {
        return serverCpuShare;
    }

    String title() {
        return task.title() + (callers == 1 ? "" : ", " + callers + (virtual ? " virtual" : " platform") + " callers");
    }

    List<String> contestants() {
        return List.copyOf(slices.keySet());
    }

    Spread figure(String contestant, ToDoubleFunction<Slice> measure) {
        return Spread.of(of(contestant).stream().map(measure::applyAsDouble).toList());
    }

    /** The median of the first's measure over the second's, slice by slice. */
    Spread ratio(String first, String second, ToDoubleFunction<Slice> measure) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < Math.min(of(first).size(), of(second).size()); i++) {
            ratios.add(measure.applyAsDouble(of(first).get(i)) / measure.applyAsDouble(of(second).get(i)));
        }
        return Spread.of(ratios);
    }

    long failed(String contestant) {
        return of(contestant).stream().mapToLong(Slice::failed).sum();
    }

    int rounds() {
        return slices.values().stream().mapToInt(List::size).min().orElse(0);
    }

    private List<Slice> of(String contestant) {
        return slices.getOrDefault(contestant, List.of());
    }
}
