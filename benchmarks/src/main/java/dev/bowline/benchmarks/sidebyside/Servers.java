package dev.bowline.benchmarks.sidebyside;

import dev.bowline.benchmarks.canned.CannedServer;
import dev.bowline.benchmarks.canned.Certificate;
import dev.bowline.benchmarks.canned.SimulatedServer;
import dev.bowline.benchmarks.sidebyside.Contest.ServerKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The servers of a run: embedded ones in processes of their own, started when first needed, or a deployment of the
 * user's.
 */
public final class Servers implements AutoCloseable {
    public static final String SIMULATOR = "simulator";

    /** A server that runs. */
    record Running(ServerKind kind, boolean pinned, boolean canned, String uri, @Nullable WorkerProcess process) {
        /** Its CPU time so far, or -1. */
        long cpuNanos() {
            return process == null ? -1 : ProcessUsage.of(process.pid()).cpuNanos();
        }
    }

    private final @Nullable String given;
    private final List<Running> running = new ArrayList<>();
    private @Nullable Certificate certificate;

    /**
     * Servers for side-by-side runs; starts none yet.
     *
     * @param given the connection string of a deployment, {@link #SIMULATOR}, or null for the canned server
     */
    public Servers(@Nullable String given) {
        this.given = given;
    }

    /** Whether a contest can be run on what there is. */
    boolean supports(Contest contest) {
        return given == null || contest.server() == ServerKind.NONE || contest.server().isOrdinary();
    }

    /** Whether what is written is kept, so that it must differ. */
    boolean isReal() {
        return given != null;
    }

    Running start(ServerKind kind, boolean pinned) {
        for (Running server : running) {
            if (server.kind == kind && server.pinned == pinned && server.canned == (given == null)) {
                return server;
            }
        }
        Running started = launch(kind, pinned);
        running.add(started);
        if (isReal() && kind != ServerKind.NONE) {
            Preparation.prepare(started.uri);
        }
        return started;
    }

    private Running launch(ServerKind kind, boolean pinned) {
        if (kind == ServerKind.NONE) {
            return new Running(kind, pinned, false, "", null);
        }
        if (given == null) {
            return launchCanned(kind, pinned);
        }
        if (!given.equals(SIMULATOR)) {
            return new Running(kind, pinned, false, given, null);
        }
        WorkerProcess process = new WorkerProcess(pinned, List.of(), WorkerProcess.ownClassPath(),
                SimulatedServer.class, List.of("3"));
        return new Running(kind, pinned, false, process.readLine(), process);
    }

    private Running launchCanned(ServerKind kind, boolean pinned) {
        boolean tls = kind == ServerKind.CANNED_TLS;
        WorkerProcess process = new WorkerProcess(pinned, tls ? certificate().serverFlags() : List.of(),
                WorkerProcess.ownClassPath(), CannedServer.class,
                List.of(Integer.toString(kind.members()), tls ? "tls" : "plain"));
        return new Running(kind, pinned, true, process.readLine(), process);
    }

    /** The connection string of canned servers that are not pinned, whatever deployment was given. */
    public String canned(int members) {
        ServerKind kind = switch (members) {
            case 1 -> ServerKind.CANNED;
            case 3 -> ServerKind.SET_OF_3;
            case 10 -> ServerKind.SET_OF_10;
            case 100 -> ServerKind.ROUTERS_100;
            case 1000 -> ServerKind.ROUTERS_1000;
            default -> throw new IllegalArgumentException("There is no set of " + members);
        };
        for (Running server : running) {
            if (server.kind == kind && !server.pinned && server.canned) {
                return server.uri;
            }
        }
        Running started = launchCanned(kind, false);
        running.add(started);
        return started.uri;
    }

    /** What the JVM of a client of this server needs. */
    List<String> clientFlags(ServerKind kind) {
        return kind == ServerKind.CANNED_TLS ? certificate().clientFlags() : List.of();
    }

    private Certificate certificate() {
        Certificate known = certificate;
        if (known == null) {
            known = Certificate.generate();
            certificate = known;
        }
        return known;
    }

    @Override
    public void close() {
        for (Running server : running) {
            if (server.process != null) {
                server.process.close();
            }
        }
        if (certificate != null) {
            certificate.delete();
        }
    }
}
