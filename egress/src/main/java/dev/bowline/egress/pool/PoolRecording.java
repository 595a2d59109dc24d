package dev.bowline.egress.pool;

import dev.bowline.egress.event.ConnectionCheckOutFailedEvent;
import dev.bowline.egress.event.ConnectionCheckedOutEvent;
import dev.bowline.egress.event.ConnectionClosedEvent;
import dev.bowline.egress.event.ConnectionPoolEvent;
import dev.bowline.egress.event.ConnectionReadyEvent;
import dev.bowline.egress.recording.RecordedCheckOut;
import dev.bowline.egress.recording.RecordedConnection;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Turns pool events into events of a flight recording. */
final class PoolRecording {
    /** Check-outs that take less are too many, and of no interest. */
    private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private PoolRecording() {}

    static void record(ConnectionPoolEvent event) {
        String server = event.address().toString();
        switch (event) {
            case ConnectionReadyEvent e ->
                RecordedConnection.record(server, e.connectionId(), "ready", e.duration().toNanos(), null);
            case ConnectionClosedEvent e ->
                RecordedConnection.record(server, e.connectionId(), "closed: " + e.reason().id(), 0, text(e.error()));
            case ConnectionCheckedOutEvent e -> {
                if (e.duration().toNanos() >= SLOW_NANOS) {
                    RecordedCheckOut.record(server, e.duration().toNanos(), "checked out", null);
                }
            }
            case ConnectionCheckOutFailedEvent e ->
                RecordedCheckOut.record(server, e.duration().toNanos(), e.reason().id(), text(e.error()));
            default -> {
                // The topology records cleared pools; the others are of no interest.
            }
        }
    }

    private static @Nullable String text(@Nullable Throwable error) {
        return error == null ? null : error.toString();
    }
}
