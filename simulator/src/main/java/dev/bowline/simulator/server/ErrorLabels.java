package dev.bowline.simulator.server;

import dev.bowline.simulator.bson.Document;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which error labels the server attaches to a reply by itself. */
final class ErrorLabels {
    private ErrorLabels() {}

    static void apply(Document reply, @Nullable Request request, Server server, Document body) {
        if (reply.containsKey("errorLabels")) {
            // A fail point has said which; an empty list means none at all.
            if (reply.get("errorLabels") == null) {
                reply.remove("errorLabels");
            }
            return;
        }
        boolean failed = !Values.isTrue(reply.get("ok"));
        int code = failed && reply.get("code") instanceof Number n ? n.intValue() : 0;
        int concernCode = reply.get("writeConcernError") instanceof Document error
                && error.get("code") instanceof Number n
                        ? n.intValue()
                        : 0;
        if (code == 0 && concernCode == 0) {
            return;
        }
        String command = Values.commandName(body);
        boolean ending = command.equals("commitTransaction") || command.equals("abortTransaction");
        boolean inTransaction = Boolean.FALSE.equals(body.get("autocommit"));
        boolean hasNumber = body.containsKey("txnNumber");
        List<String> labels = new ArrayList<>(1);
        if (inTransaction && failed && isTransient(code, ending, concernCode)) {
            labels.add("TransientTransactionError");
        }
        boolean retryable = hasNumber && (!inTransaction || ending);
        if (retryable && server.generation().labelsRetryableWrites() && !labels.contains("TransientTransactionError")
                && (ErrorCodes.isRetryableWrite(code) || ErrorCodes.isRetryableWrite(concernCode))) {
            labels.add("RetryableWriteError");
        }
        // A command that did not get as far as its cursor does not know that it is about a change stream.
        if (failed && (request == null || !request.failedBeforehand) && resumable(command, code, body, server)
                && server.generation().labelsRetryableWrites()) {
            labels.add("ResumableChangeStreamError");
        }
        if (code == 280) {
            labels.add("NonResumableChangeStreamError");
        }
        if (!labels.isEmpty()) {
            reply.put("errorLabels", labels);
        }
    }

    private static boolean isTransient(int code, boolean ending, int concernCode) {
        if (code == 112 || code == 24 || code == 246 || code == 267 || code == 239) {
            return true;
        }
        if (ending) {
            return code == ErrorCodes.NO_SUCH_TRANSACTION && concernCode == 0;
        }
        return code == ErrorCodes.NO_SUCH_TRANSACTION || ErrorCodes.isStateChange(code) || code == 317;
    }

    private static boolean resumable(String command, int code, Document body, Server server) {
        if (!command.equals("getMore") && !command.equals("aggregate")) {
            return false;
        }
        boolean changeStream = command.equals("aggregate")
                ? ChangeStreams.isChangeStream(body)
                : body.get("getMore") instanceof Number id && server.cursors().isChangeStream(id.longValue());
        return changeStream
                && (ErrorCodes.isRetryable(code) || code == 63 || code == 150 || code == 13388 || code == 234
                        || code == 133 || code == 43);
    }
}
