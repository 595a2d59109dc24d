package dev.bowline.concern;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/**
 * What a write must have reached before the server acknowledges it. Immutable; each {@code with} method yields another
 * value. A part that is not set is left to the server.
 */
public final class WriteConcern {
    /** The server's own default; nothing is sent. */
    public static final WriteConcern DEFAULT = new WriteConcern(null, null, null, null);
    /** The server does not acknowledge the write, and the driver does not learn of errors. */
    public static final WriteConcern UNACKNOWLEDGED = new WriteConcern(0, null, null, null);
    /** The primary, or the standalone server, acknowledges the write. */
    public static final WriteConcern W1 = new WriteConcern(1, null, null, null);
    /** Two members acknowledge the write, the primary included. */
    public static final WriteConcern W2 = new WriteConcern(2, null, null, null);
    /** Three members acknowledge the write, the primary included. */
    public static final WriteConcern W3 = new WriteConcern(3, null, null, null);
    /** A majority of the members that vote and bear data acknowledges the write. */
    public static final WriteConcern MAJORITY = new WriteConcern(null, "majority", null, null);
    /** The write is in the journal before it is acknowledged. The server chooses how many members acknowledge it. */
    public static final WriteConcern JOURNALED = new WriteConcern(null, null, true, null);

    private final @Nullable Integer members;
    private final @Nullable String tag;
    private final @Nullable Boolean journal;
    private final @Nullable Duration timeout;

    private WriteConcern(@Nullable Integer members, @Nullable String tag, @Nullable Boolean journal,
            @Nullable Duration timeout) {
        if (members != null && members < 0) {
            throw new IllegalArgumentException("The w of a write concern is " + members + ", which is below 0");
        }
        if (tag != null && tag.isEmpty()) {
            throw new IllegalArgumentException("The w of a write concern is empty");
        }
        if (members != null && members == 0 && Boolean.TRUE.equals(journal)) {
            throw new IllegalArgumentException(
                    "A write concern of w 0 asks for no acknowledgement and cannot be combined with journal true");
        }
        if (timeout != null && timeout.isNegative()) {
            throw new IllegalArgumentException("The timeout of a write concern is " + timeout + ", which is below 0");
        }
        this.members = members;
        this.tag = tag;
        this.journal = journal;
        this.timeout = timeout;
    }

    /** Acknowledged by this many members; 0 means not acknowledged at all. */
    public static WriteConcern of(int members) {
        return DEFAULT.withW(members);
    }

    /** Acknowledged by {@code majority}, or by a mode that the replica set's configuration defines. */
    public static WriteConcern of(String mode) {
        return DEFAULT.withW(mode);
    }

    /** Returns a copy that asks for acknowledgement by this many members. 0 means no acknowledgement. */
    public WriteConcern withW(int members) {
        return new WriteConcern(members, null, journal, timeout);
    }

    /**
     * Returns a copy that asks for acknowledgement by {@code majority}, or by a mode that the replica set's
     * configuration defines.
     */
    public WriteConcern withW(String mode) {
        return new WriteConcern(null, mode, journal, timeout);
    }

    /** Whether the write must be in the journal. */
    public WriteConcern withJournal(boolean journal) {
        return new WriteConcern(members, tag, journal, timeout);
    }

    /** How long the server waits for the acknowledgement of other members, in whole milliseconds; 0 is no limit. */
    public WriteConcern withTimeout(Duration timeout) {
        return new WriteConcern(members, tag, journal, timeout);
    }

    /** This write concern without its timeout, which {@code timeoutMS} takes the place of. */
    public WriteConcern withoutTimeout() {
        return timeout == null ? this : new WriteConcern(members, tag, journal, null);
    }

    /** The number of members, if {@code w} is a number. */
    public OptionalInt members() {
        return members == null ? OptionalInt.empty() : OptionalInt.of(members);
    }

    /** The mode, such as {@code majority}, if {@code w} is a string. */
    public Optional<String> mode() {
        return Optional.ofNullable(tag);
    }

    /** Returns whether the write must be in the journal, or empty if not set. The server then decides. */
    public Optional<Boolean> journal() {
        return Optional.ofNullable(journal);
    }

    /** Returns how long the server waits for other members, or empty if not set. There is then no limit. */
    public Optional<Duration> timeout() {
        return Optional.ofNullable(timeout);
    }

    /** Returns true if no part is set. The driver then sends no write concern. */
    public boolean isServerDefault() {
        return equals(DEFAULT);
    }

    /** False if the server is not to answer at all. */
    public boolean isAcknowledged() {
        return members == null || members != 0;
    }

    /** As it is sent to a server; an empty document for the server's default, which is not sent at all. */
    public BsonDocument toDocument() {
        BsonDocument document = new BsonDocument();
        if (members != null) {
            document.append("w", new BsonInt32(members));
        } else if (tag != null) {
            document.append("w", new BsonString(tag));
        }
        if (timeout != null) {
            long millis = timeout.toMillis();
            document.append("wtimeout",
                    millis <= Integer.MAX_VALUE ? new BsonInt32((int) millis) : new BsonInt64(millis));
        }
        if (journal != null) {
            document.append("j", BsonBoolean.valueOf(journal));
        }
        return document;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof WriteConcern that && Objects.equals(members, that.members)
                && Objects.equals(tag, that.tag) && Objects.equals(journal, that.journal)
                && Objects.equals(timeout, that.timeout));
    }

    @Override
    public int hashCode() {
        return Objects.hash(members, tag, journal, timeout);
    }

    @Override
    public String toString() {
        return isServerDefault() ? "server default" : toDocument().toJson();
    }
}
