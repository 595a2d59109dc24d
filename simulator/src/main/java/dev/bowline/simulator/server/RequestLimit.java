package dev.bowline.simulator.server;

/**
 * How many commands a server runs; it refuses the others at its door, as overloaded servers since 8.2 do.
 *
 * @param perSecond how many in a second, in the long run
 * @param burst how many at once after a rest
 * @param baseBackoffMillis the first delay that clients are asked for; 0 leaves it to them
 */
public record RequestLimit(double perSecond, int burst, int baseBackoffMillis) {}
