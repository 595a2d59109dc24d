package dev.bowline.driver.operation;

import dev.bowline.error.ErrorLabel;
import dev.bowline.error.MongoException;
import dev.bowline.error.MongoServerException;
import dev.bowline.error.MongoTimeoutException;

/** After which errors a change stream goes on elsewhere. Pure. Change streams, "Resumable Error". */
final class ResumableErrors {
    private static final int CURSOR_NOT_FOUND = 43;

    private ResumableErrors() {}

    static boolean isResumable(MongoException error, int maxWireVersion) {
        if (RetryableErrors.isNetworkError(error) || error instanceof MongoTimeoutException) {
            return true;
        }
        if (!(error instanceof MongoServerException)) {
            return false;
        }
        if (error.code() == CURSOR_NOT_FOUND) {
            return true;
        }
        return maxWireVersion >= RetryableErrors.LABELLING_WIRE_VERSION
                ? error.hasErrorLabel(ErrorLabel.RESUMABLE_CHANGE_STREAM_ERROR)
                : isResumableCode(error.code());
    }

    private static boolean isResumableCode(int code) {
        return switch (code) {
            case 6, 7, 63, 89, 91, 133, 150, 189, 234, 262, 9001, 10107, 11600, 11602, 13388, 13435, 13436 -> true;
            default -> false;
        };
    }
}
