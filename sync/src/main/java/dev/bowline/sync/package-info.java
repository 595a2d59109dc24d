/**
 * The interfaces of {@code mongodb-driver-sync} over Bowline. {@link dev.bowline.sync.BowlineMongoClients} makes
 * clients; everything else is reached through the official interfaces.
 *
 * <p>Official values come in (settings, options, models), official values go out (results, errors, events); in between
 * run Bowline's operations, on the caller's thread. Classes that implement an official interface are public, because
 * frameworks call their methods by reflection; they have no public constructors.
 */
@NullMarked
package dev.bowline.sync;

import org.jspecify.annotations.NullMarked;
