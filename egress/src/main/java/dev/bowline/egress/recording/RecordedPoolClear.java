package dev.bowline.egress.recording;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** A pool was cleared. */
@Name("dev.bowline.PoolClear")
@Label("Pool clear")
@Category({"MongoDB", "Bowline"})
@StackTrace(false)
public final class RecordedPoolClear extends Event {
    private static final RecordedPoolClear PROBE = new RecordedPoolClear();

    @Label("Client")
    String client = "";
    @Label("Server")
    String server = "";
    @Label("Connections")
    int connections;
    @Label("Interrupted in use")
    int interrupted;
    @Label("Waiting operations freed")
    int waiting;
    @Label("Cause")
    @Nullable
    String cause;

    private RecordedPoolClear() {}

    /** Whether a recording wants this event. */
    public static boolean isOn() {
        return PROBE.isEnabled();
    }

    /** Records a clear. */
    public static void record(String client, String server, int connections, int interrupted, int waiting,
            @Nullable String cause) {
        if (isOn()) {
            RecordedPoolClear event = new RecordedPoolClear();
            event.client = client;
            event.server = server;
            event.connections = connections;
            event.interrupted = interrupted;
            event.waiting = waiting;
            event.cause = cause;
            event.commit();
        }
    }
}
