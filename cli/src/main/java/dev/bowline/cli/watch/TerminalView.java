package dev.bowline.cli.watch;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * The state of a watch as lines of text. No line is longer than the terminal is wide.
 *
 * @param blocks whether the terminal shows block characters
 */
record TerminalView(int width, boolean blocks, boolean colors, ZoneId zone) {
    private static final String INDENT = "    ";
    private static final int NARROW = 70;
    private static final int NARROWEST = 20;
    private static final int SHOWN_FAILOVERS = 3;
    private static final int SHOWN_EVENTS = 8;
    private static final int RECENT_SECONDS = 10;
    private static final String BLOCKS = " ▁▂▃▄▅▆▇█";
    private static final String PLAIN = " .:-=+*%#";
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);

    /** Everything: servers, figures, a plot, failovers and the last events. */
    List<String> screen(BsonDocument state) {
        List<String> lines = new ArrayList<>();
        lines.add(headline(state));
        lines.add("");
        boolean narrow = width < NARROW;
        lines.add(cut(narrow
                ? String.format("%-21s %-9s %5s %5s", "server", "state", "open", "use")
                : String.format("%-24s %-10s %10s %9s %6s %6s %7s", "server", "state", "round trip", "behind", "open",
                        "in use", "waiting")));
        for (BsonValue value : state.getArray("servers")) {
            lines.add(server(value.asDocument(), narrow));
        }
        lines.add("");
        lines.addAll(figures(state));
        lines.add(plot(state));
        BsonValue[] failovers = state.getArray("failovers").toArray(new BsonValue[0]);
        if (failovers.length > 0) {
            lines.add("");
            lines.add("Failovers");
            for (int i = failovers.length - 1; i >= Math.max(0, failovers.length - SHOWN_FAILOVERS); i--) {
                lines.addAll(failover(failovers[i].asDocument(), state));
            }
        }
        lines.add("");
        lines.add("Last events");
        List<BsonValue> events = state.getArray("events");
        for (BsonValue value : events.subList(Math.max(0, events.size() - SHOWN_EVENTS), events.size())) {
            lines.addAll(event(value.asDocument()));
        }
        return lines;
    }

    /** One line: whether there is a primary, and the figures. */
    String statusLine(BsonDocument state) {
        return cut(primary(state) + " | " + rate(state));
    }

    /** One event, on as many lines as its reason needs. */
    List<String> event(BsonDocument event) {
        int count = event.getInt32("count").getValue();
        List<String> lines = wrapped(time(event.getInt64("at").getValue()) + " " + event.getString("text").getValue()
                + (count > 1 ? " (" + count + " times)" : ""));
        return switch (event.getString("kind").getValue()) {
            case "server-lost", "primary-lost", "failed" -> lines.stream().map(line -> colored(line, 31)).toList();
            case "server-found", "primary-found" -> lines.stream().map(line -> colored(line, 32)).toList();
            default -> lines;
        };
    }

    private String headline(BsonDocument state) {
        String set = state.isString("setName") ? state.getString("setName").getValue() + " " : "";
        String line = cut(time(state.getInt64("now").getValue()).substring(0, 8) + " " + set
                + state.getString("topology").getValue() + ": " + primary(state));
        return colored(line, state.getBoolean("writable").getValue() ? 32 : 31);
    }

    private static String primary(BsonDocument state) {
        if (state.isString("primary")) {
            return "primary " + state.getString("primary").getValue();
        }
        return state.getBoolean("writable").getValue() ? "writable" : "NO PRIMARY";
    }

    private String server(BsonDocument server, boolean narrow) {
        BsonDocument pool = server.getDocument("pool");
        String name = server.getString("address").getValue();
        String kind = server.getString("state").getValue();
        String open = pool.getBoolean("ready").getValue() ? String.valueOf(pool.getInt32("open").getValue()) : "off";
        String line = cut(narrow
                ? String.format("%-21s %-9s %5s %5d", name, kind, open, pool.getInt32("inUse").getValue())
                : String.format("%-24s %-10s %10s %9s %6s %6d %7d", name, kind, millis(server, "roundTripMillis"),
                        millis(server, "behindMillis"), open, pool.getInt32("inUse").getValue(),
                        pool.getInt32("waiting").getValue()));
        return kind.equals("primary") ? colored(line, 32) : kind.equals("unknown") ? colored(line, 31) : line;
    }

    private List<String> figures(BsonDocument state) {
        int running = state.getInt32("running").getValue();
        String counts = "tried again " + state.getInt64("retries").getValue() + ", failed "
                + state.getInt64("failed").getValue() + ", under way " + running
                + (running > 0 ? " (oldest " + span(state.getDouble("oldestMillis").getValue()) + ")" : "");
        return List.of(cut(rate(state)), cut(counts));
    }

    private static String rate(BsonDocument state) {
        long now = state.getInt64("now").getValue() / 1000;
        int ended = 0;
        double worst = 0;
        double slow = 0;
        for (BsonValue value : state.getArray("seconds")) {
            BsonDocument second = value.asDocument();
            long at = second.getInt64("at").getValue();
            if (at < now && at >= now - RECENT_SECONDS) {
                ended += second.getInt32("ended").getValue();
                worst = Math.max(worst, second.getDouble("worst").getValue());
                slow = Math.max(slow, second.getDouble("p99").getValue());
            }
        }
        double seconds = Math.clamp((state.getInt64("now").getValue() - state.getInt64("since").getValue()) / 1000.0, 1,
                RECENT_SECONDS);
        return Math.round(ended / seconds) + " operations/s, 99% " + span(slow) + ", slowest " + span(worst);
    }

    private String plot(BsonDocument state) {
        long now = state.getInt64("now").getValue() / 1000;
        int columns = Math.clamp(width - 8, 10, 120);
        int[] counts = new int[columns];
        int most = 1;
        for (BsonValue value : state.getArray("seconds")) {
            int at = (int) (value.asDocument().getInt64("at").getValue() - now + columns);
            if (at >= 0 && at < columns) {
                counts[at] = value.asDocument().getInt32("ended").getValue();
                most = Math.max(most, counts[at]);
            }
        }
        String levels = blocks ? BLOCKS : PLAIN;
        StringBuilder line = new StringBuilder("ops/s |");
        for (int count : counts) {
            line.append(levels.charAt(Math.ceilDiv(count * (levels.length() - 1), most)));
        }
        return cut(line.toString());
    }

    private List<String> failover(BsonDocument failover, BsonDocument state) {
        long start = failover.getInt64("start").getValue();
        String from = failover.getString("from").getValue();
        String what;
        if (failover.isNull("end")) {
            what = from + " is lost, no primary for " + span((double) (state.getInt64("now").getValue() - start));
        } else {
            long gap = failover.getInt64("end").getValue() - start;
            what = from + " -> " + failover.getString("to").getValue() + ", "
                    + (gap == 0 ? "found before the client saw the loss" : span((double) gap) + " without a primary");
        }
        return List.of(colored(cut(time(start) + " " + what), 33),
                cut(failover.isInt64("first")
                        ? "  " + failover.getInt32("retries").getValue() + " tried again, "
                                + failover.getInt32("failed").getValue() + " failed, slowest "
                                + span(failover.getDouble("worst").getValue()) + ", first began at "
                                + time(failover.getInt64("first").getValue())
                        : "  no operation felt it"),
                cut("  because " + failover.getString("reason").getValue()));
    }

    private String time(long millis) {
        return TIME.format(Instant.ofEpochMilli(millis).atZone(zone));
    }

    private static String millis(BsonDocument document, String name) {
        return document.isNumber(name) ? span(document.getNumber(name).doubleValue()) : "-";
    }

    private static String span(double millis) {
        return millis < 1000
                ? String.format(Locale.ROOT, millis < 10 ? "%.1f ms" : "%.0f ms", millis)
                : String.format(Locale.ROOT, "%.2f s", millis / 1000);
    }

    /** The text in lines that fit; the second and further ones are indented. */
    private List<String> wrapped(String text) {
        List<String> lines = new ArrayList<>();
        String rest = text;
        while (!rest.equals(cut(rest))) {
            int space = cut(rest).lastIndexOf(' ');
            String line = space > INDENT.length() ? rest.substring(0, space) : cut(rest);
            lines.add(line);
            rest = INDENT + rest.substring(line.length()).strip();
        }
        lines.add(rest);
        return lines;
    }

    private String cut(String line) {
        int limit = Math.max(NARROWEST, width) - 1;
        return line.length() <= limit ? line : line.substring(0, limit);
    }

    private String colored(String line, int code) {
        return colors ? "\u001b[" + code + "m" + line + "\u001b[0m" : line;
    }
}
