package dev.bowline.conformance.unified;

import dev.bowline.ChangeStreamIterable;
import dev.bowline.changestream.ChangeStreamOptions;
import dev.bowline.changestream.FullDocument;
import dev.bowline.changestream.FullDocumentBeforeChange;
import dev.bowline.conformance.match.MismatchException;
import java.util.List;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code createChangeStream} on client, database and collection. */
final class ChangeStreamOperations {
    private static final OptionTable<ChangeStreamOptions> OPTIONS = OptionTable.<ChangeStreamOptions>empty()
            .with("fullDocument", (o, v) -> o.fullDocument(fullDocument(v)))
            .with("fullDocumentBeforeChange", (o, v) -> o.fullDocumentBeforeChange(beforeChange(v)))
            .with("resumeAfter", (o, v) -> o.resumeAfter(v.asDocument()))
            .with("startAfter", (o, v) -> o.startAfter(v.asDocument()))
            .with("startAtOperationTime", (o, v) -> o.startAtOperationTime(v.asTimestamp()))
            .with("batchSize", (o, v) -> o.batchSize(Options.number(v)))
            .with("maxAwaitTimeMS", (o, v) -> o.maxAwaitTime(Options.millis(v)))
            .with("collation", (o, v) -> o.collation(Options.collation(v))).with("comment", (o, v) -> o.comment(v))
            .with("showExpandedEvents", (o, v) -> o.showExpandedEvents(Options.flag(v)));

    /** The {@code watch} of any entity. */
    interface Watch {
        ChangeStreamIterable<BsonDocument> watch(List<BsonDocument> pipeline, Class<BsonDocument> type,
                Consumer<ChangeStreamOptions> options);
    }

    private ChangeStreamOperations() {}

    static OperationResult create(Watch on, BsonDocument args) {
        List<BsonDocument> pipeline = args.containsKey("pipeline")
                ? Options.documents(args.getArray("pipeline"))
                : List.of();
        return OperationResult.ofEntity(
                new CursorEntity(on.watch(pipeline, BsonDocument.class, OPTIONS.from(args, "pipeline")).cursor()));
    }

    private static FullDocument fullDocument(BsonValue value) {
        for (FullDocument known : FullDocument.values()) {
            if (known.value().equals(value.asString().getValue())) {
                return known;
            }
        }
        throw new MismatchException("There is no fullDocument " + value);
    }

    private static FullDocumentBeforeChange beforeChange(BsonValue value) {
        for (FullDocumentBeforeChange known : FullDocumentBeforeChange.values()) {
            if (known.value().equals(value.asString().getValue())) {
                return known;
            }
        }
        throw new MismatchException("There is no fullDocumentBeforeChange " + value);
    }
}
