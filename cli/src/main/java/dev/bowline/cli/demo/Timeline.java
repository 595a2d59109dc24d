package dev.bowline.cli.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Acknowledged writes over time, and the faults in between, as a plot for a terminal and as SVG. */
final class Timeline {
    /** Width of a bucket. */
    static final long BUCKET_NANOS = 250_000_000L;
    private static final String BLOCKS = " ▁▂▃▄▅▆▇█";
    private static final String PLAIN = " .:-=+*%#";
    private static final int LEFT = 110;
    private static final int ROW = 90;
    private static final int STEP = 8;

    /** A fault at a time, in seconds since the start. */
    record Fault(double atSeconds, String what) {}

    private final String name;
    private final List<Long> buckets = new ArrayList<>();
    private final List<Fault> faults = new ArrayList<>();
    private long counted;

    Timeline(String name) {
        this.name = name;
    }

    /** Records how many writes have been acknowledged in all, at a time since the start. */
    void count(long elapsedNanos, long acknowledged) {
        int bucket = (int) (elapsedNanos / BUCKET_NANOS);
        while (buckets.size() <= bucket) {
            buckets.add(0L);
        }
        buckets.set(bucket, buckets.get(bucket) + acknowledged - counted);
        counted = acknowledged;
    }

    void fault(double atSeconds, String what) {
        faults.add(new Fault(atSeconds, what));
    }

    List<Fault> faults() {
        return faults;
    }

    /** One row of at most this many characters, with a letter under each fault. */
    List<String> rows(int width, boolean blocks) {
        int per = Math.max(1, (buckets.size() + width - 1) / width);
        long most = Math.max(1, merged(per).stream().mapToLong(Long::longValue).max().orElse(1));
        StringBuilder plot = new StringBuilder();
        for (long count : merged(per)) {
            String levels = blocks ? BLOCKS : PLAIN;
            plot.append(levels
                    .charAt((int) Math.min(levels.length() - 1, Math.ceilDiv(count * (levels.length() - 1), most))));
        }
        StringBuilder marks = new StringBuilder(" ".repeat(plot.length() + 1));
        for (int i = 0; i < faults.size(); i++) {
            int at = (int) (faults.get(i).atSeconds() * 1e9 / BUCKET_NANOS / per);
            marks.setCharAt(Math.min(at, marks.length() - 1), (char) ('a' + i));
        }
        return List.of(plot.toString(), marks.toString().stripTrailing());
    }

    private List<Long> merged(int per) {
        List<Long> merged = new ArrayList<>();
        for (int i = 0; i < buckets.size(); i += per) {
            merged.add(buckets.subList(i, Math.min(buckets.size(), i + per)).stream().mapToLong(Long::longValue).sum());
        }
        return merged;
    }

    /** All timelines below each other on one scale. */
    static String svg(List<Timeline> timelines) {
        int columns = timelines.stream().mapToInt(timeline -> timeline.buckets.size()).max().orElse(1);
        long most = Math.max(1, timelines.stream().flatMap(timeline -> timeline.buckets.stream())
                .mapToLong(Long::longValue).max().orElse(1));
        int width = LEFT + columns * STEP + 20;
        int height = 40 + timelines.size() * ROW + 20;
        StringBuilder svg = new StringBuilder(String.format(Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
                        + "font-family=\"sans-serif\" font-size=\"11\">%n<rect width=\"%d\" height=\"%d\" "
                        + "fill=\"#ffffff\"/>%n"
                        + "<text x=\"10\" y=\"20\" font-size=\"14\" font-weight=\"bold\">Acknowledged writes through "
                        + "the "
                        + "faults</text>%n",
                width, height, width, height, width, height));
        for (int row = 0; row < timelines.size(); row++) {
            timelines.get(row).row(svg, 40 + row * ROW, most, row == 0 ? "#1b6ca8" : "#c8553d");
        }
        return svg.append("</svg>\n").toString();
    }

    private void row(StringBuilder svg, int top, long most, String colour) {
        int base = top + ROW - 30;
        svg.append(String.format(Locale.ROOT, "<text x=\"10\" y=\"%d\">%s</text>%n", base - 20, name));
        for (int i = 0; i < buckets.size(); i++) {
            int tall = (int) (buckets.get(i) * (ROW - 40) / most);
            svg.append(String.format(Locale.ROOT,
                    "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>%n", LEFT + i * STEP, base - tall,
                    STEP - 1, tall, colour));
        }
        for (Fault fault : faults) {
            int x = LEFT + (int) (fault.atSeconds() * 1e9 / BUCKET_NANOS * STEP);
            svg.append(String.format(Locale.ROOT,
                    "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"#555555\" stroke-dasharray=\"2 2\"/>%n"
                            + "<text x=\"%d\" y=\"%d\" fill=\"#555555\" font-size=\"9\">%s</text>%n",
                    x, top, x, base, x + 2, base + 11, fault.what()));
        }
    }
}
