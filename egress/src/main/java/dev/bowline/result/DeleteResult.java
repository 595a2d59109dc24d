package dev.bowline.result;

/**
 * The result of {@code deleteOne} and {@code deleteMany}.
 *
 * @param acknowledged false if the write concern did not ask for an answer
 * @param deletedCount how many documents were deleted; 0 if the write was not acknowledged
 */
public record DeleteResult(boolean acknowledged, long deletedCount) {}
