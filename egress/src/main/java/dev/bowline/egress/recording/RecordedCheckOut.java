package dev.bowline.egress.recording;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** An operation waited long for a connection, or got none. */
@Name("dev.bowline.SlowCheckOut")
@Label("Slow check-out")
@Category({"MongoDB", "Bowline"})
@StackTrace(false)
public final class RecordedCheckOut extends Event {
    private static final RecordedCheckOut PROBE = new RecordedCheckOut();

    @Label("Server")
    String server = "";
    @Label("Waited")
    @Timespan(Timespan.NANOSECONDS)
    long waited;
    @Label("Outcome")
    String outcome = "";
    @Label("Error")
    @Nullable
    String error;

    private RecordedCheckOut() {}

    /** Whether a recording wants this event. */
    public static boolean isOn() {
        return PROBE.isEnabled();
    }

    /** Records a slow or failed check-out. */
    public static void record(String server, long waited, String outcome, @Nullable String error) {
        if (isOn()) {
            RecordedCheckOut event = new RecordedCheckOut();
            event.server = server;
            event.waited = waited;
            event.outcome = outcome;
            event.error = error;
            event.commit();
        }
    }
}
