package dev.bowline.driver.operation;

import dev.bowline.options.CursorType;
import dev.bowline.options.TimeoutMode;
import org.bson.codecs.Decoder;
import org.jspecify.annotations.Nullable;

/**
 * How a cursor goes on after its first batch.
 *
 * @param decoder reads each document
 * @param batchSize null to leave it to the server
 * @param limit after how many documents the cursor ends; 0 for no limit
 * @param maxAwaitMillis the {@code maxTimeMS} of every {@code getMore}: how long the server may wait for new documents;
 *     0 for its own default
 * @param timeoutMode null for the default of the cursor type
 * @param comment repeated with every {@code getMore}; null for none
 */
public record CursorSettings<T>(Decoder<T> decoder, @Nullable Integer batchSize, int limit, CursorType type,
        long maxAwaitMillis, @Nullable TimeoutMode timeoutMode, @Nullable Object comment) {
    public static <T> CursorSettings<T> of(Decoder<T> decoder, @Nullable Integer batchSize, @Nullable Object comment) {
        return new CursorSettings<>(decoder, batchSize, 0, CursorType.NON_TAILABLE, 0, null, comment);
    }

    public CursorSettings<T> with(@Nullable TimeoutMode mode) {
        return new CursorSettings<>(decoder, batchSize, limit, type, maxAwaitMillis, mode, comment);
    }

    boolean perIteration() {
        return timeoutMode == null ? type.isTailable() : timeoutMode == TimeoutMode.ITERATION;
    }
}
