package dev.bowline.simulator.store;

import dev.bowline.simulator.bson.Document;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All data of one member. Guarded by the member's data lock.
 *
 * <p>A change made to a collection or through the methods here while capturing is recorded as an {@link Effect};
 * {@link #redo} and {@link #undo} apply and revert one without recording.
 */
public final class Store {
    private final Supplier<UUID> uuids;
    private final SortedMap<String, StoreDatabase> databases = new TreeMap<>();
    private final Map<SessionKey, SessionRecord> sessions = new HashMap<>();
    private @Nullable List<Effect> capture;
    private long lastRecordId;

    public Store(Supplier<UUID> uuids) {
        this.uuids = uuids;
    }

    /** Databases that hold at least one collection, by name. */
    public SortedMap<String, StoreDatabase> databases() {
        return databases;
    }

    public StoreDatabase database(String name) {
        StoreDatabase database = databases.get(name);
        // A database without collections is not kept, so that reading does not create one.
        return database != null ? database : new StoreDatabase();
    }

    public @Nullable StoredCollection collection(Namespace namespace) {
        StoreDatabase database = databases.get(namespace.database());
        return database == null ? null : database.collections.get(namespace.collection());
    }

    public StoredCollection collectionOrCreate(Namespace namespace) {
        StoredCollection existing = collection(namespace);
        return existing != null ? existing : create(namespace, new Document());
    }

    public @Nullable SessionRecord session(SessionKey key) {
        return sessions.get(key);
    }

    /** Begins to record changes. */
    public void beginCapture() {
        capture = new ArrayList<>(2);
    }

    /** What changed since {@link #beginCapture}. */
    public List<Effect> endCapture() {
        List<Effect> result = capture == null ? List.of() : capture;
        capture = null;
        return result;
    }

    /** How many effects are captured so far. */
    public int capturedCount() {
        return capture == null ? 0 : capture.size();
    }

    /** Takes back what was captured beyond this count: a statement that failed half-way. */
    public void revertTo(int count) {
        List<Effect> effects = capture;
        if (effects == null) {
            return;
        }
        while (effects.size() > count) {
            undo(effects.remove(effects.size() - 1));
        }
    }

    long nextRecordId() {
        return ++lastRecordId;
    }

    public void captured(Effect effect) {
        if (capture != null) {
            capture.add(effect);
        }
    }

    public StoredCollection create(Namespace namespace, Document options) {
        Effect.CreateCollection effect = new Effect.CreateCollection(namespace, uuids.get(), options);
        redo(effect);
        captured(effect);
        return Objects.requireNonNull(collection(namespace));
    }

    public void drop(Namespace namespace) {
        StoredCollection collection = collection(namespace);
        if (collection != null) {
            Effect effect = new Effect.DropCollection(namespace, contents(collection));
            redo(effect);
            captured(effect);
        }
    }

    public void rename(Namespace from, Namespace to) {
        StoredCollection source = collection(from);
        if (source != null) {
            StoredCollection target = collection(to);
            Effect effect = new Effect.RenameCollection(from, to, source.uuid(),
                    target == null ? null : contents(target));
            redo(effect);
            captured(effect);
        }
    }

    public void createIndex(StoredCollection collection, Document spec) {
        Effect effect = new Effect.CreateIndex(collection.namespace(), collection.uuid(), spec);
        redo(effect);
        captured(effect);
    }

    public void dropIndex(StoredCollection collection, Document spec) {
        Effect effect = new Effect.DropIndex(collection.namespace(), collection.uuid(), spec);
        redo(effect);
        captured(effect);
    }

    public void modify(StoredCollection collection, Document options) {
        Effect effect = new Effect.ModifyCollection(collection.namespace(), collection.uuid(),
                collection.collectionOptions(),
                options);
        redo(effect);
        captured(effect);
    }

    public void remember(SessionKey key, SessionRecord after) {
        Effect effect = new Effect.RememberSession(key, sessions.get(key), after);
        redo(effect);
        captured(effect);
    }

    /** Refuses a change whose keys another record has by now. */
    public void checkKeys(Effect effect) {
        if (effect instanceof Effect.Insert insert) {
            install(insert.namespace()).checkKeys(insert.recordId(), insert.after());
        } else if (effect instanceof Effect.Update update) {
            install(update.namespace()).checkKeys(update.recordId(), update.after());
        }
    }

    /** Applies a change that was captured here or elsewhere. */
    public void redo(Effect effect) {
        switch (effect) {
            case Effect.Insert e -> {
                lastRecordId = Math.max(lastRecordId, e.recordId());
                install(e.namespace()).replayInsert(e.recordId(), e.after());
            }
            case Effect.Update e -> install(e.namespace()).replayUpdate(e.recordId(), e.after());
            case Effect.Delete e -> install(e.namespace()).replayDelete(e.recordId());
            case Effect.Evict e -> install(e.namespace()).replayDelete(e.recordId());
            case Effect.CreateCollection e -> install(e.namespace(), e.uuid(), e.options());
            case Effect.DropCollection e -> remove(e.namespace());
            case Effect.RenameCollection e -> move(e.from(), e.to());
            case Effect.ModifyCollection e -> install(e.namespace()).collectionOptions(e.after());
            case Effect.CreateIndex e -> install(e.namespace()).installIndex(e.index());
            case Effect.DropIndex e -> install(e.namespace()).removeIndex(String.valueOf(e.index().get("name")));
            case Effect.ShardCollection ignored -> {
            }
            case Effect.DropDatabase ignored -> {
            }
            case Effect.RememberSession e -> sessions.put(e.session(), e.after());
        }
    }

    /** Reverts a change; the latest first. */
    public void undo(Effect effect) {
        switch (effect) {
            case Effect.Insert e -> install(e.namespace()).replayDelete(e.recordId());
            case Effect.Update e -> install(e.namespace()).replayUpdate(e.recordId(), e.before());
            case Effect.Delete e -> install(e.namespace()).replayInsert(e.recordId(), e.before());
            case Effect.Evict e -> install(e.namespace()).replayInsert(e.recordId(), e.before());
            case Effect.CreateCollection e -> remove(e.namespace());
            case Effect.DropCollection e -> restore(e.namespace(), e.contents());
            case Effect.RenameCollection e -> {
                move(e.to(), e.from());
                if (e.dropped() != null) {
                    restore(e.to(), e.dropped());
                }
            }
            case Effect.ModifyCollection e -> install(e.namespace()).collectionOptions(e.before());
            case Effect.CreateIndex e -> install(e.namespace()).removeIndex(String.valueOf(e.index().get("name")));
            case Effect.DropIndex e -> install(e.namespace()).installIndex(e.index());
            case Effect.ShardCollection ignored -> {
            }
            case Effect.DropDatabase ignored -> {
            }
            case Effect.RememberSession e -> {
                if (e.before() == null) {
                    sessions.remove(e.session());
                } else {
                    sessions.put(e.session(), e.before());
                }
            }
        }
    }

    public void redoAll(List<Effect> effects) {
        for (Effect effect : effects) {
            redo(effect);
        }
    }

    public void undoAll(List<Effect> effects) {
        for (int i = effects.size() - 1; i >= 0; i--) {
            undo(effects.get(i));
        }
    }

    /** Everything that is here, as changes to an empty store. */
    public List<Effect> contents() {
        List<Effect> result = new ArrayList<>();
        for (StoreDatabase database : databases.values()) {
            for (StoredCollection collection : database.collections().values()) {
                Namespace namespace = collection.namespace();
                result.add(new Effect.CreateCollection(namespace, collection.uuid(), collection.collectionOptions()));
                for (Document index : collection.indexSpecs()) {
                    if (!new Document("_id", 1).equals(index.get("key"))) {
                        result.add(new Effect.CreateIndex(namespace, collection.uuid(), index));
                    }
                }
                for (Effect.Placed placed : collection.placed()) {
                    result.add(new Effect.Insert(namespace, placed.recordId(), placed.document()));
                }
            }
        }
        sessions.forEach((key, record) -> result.add(new Effect.RememberSession(key, null, record)));
        return result;
    }

    private static Effect.Contents contents(StoredCollection collection) {
        return new Effect.Contents(collection.uuid(), collection.collectionOptions(), collection.indexSpecs(),
                collection.placed());
    }

    private StoredCollection install(Namespace namespace) {
        StoredCollection existing = collection(namespace);
        return existing != null ? existing : install(namespace, uuids.get(), new Document());
    }

    private StoredCollection install(Namespace namespace, UUID uuid, Document options) {
        StoreDatabase database = databases.computeIfAbsent(namespace.database(), name -> new StoreDatabase());
        return database.collections.computeIfAbsent(namespace.collection(),
                name -> new StoredCollection(this, namespace, uuid, options));
    }

    private void remove(Namespace namespace) {
        StoreDatabase database = databases.get(namespace.database());
        if (database != null) {
            database.collections.remove(namespace.collection());
            if (database.isEmpty()) {
                databases.remove(namespace.database());
            }
        }
    }

    private void restore(Namespace namespace, Effect.Contents contents) {
        StoredCollection collection = install(namespace, contents.uuid(), contents.options());
        for (Effect.Placed placed : contents.documents()) {
            collection.replayInsert(placed.recordId(), placed.document());
        }
        for (Document index : contents.indexes()) {
            if (!new Document("_id", 1).equals(index.get("key"))) {
                collection.installIndex(index);
            }
        }
    }

    private void move(Namespace from, Namespace to) {
        StoredCollection collection = collection(from);
        if (collection != null) {
            remove(from);
            StoreDatabase database = databases.computeIfAbsent(to.database(), name -> new StoreDatabase());
            collection.renamed(to);
            database.collections.put(to.collection(), collection);
        }
    }
}
