package dev.bowline.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.benchmarks.results.Entry;
import dev.bowline.benchmarks.results.Measure;
import dev.bowline.benchmarks.results.Results;
import dev.bowline.benchmarks.results.Spread;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

class ReportTest {
    private static Entry entry(String task, String group, String contestant, Map<Measure, Spread> ratios,
            boolean saturated) {
        return new Entry(task, group, "what it is", contestant, 100,
                Map.of(Measure.CPU_MICROS, new Spread(10.04, 9, 11, 100), Measure.PER_SECOND,
                        new Spread(12_345, 12_000, 13_000, 100), Measure.BYTES, new Spread(992, 992, 992, 100)),
                contestant.equals("bowline") ? Map.of("official", ratios) : Map.of(), saturated);
    }

    private static Results findById(double cpuRatio, boolean saturated) {
        Map<Measure, Spread> ratios = Map.of(Measure.CPU_MICROS, new Spread(cpuRatio, cpuRatio - 0.1, cpuRatio + 0.1,
                100), Measure.PER_SECOND, new Spread(3, 2, 4, 100));
        return new Results(Map.of("JDK", "25"), List.of(entry("find-by-id", "Operations", "bowline", ratios, saturated),
                entry("find-by-id", "Operations", "official", Map.of(), false)));
    }

    @Test
    void theTablesShowFiguresAndRatiosWithTheirSpreadAndWhereTheyAreNoise() {
        String text = new Tables(findById(0.95, false)).group("Operations");
        assertThat(text).contains("| find-by-id | bowline | 10.0 | 992 | 12,345 |")
                .contains(
                        "| find-by-id | bowline / official | 0.95 (0.85 to 1.05) noise | 3.00 (2.00 to 4.00) | 100 |");
    }

    @Test
    void throughputOfASaturatedServerIsVoid() {
        assertThat(new Tables(findById(0.5, true)).group("Operations")).contains("void (server saturated)")
                .doesNotContain("3.00 (2.00 to 4.00)");
    }

    @Test
    void aPromiseIsKeptUpToItsLimitAndMissedBeyondAndOtherwiseNotMeasured() {
        assertThat(verdict(findById(0.5, false), "find-by-id: CPU, of the official driver's"))
                .isEqualTo(Budget.Verdict.MET);
        assertThat(verdict(findById(0.51, false), "find-by-id: CPU, of the official driver's"))
                .isEqualTo(Budget.Verdict.MISSED);
        assertThat(verdict(findById(0.5, false), "insert-one: CPU, of the official driver's"))
                .isEqualTo(Budget.Verdict.NOT_MEASURED);
        assertThat(new Budget(findById(0.51, false)).markdown())
                .contains(
                        "| find-by-id: CPU, of the official driver's | at most 0.50 | 0.51 (0.41 to 0.61) | "
                                + "**missed** |");
    }

    @Test
    void aPromiseIsNotJudgedByAContestantThatIsNotWarmOrByARunThatIsTooShort() {
        String what = "find-by-id: CPU, of the official driver's";
        assertThat(verdict(shortRun(new Spread(0.3, 0.2, 0.4, 20), 0.7), what)).isEqualTo(Budget.Verdict.MET);
        assertThat(verdict(shortRun(new Spread(0.3, 0.2, 0.4, 20), 0), what)).isEqualTo(Budget.Verdict.NOT_WARM);
        assertThat(verdict(shortRun(new Spread(0.45, 0.4, 0.6, 20), 0.7), what)).isEqualTo(Budget.Verdict.TOO_SHORT);
        assertThat(verdict(shortRun(new Spread(0.45, 0.4, 0.6, 100), 0.7), what)).isEqualTo(Budget.Verdict.MET);
    }

    private static Results shortRun(Spread ratio, double officialWarm) {
        return new Results(Map.of(), List.of(
                new Entry("find-by-id", "Operations", "what it is", "bowline", ratio.count(),
                        Map.of(Measure.WARM_SHARE, Spread.exactly(0.7)),
                        Map.of("official", Map.of(Measure.CPU_MICROS, ratio)), false),
                new Entry("find-by-id", "Operations", "what it is", "official", ratio.count(),
                        Map.of(Measure.WARM_SHARE, Spread.exactly(officialWarm)), Map.of(), false)));
    }

    private static Budget.Verdict verdict(Results results, String what) {
        return new Budget(results).targets().stream().filter(target -> target.what().equals(what)).findFirst()
                .orElseThrow().verdict();
    }

    @Test
    void growthIsTheSlopeBetweenNeighbouringSizes() {
        List<Entry> entries = List.of(bytes("documents-1", 1000), bytes("documents-10", 1900),
                bytes("documents-100", 2800));
        assertThat(new Growth(new Results(Map.of(), entries)).markdown())
                .contains("| document in the reply | bowline | bytes/op | 100.0 (1 to 10) | 10.00 (10 to 100) |");
        assertThat(new Growth(new Results(Map.of(), entries.subList(0, 1))).markdown()).isEmpty();
    }

    private static Entry bytes(String task, double bytes) {
        return new Entry(task, "Growth", "what it is", "bowline", 1, Map.of(Measure.BYTES, Spread.exactly(bytes)),
                Map.of(), false);
    }

    @Test
    void aChartIsWellFormedAndHasABarForEachContestant() throws Exception {
        BarChart chart = new BarChart("a < b & c", Measure.CPU_MICROS);
        chart.add("task", "bowline", new Spread(1, 0.5, 2, 10));
        chart.add("task", "official", new Spread(4, 3, 5, 10));
        chart.add("task", "socket", Spread.NONE);
        var document = DocumentBuilderFactory.newInstance().newDocumentBuilder()
                .parse(new InputSource(new StringReader(chart.svg())));
        // One for the background.
        assertThat(document.getElementsByTagName("rect").getLength()).isEqualTo(3);
    }

    @Test
    void theGeneratedSectionIsReplacedAndWhatPeopleWroteStays(@TempDir Path folder) throws IOException {
        Path page = folder.resolve("laboratory.md");
        Files.writeString(page, "# Performance\n\nBefore.\n");
        Documentation.update(folder, findById(0.25, false));
        Files.writeString(page, Files.readString(page) + "\nAfter.\n");
        Documentation.update(folder, findById(0.75, false));
        assertThat(Files.readString(page)).startsWith("# Performance\n\nBefore.\n").endsWith("\nAfter.\n")
                .contains("0.75 (0.65 to 0.85)", "![Operations](charts/operations-cpu.svg)")
                .doesNotContain("0.25 (0.15 to 0.35)").containsOnlyOnce("### Budget");
        assertThat(folder.resolve("charts/operations-cpu.svg")).exists();
        assertThat(Results.parse(Files.readString(folder.resolve("benchmarks.json"))).tasks())
                .containsExactly("find-by-id");
    }
}
