package dev.bowline.driver.selection;

import dev.bowline.concern.ReadPreference;
import dev.bowline.driver.description.ServerDescription;
import dev.bowline.egress.environment.ServerAddress;
import java.util.List;

/**
 * Says which servers of a description may serve an operation. A pure function: it is asked again with every new
 * description until it finds one or the operation's time is up. Its {@code toString} completes "no server found that
 * is ...".
 */
@FunctionalInterface
public interface ServerSelector {
    /**
     * The servers that fit and are near enough, in any order; empty if there is none.
     *
     * @throws dev.bowline.error.MongoConfigurationException if no description could ever satisfy it
     */
    List<ServerDescription> select(SelectionCandidates candidates);

    /** Servers that accept writes. */
    static ServerSelector writable() {
        return Writable.INSTANCE;
    }

    /** Servers that a read with this preference may use. Make it once and keep it. */
    static ServerSelector readable(ReadPreference preference) {
        return new Readable(preference);
    }

    /** The server at this address, if it may be used at all. */
    static ServerSelector at(ServerAddress address) {
        return new At(address);
    }

    /** See {@link #writable}. */
    enum Writable implements ServerSelector {
        /** The only instance. */
        INSTANCE;

        @Override
        public List<ServerDescription> select(SelectionCandidates candidates) {
            return candidates.writable();
        }

        @Override
        public String toString() {
            return "writable";
        }
    }

    /** See {@link #readable}. */
    record Readable(ReadPreference preference) implements ServerSelector {
        @Override
        public List<ServerDescription> select(SelectionCandidates candidates) {
            return candidates.readable(preference);
        }

        @Override
        public String toString() {
            return "readable with preference " + preference;
        }
    }

    /** See {@link #at}. */
    record At(ServerAddress address) implements ServerSelector {
        @Override
        public List<ServerDescription> select(SelectionCandidates candidates) {
            ServerDescription server = candidates.description().server(address);
            return server == null || server.type().isUnknown() ? List.of() : List.of(server);
        }

        @Override
        public String toString() {
            return "at " + address;
        }
    }
}
