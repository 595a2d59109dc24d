/**
 * The public client and the values a user hands to it: settings, read preferences, read and write concerns.
 *
 * <p>The values are immutable and know nothing of the rooms below, so every room of this module may use them. Nothing
 * in this package holds a lock.
 */
@NullMarked
package dev.bowline;

import org.jspecify.annotations.NullMarked;
