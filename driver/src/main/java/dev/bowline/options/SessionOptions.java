package dev.bowline.options;

import dev.bowline.driver.argument.Arguments;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;

/** Options of {@code startSession}. */
public final class SessionOptions {
    private @Nullable Boolean causalConsistency;
    private boolean snapshot;
    private @Nullable BsonTimestamp snapshotTime;
    private final TransactionOptions defaultTransaction = new TransactionOptions();
    private @Nullable Duration defaultTimeout;

    /** Whether reads see what was written before in the session. True unless set, and except in snapshot sessions. */
    public SessionOptions causalConsistency(boolean causalConsistency) {
        this.causalConsistency = causalConsistency;
        return this;
    }

    /** Whether all reads of the session see the data of one moment. */
    public SessionOptions snapshot(boolean snapshot) {
        this.snapshot = snapshot;
        return this;
    }

    /**
     * The moment whose data the reads of a snapshot session see, in place of that of its first read. Another session's
     * {@link dev.bowline.ClientSession#snapshotTime} does; servers keep a few minutes of the past.
     */
    public SessionOptions snapshotTime(BsonTimestamp snapshotTime) {
        this.snapshotTime = Objects.requireNonNull(snapshotTime, "snapshotTime");
        return this;
    }

    /** The default options of the session's transactions. */
    public SessionOptions defaultTransaction(Consumer<TransactionOptions> options) {
        options.accept(defaultTransaction);
        return this;
    }

    /** The default limit of commits, aborts and {@code withTransaction}. */
    public SessionOptions defaultTimeout(Duration defaultTimeout) {
        this.defaultTimeout = Arguments.requireTimeout(defaultTimeout);
        return this;
    }

    /**
     * Returns whether the session is causally consistent. If not set, this is true except in snapshot sessions.
     *
     * @throws IllegalArgumentException if both causal consistency and snapshot are set to true
     */
    public boolean resolvedCausalConsistency() {
        if (snapshot && Boolean.TRUE.equals(causalConsistency)) {
            throw new IllegalArgumentException("A session cannot be both causally consistent and a snapshot");
        }
        return causalConsistency == null ? !snapshot : causalConsistency;
    }

    /**
     * What was given, or null.
     *
     * @throws IllegalArgumentException if it is no snapshot session
     */
    public @Nullable BsonTimestamp resolvedSnapshotTime() {
        if (snapshotTime != null && !snapshot) {
            throw new IllegalArgumentException("A snapshot time needs a snapshot session");
        }
        return snapshotTime;
    }

    /** Returns whether all reads of the session see the data of one moment, or false if not set. */
    public boolean isSnapshot() {
        return snapshot;
    }

    /** Returns the default options of the session's transactions. Each option is null if not set. */
    public TransactionOptions defaultTransaction() {
        return defaultTransaction;
    }

    /**
     * Returns the default timeout of commits, aborts and {@code withTransaction}, or null if not set. The client's
     * timeout then applies.
     */
    @Nullable
    public Duration defaultTimeout() {
        return defaultTimeout;
    }
}
