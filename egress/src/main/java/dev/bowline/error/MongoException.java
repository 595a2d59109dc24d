package dev.bowline.error;

import dev.bowline.egress.environment.ServerAddress;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The root of everything Bowline throws. An instance belongs to one operation; labels may be added to it while the
 * operation decides what to do, by one thread at a time.
 */
public class MongoException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final TreeSet<String> errorLabels = new TreeSet<>();
    private transient @Nullable ServerAddress serverAddress;
    private @Nullable String circumstances;

    /**
     * Creates the exception without a cause.
     *
     * @param message what went wrong
     */
    public MongoException(String message) {
        super(message);
    }

    /**
     * Creates the exception.
     *
     * @param message what went wrong
     * @param cause the failure behind it; null if there is none
     */
    public MongoException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** What went wrong, and for a timeout first of all in which operation and where the time went. */
    @Override
    public final @Nullable String getMessage() {
        return circumstances == null ? super.getMessage() : circumstances + ": " + super.getMessage();
    }

    /** The server's error code, or -1 if there is none: the error was made by the driver or the server gave none. */
    public int code() {
        return -1;
    }

    /** The labels of this error, as an immutable copy in no particular order; empty if it has none. */
    public final Set<String> errorLabels() {
        return Set.copyOf(errorLabels);
    }

    /** Whether this error has the label. The labels of the specifications are in {@link ErrorLabel}. */
    public final boolean hasErrorLabel(String label) {
        return errorLabels.contains(label);
    }

    /** Adds a label. Does nothing if this error has it already. */
    public final void addErrorLabel(String label) {
        errorLabels.add(label);
    }

    /** Removes a label. Does nothing if this error does not have it. */
    public final void removeErrorLabel(String label) {
        errorLabels.remove(label);
    }

    /** The server at which the error arose, or null if it arose before one was chosen. */
    public final @Nullable ServerAddress serverAddress() {
        return serverAddress;
    }

    /** Notes where the error arose, unless that is known already. */
    public final void at(ServerAddress address) {
        if (serverAddress == null) {
            serverAddress = address;
        }
    }

    /** Notes in which operation the error arose, as the beginning of the message, unless that is known already. */
    public final void during(String operation) {
        if (circumstances == null) {
            circumstances = operation;
        }
    }
}
