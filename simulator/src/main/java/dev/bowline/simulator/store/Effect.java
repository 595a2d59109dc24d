package dev.bowline.simulator.store;

import dev.bowline.simulator.bson.Document;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One change to a member's data, with what it takes to replay it elsewhere and to undo it. */
public sealed interface Effect {
    /** A stored document and its place in natural order. */
    record Placed(long recordId, Document document) {}

    /** All of a collection, kept so that a drop can be undone. */
    record Contents(UUID uuid, Document options, List<Document> indexes, List<Placed> documents) {}

    record Insert(Namespace namespace, long recordId, Document after) implements Effect {}

    /**
     * A changed document.
     *
     * @param replacement true if the whole document was given, false if it was changed by operators or a pipeline
     * @param touched the paths that operators changed, each as names and positions; null if the change was made otherwise
     */
    record Update(Namespace namespace, long recordId, Document before, Document after, boolean replacement,
            @Nullable List<List<Object>> touched) implements Effect {}

    record Delete(Namespace namespace, long recordId, Document before) implements Effect {}

    /** A capped collection dropped its oldest document to stay within its limits. */
    record Evict(Namespace namespace, long recordId, Document before) implements Effect {}

    record CreateCollection(Namespace namespace, UUID uuid, Document options) implements Effect {}

    record DropCollection(Namespace namespace, Contents contents) implements Effect {}

    record RenameCollection(Namespace from, Namespace to, UUID uuid, @Nullable Contents dropped) implements Effect {}

    record ModifyCollection(Namespace namespace, UUID uuid, Document before, Document after) implements Effect {}

    record CreateIndex(Namespace namespace, UUID uuid, Document index) implements Effect {}

    record DropIndex(Namespace namespace, UUID uuid, Document index) implements Effect {}

    /** Records that a collection was sharded; changes nothing itself, for there is one shard. */
    record ShardCollection(Namespace namespace, UUID uuid, Document key, boolean unique) implements Effect {}

    /** Follows the drops of a database's collections; changes nothing itself. */
    record DropDatabase(String database) implements Effect {}

    /** What is remembered of a session's latest retryable write or transaction. */
    record RememberSession(SessionKey session, @Nullable SessionRecord before, SessionRecord after) implements Effect {}
}
