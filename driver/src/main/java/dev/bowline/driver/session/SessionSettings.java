package dev.bowline.driver.session;

import dev.bowline.options.TransactionOptions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a client session was started with.
 *
 * @param defaultTransaction what transactions use unless told otherwise, with the client's values filled in
 * @param defaultTimeout bounds commits, aborts and {@code withTransaction} unless told otherwise
 */
public record SessionSettings(boolean causalConsistency, boolean snapshot, TransactionOptions defaultTransaction,
        @Nullable Duration defaultTimeout) {}
