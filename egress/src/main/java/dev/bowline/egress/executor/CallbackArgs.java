package dev.bowline.egress.executor;

/**
 * What a callback is told.
 *
 * @param status OK, or that it was canceled or the executor shut down
 */
public record CallbackArgs(TaskExecutor executor, CallbackHandle handle, Status status) {}
