package dev.bowline.driver.topology;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.description.TopologyType;
import dev.bowline.driver.selection.ServerSelector;
import dev.bowline.driver.topology.TopologyTransition.Removal;
import dev.bowline.egress.environment.ForeignText;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.FailurePhase;
import dev.bowline.error.MongoSecurityException;
import dev.bowline.error.MongoServerSelectionTimeoutException;
import dev.bowline.error.MongoSocketException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Words the error of an operation that found no server: what was sought, what is known of each server and its last
 * error, and, where the pattern is a known one, the likely cause.
 */
final class SelectionTimeout {
    private static final int MAX_LISTED = 30;

    private final TopologyDescription topology;
    private final Collection<ServerAddress> seeds;
    private final List<Removal> removals;
    private final long nowNanos;

    /**
     * @param seeds what the user gave, to recognize hosts that only the deployment's configuration names
     * @param removals servers that have left lately, and why
     */
    SelectionTimeout(TopologyDescription topology, Collection<ServerAddress> seeds, List<Removal> removals,
            long nowNanos) {
        this.topology = topology;
        this.seeds = seeds;
        this.removals = removals;
        this.nowNanos = nowNanos;
    }

    MongoServerSelectionTimeoutException exception(ServerSelector selector, long waitedMillis) {
        StringBuilder text = new StringBuilder(256).append("Found no server that is ").append(selector)
                .append(" within ").append(waitedMillis).append(" ms. The topology is ").append(topology.type());
        if (topology.setName() != null) {
            text.append(" '").append(ForeignText.shown(topology.setName())).append('\'');
        }
        text.append(topology.servers().isEmpty() ? " and has no servers." : ":");
        int listed = 0;
        for (ServerDescription server : topology.servers()) {
            if (listed++ == MAX_LISTED) {
                text.append("\n  and ").append(topology.servers().size() - MAX_LISTED).append(" more");
                break;
            }
            text.append("\n  ").append(describe(server));
        }
        for (Removal removal : removals) {
            text.append("\n  ").append(removal.address()).append(" was removed: ").append(removal.because());
        }
        String cause = likelyCause(selector);
        if (cause != null) {
            text.append("\nLikely cause: ").append(cause);
        }
        return new MongoServerSelectionTimeoutException(text.toString(), firstError());
    }

    private String describe(ServerDescription server) {
        StringBuilder text = new StringBuilder(64).append(server.address()).append(": ").append(server.type());
        if (server.lastUpdateNanos() != null) {
            text.append(", last checked ").append((nowNanos - server.lastUpdateNanos()) / 1_000_000).append(" ms ago");
        } else if (server.error() == null) {
            text.append(", not checked yet");
        }
        if (!server.tags().isEmpty()) {
            text.append(", tags ").append(ForeignText.shown(server.tags().toString()));
        }
        if (server.roundTripMillis() != null) {
            text.append(", round trip ").append(server.roundTripMillis()).append(" ms");
        }
        if (server.error() != null) {
            text.append(", last error: ").append(server.error().getMessage());
            Throwable root = root(server.error());
            if (root != server.error() && root.getMessage() != null
                    && !String.valueOf(server.error().getMessage()).contains(root.getMessage())) {
                text.append(" (").append(root.getMessage()).append(')');
            }
        }
        return text.toString();
    }

    /** The first pattern that fits, most telling first. */
    private @Nullable String likelyCause(ServerSelector selector) {
        if (topology.servers().isEmpty()) {
            return removals.isEmpty()
                    ? "the client was given no hosts to begin with"
                    : "every host was removed for the reasons above; check the host list and the replicaSet option";
        }
        String wrongName = wrongSetName();
        if (wrongName != null) {
            return wrongName;
        }
        if (any(error -> has(error, MongoSecurityException.class))) {
            return "authentication failed; check user name, password, authSource and authMechanism";
        }
        if (any(SelectionTimeout::looksLikeTls)) {
            return "client and server disagree about TLS; check the option tls, the certificates and the host names"
                    + " they are made out to";
        }
        String unreachable = onlyConfiguredHostsUnreachable();
        if (unreachable != null) {
            return unreachable;
        }
        if (all(error -> has(error, UnknownHostException.class))) {
            return "none of the host names could be resolved; check their spelling and this machine's DNS";
        }
        if (all(error -> has(error, ConnectException.class) && String.valueOf(root(error).getMessage())
                .toLowerCase(Locale.ROOT).contains("refused"))) {
            return "nothing listens at these addresses; check that the servers run, and their ports and bindIp";
        }
        if (all(SelectionTimeout::isHangUpInHandshake)) {
            return "the servers close connections during the handshake; if they require TLS set tls=true, otherwise"
                    + " check whether they, or a proxy before them, let this client in";
        }
        if (all(ErrorVerdict::isNetworkTimeout)) {
            return "no server answered in time; check firewalls and whether the hosts are up, or raise"
                    + " connectTimeoutMS";
        }
        return typesDoNotFit(selector);
    }

