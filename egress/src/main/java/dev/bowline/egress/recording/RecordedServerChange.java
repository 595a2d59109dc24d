package dev.bowline.egress.recording;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** The description of a server changed its type, or a server joined or left. */
@Name("dev.bowline.ServerChange")
@Label("Server change")
@Category({"MongoDB", "Bowline"})
@StackTrace(false)
public final class RecordedServerChange extends Event {
    private static final RecordedServerChange PROBE = new RecordedServerChange();

    @Label("Client")
    String client = "";
    @Label("Server")
    String server = "";
    @Label("Before")
    String before = "";
    @Label("After")
    String after = "";
    @Label("Cause")
    @Nullable
    String cause;

    private RecordedServerChange() {}

    /** Whether a recording wants this event. */
    public static boolean isOn() {
        return PROBE.isEnabled();
    }

    /** Records a changed server. */
    public static void record(String client, String server, String before, String after, @Nullable String cause) {
        if (isOn()) {
            RecordedServerChange event = new RecordedServerChange();
            event.client = client;
            event.server = server;
            event.before = before;
            event.after = after;
            event.cause = cause;
            event.commit();
        }
    }
}
