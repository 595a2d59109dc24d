package dev.bowline.simulator.server;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.DocumentDecoder;
import dev.bowline.simulator.bson.DocumentEncoder;
import dev.bowline.simulator.bson.Missing;
import dev.bowline.simulator.replication.Entry;
import dev.bowline.simulator.replication.Node;
import dev.bowline.simulator.store.Effect;
import dev.bowline.simulator.store.Namespace;
import dev.bowline.simulator.store.StoredCollection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;

/** Turns the effects of log entries into change events, for one stream's scope and options. */
final class ChangeEvents {
    /** An event and its place. */
    record Event(ResumeToken token, Document document) {}

    private final Server server;
    private final Document options;
    private final @Nullable String database;
    private final @Nullable String collection;
    private final boolean expanded;

    ChangeEvents(Server server, Document options, @Nullable String database, @Nullable String collection) {
        this.server = server;
        this.options = options;
        this.database = database;
        this.collection = collection;
        this.expanded = Values.isTrue(options.get("showExpandedEvents"));
    }

    List<Event> of(Entry entry, Node node) {
        if (entry.effects().isEmpty()) {
            return List.of();
        }
        List<Event> events = new ArrayList<>();
        boolean droppedHere = false;
        for (Effect effect : entry.effects()) {
            Document event = describe(effect, node);
            if (event != null) {
                add(events, entry, event);
                droppedHere |= invalidates(effect);
            }
        }
        if (droppedHere) {
            ResumeToken token = new ResumeToken(entry.index(), events.size(), true);
            events.add(new Event(token, new Document("_id", token.toDocument()).append("operationType", "invalidate")
                    .append("clusterTime", new BsonTimestamp(entry.timestamp()))
                    .append("wallTime", Instant.ofEpochMilli(entry.wallMillis()))));
        }
        return events;
    }

    private void add(List<Event> events, Entry entry, Document event) {
        ResumeToken token = new ResumeToken(entry.index(), events.size(), false);
        Document full = new Document("_id", token.toDocument()).append("operationType", event.get("operationType"))
                .append("clusterTime", new BsonTimestamp(entry.timestamp()));
        if (server.generation().wireVersion() >= 17) {
            full.append("wallTime", Instant.ofEpochMilli(entry.wallMillis()));
        }
        event.forEach(full::putIfAbsent);
        if (entry.session() != null) {
            full.append("txnNumber", entry.txnNumber()).append("lsid", new Document("id", entry.session().id()));
        }
        events.add(new Event(token, full));
    }

    private boolean inScope(Namespace namespace) {
        if (namespace.collection().startsWith("system.")) {
            return false;
        }
        if (database == null) {
            return !namespace.database().equals("admin") && !namespace.database().equals("config")
                    && !namespace.database().equals("local");
        }
        return database.equals(namespace.database())
                && (collection == null || collection.equals(namespace.collection()));
    }

    private boolean invalidates(Effect effect) {
        return switch (effect) {
            case Effect.DropCollection e -> collection != null && inScope(e.namespace());
            case Effect.RenameCollection e -> collection != null && (inScope(e.from()) || inScope(e.to()));
            case Effect.DropDatabase e -> collection == null && e.database().equals(database);
            case Effect.Insert e -> false;
            case Effect.ShardCollection e -> false;
            case Effect.Update e -> false;
            case Effect.Delete e -> false;
            case Effect.Evict e -> false;
            case Effect.CreateCollection e -> false;
            case Effect.ModifyCollection e -> false;
            case Effect.CreateIndex e -> false;
            case Effect.DropIndex e -> false;
            case Effect.RememberSession e -> false;
        };
    }

    private @Nullable Document describe(Effect effect, Node node) {
        return switch (effect) {
            case Effect.Insert e -> inScope(e.namespace())
                    ? event("insert", e.namespace(), node).append("fullDocument", copy(e.after())).append("documentKey",
                            key(e.after()))
                    : null;
            case Effect.Update e -> inScope(e.namespace()) ? update(e, node) : null;
            case Effect.Delete e -> inScope(e.namespace())
                    ? before(event("delete", e.namespace(), node).append("documentKey", key(e.before())), e.namespace(),
                            e.before(), node)
                    : null;
            case Effect.Evict e -> null;
            case Effect.DropCollection e -> inScope(e.namespace())
                    ? withUuid(event("drop", e.namespace(), node), e.contents().uuid())
                    : null;
            case Effect.RenameCollection e -> inScope(e.from()) || inScope(e.to()) ? rename(e, node) : null;
            case Effect.DropDatabase e -> database == null || (e.database().equals(database) && collection == null)
                    ? new Document("operationType", "dropDatabase").append("ns", new Document("db", e.database()))
                    : null;
            case Effect.CreateCollection e -> expanded && inScope(e.namespace()) ? create(e, node) : null;
            case Effect.CreateIndex e -> expanded && inScope(e.namespace())
                    ? withUuid(event("createIndexes", e.namespace(), node), e.uuid()).append("operationDescription",
                            new Document("indexes", List.of(copy(e.index()))))
                    : null;
            case Effect.DropIndex e -> expanded && inScope(e.namespace())
                    ? withUuid(event("dropIndexes", e.namespace(), node), e.uuid()).append("operationDescription",
                            new Document("indexes", List.of(copy(e.index()))))
                    : null;
            case Effect.ModifyCollection e -> expanded && inScope(e.namespace())
                    ? withUuid(event("modify", e.namespace(), node), e.uuid())
                            .append("operationDescription", copy(e.after()))
                            .append("stateBeforeChange", new Document("collectionOptions", copy(e.before())))
                    : null;
            case Effect.ShardCollection e -> expanded && inScope(e.namespace())
                    ? withUuid(event("shardCollection", e.namespace(), node), e.uuid()).append("operationDescription",
                            new Document("shardKey", copy(e.key())).append("unique", e.unique()))
                    : null;
            case Effect.RememberSession ignored -> null;
        };
    }

