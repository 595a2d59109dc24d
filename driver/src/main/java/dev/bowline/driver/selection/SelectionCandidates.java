package dev.bowline.driver.selection;

import dev.bowline.concern.ReadPreference;
import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.egress.environment.ServerAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * One description together with the servers that fit each kind of operation. Publish it with the description: writes
 * and reads from the primary then cost a field read, whatever the number of servers, and other read preferences the
 * same once they have been asked for.
 *
 * <p>Safe for many threads without a lock: what is remembered is immutable and follows from the description, so two
 * threads that compute it at once compute the same.
 */
public final class SelectionCandidates {
    /** A client uses few different read preferences; past this many the rest is computed anew each time. */
    private static final int MAX_REMEMBERED = 16;
    private static final Remembered[] NOTHING = {};

    private record Remembered(ReadPreference preference, List<ServerDescription> servers) {}

    private final TopologyDescription description;
    private final SelectionSettings settings;
    /** The servers to look at first: all, or all that are not deprioritized. */
    private final List<ServerDescription> preferred;
    private final List<ServerDescription> suitableForWrites;
    private final List<ServerDescription> writable;
    private volatile Remembered[] remembered = NOTHING;

    private SelectionCandidates(TopologyDescription description, SelectionSettings settings,
            List<ServerDescription> preferred) {
        this.description = description;
        this.settings = settings;
        this.preferred = preferred;
        this.suitableForWrites = suitableForWrites(description, preferred);
        this.writable = LatencyWindow.within(suitableForWrites, settings.localThresholdNanos());
    }

    /** Creates the candidates from all servers of a topology. */
    public static SelectionCandidates of(TopologyDescription description, SelectionSettings settings) {
        return new SelectionCandidates(description, settings, description.servers());
    }

    /** Returns the topology that the candidates come from. */
    public TopologyDescription description() {
        return description;
    }

    /** Servers that accept writes, within the latency window. */
    public List<ServerDescription> writable() {
        ServerFilter filter = settings.filter();
        return filter == null ? writable : filtered(filter, suitableForWrites);
    }

    /** Servers that a read with this preference may use, within the latency window. */
    public List<ServerDescription> readable(ReadPreference preference) {
        if (settings.filter() != null) {
            return filtered(settings.filter(), suitable(preference));
        }
        if (preference.isPrimary()) {
            // Where writes may go a read from the primary may, and nowhere else; see SuitableServers.
            return writable;
        }
        Remembered[] known = remembered;
        for (Remembered entry : known) {
            if (entry.preference().equals(preference)) {
                return entry.servers();
            }
        }
        List<ServerDescription> servers = LatencyWindow.within(suitable(preference), settings.localThresholdNanos());
        if (known.length < MAX_REMEMBERED) {
            Remembered[] more = new Remembered[known.length + 1];
            System.arraycopy(known, 0, more, 0, known.length);
            more[known.length] = new Remembered(preference, servers);
            remembered = more;
        }
        return servers;
    }

    /**
     * The same with these servers as a last resort: they are suitable only where no other is. Server selection, "Server
     * Selection Algorithm", step 3.
     */
    public SelectionCandidates without(List<ServerAddress> deprioritized) {
        if (deprioritized.isEmpty()) {
            return this;
        }
        List<ServerDescription> others = new ArrayList<>();
        for (ServerDescription server : description.servers()) {
            if (!deprioritized.contains(server.address())) {
                others.add(server);
            }
        }
        return others.size() == description.servers().size()
                ? this
                : new SelectionCandidates(description, settings, others);
    }

    List<ServerDescription> suitable(ReadPreference preference) {
        List<ServerDescription> suitable = SuitableServers.forReads(description, preferred, preference,
                settings.heartbeatNanos());
        return suitable.isEmpty() && preferred.size() < description.servers().size()
                ? SuitableServers.forReads(description, description.servers(), preference, settings.heartbeatNanos())
                : suitable;
    }

    private static List<ServerDescription> suitableForWrites(TopologyDescription description,
            List<ServerDescription> preferred) {
        List<ServerDescription> suitable = SuitableServers.forWrites(description, preferred);
        return suitable.isEmpty() && preferred.size() < description.servers().size()
                ? SuitableServers.forWrites(description, description.servers())
                : suitable;
    }

    private List<ServerDescription> filtered(ServerFilter filter, List<ServerDescription> suitable) {
        List<ServerDescription> chosen = filter.filter(description, suitable);
        return chosen.isEmpty() ? chosen : LatencyWindow.within(chosen, settings.localThresholdNanos());
    }
}
