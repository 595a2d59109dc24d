package dev.bowline.egress.event;

/** Is told of every command. Called on the thread that runs it: be quick. What a listener throws is logged and dropped. */
public interface CommandListener {
    default void commandStarted(CommandStartedEvent event) {}

    default void commandSucceeded(CommandSucceededEvent event) {}

    default void commandFailed(CommandFailedEvent event) {}

    /** Whether {@link #commandLogged} wants to be called. Messages are made only for those who ask. */
    default boolean observesLog() {
        return false;
    }

    /** A log message of a command, as it also goes to slf4j. */
    default void commandLogged(LogMessage message) {}
}
