package dev.bowline.egress.connection;

import dev.bowline.error.MongoConfigurationException;

/**
 * What a client allows a server to do to it, and a network to see of it.
 *
 * @param maxReplyBytes the largest reply that is read, uncompressed, whatever the server announces
 * @param maxScramIterations how many rounds of hashing a server may ask for when it authenticates a client
 * @param secretsInTheClear whether a password or token may go over a connection that is not encrypted
 */
public record Safeguards(int maxReplyBytes, int maxScramIterations, boolean secretsInTheClear) {
    /** The largest message of the protocol, and the room that servers allow themselves beside it. */
    public static final int DEFAULT_MAX_REPLY_BYTES = 48_000_000 + 16 * 1024;
    /** Servers use 10,000 and 15,000 by default; guidelines for passwords go as far as this. */
    public static final int DEFAULT_MAX_SCRAM_ITERATIONS = 600_000;
    /** A reply of less could not even hold a hello. */
    static final int SMALLEST_REPLY_BYTES = 16 * 1024;

    /** The default limits, with passwords and tokens allowed over encrypted connections only. */
    public static final Safeguards DEFAULTS = new Safeguards(DEFAULT_MAX_REPLY_BYTES, DEFAULT_MAX_SCRAM_ITERATIONS,
            false);

    /**
     * Checks the limits.
     *
     * @throws MongoConfigurationException if {@code maxReplyBytes} is less than 16 KiB, or {@code maxScramIterations}
     *     is less than 4096
     */
    public Safeguards {
        if (maxReplyBytes < SMALLEST_REPLY_BYTES) {
            throw new MongoConfigurationException(
                    "maxReplyBytes is " + maxReplyBytes + ", less than " + SMALLEST_REPLY_BYTES);
        }
        if (maxScramIterations < ScramAuthenticator.MIN_ITERATIONS) {
            throw new MongoConfigurationException("maxScramIterations is " + maxScramIterations + ", less than the "
                    + ScramAuthenticator.MIN_ITERATIONS + " that servers use at least");
        }
    }

    /**
     * A copy of these safeguards with another limit for the size of a reply.
     *
     * @param bytes the largest reply that a connection reads, in bytes after decompression
     * @return the copy
     * @throws MongoConfigurationException if {@code bytes} is less than 16 KiB
     */
    public Safeguards withMaxReplyBytes(int bytes) {
        return new Safeguards(bytes, maxScramIterations, secretsInTheClear);
    }

    /**
     * A copy of these safeguards with another limit for the iteration count of SCRAM.
     *
     * @param iterations the largest iteration count that a server may ask for
     * @return the copy
     * @throws MongoConfigurationException if {@code iterations} is less than 4096
     */
    public Safeguards withMaxScramIterations(int iterations) {
        return new Safeguards(maxReplyBytes, iterations, secretsInTheClear);
    }

    /**
     * A copy of these safeguards that allows, or refuses, to send a password or token over an unencrypted connection.
     */
    public Safeguards withSecretsInTheClear(boolean allowed) {
        return new Safeguards(maxReplyBytes, maxScramIterations, allowed);
    }
}
