package dev.bowline.simulator.server;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a server presents itself.
 *
 * @param users who may authenticate, shared by the servers of a deployment
 * @param sessionTimeoutMinutes null if it has no sessions
 * @param transactionNumbers false for the storage engine of old, which cannot recognize a repeated write
 * @param acceptApiVersion2 whether a client may declare the version of the stable API that only tests know
 * @param requestLimit how many commands it runs; null if it runs all
 */
public record ServerSettings(Generation generation, int minWireVersion, List<String> compressors, Users users,
        boolean requiresAuthentication, @Nullable Integer sessionTimeoutMinutes, boolean requireApiVersion,
        boolean transactionNumbers, boolean acceptApiVersion2, @Nullable RequestLimit requestLimit) {}
