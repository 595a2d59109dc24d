package dev.bowline.driver.topology;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.description.TopologyType;
import dev.bowline.driver.description.TopologyVersion;
import dev.bowline.driver.description.WireCompatibility;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.FailurePhase;
import dev.bowline.error.MongoException;
import dev.bowline.error.MongoProtocolException;
import dev.bowline.error.MongoSecurityException;
import dev.bowline.error.MongoServerException;
import dev.bowline.error.MongoSocketException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * What an application error means: the decisions of the specification's handleError, as a value.
 *
 * @param unknown what to take in about the server, or null to leave its description alone
 * @param clear which connections to discard
 * @param requestCheck whether the server's monitor should look again as soon as it may
 * @param cancelCheck whether a check in progress is to be given up, since it shares the broken network
 * @param marksStale for a client without threads: whether all servers must be checked before the next selection
 * @param checkNow for a client without threads: whether to check this server at once
 */
public record ErrorVerdict(@Nullable ServerDescription unknown, Clear clear, boolean requestCheck, boolean cancelCheck,
        boolean marksStale, boolean checkNow) {
    /** Which connections of the server an error discredits. */
    public enum Clear {
        NOTHING,
        POOL,
        /** Those of one service behind a load balancer. */
        SERVICE
    }

    static final ErrorVerdict IGNORE = new ErrorVerdict(null, Clear.NOTHING, false, false, false, false);

    /**
     * Whether a server with too much to do may be why a connection could not be established: it broke or timed out
     * before the handshake was complete. Not if a name could not be resolved or TLS failed, and not while
     * authenticating.
     */
    static boolean mayBeOverload(ApplicationError error) {
        if (error.completedHandshake() || !(networkCause(error.error()) instanceof MongoSocketException network)
                || network.phase() == FailurePhase.AUTHENTICATING) {
            return false;
        }
        return !(network.getCause() instanceof UnknownHostException || network.getCause() instanceof SSLException);
    }

    /**
     * Judges an error. Pure; the caller holds the lock under which the description and the generation belong together.
     *
     * @param poolGeneration the generation that connections made now would have, of the error's service if it has one
     */
    public static ErrorVerdict of(TopologyDescription topology, ServerAddress address, long poolGeneration,
            ApplicationError error) {
        ServerDescription server = topology.server(address);
        if (server == null || isStale(server, poolGeneration, error)) {
            return IGNORE;
        }
        boolean loadBalanced = topology.type() == TopologyType.LOAD_BALANCED;
        StateChange change = StateChange.of(error.error());
        if (change != StateChange.NONE) {
            return stateChange(address, error, loadBalanced, change);
        }
        if (isNetworkError(error.error())
                || (!error.completedHandshake()
                        && (isNetworkTimeout(error.error()) || isHandshakeFailure(error.error())))) {
            Clear clear = loadBalanced ? (error.serviceId() == null ? Clear.NOTHING : Clear.SERVICE) : Clear.POOL;
            ServerDescription unknown = loadBalanced
                    ? null
                    : ServerDescription.unknown(address, error.error(), null, null);
            return new ErrorVerdict(unknown, clear, false, true, false, false);
        }
        return IGNORE;
    }

    private static ErrorVerdict stateChange(ServerAddress address, ApplicationError error, boolean loadBalanced,
            StateChange change) {
        ServerDescription unknown = loadBalanced
                ? null
                : ServerDescription.unknown(address, error.error(), topologyVersion(error.error()), null);
        boolean closesConnections = change == StateChange.NODE_IS_SHUTTING_DOWN
                || error.maxWireVersion() < WireCompatibility.KEEPS_CONNECTIONS_WIRE_VERSION;
        Clear clear = Clear.NOTHING;
        if (closesConnections) {
            clear = !loadBalanced ? Clear.POOL : error.serviceId() == null ? Clear.NOTHING : Clear.SERVICE;
        }
        boolean notWritablePrimary = change == StateChange.NOT_WRITABLE_PRIMARY;
        return new ErrorVerdict(unknown, clear, true, false,
                notWritablePrimary || change == StateChange.NODE_IS_SHUTTING_DOWN, notWritablePrimary);
    }

    private static boolean isStale(ServerDescription server, long poolGeneration, ApplicationError error) {
        return error.generation() < poolGeneration
                || TopologyVersion.compare(server.topologyVersion(), topologyVersion(error.error())) >= 0;
    }

    private static @Nullable TopologyVersion topologyVersion(Throwable error) {
        MongoServerException serverError = StateChange.serverError(error);
        return serverError == null ? null : TopologyVersion.from(serverError.response());
    }

    static boolean isNetworkError(Throwable error) {
        return networkCause(error) instanceof MongoSocketException socket && !socket.isTimeout();
    }

    static boolean isNetworkTimeout(Throwable error) {
        return networkCause(error) instanceof MongoSocketException socket && socket.isTimeout();
    }

    /**
     * Whatever else ends a handshake: a refused credential or hello, which the authentication specification counts as
     * the same whether or not there is a credential, or bytes that are not the protocol.
     */
    private static boolean isHandshakeFailure(Throwable error) {
        return error instanceof MongoSecurityException || error instanceof MongoProtocolException
                || StateChange.serverError(error) != null;
    }

    /** The network error in or under this one: operations and authentication wrap it. */
    private static @Nullable Throwable networkCause(Throwable error) {
        Throwable current = error;
        for (int depth = 0; current != null && depth < 8; depth++) {
            if (current instanceof MongoSocketException) {
                return current;
            }
            current = current instanceof MongoException ? current.getCause() : null;
        }
        return null;
    }
}
