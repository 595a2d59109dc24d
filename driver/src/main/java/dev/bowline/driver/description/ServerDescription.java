package dev.bowline.driver.description;

import dev.bowline.egress.environment.ForeignText;
import dev.bowline.egress.environment.ServerAddress;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedSet;
import org.bson.BsonValue;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * The client's view of one server, from its last check. Two descriptions are equal if the fields that the specification
 * marks (=) are; round trip times, dates and the time of the check do not count, nor whether the user counts a server
 * of which nothing is known for the primary.
 *
 * @param address where the client connects, which need not be where the server thinks it is
 * @param error the last error at this server, or null
 * @param roundTripNanos the average round trip of a hello; null while the type is unknown
 * @param minRoundTripNanos the least of the last ten round trips; null while the type is unknown or until there are two
 * @param lastWriteMillis the server's last write by its own wall clock
 * @param opTime the position of the last write in the oplog; opaque
 * @param minWireVersion the lowest protocol version of the server; null for a load balancer
 * @param maxWireVersion the highest protocol version of the server; null for a load balancer
 * @param me the address of the server in its set's configuration
 * @param primary who this server thinks is primary
 * @param lastUpdateNanos when the server was last checked, on the monotonic clock; null for never
 */
public record ServerDescription(ServerAddress address, ServerType type, @Nullable Throwable error,
        @Nullable Long roundTripNanos, @Nullable Long minRoundTripNanos, @Nullable Long lastWriteMillis,
        @Nullable BsonValue opTime, @Nullable Integer minWireVersion, @Nullable Integer maxWireVersion,
        @Nullable ServerAddress me, SequencedSet<ServerAddress> hosts, SequencedSet<ServerAddress> passives,
        SequencedSet<ServerAddress> arbiters, Map<String, String> tags, @Nullable String setName,
        @Nullable ObjectId electionId, @Nullable Long setVersion, @Nullable ServerAddress primary,
        @Nullable Long lastUpdateNanos, @Nullable Integer logicalSessionTimeoutMinutes,
        @Nullable TopologyVersion topologyVersion, @Nullable Boolean isCryptd) {

    private static final SequencedSet<ServerAddress> NO_ADDRESSES = Collections
            .unmodifiableSequencedSet(new LinkedHashSet<>());

    /** A server of which nothing is known. */
    public static ServerDescription unknown(ServerAddress address) {
        return builder(address).build();
    }

    /** A server whose check, or an operation at which, failed. */
    public static ServerDescription unknown(ServerAddress address, @Nullable Throwable error,
            @Nullable TopologyVersion topologyVersion, @Nullable Long lastUpdateNanos) {
        return builder(address).error(error).topologyVersion(topologyVersion).lastUpdateNanos(lastUpdateNanos).build();
    }

    /** A load balancer, which is never checked and of which only the address is known. */
    public static ServerDescription loadBalancer(ServerAddress address) {
        return builder(address).type(ServerType.LOAD_BALANCER).wireVersions(null, null).build();
    }

    /** Returns a builder for the description of the server at this address. */
    public static Builder builder(ServerAddress address) {
        return new Builder(address);
    }

    /** Whether the server lists this address among its set's members. */
    public boolean lists(ServerAddress member) {
        return hosts.contains(member) || passives.contains(member) || arbiters.contains(member);
    }

    /** The average round trip in milliseconds for people, rounded; null if unknown. */
    public @Nullable Double roundTripMillis() {
        return roundTripNanos == null ? null : Math.round(roundTripNanos / 1e4) / 1e2;
    }

    /** Returns a copy with another type and the same other fields. */
    public ServerDescription withType(ServerType newType) {
        return new ServerDescription(address, newType, error, roundTripNanos, minRoundTripNanos, lastWriteMillis,
                opTime, minWireVersion, maxWireVersion, me, hosts, passives, arbiters, tags, setName, electionId,
                setVersion, primary, lastUpdateNanos, logicalSessionTimeoutMinutes, topologyVersion, isCryptd);
    }

    /** The same server with newer round trip times, which do not count in comparisons. */
    public ServerDescription withRoundTrip(@Nullable Long averageNanos, @Nullable Long minNanos) {
        return new ServerDescription(address, type, error, averageNanos, minNanos, lastWriteMillis, opTime,
                minWireVersion, maxWireVersion, me, hosts, passives, arbiters, tags, setName, electionId, setVersion,
                primary, lastUpdateNanos, logicalSessionTimeoutMinutes, topologyVersion, isCryptd);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof ServerDescription that && address.equals(that.address)
                && sameType(type, that.type) && Objects.equals(minWireVersion, that.minWireVersion)
                && Objects.equals(maxWireVersion, that.maxWireVersion) && Objects.equals(me, that.me)
                && hosts.equals(that.hosts) && passives.equals(that.passives) && arbiters.equals(that.arbiters)
                && tags.equals(that.tags) && Objects.equals(setName, that.setName)
                && Objects.equals(electionId, that.electionId) && Objects.equals(setVersion, that.setVersion)
                && Objects.equals(primary, that.primary)
                && Objects.equals(logicalSessionTimeoutMinutes, that.logicalSessionTimeoutMinutes)
                && Objects.equals(topologyVersion, that.topologyVersion) && Objects.equals(isCryptd, that.isCryptd)
                && sameError(error, that.error));
    }

    @Override
    public int hashCode() {
        return Objects.hash(address, type.isUnknown(), setName, electionId, setVersion, primary, topologyVersion);
    }

    /** What matters of the server, in one line: the rest is noise in a log. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(96).append("{address=").append(address).append(", type=").append(type);
        append(text, "setName", setName);
        append(text, "setVersion", setVersion);
        append(text, "electionId", electionId);
        append(text, "me", me == null || me.equals(address) ? null : me);
        append(text, "primary", primary);
        append(text, "tags", tags.isEmpty() ? null : tags);
        append(text, "roundTripMillis", roundTripMillis());
        append(text, "maxWireVersion", type.isUnknown() ? null : maxWireVersion);
        append(text, "topologyVersion", topologyVersion == null ? null : topologyVersion.counter());
        append(text, "error", error);
        return text.append('}').toString();
    }

    private static void append(StringBuilder text, String name, @Nullable Object value) {
        if (value != null) {
            text.append(", ").append(name).append('=').append(ForeignText.shown(value.toString()));
        }
    }

    /** To multi-threaded clients PossiblePrimary is synonymous with Unknown, so a hint is not reported to listeners. */
    private static boolean sameType(ServerType one, ServerType other) {
        return one == other || (one.isUnknown() && other.isUnknown());
    }

    /** Exceptions know no equality; the same failure twice is two objects that say the same. */
    private static boolean sameError(@Nullable Throwable one, @Nullable Throwable other) {
        if (one == other) {
            return true;
        }
        return one != null && other != null && one.getClass() == other.getClass()
                && Objects.equals(one.getMessage(), other.getMessage());
    }

    /** Collects the fields of a description; the defaults are those of a server never checked. */
    public static final class Builder {
        private final ServerAddress address;
        private ServerType type = ServerType.UNKNOWN;
        private @Nullable Throwable error;
        private @Nullable Long roundTripNanos;
        private @Nullable Long minRoundTripNanos;
        private @Nullable Long lastWriteMillis;
        private @Nullable BsonValue opTime;
        private @Nullable Integer minWireVersion = 0;
        private @Nullable Integer maxWireVersion = 0;
        private @Nullable ServerAddress me;
        private SequencedSet<ServerAddress> hosts = NO_ADDRESSES;
        private SequencedSet<ServerAddress> passives = NO_ADDRESSES;
        private SequencedSet<ServerAddress> arbiters = NO_ADDRESSES;
        private Map<String, String> tags = Map.of();
        private @Nullable String setName;
        private @Nullable ObjectId electionId;
        private @Nullable Long setVersion;
        private @Nullable ServerAddress primary;
        private @Nullable Long lastUpdateNanos;
        private @Nullable Integer logicalSessionTimeoutMinutes;
        private @Nullable TopologyVersion topologyVersion;
        private @Nullable Boolean isCryptd;

        private Builder(ServerAddress address) {
            this.address = address;
        }

        /** Sets the type of the server. The default is {@link ServerType#UNKNOWN}. */
        public Builder type(ServerType value) {
            type = value;
            return this;
        }

        /** Sets the last error at the server. The default is null. */
        public Builder error(@Nullable Throwable value) {
            error = value;
            return this;
        }

        /** Sets the average round trip of a hello, in nanoseconds. The default is null, for not known. */
        public Builder roundTripNanos(@Nullable Long value) {
            roundTripNanos = value;
            return this;
        }

        /** Sets the least of the last ten round trips, in nanoseconds. The default is null, for not known. */
        public Builder minRoundTripNanos(@Nullable Long value) {
            minRoundTripNanos = value;
            return this;
        }

        /**
         * Sets the time of the server's last write, in milliseconds of the server's wall clock. The default is null.
         */
        public Builder lastWriteMillis(@Nullable Long value) {
            lastWriteMillis = value;
            return this;
        }

        /** Sets the position of the server's last write in the oplog. The default is null. */
        public Builder opTime(@Nullable BsonValue value) {
            opTime = value;
            return this;
        }

        /**
         * Sets the lowest and highest protocol version of the server. The default is 0 for both; a load balancer has
         * null.
         */
        public Builder wireVersions(@Nullable Integer min, @Nullable Integer max) {
            minWireVersion = min;
            maxWireVersion = max;
            return this;
        }

        /** Sets the server's address in its replica set configuration. The default is null. */
        public Builder me(@Nullable ServerAddress value) {
            me = value;
            return this;
        }

        /** Sets the data-bearing members that can become primary, as the server lists them. Empty by default. */
        public Builder hosts(Collection<ServerAddress> value) {
            hosts = copy(value);
            return this;
        }

        /** Sets the data-bearing members that cannot become primary, as the server lists them. Empty by default. */
        public Builder passives(Collection<ServerAddress> value) {
            passives = copy(value);
            return this;
        }

        /** Sets the arbiters, as the server lists them. Empty by default. */
        public Builder arbiters(Collection<ServerAddress> value) {
            arbiters = copy(value);
            return this;
        }

        /** Sets the tags of the server. Empty by default. */
        public Builder tags(Map<String, String> value) {
            tags = Collections.unmodifiableMap(new LinkedHashMap<>(value));
            return this;
        }

        /** Sets the name of the replica set. The default is null. */
        public Builder setName(@Nullable String value) {
            setName = value;
            return this;
        }

        /** Sets the id of the election that made the server primary. The default is null. */
        public Builder electionId(@Nullable ObjectId value) {
            electionId = value;
            return this;
        }

        /** Sets the version of the replica set configuration. The default is null. */
        public Builder setVersion(@Nullable Long value) {
            setVersion = value;
            return this;
        }

        /** Sets the member that the server takes to be primary. The default is null. */
        public Builder primary(@Nullable ServerAddress value) {
            primary = value;
            return this;
        }

        /** Sets when the server was last checked, on the monotonic clock. The default is null, for never. */
        public Builder lastUpdateNanos(@Nullable Long value) {
            lastUpdateNanos = value;
            return this;
        }

        /**
         * Sets how long the server keeps an idle session, in minutes. The default is null, for a server without
         * sessions.
         */
        public Builder logicalSessionTimeoutMinutes(@Nullable Integer value) {
            logicalSessionTimeoutMinutes = value;
            return this;
        }

        /** Sets the topology version that the server last reported. The default is null. */
        public Builder topologyVersion(@Nullable TopologyVersion value) {
            topologyVersion = value;
            return this;
        }

        /** Sets whether the server is a {@code mongocryptd} process. The default is null, for not known. */
        public Builder isCryptd(@Nullable Boolean value) {
            isCryptd = value;
            return this;
        }

        /** Returns a description with the values set so far. */
        public ServerDescription build() {
            return new ServerDescription(address, type, error, roundTripNanos, minRoundTripNanos, lastWriteMillis,
                    opTime, minWireVersion, maxWireVersion, me, hosts, passives, arbiters, tags, setName, electionId,
                    setVersion, primary, lastUpdateNanos, logicalSessionTimeoutMinutes, topologyVersion, isCryptd);
        }

        private static SequencedSet<ServerAddress> copy(Collection<ServerAddress> addresses) {
            return addresses.isEmpty()
                    ? NO_ADDRESSES
                    : Collections.unmodifiableSequencedSet(new LinkedHashSet<>(addresses));
        }
    }
}
