package dev.bowline.egress.recording;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** A monitor checked a server. */
@Name("dev.bowline.Heartbeat")
@Label("Heartbeat")
@Category({"MongoDB", "Bowline"})
@StackTrace(false)
public final class RecordedHeartbeat extends Event {
    private static final RecordedHeartbeat PROBE = new RecordedHeartbeat();

    @Label("Client")
    String client = "";
    @Label("Server")
    String server = "";
    @Label("Took")
    @Timespan(Timespan.NANOSECONDS)
    long took;
    @Label("Awaited")
    boolean awaited;
    @Label("Error")
    @Nullable
    String error;

    private RecordedHeartbeat() {}

    /** Whether a recording wants this event. */
    public static boolean isOn() {
        return PROBE.isEnabled();
    }

    /** Records a heartbeat. */
    public static void record(String client, String server, long took, boolean awaited, @Nullable String error) {
        if (isOn()) {
            RecordedHeartbeat event = new RecordedHeartbeat();
            event.client = client;
            event.server = server;
            event.took = took;
            event.awaited = awaited;
            event.error = error;
            event.commit();
        }
    }
}
