package dev.bowline.egress.executor;

/** What the callback of a remote command is told. */
public record RemoteCommandCallbackArgs(TaskExecutor executor, CallbackHandle handle, RemoteCommandRequest request,
        RemoteCommandResponse response) {}