    private @Nullable String wrongSetName() {
        for (ServerDescription server : topology.servers()) {
            String message = server.error() == null ? null : server.error().getMessage();
            if (message != null && message.contains("is wanted")) {
                return "the option replicaSet does not name the set these hosts belong to";
            }
        }
        if (!topology.hasDataBearingServer()) {
            for (Removal removal : removals) {
                if (removal.because().contains("is wanted")) {
                    return "the option replicaSet does not name the set these hosts belong to";
                }
            }
        }
        return null;
    }

    /** A set that was reached, but only under names of its own that mean nothing here. */
    private @Nullable String onlyConfiguredHostsUnreachable() {
        if (!topology.type().isReplicaSet()) {
            return null;
        }
        List<ServerAddress> unreachable = new ArrayList<>();
        for (ServerDescription server : topology.servers()) {
            if (server.type().isUnknown() && server.error() != null && !seeds.contains(server.address())) {
                unreachable.add(server.address());
            } else if (!server.type().isUnknown()) {
                return null;
            }
        }
        if (unreachable.isEmpty() || unreachable.size() < topology.servers().size()) {
            return null;
        }
        return "the replica set was found, but its configuration names hosts that this client cannot reach ("
                + unreachable + "); they must be reachable from here by these names, or use directConnection=true";
    }

    private @Nullable String typesDoNotFit(ServerSelector selector) {
        boolean secondary = false;
        boolean known = false;
        for (ServerDescription server : topology.servers()) {
            secondary |= server.type() == ServerType.RS_SECONDARY;
            known |= !server.type().isUnknown();
        }
        if (topology.type() == TopologyType.REPLICA_SET_NO_PRIMARY && secondary) {
            return "the replica set has no primary that this client can see, only secondaries; it may be electing one,"
                    + " have lost its majority, or hide its primary behind a name this client cannot reach";
        }
        return known && topology.type() != TopologyType.UNKNOWN
                ? "servers are known, but none is " + selector
                        + "; check the read preference, its tags and max staleness"
                : null;
    }

    private boolean any(Predicate<Throwable> condition) {
        for (ServerDescription server : topology.servers()) {
            if (server.error() != null && condition.test(server.error())) {
                return true;
            }
        }
        return false;
    }

    private boolean all(Predicate<Throwable> condition) {
        for (ServerDescription server : topology.servers()) {
            if (server.error() == null || !condition.test(server.error())) {
                return false;
            }
        }
        return true;
    }

    private @Nullable Throwable firstError() {
        for (ServerDescription server : topology.servers()) {
            if (server.error() != null) {
                return server.error();
            }
        }
        return null;
    }

    /** A handshake that failed, or bytes that were not the protocol because they were TLS. */
    private static boolean looksLikeTls(Throwable error) {
        return has(error, SSLException.class);
    }

    private static boolean isHangUpInHandshake(Throwable error) {
        return error instanceof MongoSocketException socket && socket.phase() == FailurePhase.HANDSHAKING
                && !ErrorVerdict.isNetworkTimeout(error);
    }

    private static boolean has(Throwable error, Class<? extends Throwable> type) {
        Throwable current = error;
        for (int depth = 0; current != null && depth < 16; depth++) {
            if (type.isInstance(current)) {
                return true;
            }
            current = current.getCause();
        }
        return false;
    }

    private static Throwable root(Throwable error) {
        Throwable current = error;
        for (int depth = 0; current.getCause() != null && depth < 16; depth++) {
            current = current.getCause();
        }
        return current;
    }
}
