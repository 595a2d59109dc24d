package dev.bowline.benchmarks.report;

import dev.bowline.benchmarks.results.Measure;
import dev.bowline.benchmarks.results.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Bars with a whisker from quartile to quartile, grouped by task, as SVG. Every group has a scale of its own. */
final class BarChart {
    private static final int WIDTH = 760;
    private static final int LEFT = 260;
    private static final int RIGHT = 130;
    private static final int BAR = 14;
    private static final int GAP = 12;
    private static final int HEAD = 46;
    private static final Map<String, String> COLOURS = Map.of("bowline", "#1b6ca8", "bowline-virtual", "#4f9bd1",
            "bowline-async", "#9cc7e6", "official", "#c8553d", "official-virtual", "#dd8a76", "reactive", "#edc0b5",
            "socket", "#888888", "bowline-sync", "#2f8f6b", "bowline-sync-fetched", "#7cc3a8");

    private record Bar(String contestant, Spread value) {}

    private final String title;
    private final Measure measure;
    private final Map<String, List<Bar>> groups = new LinkedHashMap<>();

    BarChart(String title, Measure measure) {
        this.title = title;
        this.measure = measure;
    }

    void add(String group, String contestant, Spread value) {
        if (value.isKnown()) {
            groups.computeIfAbsent(group, name -> new ArrayList<>()).add(new Bar(contestant, value));
        }
    }

    boolean isEmpty() {
        return groups.isEmpty();
    }

    String svg() {
        int bars = groups.values().stream().mapToInt(List::size).sum();
        int height = HEAD + bars * BAR + groups.size() * GAP + 10;
        StringBuilder svg = new StringBuilder();
        svg.append(String.format(Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
                        + "font-family=\"sans-serif\" font-size=\"11\">\n",
                WIDTH, height, WIDTH, height));
        svg.append(String.format(Locale.ROOT, "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n", WIDTH, height));
        svg.append(String.format(Locale.ROOT,
                "<text x=\"10\" y=\"18\" font-size=\"14\" font-weight=\"bold\">%s</text>\n", escape(title)));
        svg.append(String.format(Locale.ROOT,
                "<text x=\"10\" y=\"34\" fill=\"#555555\">%s, %s is better; bars are medians, whiskers "
                        + "quartiles; each task has its own scale</text>\n",
                escape(measure.title()),
                measure.lowerIsBetter() ? "less" : "more"));
        int y = HEAD;
        for (Map.Entry<String, List<Bar>> group : groups.entrySet()) {
            double most = group.getValue().stream().mapToDouble(bar -> Math.max(bar.value.median(), bar.value.high()))
                    .max().orElse(1);
            double scale = most > 0 ? (WIDTH - LEFT - RIGHT) / most : 0;
            svg.append(
                    String.format(Locale.ROOT, "<text x=\"10\" y=\"%d\" font-weight=\"bold\">%s</text>\n", y + BAR - 3,
                            escape(group.getKey())));
            for (Bar bar : group.getValue()) {
                draw(svg, bar, y, scale);
                y += BAR;
            }
            y += GAP;
        }
        return svg.append("</svg>\n").toString();
    }

    private void draw(StringBuilder svg, Bar bar, int y, double scale) {
        double end = LEFT + bar.value.median() * scale;
        svg.append(String.format(Locale.ROOT, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>", LEFT - 6,
                y + BAR - 3,
                escape(bar.contestant)));
        svg.append(String.format(Locale.ROOT, "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>",
                LEFT, y + 1,
                Math.max(1, end - LEFT), BAR - 3, COLOURS.getOrDefault(bar.contestant, "#444444")));
        svg.append(
                String.format(Locale.ROOT, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#222222\"/>",
                        LEFT + bar.value.low() * scale, LEFT + bar.value.high() * scale, y + BAR / 2.0, y + BAR / 2.0));
        svg.append(String.format(Locale.ROOT, "<text x=\"%.1f\" y=\"%d\">%s</text>\n",
                LEFT + Math.max(bar.value.median(), bar.value.high()) * scale + 5, y + BAR - 3,
                escape(measure.text(bar.value.median()))));
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
