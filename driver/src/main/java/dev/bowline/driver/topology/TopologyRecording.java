package dev.bowline.driver.topology;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.event.ServerClosedEvent;
import dev.bowline.driver.event.ServerDescriptionChangedEvent;
import dev.bowline.driver.event.ServerHeartbeatFailedEvent;
import dev.bowline.driver.event.ServerHeartbeatSucceededEvent;
import dev.bowline.driver.event.ServerOpeningEvent;
import dev.bowline.driver.event.TopologyEvent;
import dev.bowline.egress.event.ConnectionPoolClearedEvent;
import dev.bowline.egress.recording.RecordedHeartbeat;
import dev.bowline.egress.recording.RecordedPoolClear;
import dev.bowline.egress.recording.RecordedServerChange;
import org.jspecify.annotations.Nullable;

/** Turns the events of a topology into events of a flight recording, if there is one. */
final class TopologyRecording {
    private TopologyRecording() {}

    static void record(TopologyEvent event) {
        switch (event) {
            case ServerOpeningEvent e -> RecordedServerChange.record(e.address().toString(), "", "joined", null);
            case ServerClosedEvent e -> RecordedServerChange.record(e.address().toString(), "", "left", null);
            case ServerDescriptionChangedEvent e -> changed(e.previousDescription(), e.newDescription());
            case ServerHeartbeatSucceededEvent e -> RecordedHeartbeat.record(e.address().toString(),
                    e.duration().toNanos(), e.awaited(), null);
            case ServerHeartbeatFailedEvent e -> RecordedHeartbeat.record(e.address().toString(),
                    e.duration().toNanos(), e.awaited(), text(e.failure()));
            default -> {
                // Changed servers say it all.
            }
        }
    }

    static void record(ConnectionPoolClearedEvent event) {
        RecordedPoolClear.record(event.address().toString(), event.connections(), event.interrupted(),
                event.waiting(), text(event.cause()));
    }

    private static void changed(ServerDescription before, ServerDescription after) {
        if (before.type() != after.type()) {
            RecordedServerChange.record(after.address().toString(), before.type().toString(), after.type().toString(),
                    text(after.error()));
        }
    }

    private static @Nullable String text(@Nullable Throwable error) {
        return error == null ? null : error.toString();
    }
}
