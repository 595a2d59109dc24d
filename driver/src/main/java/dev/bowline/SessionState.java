package dev.bowline;

import dev.bowline.egress.environment.ServerAddress;
import org.jspecify.annotations.Nullable;

/**
 * The state of a session at a moment.
 *
 * @param transaction {@code none}, {@code starting}, {@code in_progress}, {@code committed} or {@code aborted}
 * @param pinned whether its transaction is bound to one router or connection
 * @param pinnedServer the router, or null if it is bound to none, or to a connection
 * @param dirty whether a network error has made its server session unfit for another use
 */
public record SessionState(String transaction, boolean pinned, @Nullable ServerAddress pinnedServer, boolean dirty) {}
