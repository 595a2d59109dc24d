package dev.bowline.driver.topology;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.event.ServerClosedEvent;
import dev.bowline.driver.event.ServerDescriptionChangedEvent;
import dev.bowline.driver.event.ServerHeartbeatFailedEvent;
import dev.bowline.driver.event.ServerHeartbeatSucceededEvent;
import dev.bowline.driver.event.ServerOpeningEvent;
import dev.bowline.driver.event.TopologyEvent;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.ConnectionPoolClearedEvent;
import dev.bowline.egress.recording.RecordedHeartbeat;
import dev.bowline.egress.recording.RecordedPoolClear;
import dev.bowline.egress.recording.RecordedServerChange;
import java.time.Duration;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** Turns the events of a topology into events of a flight recording, if there is one. */
final class TopologyRecording {
    private TopologyRecording() {}

    static void record(ObjectId topology, TopologyEvent event) {
        switch (event) {
            case ServerOpeningEvent e -> changed(topology, e.address(), "", "joined", null);
            case ServerClosedEvent e -> changed(topology, e.address(), "", "left", null);
            case ServerDescriptionChangedEvent e -> {
                ServerType before = e.previousDescription().type();
                ServerDescription after = e.newDescription();
                if (before != after.type()) {
                    changed(topology, e.address(), before.toString(), after.type().toString(), after.error());
                }
            }
            case ServerHeartbeatSucceededEvent e -> checked(topology, e.address(), e.duration(), e.awaited(), null);
            case ServerHeartbeatFailedEvent e ->
                checked(topology, e.address(), e.duration(), e.awaited(), e.failure());
            default -> {
                // Changed servers say it all.
            }
        }
    }

    static void record(ObjectId topology, ConnectionPoolClearedEvent event) {
        if (RecordedPoolClear.isOn()) {
            RecordedPoolClear.record(topology.toHexString(), event.address().toString(), event.connections(),
                    event.interrupted(), event.waiting(), text(event.cause()));
        }
    }

    private static void changed(ObjectId topology, ServerAddress address, String before, String after,
            @Nullable Throwable cause) {
        if (RecordedServerChange.isOn()) {
            RecordedServerChange.record(topology.toHexString(), address.toString(), before, after, text(cause));
        }
    }

    private static void checked(ObjectId topology, ServerAddress address, Duration took, boolean awaited,
            @Nullable Throwable failure) {
        if (RecordedHeartbeat.isOn()) {
            RecordedHeartbeat.record(topology.toHexString(), address.toString(), took.toNanos(), awaited,
                    text(failure));
        }
    }

    private static @Nullable String text(@Nullable Throwable error) {
        return error == null ? null : error.toString();
    }
}
