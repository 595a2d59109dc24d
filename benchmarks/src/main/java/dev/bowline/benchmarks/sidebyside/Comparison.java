package dev.bowline.benchmarks.sidebyside;

import dev.bowline.benchmarks.results.Entry;
import dev.bowline.benchmarks.results.Measure;
import dev.bowline.benchmarks.results.Spread;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The slices of all contestants in one contest, and the ratios of neighbors. */
final class Comparison {
    /** A server that works this share of the time cannot be driven harder. */
    private static final double SATURATED = 0.9;
    /** A client that works less than this share of the time waits for the server, or for the network. */
    private static final double WAITING = 0.5;
    /** Fewer bytes than this are what the measuring itself leaves behind; a ratio to them says nothing. */
    private static final double NO_BYTES = 100;

    private static final List<Measure> MEASURES = List.of(Measure.CPU_MICROS, Measure.BYTES, Measure.CALLS,
            Measure.PER_SECOND, Measure.P50_MICROS, Measure.P99_MICROS, Measure.P999_MICROS, Measure.LONGEST_MILLIS,
            Measure.SERVER_SHARE);
    private static final List<Measure> TOTALS = List.of(Measure.FAILED, Measure.LATE);

    private final Contest contest;
    private final Map<String, List<Slice>> slices = new LinkedHashMap<>();
    private final Map<String, Double> allCalls = new LinkedHashMap<>();
    private final Map<String, WarmUp> warmUps = new LinkedHashMap<>();
    private final boolean real;

    /** @param real whether the server is not ours, so that what it uses is not known */
    Comparison(Contest contest, boolean real) {
        this.contest = contest;
        this.real = real;
    }

    void warmed(String contestant, WarmUp warmUp) {
        warmUps.put(contestant, warmUp);
    }

    void add(String contestant, Slice slice) {
        slices.computeIfAbsent(contestant, name -> new ArrayList<>()).add(slice);
    }

    /** System calls of every kind per operation, counted apart because counting them is dear. */
    void allCalls(String contestant, double perOperation) {
        allCalls.put(contestant, perOperation);
    }

    Spread figure(String contestant, Measure measure) {
        return Spread.of(of(contestant).stream().map(slice -> slice.measure(measure)).toList());
    }

    /** The spread of the first's measure over the second's, turn by turn. */
    Spread ratio(String first, String second, Measure measure) {
        List<Slice> ours = of(first);
        List<Slice> theirs = of(second);
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < Math.min(ours.size(), theirs.size()); i++) {
            double below = theirs.get(i).measure(measure);
            boolean nothing = measure == Measure.BYTES && (below < NO_BYTES || second.equals("socket"));
            ratios.add(nothing ? Double.NaN : ours.get(i).measure(measure) / below);
        }
        return Spread.of(ratios);
    }

    List<Entry> entries() {
        return slices.keySet().stream().map(this::entry).toList();
    }

    private Entry entry(String contestant) {
        Map<Measure, Spread> figures = new EnumMap<>(Measure.class);
        for (Measure measure : MEASURES) {
            put(figures, measure, figure(contestant, measure));
        }
        for (Measure measure : TOTALS) {
            put(figures, measure,
                    Spread.exactly(of(contestant).stream().mapToDouble(slice -> slice.measure(measure)).sum()));
        }
        put(figures, Measure.GC_MICROS, Spread.exactly(of(contestant).stream()
                .mapToDouble(slice -> slice.measure(Measure.GC_MICROS)).average().orElse(Double.NaN)));
        put(figures, Measure.WARM_SHARE, Spread.exactly(warmShare(contestant)));
        put(figures, Measure.ALL_CALLS, Spread.exactly(allCalls.getOrDefault(contestant, Double.NaN)));
        Map<String, Map<Measure, Spread>> ratios = new LinkedHashMap<>();
        for (String other : slices.keySet()) {
            if (!other.equals(contestant)) {
                Map<Measure, Spread> ratio = new EnumMap<>(Measure.class);
                MEASURES.forEach(measure -> put(ratio, measure, ratio(contestant, other, measure)));
                ratios.put(other, ratio);
            }
        }
        return new Entry(contest.title(), contest.group(), contest.description(), contestant, of(contestant).size(),
                figures, ratios, isSaturated(contestant));
    }

    private boolean isSaturated(String contestant) {
        if (real) {
            // Of one CPU and by one caller: more callers wait at the same time.
            double busy = figure(contestant, Measure.CPU_MICROS).median() / 1e6
                    * figure(contestant, Measure.PER_SECOND).median();
            return busy < WAITING;
        }
        return !contest.pinned() && figure(contestant, Measure.SERVER_SHARE).median() > SATURATED;
    }

    /** The share of the contestant's time in which it no longer got faster; 0 if it still did. */
    private double warmShare(String contestant) {
        WarmUp warmUp = warmUps.get(contestant);
        if (warmUp == null) {
            return Double.NaN;
        }
        double measured = of(contestant).stream().mapToDouble(Slice::wallNanos).sum();
        return warmUp.isSteady() ? measured / (measured + warmUp.nanos()) : 0;
    }

    private static void put(Map<Measure, Spread> values, Measure measure, Spread spread) {
        if (spread.isKnown()) {
            values.put(measure, spread);
        }
    }

    private List<Slice> of(String contestant) {
        return slices.getOrDefault(contestant, List.of());
    }
}
