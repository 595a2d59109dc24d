package dev.bowline.driver.topology;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.TopologyVersion;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether the hello of an application's connection says something new ("Clients update the topology from each
 * handshake").
 *
 * <p>Establishing takes time, with authentication perhaps much; what the server said at its beginning may be old by its
 * end. It counts if nothing was heard of the server since it began, or if the server's own counter proves it newer than
 * what was heard. A server whose state is unknown is its monitor's to find: the error that made it unknown may be
 * younger than the hello.
 */
final class HandshakeNews {
    private HandshakeNews() {}

    /**
     * @param known what the topology holds for the server, or null if it is not a member
     * @param startNanos when the establishment began
     */
    static boolean counts(@Nullable ServerDescription known, ServerDescription heard, long startNanos) {
        if (known == null) {
            return false;
        }
        TopologyVersion version = heard.topologyVersion();
        if (version != null && version.isCertainlyLaterThan(known.topologyVersion())) {
            return true;
        }
        Long lastUpdate = known.lastUpdateNanos();
        return !known.type().isUnknown() && lastUpdate != null && lastUpdate - startNanos < 0;
    }
}
