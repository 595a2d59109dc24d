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
    public static final WriteConcern UNACKNOWLEDGED = new WriteConcern(0, null, null, null);
    public static final WriteConcern W1 = new WriteConcern(1, null, null, null);
    public static final WriteConcern W2 = new WriteConcern(2, null, null, null);
    public static final WriteConcern W3 = new WriteConcern(3, null, null, null);
    public static final WriteConcern MAJORITY = new WriteConcern(null, "majority", null, null);
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

    public WriteConcern withW(int members) {
        return new WriteConcern(members, null, journal, timeout);
    }

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

    public Optional<Boolean> journal() {
        return Optional.ofNullable(journal);
    }

    public Optional<Duration> timeout() {
        return Optional.ofNullable(timeout);
    }

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
