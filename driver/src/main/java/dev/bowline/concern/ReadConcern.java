package dev.bowline.concern;

import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/**
 * How durable and how recent the data must be that a read returns. Compared by level; a level this driver does not know
 * is passed to the server as it is.
 */
public final class ReadConcern {
    /** The server's own default; nothing is sent. */
    public static final ReadConcern DEFAULT = new ReadConcern(null);
    /** A read returns the newest data of the server, which may still be rolled back. */
    public static final ReadConcern LOCAL = new ReadConcern("local");
    /**
     * As {@code local}, but a shard does not check whether it owns a document. A read of a sharded cluster may return
     * orphaned documents.
     */
    public static final ReadConcern AVAILABLE = new ReadConcern("available");
    /** A read returns data that a majority of the replica set has acknowledged and that cannot be rolled back. */
    public static final ReadConcern MAJORITY = new ReadConcern("majority");
    /**
     * A read returns data that reflects all majority writes acknowledged before the read began. For reads from the
     * primary.
     */
    public static final ReadConcern LINEARIZABLE = new ReadConcern("linearizable");
    /** Reads return majority-committed data as of one moment, across shards too. */
    public static final ReadConcern SNAPSHOT = new ReadConcern("snapshot");

    private final @Nullable String level;

    private ReadConcern(@Nullable String level) {
        this.level = level;
    }

    /** The read concern with this level. */
    public static ReadConcern of(String level) {
        if (level.isEmpty()) {
            throw new IllegalArgumentException("The level of a read concern is empty");
        }
        return switch (level) {
            case "local" -> LOCAL;
            case "available" -> AVAILABLE;
            case "majority" -> MAJORITY;
            case "linearizable" -> LINEARIZABLE;
            case "snapshot" -> SNAPSHOT;
            default -> new ReadConcern(level);
        };
    }

    /** The level, or empty for the server's default. */
    public Optional<String> level() {
        return Optional.ofNullable(level);
    }

    /** Returns true if no level is set. The driver then sends no read concern. */
    public boolean isServerDefault() {
        return level == null;
    }

    /** As it is sent to a server; an empty document for the server's default, which is not sent at all. */
    public BsonDocument toDocument() {
        return level == null ? new BsonDocument() : new BsonDocument("level", new BsonString(level));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ReadConcern that && level().equals(that.level());
    }

    @Override
    public int hashCode() {
        return level == null ? 0 : level.hashCode();
    }

    @Override
    public String toString() {
        return level == null ? "server default" : level;
    }
}
