package dev.bowline.simulator.server;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.store.Namespace;
import dev.bowline.simulator.store.StoredCollection;
import java.time.Instant;
import java.util.Set;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;

/**
 * The read and write concern of requests that bring none. As on a server they are a document of the database
 * {@code config}, so that all members have them and a rollback takes them back.
 */
final class DefaultConcerns {
    private static final Namespace SETTINGS = new Namespace("config", "settings");
    private static final Document FILTER = new Document("_id", "ReadWriteConcernDefaults");
    private static final Set<String> LEVELS = Set.of("local", "available", "majority");
    private static final Set<String> INTERNAL = Set.of("admin", "config", "local");

    private final Server server;

    DefaultConcerns(Server server) {
        this.server = server;
    }

    void register(CommandTable table) {
        if (server.generation().wireVersion() >= 9) {
            table.add("getDefaultRWConcern", Command.ADMIN, this::get);
            table.add("setDefaultRWConcern", Command.ADMIN | Command.WRITES | Command.CONCERNED, this::set);
        }
    }

    /** The write concern that was set for requests without one, or null. */
    static @Nullable Document writeConcern(Request request) {
        return of(request, "defaultWriteConcern");
    }

    /** The level of the read concern that was set for requests without one, or null. */
    static @Nullable String readConcernLevel(Request request) {
        Document concern = of(request, "defaultReadConcern");
        return concern == null ? null : Values.string(concern, "level");
    }

    private static @Nullable Document of(Request request, String which) {
        if (request.server.kind() == ServerKind.STANDALONE || INTERNAL.contains(request.database)) {
            return null;
        }
        Document settings = settings(request);
        return settings == null ? null : Values.document(settings, which);
    }

    private static @Nullable Document settings(Request request) {
        return request.node.read(store -> {
            StoredCollection collection = store.collection(SETTINGS);
            StoredCollection.Stored stored = collection == null ? null : collection.byId(FILTER);
            return stored == null ? null : stored.document();
        });
    }

    private Document set(Request request) {
        refuseStandalone("setDefaultRWConcern");
        Document read = Values.document(request.body, "defaultReadConcern");
        Document write = Values.document(request.body, "defaultWriteConcern");
        if (read == null && write == null) {
            throw new ServerError(ErrorCodes.BAD_VALUE, "At least one of the \"defaultReadConcern\" or "
                    + "\"defaultWriteConcern\" fields must be present");
        }
        check(read, write);
        Document before = settings(request);
        Document after = before == null ? FILTER.clone() : before.clone();
        if (write != null && write.isEmpty() && server.generation().wireVersion() >= 13
                && after.containsKey("defaultWriteConcern")) {
            throw new ServerError(20, "The global default write concern cannot be unset once it is set.");
        }
        put(after, "defaultReadConcern", read);
        put(after, "defaultWriteConcern", write);
        after.put("updateOpTime", new BsonTimestamp(request.set().clusterTime()));
        after.put("updateWallClockTime", now());
        Access.write(request, store -> {
            StoredCollection collection = store.collectionOrCreate(SETTINGS);
            StoredCollection.Stored stored = collection.byId(FILTER);
            if (stored == null) {
                collection.insert(after);
            } else {
                collection.replace(stored, after, true, null);
            }
            return null;
        });
        return get(request);
    }

    private static void check(@Nullable Document read, @Nullable Document write) {
        if (read != null && !read.isEmpty() && !LEVELS.contains(String.valueOf(read.get("level")))) {
            throw new ServerError(ErrorCodes.BAD_VALUE, "level: '" + read.get("level")
                    + "' is not suitable for the default read concern");
        }
        if (write != null && !write.isEmpty()) {
            if (!(write.get("w") instanceof String) && !(write.get("w") instanceof Number n && n.intValue() > 0)) {
                throw new ServerError(ErrorCodes.BAD_VALUE,
                        "w: " + write.get("w") + " is not suitable for the default write concern");
            }
        }
    }

    private static void put(Document settings, String name, @Nullable Document concern) {
        if (concern != null && concern.isEmpty()) {
            settings.remove(name);
        } else if (concern != null) {
            settings.put(name, concern);
        }
    }

    private Document get(Request request) {
        refuseStandalone("getDefaultRWConcern");
        Document settings = settings(request);
        Document result = new Document();
        boolean implicit = server.generation().wireVersion() >= 13;
        Document read = settings == null ? null : Values.document(settings, "defaultReadConcern");
        Document write = settings == null ? null : Values.document(settings, "defaultWriteConcern");
        boolean arbiters = server.set().view(server.node()).configuration().members().stream()
                .anyMatch(member -> member.arbiter());
        result.putIfNotNull("defaultReadConcern",
                read != null ? read : implicit ? new Document("level", "local") : null);
        result.putIfNotNull("defaultWriteConcern", write != null
                ? write.containsKey("wtimeout") ? write : write.clone().append("wtimeout", 0)
                : implicit ? new Document("w", arbiters ? 1 : "majority").append("wtimeout", 0) : null);
        if (settings != null) {
            result.append("updateOpTime", settings.get("updateOpTime"))
                    .append("updateWallClockTime", settings.get("updateWallClockTime"));
        }
        if (implicit) {
            result.append("defaultWriteConcernSource", write == null ? "implicit" : "global")
                    .append("defaultReadConcernSource", read == null ? "implicit" : "global");
        }
        return result.append("localUpdateWallClockTime", now());
    }

    private void refuseStandalone(String command) {
        if (server.kind() == ServerKind.STANDALONE) {
            throw new ServerError(51300, "'" + command + "' is not supported on standalone nodes.");
        }
    }

    private Instant now() {
        return Instant.ofEpochMilli(server.currentTimeMillis());
    }
}
