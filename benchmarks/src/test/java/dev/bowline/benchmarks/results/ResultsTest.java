package dev.bowline.benchmarks.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

class ResultsTest {
    private static Entry entry(String task, String contestant, double cpu) {
        return new Entry(task, "Operations", "what it is", contestant, 3,
                Map.of(Measure.CPU_MICROS, new Spread(cpu, cpu - 1, cpu + 1, 3)),
                Map.of("official", Map.of(Measure.CPU_MICROS, new Spread(0.5, 0.4, 0.6, 3))), true);
    }

    @Test
    void whatIsWrittenAsJsonIsReadBackAsItWas() {
        Results results = new Results(Map.of("JDK", "25"), List.of(entry("a", "bowline", 10)));
        assertThat(Results.parse(results.toJson())).isEqualTo(results);
    }

    @Test
    void theJsonHasPlainNumbersForMachines() {
        BsonDocument json = BsonDocument.parse(new Results(Map.of(), List.of(entry("a", "bowline", 10))).toJson());
        BsonDocument figure = json.getArray("entries").get(0).asDocument().getDocument("figures")
                .getDocument("cpuMicros");
        assertThat(figure.getDouble("median").getValue()).isEqualTo(10);
        assertThat(new Results(Map.of(), List.of(entry("a", "bowline", 10))).toJson()).doesNotContain("$number");
    }

    @Test
    void tasksThatWereRunAgainReplaceTheOldOnesInTheirPlaceAndOthersStay() {
        Results old = new Results(Map.of("command", "one"),
                List.of(entry("a", "bowline", 1), entry("b", "bowline", 2)));
        Results merged = old.updatedBy(
                new Results(Map.of("command", "two"), List.of(entry("a", "bowline", 9), entry("c", "bowline", 3))));
        assertThat(merged.tasks()).containsExactly("a", "b", "c");
        assertThat(merged.entry("a", "bowline").orElseThrow().figure(Measure.CPU_MICROS).median()).isEqualTo(9);
        assertThat(merged.surroundings()).containsEntry("command", "one; then two");
    }

    @Test
    void whereNothingOldIsLeftNothingOldIsSaidOfTheSurroundings() {
        Results old = new Results(Map.of("command", "one", "note", "old"), List.of(entry("a", "bowline", 1)));
        Results merged = old.updatedBy(new Results(Map.of("command", "two"),
                List.of(entry("a", "bowline", 9), entry("b", "bowline", 3))));
        assertThat(merged.surroundings()).isEqualTo(Map.of("command", "two"));
    }

    @Test
    void aMeasureThatWasNotTakenIsNotKnownRatherThanZero() {
        assertThat(entry("a", "bowline", 1).figure(Measure.BYTES).isKnown()).isFalse();
        assertThat(entry("a", "bowline", 1).ratio("nobody", Measure.CPU_MICROS).isKnown()).isFalse();
    }
}
