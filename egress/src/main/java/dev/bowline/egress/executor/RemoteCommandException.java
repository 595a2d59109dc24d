package dev.bowline.egress.executor;

import dev.bowline.error.MongoClientException;

/** A {@link Status} that is not OK, as an exception, for callers of the {@code CompletionStage} forms. */
public final class RemoteCommandException extends MongoClientException {
    private static final long serialVersionUID = 1L;

    private final transient Status status;

    /** Creates the exception for a status. The cause of the status becomes the cause of the exception. */
    public RemoteCommandException(Status status) {
        super(status.toString(), status.cause());
        this.status = status;
    }

    /** The status that this exception stands for. It is not serialized: a deserialized exception returns null. */
    public Status status() {
        return status;
    }
}
