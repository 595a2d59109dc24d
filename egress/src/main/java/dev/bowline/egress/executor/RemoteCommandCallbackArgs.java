package dev.bowline.egress.executor;

/** The argument of the callback of a remote command. */
public record RemoteCommandCallbackArgs(TaskExecutor executor, CallbackHandle handle, RemoteCommandRequest request,
        RemoteCommandResponse response) {}