    private Document create(Effect.CreateCollection effect, Node node) {
        Document description = new Document("idIndex",
                new Document("v", 2).append("key", new Document("_id", 1)).append("name", "_id_"));
        effect.options().forEach(description::put);
        Document event = withUuid(event("create", effect.namespace(), node), effect.uuid())
                .append("operationDescription", description);
        if (server.generation().wireVersion() >= 26) {
            event.append("nsType", effect.options().containsKey("viewOn")
                    ? "view"
                    : effect.options().containsKey("timeseries") ? "timeseries" : "collection");
        }
        return event;
    }

    private Document rename(Effect.RenameCollection effect, Node node) {
        Document to = new Document("db", effect.to().database()).append("coll", effect.to().collection());
        Document event = withUuid(event("rename", effect.from(), node), effect.uuid()).append("to", to);
        if (expanded) {
            Document description = new Document("to", to);
            if (effect.dropped() != null) {
                description.append("dropTarget", effect.dropped().uuid());
            }
            event.append("operationDescription", description);
        }
        return event;
    }

    private Document withUuid(Document event, java.util.UUID uuid) {
        return expanded ? event.append("collectionUUID", uuid) : event;
    }

    private Document event(String type, Namespace namespace, Node node) {
        Document event = new Document("operationType", type).append("ns",
                new Document("db", namespace.database()).append("coll", namespace.collection()));
        if (expanded && (type.equals("insert") || type.equals("update") || type.equals("replace")
                || type.equals("delete"))) {
            java.util.UUID uuid = node.read(store -> {
                StoredCollection stored = store.collection(namespace);
                return stored == null ? null : stored.uuid();
            });
            if (uuid != null) {
                event.append("collectionUUID", uuid);
            }
        }
        return event;
    }

    private static Document key(Document document) {
        return new Document("_id", document.get("_id"));
    }

    private Document update(Effect.Update effect, Node node) {
        Document event = event(effect.replacement() ? "replace" : "update", effect.namespace(), node).append(
                "documentKey",
                key(effect.before()));
        String mode = String.valueOf(options.getOrDefault("fullDocument", "default"));
        if (effect.replacement()) {
            event.append("fullDocument", copy(effect.after()));
        } else {
            event.append("updateDescription", difference(effect));
            if (mode.equals("updateLookup")) {
                event.append("fullDocument", node.read(store -> {
                    StoredCollection stored = store.collection(effect.namespace());
                    Document current = stored == null ? null : stored.document(effect.recordId());
                    return current == null ? null : copy(current);
                }));
            } else if (mode.equals("whenAvailable") || mode.equals("required")) {
                boolean kept = keepsImages(effect.namespace(), node);
                if (!kept && mode.equals("required")) {
                    throw new ServerError(47,
                            "Change stream was configured to require a post-image for all update events, but the "
                                    + "post-image was not found");
                }
                event.append("fullDocument", kept ? copy(effect.after()) : null);
            }
        }
        return before(event, effect.namespace(), effect.before(), node);
    }

    private Document before(Document event, Namespace namespace, Document before, Node node) {
        String mode = String.valueOf(options.getOrDefault("fullDocumentBeforeChange", "off"));
        if (!mode.equals("off")) {
            boolean kept = keepsImages(namespace, node);
            if (!kept && mode.equals("required")) {
                throw new ServerError(47,
                        "Change stream was configured to require a pre-image for all update, delete and replace "
                                + "events, but the pre-image was not found");
            }
            event.append("fullDocumentBeforeChange", kept ? copy(before) : null);
        }
        return event;
    }

    private static boolean keepsImages(Namespace namespace, Node node) {
        return node.read(store -> {
            StoredCollection stored = store.collection(namespace);
            return stored != null
                    && stored.collectionOptions().get("changeStreamPreAndPostImages") instanceof Document images
                    && Values.isTrue(images.get("enabled"));
        });
    }

