package dev.bowline.cli.report;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import jdk.jfr.consumer.RecordedEvent;
import org.jspecify.annotations.Nullable;

/** The failovers in a recording: from which primary to which, why, and what commands felt of it. */
final class Failovers {
    private static final String PRIMARY = "RSPrimary";

    private final List<Failover> found = new ArrayList<>();
    private @Nullable String primary;
    private String lost = "";

    /** From the loss of a primary to the next one. */
    private static final class Failover {
        private final Instant start;
        private final String from;
        private @Nullable Instant end;
        private String to = "";
        private String reason = "it changed its state";
        /** Whether the old primary has answered since. */
        private boolean heard;

        private Failover(Instant start, String from) {
            this.start = start;
            this.from = from;
        }
    }

    /** @param events the events of one client except commands, in order of their times */
    Failovers(List<RecordedEvent> events) {
        for (RecordedEvent event : events) {
            switch (Report.kind(event)) {
                case "ServerChange" -> changed(event);
                case "PoolClear" -> cleared(event);
                default -> {
                    // Does not tell of a failover.
                }
            }
        }
    }

    private void changed(RecordedEvent event) {
        String server = event.getString("server");
        if (event.getString("after").equals(PRIMARY)) {
            elected(server, event.getStartTime());
        } else if (event.getString("before").equals(PRIMARY)) {
            if (server.equals(primary)) {
                primary = null;
                lost = server;
                found.add(new Failover(event.getStartTime(), server));
            }
            Failover last = found.isEmpty() ? null : found.getLast();
            if (last != null && last.from.equals(server)) {
                last.reason = reason(event);
            }
        }
        if (!found.isEmpty() && found.getLast().from.equals(server) && !event.getString("after").equals("Unknown")) {
            found.getLast().heard = true;
        }
    }

    private void elected(String server, Instant at) {
        if (server.equals(primary)) {
            // The recording began after its loss.
            return;
        }
        if (primary != null) {
            found.add(new Failover(at, primary));
        }
        if (primary != null || !lost.isEmpty()) {
            found.getLast().end = at;
            found.getLast().to = server;
        }
        primary = server;
        lost = "";
    }

    /** A primary that was replaced because it is silent is found out by this, unless it has answered since. */
    private void cleared(RecordedEvent event) {
        Failover last = found.isEmpty() ? null : found.getLast();
        if (last != null && !last.heard && last.from.equals(event.getString("server"))
                && event.getInt("interrupted") > 0) {
            last.reason = "it does not answer: " + Report.shortened(event.getString("cause"));
        }
    }

    private static String reason(RecordedEvent event) {
        String cause = event.getString("cause");
        if (cause != null) {
            return Report.shortened(cause);
        }
        return event.getString("after").equals("RSSecondary")
                ? "it has stepped down and is RSSecondary"
                : "it is now " + event.getString("after");
    }

    /**
     * Three lines for each failover, none if there were none.
     *
     * @param operations the commands of the same client
     * @param client what to call it, if there are several
     */
    List<String> lines(Report report, List<RecordedEvent> operations, String client) {
        List<String> lines = new ArrayList<>();
        for (Failover failover : found) {
            lines.add(report.at(failover.start) + "  " + client + failover.from + gap(failover));
            lines.add(" ".repeat(Report.TIME_WIDTH) + "  because " + failover.reason);
            lines.add(" ".repeat(Report.TIME_WIDTH) + "  " + felt(failover, operations));
        }
        return lines;
    }

    private static String gap(Failover failover) {
        Instant end = failover.end;
        if (end == null) {
            return " is lost, and no primary until the end of the recording";
        }
        return (failover.to.equals(failover.from) ? " was lost and is primary again" : " -> " + failover.to)
                + (end.equals(failover.start)
                        ? ", found before the client saw the loss"
                        : String.format(Locale.ROOT, ", %.3f s without a primary",
                                Duration.between(failover.start, end).toNanos() / 1e9));
    }

    private static String felt(Failover failover, List<RecordedEvent> operations) {
        Instant end = failover.end == null ? Instant.MAX : failover.end;
        List<RecordedEvent> affected = operations.stream().filter(operation -> !operation.getStartTime().isAfter(end)
                && !operation.getEndTime().isBefore(failover.start)).toList();
        if (affected.isEmpty()) {
            return "no command was under way";
        }
        Instant first = affected.stream().map(RecordedEvent::getStartTime).min(Instant::compareTo).orElseThrow();
        return String.format(Locale.ROOT, "%d commands felt it, the first began at %s, the slowest took %.0f ms; "
                + "%d repeated, %d failed", affected.size(), Report.TIME.format(first),
                affected.stream().mapToDouble(Report::millis).max().orElse(0),
                affected.stream().filter(operation -> operation.getInt("attempts") > 1).count(),
                affected.stream().filter(Report::isFailed).count());
    }
}
