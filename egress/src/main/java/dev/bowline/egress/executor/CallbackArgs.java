package dev.bowline.egress.executor;

/**
 * What a callback is told.
 *
 * @param status OK, or that it was cancelled or the executor shut down
 */
public record CallbackArgs(TaskExecutor executor, CallbackHandle handle, Status status) {}