    private Document difference(Effect.Update effect) {
        Document updated = new Document();
        List<String> removed = new ArrayList<>();
        List<Document> truncated = server.generation().wireVersion() >= 9 ? new ArrayList<>() : null;
        Document ambiguous = new Document();
        Path root = new Path("", List.of(), false);
        List<List<Object>> touched = effect.touched();
        if (touched == null) {
            compare(root, effect.before(), effect.after(), updated, removed, truncated, ambiguous);
        } else {
            touched.stream().distinct().filter(parts -> touched.stream().noneMatch(other -> isWithin(parts, other)))
                    .forEach(parts -> describe(root, parts, effect.after(), updated, removed, ambiguous));
        }
        Document result = new Document("updatedFields", updated).append("removedFields", removed);
        if (truncated != null) {
            result.append("truncatedArrays", truncated);
        }
        if (expanded && server.generation().wireVersion() >= 18) {
            result.append("disambiguatedPaths", ambiguous);
        }
        return result;
    }

    private static boolean isWithin(List<Object> path, List<Object> other) {
        return path.size() > other.size() && path.subList(0, other.size()).equals(other);
    }

    /** Describes what became of a path that operators changed. */
    private static void describe(Path root, List<Object> parts, Document after, Document updated,
            List<String> removed, Document ambiguous) {
        Path path = root;
        Object value = after;
        for (Object part : parts) {
            path = part instanceof Integer index ? path.element(index) : path.field((String) part);
            if (value instanceof Document document && part instanceof String name) {
                value = document.value(name);
            } else if (value instanceof List<?> list && part instanceof Integer index && index < list.size()) {
                value = list.get(index);
            } else {
                value = Missing.VALUE;
            }
        }
        if (Missing.is(value)) {
            removed.add(path.dotted());
            clarify(path, ambiguous);
        } else {
            put(path, value, updated, ambiguous);
        }
    }

    /**
     * A place in a document.
     *
     * @param parts its names, and its numbers where it leads through an array
     * @param ambiguous whether the dotted path could be read in another way
     */
    private record Path(String dotted, List<Object> parts, boolean ambiguous) {
        Path field(String name) {
            return then(name, name, name.indexOf('.') >= 0 || isNumber(name));
        }

        Path element(int index) {
            return then(Integer.toString(index), index, false);
        }

        private Path then(String name, Object part, boolean unclear) {
            List<Object> longer = new ArrayList<>(parts);
            longer.add(part);
            return new Path(dotted.isEmpty() && parts.isEmpty() ? name : dotted + "." + name, longer,
                    ambiguous || unclear);
        }

        private static boolean isNumber(String name) {
            return !name.isEmpty() && name.chars().allMatch(c -> c >= '0' && c <= '9');
        }
    }

    private static void compare(Path at, Document before, Document after, Document updated, List<String> removed,
            @Nullable List<Document> truncated, Document ambiguous) {
        for (Map.Entry<String, Object> entry : after.entrySet()) {
            Path path = at.field(entry.getKey());
            if (!before.containsKey(entry.getKey())) {
                put(path, entry.getValue(), updated, ambiguous);
            } else {
                compare(path, before.get(entry.getKey()), entry.getValue(), updated, removed, truncated, ambiguous);
            }
        }
        for (String name : before.keySet()) {
            if (!after.containsKey(name)) {
                Path path = at.field(name);
                removed.add(path.dotted());
                clarify(path, ambiguous);
            }
        }
    }

    private static void compare(Path path, @Nullable Object old, @Nullable Object value, Document updated,
            List<String> removed, @Nullable List<Document> truncated, Document ambiguous) {
        if (Objects.equals(old, value)) {
            return;
        }
        if (old instanceof Document one && value instanceof Document other) {
            compare(path, one, other, updated, removed, truncated, ambiguous);
        } else if (old instanceof List<?> one && value instanceof List<?> other && other.size() >= one.size()
                && !one.isEmpty()) {
            for (int i = 0; i < one.size(); i++) {
                compare(path.element(i), one.get(i), other.get(i), updated, removed, truncated, ambiguous);
            }
            for (int i = one.size(); i < other.size(); i++) {
                put(path.element(i), other.get(i), updated, ambiguous);
            }
        } else if (truncated != null && old instanceof List<?> one && value instanceof List<?> other
                && other.size() < one.size() && one.subList(0, other.size()).equals(other)) {
            truncated.add(new Document("field", path.dotted()).append("newSize", other.size()));
            clarify(path, ambiguous);
        } else {
            put(path, value, updated, ambiguous);
        }
    }

    private static void put(Path path, @Nullable Object value, Document updated, Document ambiguous) {
        updated.put(path.dotted(), value);
        clarify(path, ambiguous);
    }

    private static void clarify(Path path, Document ambiguous) {
        if (path.ambiguous()) {
            ambiguous.put(path.dotted(), path.parts());
        }
    }

    private static Document copy(Document document) {
        return DocumentDecoder.decode(DocumentEncoder.encode(document));
    }
}
