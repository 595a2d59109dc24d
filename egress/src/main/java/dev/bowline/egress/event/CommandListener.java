package dev.bowline.egress.event;

/** Is told of every command. Called on the thread that runs it: be quick. What a listener throws is logged and dropped. */
public interface CommandListener {
    default void commandStarted(CommandStartedEvent event) {}

    default void commandSucceeded(CommandSucceededEvent event) {}

    default void commandFailed(CommandFailedEvent event) {}
}
