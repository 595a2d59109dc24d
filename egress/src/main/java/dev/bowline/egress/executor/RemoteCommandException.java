package dev.bowline.egress.executor;

import dev.bowline.error.MongoClientException;

/** A {@link Status} that is not OK, as an exception, for callers of the {@code CompletionStage} forms. */
public final class RemoteCommandException extends MongoClientException {
    private static final long serialVersionUID = 1L;

    private final transient Status status;

    public RemoteCommandException(Status status) {
        super(status.toString(), status.cause());
        this.status = status;
    }

    public Status status() {
        return status;
    }
}
