package dev.bowline.egress.event;

/**
 * Receives the events of every command. Called on the thread that runs it: be quick. What a listener throws is logged
 * and dropped.
 */
public interface CommandListener {
    /** A command is about to be sent. Does nothing unless overridden. */
    default void commandStarted(CommandStartedEvent event) {}

    /** A reply came with {@code ok: 1}, or a command without a reply was sent. Does nothing unless overridden. */
    default void commandSucceeded(CommandSucceededEvent event) {}

    /**
     * A command failed: the server answered with {@code ok: 0}, or no usable reply came. Does nothing unless
     * overridden.
     */
    default void commandFailed(CommandFailedEvent event) {}

    /** An attempt of an operation failed, and there will be another. Does nothing unless overridden. */
    default void operationRetried(OperationRetriedEvent event) {}

    /** Whether {@link #commandLogged} wants to be called. Messages are created only for listeners that return true. */
    default boolean observesLog() {
        return false;
    }

    /** A log message of a command, as it also goes to slf4j. */
    default void commandLogged(LogMessage message) {}
}
