package dev.bowline.egress.event;

/** Why an attempt of an operation failed in a way that another attempt may cure. */
public enum RetryReason {
    /** The connection failed, or none could be established. */
    CONNECTION_LOST("connectionLost", "lost their connection"),
    /** The pool was cleared and interrupted the exchange, because the server did not answer its monitor. */
    FREED("freed", "freed from a server that does not answer"),
    /** The pool was cleared before it could give a connection. */
    POOL_CLEARED("poolCleared", "without a connection because the pool was cleared"),
    /** The server answered that it is no longer primary, is recovering or shuts down. */
    NOT_PRIMARY("notPrimary", "refused by a server that is not primary or shuts down"),
    /** The server had too much to do. */
    OVERLOADED("overloaded", "refused by an overloaded server"),
    /** Another error that the specifications call retryable. */
    OTHER("other", "failed by another retryable error");

    private final String id;
    private final String text;

    RetryReason(String id, String text) {
        this.id = id;
        this.text = text;
    }

    /** A short name, for meters and recordings. */
    public String id() {
        return id;
    }

    /** What happened to the attempt, for the log. */
    public String text() {
        return text;
    }
}
