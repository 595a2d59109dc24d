package dev.bowline.egress.executor;

import dev.bowline.egress.environment.StateLock;
import dev.bowline.error.MongoCommandException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;

/** The commands of one batch: one after the other if it is ordered, otherwise all at once. */
final class WriteBatchRun {
    private final BaseExecutor executor;
    private final WriteBatch batch;
    private final List<WriteBatch.Part> parts;
    private final BreakableFuture<WriteBatchResult> future;

    /** Guards the fields below. */
    private final StateLock lock = new StateLock();
    private final List<CompletableFuture<RemoteCommandResponse>> started = new ArrayList<>();
    private WriteBatchResult result = WriteBatchResult.EMPTY;
    private int answered;

    WriteBatchRun(BaseExecutor executor, WriteBatch batch) {
        this.executor = executor;
        this.batch = batch;
        this.parts = batch.parts();
        this.future = new BreakableFuture<>() {
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
        } catch (RuntimeException | Error e) {
            fail(e);
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
            fail(failure);
        } else if (!response.isCommandOk()) {
            fail(new MongoCommandException(response.reply(), batch.host()));
        } else {
            try {
                count(index, response.reply());
            } catch (RuntimeException | Error e) {
                // The reply is not what a server answers to a write.
                fail(e);
            }
        }
    }

    private void count(int index, BsonDocument reply) {
        WriteBatchResult sum;
        boolean last;
        lock.lock();
        try {
            result = result.plus(reply, parts.get(index).firstIndex());
            sum = result;
            answered++;
            last = answered == parts.size() || (batch.ordered() && !sum.isComplete());
        } finally {
            lock.unlock();
        }
        if (last) {
            future.succeed(sum);
        } else if (batch.ordered()) {
            run(index + 1);
        }
    }

    private void fail(Throwable failure) {
        future.fail(failure);
        cancelAll();
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
