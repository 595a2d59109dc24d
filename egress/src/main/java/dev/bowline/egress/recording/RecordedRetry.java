package dev.bowline.egress.recording;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** An attempt of an operation failed, and there will be another. */
@Name("dev.bowline.Retry")
@Label("Retry")
@Category({"MongoDB", "Bowline"})
@StackTrace(false)
public final class RecordedRetry extends Event {
    private static final RecordedRetry PROBE = new RecordedRetry();

    @Label("Client")
    String client = "";
    @Label("Command")
    String command = "";
    @Label("Server")
    String server = "";
    @Label("Reason")
    String reason = "";
    @Label("Failed attempts so far")
    int failures;
    @Label("Error")
    String error = "";

    private RecordedRetry() {}

    /** Whether a recording wants this event. */
    public static boolean isOn() {
        return PROBE.isEnabled();
    }

    /** Records a retry. */
    public static void record(String client, String command, String server, String reason, int failures, String error) {
        if (isOn()) {
            RecordedRetry event = new RecordedRetry();
            event.client = client;
            event.command = command;
            event.server = server;
            event.reason = reason;
            event.failures = failures;
            event.error = error;
            event.commit();
        }
    }
}
