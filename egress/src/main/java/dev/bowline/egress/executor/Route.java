package dev.bowline.egress.executor;

import java.util.function.Consumer;

/** A way for remote commands: the network, or the single connection of a pinned executor. */
interface Route {
    /** Starts a command, which then ends exactly once; only an exhaust command has replies before that. */
    void start(CallbackHandle handle, RemoteCommandRequest request, boolean exhaust,
            Consumer<RemoteCommandResponse> onReply);

    /** Breaks the command off. Does nothing if it has ended. */
    void cancel(CallbackHandle handle);

    /** Whether replies come on threads of which each command has its own, so that their stages stop nothing else. */
    boolean hasOwnThreads();
}
