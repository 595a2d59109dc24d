package dev.bowline.options;

import dev.bowline.concern.ReadConcern;
import dev.bowline.concern.ReadPreference;
import dev.bowline.concern.WriteConcern;
import dev.bowline.driver.argument.Arguments;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Options of a transaction. What is not set is taken from the session's defaults, then from the client. */
public final class TransactionOptions {
    private @Nullable ReadConcern readConcern;
    private @Nullable WriteConcern writeConcern;
    private @Nullable ReadPreference readPreference;
    private @Nullable Duration maxCommitTime;
    private @Nullable Duration timeout;

    /**
     * Sets the read concern of every read in the transaction. The default comes from the session, then from the client.
     */
    public TransactionOptions readConcern(ReadConcern readConcern) {
        this.readConcern = readConcern;
        return this;
    }

    /** For the commit and the abort. An unacknowledged write concern is refused when the transaction starts. */
    public TransactionOptions writeConcern(WriteConcern writeConcern) {
        this.writeConcern = writeConcern;
        return this;
    }

    /**
     * Sets which servers the reads of the transaction may use. The default comes from the session, then from the
     * client.
     */
    public TransactionOptions readPreference(ReadPreference readPreference) {
        this.readPreference = readPreference;
        return this;
    }

    /** How long the server may take over {@code commitTransaction}. Not used where there is a timeout. */
    public TransactionOptions maxCommitTime(Duration maxCommitTime) {
        this.maxCommitTime = maxCommitTime;
        return this;
    }

    /** A limit for {@code commit} and {@code abort}, or for the whole of {@code withTransaction}. */
    public TransactionOptions timeout(Duration timeout) {
        this.timeout = Arguments.requireTimeout(timeout);
        return this;
    }

    /** Returns the read concern of the transaction, or null if not set. */
    public @Nullable ReadConcern readConcern() {
        return readConcern;
    }

    /** Returns the write concern of the commit and the abort, or null if not set. */
    public @Nullable WriteConcern writeConcern() {
        return writeConcern;
    }

    /** Returns the read preference of the transaction, or null if not set. */
    public @Nullable ReadPreference readPreference() {
        return readPreference;
    }

    /** Returns how long the server may take over {@code commitTransaction}, or null if not set. */
    public @Nullable Duration maxCommitTime() {
        return maxCommitTime;
    }

    /** Returns the timeout of commit, abort or {@code withTransaction}, or null if not set. */
    public @Nullable Duration timeout() {
        return timeout;
    }

    /** These options, with what they leave open taken from others. */
    public TransactionOptions orElse(TransactionOptions fallback) {
        TransactionOptions merged = new TransactionOptions();
        merged.readConcern = readConcern != null ? readConcern : fallback.readConcern;
        merged.writeConcern = writeConcern != null ? writeConcern : fallback.writeConcern;
        merged.readPreference = readPreference != null ? readPreference : fallback.readPreference;
        merged.maxCommitTime = maxCommitTime != null ? maxCommitTime : fallback.maxCommitTime;
        merged.timeout = timeout != null ? timeout : fallback.timeout;
        return merged;
    }
}
