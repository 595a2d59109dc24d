package dev.bowline.cli.report;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
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
    static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    /** How many columns {@link #at} takes. */
    static final int TIME_WIDTH = 24;

    private final List<RecordedEvent> operations;
    private final List<RecordedEvent> others;
    private final Instant start;
    /** What each client is called, by its id, in the order in which they come up. */
    private final Map<String, String> clients = new LinkedHashMap<>();

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
        ours.stream().map(Report::client).filter(id -> !id.isEmpty()).distinct()
                .forEach(id -> clients.put(id, "client " + (clients.size() + 1)));
    }

    /** Prints the report. Returns false if the recording has no event of the driver. */
    public boolean print(PrintStream out) {
        if (operations.isEmpty() && others.isEmpty()) {
            out.println("The recording has no event of Bowline.");
            return false;
        }
        out.println("Recording since " + start.truncatedTo(ChronoUnit.SECONDS) + ", times in UTC and since the first "
                + "event: " + operations.size() + " commands, "
                + operations.stream().filter(Report::isFailed).count() + " failed, " + count("Retry")
                + " attempts repeated, " + count("PoolClear") + " pools cleared, " + count("SlowCheckOut")
                + " slow check-outs");
        if (clients.size() > 1) {
            clients.forEach((id, name) -> out.println(name + " has the id " + id));
        }
        List<String> failovers = new ArrayList<>();
        for (String id : clients.isEmpty() ? List.of("") : clients.keySet()) {
            failovers.addAll(new Failovers(of(id, others)).lines(this, of(id, operations), called(id)));
        }
        if (!failovers.isEmpty()) {
            out.println();
            out.println("Failovers");
            failovers.forEach(out::println);
        }
        table(out, "By command", operation -> operation.getString("command") + " " + operation.getString("namespace"));
        table(out, "By server", operation -> Optional.ofNullable(operation.getString("server")).orElse("no server"));
        if (clients.size() > 1) {
            table(out, "By client", operation -> Optional.ofNullable(clients.get(client(operation))).orElse("unknown"));
        }
        slowest(out);
        counted(out, "Attempts repeated, by reason", "Retry", Report::reason);
        counted(out, "Slow or failed check-outs", "SlowCheckOut",
                event -> event.getString("server") + ", " + event.getString("outcome"));
        timeline(out);
        return true;
    }

    private void table(PrintStream out, String title, Function<RecordedEvent, String> key) {
        out.println();
        out.printf(Locale.ROOT, "%-36s %8s %9s %9s %9s %9s %9s %9s %9s %9s%n", title, "count", "total ms", "selection",
                "check-out", "wire", "backoff", "worst ms", "KiB sent", "KiB read");
        Map<String, List<RecordedEvent>> groups = operations.stream()
                .collect(Collectors.groupingBy(key, TreeMap::new, Collectors.toList()));
        groups.entrySet().stream()
                .sorted(Comparator.comparingDouble(
                        (Map.Entry<String, List<RecordedEvent>> group) -> -total(group.getValue())))
                .forEach(group -> {
                    List<RecordedEvent> all = group.getValue();
                    out.printf(Locale.ROOT, "%-36s %8d %9.1f %9.1f %9.1f %9.1f %9.1f %9.1f %9.1f %9.1f%n",
                            group.getKey(),
                            all.size(), total(all), sum(all, "selection"), sum(all, "checkOut"), sum(all, "wire"),
                            sum(all, "backoff"), all.stream().mapToDouble(Report::millis).max().orElse(0),
                            kibibytes(all, "requestBytes"), kibibytes(all, "replyBytes"));
                });
    }

    private void slowest(PrintStream out) {
        out.println();
        out.println("Slowest");
        operations.stream().sorted(Comparator.comparingDouble(Report::millis).reversed()).limit(SLOWEST)
                .forEach(operation -> out.printf(Locale.ROOT,
                        "%s  %.1f ms  %s%s %s at %s, %d attempt%s: selection %.1f, check-out %.1f, wire %.1f, "
                                + "backoff %.1f ms%s%n%s",
                        at(operation.getStartTime()), millis(operation), called(client(operation)),
                        operation.getString("command"),
                        operation.getString("namespace"), operation.getString("server"), operation.getInt("attempts"),
                        operation.getInt("attempts") == 1 ? "" : "s", part(operation, "selection"),
                        part(operation, "checkOut"), part(operation, "wire"), part(operation, "backoff"),
                        isFailed(operation) ? "; failed: " + shortened(operation.getString("error")) : "",
                        story(operation)));
    }

    /** The failed attempts of a command, one a line: they were recorded on its thread while it ran. */
    private String story(RecordedEvent operation) {
        return others.stream().filter(event -> kind(event).equals("Retry") && isOnThreadOf(operation, event)
                && !event.getStartTime().isBefore(operation.getStartTime())
                && !event.getStartTime().isAfter(operation.getEndTime()))
                .map(event -> String.format(Locale.ROOT, "%s  %.1f ms after its start the attempt at %s failed: %s%n",
                        " ".repeat(TIME_WIDTH),
                        Duration.between(operation.getStartTime(), event.getStartTime()).toNanos() / 1e6,
                        event.getString("server"), reason(event)))
                .collect(Collectors.joining());
    }

    private static boolean isOnThreadOf(RecordedEvent operation, RecordedEvent event) {
        return operation.getThread() != null && event.getThread() != null
                && operation.getThread().getId() == event.getThread().getId();
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
            String text = describe(event);
            if (text.isEmpty()) {
                continue;
            }
            text = called(client(event)) + text;
            Moment last = moments.isEmpty() ? null : moments.getLast();
            if (last != null && last.text().equals(text)) {
                moments.set(moments.size() - 1, new Moment(last.at(), text, last.times() + 1));
            } else {
                moments.add(new Moment(event.getStartTime(), text, 1));
            }
        }
        moments.forEach(moment -> out.printf(Locale.ROOT, "%s  %s%s%n", at(moment.at()), moment.text(),
                moment.times() == 1 ? "" : " (" + moment.times() + " times)"));
    }

    /** What an event adds to the timeline; empty for those that come all the time. */
    private static String describe(RecordedEvent event) {
        return switch (kind(event)) {
            case "ServerChange" -> event.getString("server") + change(event) + because(event, "cause");
            case "PoolClear" -> "pool of " + event.getString("server") + " cleared: " + event.getInt("connections")
                    + " connections, " + event.getInt("interrupted") + " interrupted in use, "
                    + event.getInt("waiting") + " waiting operations freed" + because(event, "cause");
            case "Retry" -> "attempt at " + event.getString("server") + " failed and is repeated: "
                    + reason(event);
            case "Heartbeat" -> event.getString("error") == null || isEnd(event)
                    ? ""
                    : "heartbeat of " + event.getString("server") + " failed" + because(event, "error");
            default -> "";
        };
    }

    /** Whether a check failed only because the client was closed. */
    private static boolean isEnd(RecordedEvent heartbeat) {
        return heartbeat.getString("error").endsWith(" was stopped");
    }

    private static String reason(RecordedEvent retry) {
        String reason = retry.getString("reason");
        return switch (reason) {
            case "connectionLost" -> "its connection broke or was refused";
            case "freed" -> "freed, because the server does not answer";
            case "poolCleared" -> "the pool was cleared before it gave a connection";
            case "notPrimary" -> "the server says that it is not primary or shuts down";
            case "overloaded" -> "the server says that it is overloaded";
            default -> reason;
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

    static String shortened(String text) {
        String line = text.lines().findFirst().orElse("");
        String plain = line.replaceFirst("^([a-z]+\\.)+[A-Za-z]+: ", "");
        return plain.length() <= MAX_TEXT ? plain : plain.substring(0, MAX_TEXT) + "...";
    }

    String at(Instant time) {
        return TIME.format(time)
                + String.format(Locale.ROOT, " %+9.3f s", Duration.between(start, time).toNanos() / 1e9);
    }

    private long count(String kind) {
        return others.stream().filter(event -> kind(event).equals(kind)).count();
    }

    private static List<RecordedEvent> of(String client, List<RecordedEvent> events) {
        return events.stream().filter(event -> client(event).equals(client)).toList();
    }

    /** How a line about a client begins; empty if there is only one. */
    private String called(String client) {
        String name = clients.get(client);
        return name == null || clients.size() == 1 ? "" : name + ": ";
    }

    /** The id of the client; empty for events of pools and of older recordings. */
    private static String client(RecordedEvent event) {
        String id = event.hasField("client") ? event.getString("client") : null;
        return id == null ? "" : id;
    }

    static String kind(RecordedEvent event) {
        return event.getEventType().getName().substring("dev.bowline.".length());
    }

    static boolean isFailed(RecordedEvent operation) {
        return operation.getString("error") != null;
    }

    static double millis(RecordedEvent operation) {
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

    private static double kibibytes(List<RecordedEvent> all, String field) {
        return all.stream().mapToLong(operation -> operation.getLong(field)).sum() / 1024.0;
    }
}
