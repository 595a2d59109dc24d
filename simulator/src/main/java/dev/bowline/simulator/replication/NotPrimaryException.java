package dev.bowline.simulator.replication;

/** A write met a member that is not, or no longer, the primary. */
public final class NotPrimaryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public NotPrimaryException() {
        super("not primary", null, false, false);
    }
}
