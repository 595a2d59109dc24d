package dev.bowline.egress.executor;

import java.util.concurrent.CompletableFuture;

/** Between callbacks and futures. */
final class Stages {
    private Stages() {}

    static <T> void complete(CompletableFuture<T> result, T value, Status status) {
        if (status.isOk()) {
            result.complete(value);
        } else {
            result.completeExceptionally(new RemoteCommandException(status));
        }
    }

    /** Cancelling the future cancels the callback. */
    static <T> CompletableFuture<T> cancelling(TaskExecutor executor, CompletableFuture<T> result,
            CallbackHandle handle) {
        result.whenComplete((value, failure) -> {
            if (result.isCancelled()) {
                executor.cancel(handle);
            }
        });
        return result;
    }
}
