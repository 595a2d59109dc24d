package dev.bowline.changestream;

import java.time.Instant;
import java.util.List;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;

/**
 * An event of a change stream. What an event of its kind does not have is null. Events can also be had as they are, as
 * a {@code Document} or {@code BsonDocument}: {@code watch(pipeline, Document.class, options)}.
 *
 * @param resumeToken the event's {@code _id}
 * @param operationTypeString as the server says it, such as {@code insert}; see {@link #operationType}
 * @param namespace database and collection, with a dot between them, or the database only
 * @param destination the new namespace after a rename
 * @param documentKey the {@code _id} of the document, and the shard key
 * @param fullDocument the document, by {@link ChangeStreamOptions#fullDocument}
 * @param fullDocumentBeforeChange the document as it was
 * @param wallTime the server's clock at the time of the change
 * @param transactionNumber with {@code sessionId}, the transaction that the change was a part of
 * @param operationDescription the details of an expanded event
 * @param splitEvent which part of a split event this is
 */
public record ChangeStreamDocument<T>(BsonDocument resumeToken, String operationTypeString, @Nullable String namespace,
        @Nullable String namespaceTypeString, @Nullable String destination, @Nullable BsonDocument documentKey,
        @Nullable T fullDocument, @Nullable T fullDocumentBeforeChange, @Nullable UpdateDescription updateDescription,
        @Nullable BsonTimestamp clusterTime, @Nullable Instant wallTime, @Nullable Long transactionNumber,
        @Nullable BsonDocument sessionId, @Nullable BsonBinary collectionUuid,
        @Nullable BsonDocument operationDescription, @Nullable SplitEvent splitEvent) {
    /** What happened; {@link OperationType#OTHER} for what only {@link #operationTypeString} can say. */
    public OperationType operationType() {
        return OperationType.fromString(operationTypeString);
    }

    /** What kind of collection was created or changed, in expanded events. */
    public @Nullable NamespaceType namespaceType() {
        return namespaceTypeString == null ? null : NamespaceType.fromString(namespaceTypeString);
    }

    /**
     * What an update changed.
     *
     * @param disambiguatedPaths with expanded events, paths whose dots could be misread
     */
    public record UpdateDescription(BsonDocument updatedFields, List<String> removedFields,
            List<TruncatedArray> truncatedArrays, @Nullable BsonDocument disambiguatedPaths) {}

    /** An array that an update made shorter. */
    public record TruncatedArray(String field, int newSize) {}

    /** A large event comes in several parts if the pipeline ends with {@code $changeStreamSplitLargeEvent}. */
    public record SplitEvent(int fragment, int of) {}
}
