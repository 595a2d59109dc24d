package dev.bowline.egress.recording;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** A command of an operation with all of its attempts: where its time went. */
@Name("dev.bowline.Operation")
@Label("Operation")
@Category({"MongoDB", "Bowline"})
@StackTrace(false)
public final class RecordedOperation extends Event {
    private static final RecordedOperation PROBE = new RecordedOperation();

    @Label("Client")
    String client = "";
    @Label("Command")
    String command = "";
    @Label("Namespace")
    String namespace = "";
    @Label("Server of the last attempt")
    @Nullable
    String server;
    @Label("Attempts")
    int attempts;
    @Label("Server selection")
    @Timespan(Timespan.NANOSECONDS)
    long selection;
    @Label("Connection check-out")
    @Timespan(Timespan.NANOSECONDS)
    long checkOut;
    @Label("On the wire")
    @Timespan(Timespan.NANOSECONDS)
    long wire;
    @Label("Backoff")
    @Timespan(Timespan.NANOSECONDS)
    long backoff;
    @Label("Requests of all attempts")
    @DataAmount(DataAmount.BYTES)
    long requestBytes;
    @Label("Replies of all attempts")
    @DataAmount(DataAmount.BYTES)
    long replyBytes;
    @Label("Error")
    @Nullable
    String error;

    private RecordedOperation() {}

    /** Whether a recording wants this event. */
    public static boolean isOn() {
        return PROBE.isEnabled();
    }

    /** Starts an event if a recording wants it; null if none does. */
    public static @Nullable RecordedOperation start() {
        if (!isOn()) {
            return null;
        }
        RecordedOperation event = new RecordedOperation();
        event.begin();
        return event;
    }

    /** The time that all attempts together spent in each phase. */
    public record Phases(int attempts, long selection, long checkOut, long wire, long backoff) {}

    /** Adds the messages of one attempt: its requests before compression, its replies as they came over the wire. */
    public void exchanged(long sentBytes, long receivedBytes) {
        requestBytes += sentBytes;
        replyBytes += receivedBytes;
    }

    /**
     * Ends the event and records it.
     *
     * @param by the id of the client
     * @param failure what the application gets instead of a result, or null
     */
    public void ended(String by, String what, String on, @Nullable String lastServer, Phases phases,
            @Nullable Throwable failure) {
        end();
        client = by;
        command = what;
        namespace = on;
        server = lastServer;
        attempts = phases.attempts();
        selection = phases.selection();
        checkOut = phases.checkOut();
        wire = phases.wire();
        backoff = phases.backoff();
        error = failure == null ? null : failure.toString();
        commit();
    }
}
