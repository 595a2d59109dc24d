package dev.bowline.egress.executor;

/**
 * The argument of a callback.
 *
 * @param status OK, or that it was canceled or the executor shut down
 */
public record CallbackArgs(TaskExecutor executor, CallbackHandle handle, Status status) {}
