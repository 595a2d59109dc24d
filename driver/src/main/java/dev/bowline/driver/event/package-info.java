/**
 * What happens to a deployment, as records: servers and topologies that open, change and close, and the heartbeats of
 * the monitors (the SDAM monitoring specification). This is the public face of {@code driver.topology} and belongs to
 * its room.
 *
 * <p>Events are delivered outside every lock, one after the other and in the order in which they happened.
 */
@NullMarked
package dev.bowline.driver.event;

import org.jspecify.annotations.NullMarked;
