package dev.bowline.simulator.server;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.replication.Entry;
import dev.bowline.simulator.store.Effect;
import dev.bowline.simulator.store.Namespace;
import dev.bowline.simulator.store.Store;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;

/**
 * The database {@code local} of a member, made up when it is read: its log as {@code oplog.rs} and its configuration as
 * {@code system.replset}.
 */
final class LocalDatabase {
    private static final Namespace OPLOG = new Namespace("local", "oplog.rs");
    private static final Namespace CONFIGURATION = new Namespace("local", "system.replset");

    /** A line's number is that of its entry, followed by that of the line within the entry. */
    private static final int LINE_BITS = 20;

    private LocalDatabase() {}

    static Store of(Request request) {
        return of(request, 0);
    }

    /** Whether a request reads a database that is made up. */
    static boolean isReadBy(Request request) {
        return request.database.equals("local") && request.server.kind() == ServerKind.REPLICA_SET_MEMBER;
    }

    /** The same, with the log from the entry that this line belongs to; all of it if the line is 0. */
    static Store of(Request request, long line) {
        Store store = new Store(request.environment()::newUuid);
        store.create(CONFIGURATION, new Document());
        Document configuration = ReplicationCommands
                .describe(request.set().view(request.node).configuration());
        store.redo(new Effect.Insert(CONFIGURATION, 1, configuration));
        store.create(OPLOG, new Document("capped", true).append("size", 1 << 30).append("autoIndexId", false));
        for (Entry entry : request.set().log().entriesFrom(request.node, line >> LINE_BITS)) {
            long record = entry.index() << LINE_BITS;
            for (Document operation : describe(entry)) {
                store.redo(new Effect.Insert(OPLOG, record++, operation));
            }
        }
        return store;
    }

    /** The lines of the log for an entry: one for each change, or one for a whole transaction. */
    private static List<Document> describe(Entry entry) {
        List<Document> operations = new ArrayList<>();
        Effect.RememberSession session = null;
        for (Effect effect : entry.effects()) {
            Document operation = describe(effect);
            if (operation != null) {
                operations.add(operation);
            }
            session = effect instanceof Effect.RememberSession remembered ? remembered : session;
        }
        if (operations.isEmpty()) {
            operations.add(new Document("op", "n").append("ns", "").append("o", new Document("msg", "new primary")));
        } else if (session != null && session.after().committed() != null) {
            operations = List.of(new Document("op", "c").append("ns", "admin.$cmd").append("o",
                    new Document("applyOps", operations)));
        }
        long timestamp = entry.timestamp() - operations.size();
        for (Document operation : operations) {
            if (session != null) {
                operation.append("lsid", new Document("id", session.session().id())).append("txnNumber",
                        session.after().txnNumber());
            }
            operation.append("ts", new BsonTimestamp(++timestamp)).append("t", entry.term()).append("v", 2L)
                    .append("wall", Instant.ofEpochMilli(entry.wallMillis()));
        }
        return operations;
    }

    private static @Nullable Document describe(Effect effect) {
        return switch (effect) {
            case Effect.Insert e -> operation("i", e.namespace(), e.after()).append("o2", key(e.after()));
            case Effect.Update e -> operation("u", e.namespace(), e.replacement() ? e.after() : difference(e))
                    .append("o2", key(e.before()));
            case Effect.Delete e -> operation("d", e.namespace(), key(e.before()));
            case Effect.CreateCollection e -> {
                Document create = new Document("create", e.namespace().collection());
                e.options().forEach(create::putIfAbsent);
                yield command(e.namespace(), create).append("ui", e.uuid());
            }
            case Effect.DropCollection e -> command(e.namespace(), new Document("drop", e.namespace().collection()))
                    .append("ui", e.contents().uuid());
            case Effect.RenameCollection e -> command(e.from(), new Document("renameCollection", e.from().fullName())
                    .append("to", e.to().fullName()).append("stayTemp", false)).append("ui", e.uuid());
            case Effect.ModifyCollection e -> {
                Document modify = new Document("collMod", e.namespace().collection());
                e.after().forEach(modify::putIfAbsent);
                yield command(e.namespace(), modify).append("ui", e.uuid());
            }
            case Effect.CreateIndex e -> {
                Document create = new Document("createIndexes", e.namespace().collection());
                e.index().forEach(create::putIfAbsent);
                yield command(e.namespace(), create).append("ui", e.uuid());
            }
            case Effect.DropIndex e -> command(e.namespace(), new Document("dropIndexes", e.namespace().collection())
                    .append("index", e.index().get("name"))).append("ui", e.uuid());
            case Effect.DropDatabase e -> command(new Namespace(e.database(), "$cmd"),
                    new Document("dropDatabase", 1));
            case Effect.Evict ignored -> null;
            case Effect.ShardCollection ignored -> null;
            case Effect.RememberSession ignored -> null;
        };
    }

    private static Document operation(String kind, Namespace namespace, Document what) {
        return new Document("op", kind).append("ns", namespace.fullName()).append("o", what);
    }

    private static Document command(Namespace namespace, Document what) {
        return operation("c", new Namespace(namespace.database(), "$cmd"), what);
    }

    private static Document key(Document document) {
        return new Document("_id", document.get("_id"));
    }

    /** What changed, by whole fields of the document. */
    private static Document difference(Effect.Update update) {
        Document deleted = new Document();
        Document changed = new Document();
        Document inserted = new Document();
        for (String name : update.before().keySet()) {
            if (!update.after().containsKey(name)) {
                deleted.append(name, false);
            }
        }
        for (Map.Entry<String, Object> field : update.after().entrySet()) {
            if (!update.before().containsKey(field.getKey())) {
                inserted.append(field.getKey(), field.getValue());
            } else if (!Objects.equals(update.before().get(field.getKey()), field.getValue())) {
                changed.append(field.getKey(), field.getValue());
            }
        }
        Document difference = new Document();
        if (!deleted.isEmpty()) {
            difference.append("d", deleted);
        }
        if (!changed.isEmpty()) {
            difference.append("u", changed);
        }
        if (!inserted.isEmpty()) {
            difference.append("i", inserted);
        }
        return new Document("$v", 2).append("diff", difference);
    }
}
