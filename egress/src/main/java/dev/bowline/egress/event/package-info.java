/**
 * Event records of pools, connections and commands, their listeners, and the structured log messages that go with them.
 *
 * <p>Events are made only if there is a listener, and are delivered outside every lock.
 */
@NullMarked
package dev.bowline.egress.event;

import org.jspecify.annotations.NullMarked;
