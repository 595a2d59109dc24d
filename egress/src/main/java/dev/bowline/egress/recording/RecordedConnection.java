package dev.bowline.egress.recording;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** A connection of a pool became ready or was closed. */
@Name("dev.bowline.Connection")
@Label("Connection")
@Category({"MongoDB", "Bowline"})
@StackTrace(false)
public final class RecordedConnection extends Event {
    private static final RecordedConnection PROBE = new RecordedConnection();

    @Label("Server")
    String server = "";
    @Label("Connection")
    long connectionId;
    @Label("Step")
    String step = "";
    @Label("Time to establish")
    @Timespan(Timespan.NANOSECONDS)
    long establishing;
    @Label("Error")
    @Nullable
    String error;

    private RecordedConnection() {}

    /** Whether a recording wants this event. */
    public static boolean isOn() {
        return PROBE.isEnabled();
    }

    /** Records a step in the life of a connection. */
    public static void record(String server, long connectionId, String step, long establishing,
            @Nullable String error) {
        if (isOn()) {
            RecordedConnection event = new RecordedConnection();
            event.server = server;
            event.connectionId = connectionId;
            event.step = step;
            event.establishing = establishing;
            event.error = error;
            event.commit();
        }
    }
}
