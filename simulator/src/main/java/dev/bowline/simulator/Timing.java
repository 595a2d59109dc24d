package dev.bowline.simulator;

import java.time.Duration;

/**
 * How long the members of a replica set take for what they do among themselves.
 *
 * @param electionTimeout how long a set is without a primary before it elects one, and how long a primary without a
 *     majority goes on before it gives up
 * @param handoff how long after a step-down a successor is elected
 */
public record Timing(Duration electionTimeout, Duration handoff) {
    /** A failover takes a tenth of a second. Tests are quick, but clients feel less of a fault than in production. */
    public static final Timing FAST = new Timing(Duration.ofMillis(100), Duration.ofMillis(10));

    /**
     * A failover takes as long as with a server's default settings: ten seconds without a primary after a kill, a
     * freeze or a partition, and two tenths of a second after a step-down. Shows what an outage does to a client's
     * timeouts.
     */
    public static final Timing SERVER = new Timing(Duration.ofSeconds(10), Duration.ofMillis(200));

    public Timing {
        if (electionTimeout.isNegative() || electionTimeout.isZero()) {
            throw new IllegalArgumentException("The election timeout must be longer than nothing, not "
                    + electionTimeout);
        }
        if (handoff.isNegative()) {
            throw new IllegalArgumentException("A hand-off cannot take " + handoff);
        }
    }
}
