/**
 * Where simulated servers meet their clients: a door that accepts byte streams, on TCP here and in virtual time
 * elsewhere.
 *
 * <p>This is the simulator's only room that opens sockets.
 */
@NullMarked
package dev.bowline.simulator.network;

import org.jspecify.annotations.NullMarked;
