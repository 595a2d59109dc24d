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

    public MongoException(String message) {
        super(message);
    }

    public MongoException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** The server's error code, or -1 if there is none: the error was made by the driver or the server gave none. */
    public int code() {
        return -1;
    }

    /** The labels of this error, in alphabetical order. */
    public final Set<String> errorLabels() {
        return Set.copyOf(errorLabels);
    }

    public final boolean hasErrorLabel(String label) {
        return errorLabels.contains(label);
    }

    public final void addErrorLabel(String label) {
        errorLabels.add(label);
    }

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
}
