package dev.bowline.changestream;

import dev.bowline.driver.argument.Arguments;
import dev.bowline.options.Collation;
import dev.bowline.options.CommandFields;
import dev.bowline.options.CommandOptions;
import java.time.Duration;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;

/** Options of {@code watch}. */
public final class ChangeStreamOptions extends CommandOptions<ChangeStreamOptions> {
    private final CommandFields stage = new CommandFields();
    private @Nullable Integer batchSize;
    private @Nullable Duration maxAwaitTime;
    private @Nullable BsonDocument resumeAfter;
    private @Nullable BsonDocument startAfter;
    private @Nullable BsonTimestamp startAtOperationTime;

    /** Which document an update event brings along. */
    public ChangeStreamOptions fullDocument(FullDocument fullDocument) {
        stage.put("fullDocument", fullDocument.value());
        return this;
    }

    /** Whether events bring along the document as it was before. */
    public ChangeStreamOptions fullDocumentBeforeChange(FullDocumentBeforeChange fullDocumentBeforeChange) {
        stage.put("fullDocumentBeforeChange", fullDocumentBeforeChange.value());
        return this;
    }

    /** Whether there are events for changes of indexes, options and the like too; needs server 6.0. */
    public ChangeStreamOptions showExpandedEvents(boolean showExpandedEvents) {
        stage.put("showExpandedEvents", showExpandedEvents);
        return this;
    }

    /** Starts after the event of this token. Not possible after an invalidate event. */
    public ChangeStreamOptions resumeAfter(BsonDocument resumeAfter) {
        this.resumeAfter = resumeAfter;
        return this;
    }

    /** Starts after the event of this token, which may be an invalidate event; needs server 4.2. */
    public ChangeStreamOptions startAfter(BsonDocument startAfter) {
        this.startAfter = startAfter;
        return this;
    }

    /** Starts with the first event at or after this time. */
    public ChangeStreamOptions startAtOperationTime(BsonTimestamp startAtOperationTime) {
        this.startAtOperationTime = startAtOperationTime;
        return this;
    }

    /** How many events a reply should hold at most. */
    public ChangeStreamOptions batchSize(int batchSize) {
        this.batchSize = Arguments.requireNotNegative("batchSize", batchSize);
        return this;
    }

    /** How long the server waits for an event before it answers with none; a second unless set. */
    public ChangeStreamOptions maxAwaitTime(Duration maxAwaitTime) {
        this.maxAwaitTime = maxAwaitTime;
        return this;
    }

    /** The rules by which strings are compared in the pipeline. */
    public ChangeStreamOptions collation(Collation collation) {
        return put("collation", collation.toDocument());
    }

    /**
     * Returns the options that go into the {@code $changeStream} stage, without the starting point. Empty if no such
     * option is set.
     */
    public CommandFields stage() {
        return stage;
    }

    /** Returns how many events a reply should hold at most, or null if not set. The server then chooses. */
    @Nullable
    public Integer batchSize() {
        return batchSize;
    }

    /** Returns how long the server waits for an event, or null if not set. The server then waits one second. */
    @Nullable
    public Duration maxAwaitTime() {
        return maxAwaitTime;
    }

    /** Returns the token given to {@link #resumeAfter(BsonDocument)}, or null if not set. */
    @Nullable
    public BsonDocument resumeAfter() {
        return resumeAfter;
    }

    /** Returns the token given to {@link #startAfter(BsonDocument)}, or null if not set. */
    @Nullable
    public BsonDocument startAfter() {
        return startAfter;
    }

    /**
     * Returns the time of the first event to read, or null if not set. Without a token either, the stream starts at the
     * present.
     */
    @Nullable
    public BsonTimestamp startAtOperationTime() {
        return startAtOperationTime;
    }
}
