package dev.bowline.driver.session;

import dev.bowline.options.TransactionOptions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a client session was started with.
 *
 * @param defaultTransaction the default options of transactions, with the client's values filled in
 * @param defaultTimeout the default limit of commits, aborts and {@code withTransaction}
 */
public record SessionSettings(boolean causalConsistency, boolean snapshot, TransactionOptions defaultTransaction,
        @Nullable Duration defaultTimeout) {}
