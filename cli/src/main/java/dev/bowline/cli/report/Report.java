package dev.bowline.cli.report;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;

/** The report of a flight recording. */
public final class Report {
    private static final int SLOWEST = 10;
    private static final int MAX_TEXT = 140;

    private final List<RecordedEvent> operations;
    private final List<RecordedEvent> others;
    private final Instant start;

    /** A line of the timeline: what happened, and how often in a row. */
    private record Moment(Instant at, String text, int times) {}

    /**
     * A report of these events.
     *
     * @param events of a recording, in any order; those of other libraries are passed over
     */
    public Report(List<RecordedEvent> events) {
        List<RecordedEvent> ours = events.stream().filter(event -> event.getEventType().getName()
                .startsWith("dev.bowline.")).sorted(Comparator.comparing(RecordedEvent::getStartTime)).toList();
        this.operations = ours.stream().filter(event -> kind(event).equals("Operation")).toList();
        this.others = ours.stream().filter(event -> !kind(event).equals("Operation")).toList();
        this.start = ours.isEmpty() ? Instant.EPOCH : ours.getFirst().getStartTime();
    }

    /** Prints the report. Returns false if the recording has no event of the driver. */
    public boolean print(PrintStream out) {
        if (operations.isEmpty() && others.isEmpty()) {
            out.println("The recording has no event of Bowline.");
            return false;
        }
        out.println("Recording since " + start + ": " + operations.size() + " commands, "
                + operations.stream().filter(Report::isFailed).count() + " failed, " + count("Retry")
                + " attempts repeated, " + count("PoolClear") + " pools cleared, " + count("SlowCheckOut")
                + " slow check-outs");
        table(out, "By command", operation -> operation.getString("command") + " " + operation.getString("namespace"));
        table(out, "By server", operation -> Optional.ofNullable(operation.getString("server")).orElse("no server"));
        slowest(out);
        counted(out, "Attempts repeated, by reason", "Retry", event -> event.getString("reason"));
        counted(out, "Slow or failed check-outs", "SlowCheckOut",
                event -> event.getString("server") + ", " + event.getString("outcome"));
        timeline(out);
        return true;
    }

    private void table(PrintStream out, String title, Function<RecordedEvent, String> key) {
        out.println();
        out.printf(Locale.ROOT, "%-36s %8s %9s %9s %9s %9s %9s %9s%n", title, "count", "total ms", "selection",
                "check-out", "wire", "backoff", "worst ms");
        Map<String, List<RecordedEvent>> groups = operations.stream()
                .collect(Collectors.groupingBy(key, TreeMap::new, Collectors.toList()));
        groups.entrySet().stream()
                .sorted(Comparator.comparingDouble(
                        (Map.Entry<String, List<RecordedEvent>> group) -> -total(group.getValue())))
                .forEach(group -> {
                    List<RecordedEvent> all = group.getValue();
                    out.printf(Locale.ROOT, "%-36s %8d %9.1f %9.1f %9.1f %9.1f %9.1f %9.1f%n", group.getKey(),
                            all.size(), total(all), sum(all, "selection"), sum(all, "checkOut"), sum(all, "wire"),
                            sum(all, "backoff"), all.stream().mapToDouble(Report::millis).max().orElse(0));
                });
    }

    private void slowest(PrintStream out) {
        out.println();
        out.println("Slowest");
        operations.stream().sorted(Comparator.comparingDouble(Report::millis).reversed()).limit(SLOWEST)
                .forEach(operation -> out.printf(Locale.ROOT,
                        "%10s  %.1f ms  %s %s at %s, %d attempt%s: selection %.1f, check-out %.1f, wire %.1f, "
                                + "backoff %.1f ms%s%n",
                        at(operation.getStartTime()), millis(operation), operation.getString("command"),
                        operation.getString("namespace"), operation.getString("server"), operation.getInt("attempts"),
                        operation.getInt("attempts") == 1 ? "" : "s", part(operation, "selection"),
                        part(operation, "checkOut"), part(operation, "wire"), part(operation, "backoff"),
                        isFailed(operation) ? "; failed: " + shortened(operation.getString("error")) : ""));
    }

