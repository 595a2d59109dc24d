/**
 * What a client does, recorded in bounded memory and shown on a live page: {@code WatchServer.start(client)}.
 *
 * <p>Operations record into atomic counters and take no lock. Events are rare; the story of them has one lock, under
 * which nothing else is called. The web server runs on threads of its own, so a slow browser delays no operation.
 */
@NullMarked
package dev.bowline.watch;

import org.jspecify.annotations.NullMarked;
