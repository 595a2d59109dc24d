package dev.bowline.egress.executor;

import dev.bowline.egress.environment.StateLock;
import dev.bowline.error.MongoCommandException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The commands of one batch: one after the other if it is ordered, otherwise all at once. */
final class WriteBatchRun {
    private final BaseExecutor executor;
    private final WriteBatch batch;
    private final List<WriteBatch.Part> parts;
    private final CommandFuture<WriteBatchResult> future;

    /** Guards the fields below. */
    private final StateLock lock = new StateLock();
    private final List<CompletableFuture<RemoteCommandResponse>> started = new ArrayList<>();
    private WriteBatchResult result = WriteBatchResult.EMPTY;
    private int answered;

    WriteBatchRun(BaseExecutor executor, WriteBatch batch) {
        this.executor = executor;
        this.batch = batch;
        this.parts = batch.parts();
        this.future = new CommandFuture<>(executor) {
            @Override
            void breakOff() {
                cancelAll();
            }
        };
    }

    CompletableFuture<WriteBatchResult> start() {
        int first = batch.ordered() ? 1 : parts.size();
        for (int i = 0; i < first; i++) {
            run(i);
        }
        return future;
    }

    private void run(int index) {
        CompletableFuture<RemoteCommandResponse> command;
        try {
            command = executor.run(parts.get(index).request());
        } catch (RuntimeException e) {
            future.fail(e);
            cancelAll();
            return;
        }
        lock.lock();
        try {
            started.add(command);
        } finally {
            lock.unlock();
        }
        if (future.isDone()) {
            command.cancel(true);
        }
        command.whenComplete((response, failure) -> answered(index, response, failure));
    }

    private void answered(int index, RemoteCommandResponse response, Throwable failure) {
        if (failure != null) {
            future.fail(failure);
            cancelAll();
            return;
        }
        if (!response.isCommandOk()) {
            future.fail(new MongoCommandException(response.reply(), batch.host()));
            cancelAll();
            return;
        }
        WriteBatchResult sum;
        boolean last;
        lock.lock();
        try {
            result = result.plus(response.reply(), parts.get(index).firstIndex());
            sum = result;
            answered++;
            last = answered == parts.size() || (batch.ordered() && !sum.isComplete());
        } finally {
            lock.unlock();
        }
        if (last) {
            future.settle(sum, Status.OK);
        } else if (batch.ordered()) {
            run(index + 1);
        }
    }

    private void cancelAll() {
        List<CompletableFuture<RemoteCommandResponse>> all;
        lock.lock();
        try {
            all = List.copyOf(started);
        } finally {
            lock.unlock();
        }
        all.forEach(command -> command.cancel(true));
    }
}