    private void counted(PrintStream out, String title, String kind, Function<RecordedEvent, String> key) {
        Map<String, Long> counts = others.stream().filter(event -> kind(event).equals(kind))
                .collect(Collectors.groupingBy(key, TreeMap::new, Collectors.counting()));
        if (!counts.isEmpty()) {
            out.println();
            out.println(title);
            counts.forEach((name, times) -> out.printf(Locale.ROOT, "%10d  %s%n", times, name));
        }
    }

    private void timeline(PrintStream out) {
        out.println();
        out.println("Timeline");
        List<Moment> moments = new ArrayList<>();
        for (RecordedEvent event : others) {
            String text = told(event);
            if (text.isEmpty()) {
                continue;
            }
            Moment last = moments.isEmpty() ? null : moments.getLast();
            if (last != null && last.text().equals(text)) {
                moments.set(moments.size() - 1, new Moment(last.at(), text, last.times() + 1));
            } else {
                moments.add(new Moment(event.getStartTime(), text, 1));
            }
        }
        moments.forEach(moment -> out.printf(Locale.ROOT, "%10s  %s%s%n", at(moment.at()), moment.text(),
                moment.times() == 1 ? "" : " (" + moment.times() + " times)"));
    }

    /** What an event adds to the timeline; empty for those that come all the time. */
    private static String told(RecordedEvent event) {
        return switch (kind(event)) {
            case "ServerChange" -> event.getString("server") + change(event) + because(event, "cause");
            case "PoolClear" -> "pool of " + event.getString("server") + " cleared: " + event.getInt("connections")
                    + " connections, " + event.getInt("interrupted") + " interrupted in use, "
                    + event.getInt("waiting") + " waiting operations freed" + because(event, "cause");
            case "Retry" -> event.getString("command") + " on " + event.getString("server") + " repeated: "
                    + event.getString("reason");
            case "Heartbeat" -> event.getString("error") == null
                    ? ""
                    : "heartbeat of " + event.getString("server") + " failed" + because(event, "error");
            default -> "";
        };
    }

    private static String change(RecordedEvent event) {
        String before = event.getString("before");
        return before.isEmpty()
                ? " " + event.getString("after")
                : " was " + before + " and is " + event.getString("after");
    }

    private static String because(RecordedEvent event, String field) {
        String cause = event.getString(field);
        return cause == null ? "" : " because " + shortened(cause);
    }

    private static String shortened(String text) {
        String line = text.lines().findFirst().orElse("");
        String plain = line.replaceFirst("^([a-z]+\\.)+[A-Za-z]+: ", "");
        return plain.length() <= MAX_TEXT ? plain : plain.substring(0, MAX_TEXT) + "...";
    }

    private String at(Instant time) {
        return String.format(Locale.ROOT, "+%.3f s", Duration.between(start, time).toNanos() / 1e9);
    }

    private long count(String kind) {
        return others.stream().filter(event -> kind(event).equals(kind)).count();
    }

    private static String kind(RecordedEvent event) {
        return event.getEventType().getName().substring("dev.bowline.".length());
    }

    private static boolean isFailed(RecordedEvent operation) {
        return operation.getString("error") != null;
    }

    private static double millis(RecordedEvent operation) {
        return operation.getDuration().toNanos() / 1e6;
    }

    private static double part(RecordedEvent operation, String phase) {
        return operation.getDuration(phase).toNanos() / 1e6;
    }

    private static double total(List<RecordedEvent> all) {
        return all.stream().mapToDouble(Report::millis).sum();
    }

    private static double sum(List<RecordedEvent> all, String phase) {
        return all.stream().mapToDouble(operation -> part(operation, phase)).sum();
    }
}
