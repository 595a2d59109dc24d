package dev.bowline.cli;

import dev.bowline.cli.simulate.Simulated;
import dev.bowline.simulator.Timing;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bowline simulate}: a deployment for any program. */
@Command(name = "simulate", mixinStandardHelpOptions = true, description = "Run a deployment that any driver can "
        + "connect to and that can be killed, frozen and partitioned "
        + "from the keyboard or by HTTP.")
final class SimulateCommand implements Callable<Integer> {
    private static final Map<String, Integer> WIRE_VERSIONS = Map.of("3.6", 6, "4.0", 7, "4.2", 8, "4.4", 9, "5.0", 13,
            "6.0", 17, "7.0", 21, "8.0", 25, "8.2", 27);

    @Option(names = "--members", paramLabel = "N", description = "How many members, or routers with --sharded "
            + "(default: 3, and 2 routers).")
    private int members;

    @Option(names = "--standalone", description = "One server that is no member of a replica set.")
    private boolean standalone;

    @Option(names = "--sharded", description = "A sharded cluster.")
    private boolean sharded;

    @Option(names = "--load-balanced", description = "A sharded cluster behind one address.")
    private boolean loadBalanced;

    @Option(names = "--port", paramLabel = "PORT", defaultValue = "27017", description = "The first port; the other "
            + "servers have those after it. 0 for free ports (default: "
            + "${DEFAULT-VALUE}).")
    private int port;

    @Option(names = "--listen", paramLabel = "ADDRESS", defaultValue = "127.0.0.1", description = "Where to listen, "
            + "0.0.0.0 for everywhere (default: ${DEFAULT-VALUE}).")
    private String listen = "127.0.0.1";

    @Option(names = "--advertise", paramLabel = "HOST", description = "The name by which clients find the servers "
            + "(default: the address listened at).")
    private @Nullable String advertise;

    @Option(names = "--tls", description = "Speak TLS only, with a certificate made for the occasion.")
    private boolean tls;

    @Option(names = "--auth", arity = "0..1", fallbackValue = "", paramLabel = "USER:PASSWORD", description = "Require "
            + "authentication (default: a user 'simulator' with a random password).")
    private @Nullable String auth;

    @Option(names = "--server", paramLabel = "VERSION", defaultValue = "7.0", description = "What the servers claim "
            + "to be: 3.6, 4.0, 4.2, 4.4, 5.0, 6.0, 7.0, 8.0 or 8.2 (default: "
            + "${DEFAULT-VALUE}).")
    private String version = "7.0";

    @Option(names = "--timing", paramLabel = "PACE", defaultValue = "fast", description = "'fast' for elections "
            + "within a tenth of a second, 'server' for ten seconds as with a "
            + "server's defaults (default: ${DEFAULT-VALUE}).")
    private String timing = "fast";

    @Option(names = "--control", paramLabel = "PORT", defaultValue = "0", description = "Where to take commands by "
            + "HTTP, on 127.0.0.1 only; -1 for not at all (default: a free port).")
    private int control;

    @Override
    public Integer call() throws InterruptedException {
        String wrong = wrong();
        if (wrong != null) {
            return Bowline.refuse(wrong);
        }
        try (Simulated simulated = new Simulated(options())) {
            Runtime.getRuntime().addShutdownHook(new Thread(simulated::close));
            simulated.run(new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset())), System.out);
            return 0;
        } catch (IOException | UncheckedIOException | GeneralSecurityException e) {
            return Bowline.fail(e);
        }
    }

    private @Nullable String wrong() {
        if ((standalone ? 1 : 0) + (sharded ? 1 : 0) + (loadBalanced ? 1 : 0) > 1) {
            return "--standalone, --sharded and --load-balanced exclude each other";
        }
        if (members < 0 || members > 50 || (standalone && members > 1)) {
            return "there cannot be " + members + " members";
        }
        if (!Bowline.isPort(port) || !(control == -1 || Bowline.isPort(control))) {
            return "a port is between 0 and 65535";
        }
        if (!WIRE_VERSIONS.containsKey(version)) {
            return "there is no server " + version + "; known are 3.6, 4.0, 4.2, 4.4, 5.0, 6.0, 7.0, 8.0 and 8.2";
        }
        if (!timing.equals("fast") && !timing.equals("server")) {
            return "--timing is 'fast' or 'server'";
        }
        if (auth != null && !auth.isEmpty() && auth.indexOf(':') < 1) {
            return "--auth takes USER:PASSWORD";
        }
        if (listen.equals("0.0.0.0") && advertise == null && !standalone) {
            return "with --listen 0.0.0.0 say by --advertise HOST by which name clients find the servers";
        }
        return null;
    }

    private Simulated.Options options() {
        Simulated.Shape shape = standalone
                ? Simulated.Shape.STANDALONE
                : sharded
                        ? Simulated.Shape.SHARDED
                        : loadBalanced ? Simulated.Shape.LOAD_BALANCED : Simulated.Shape.REPLICA_SET;
        int count = members > 0 ? members : sharded || loadBalanced ? 2 : standalone ? 1 : 3;
        String user = null;
        String password = null;
        if (auth != null) {
            int colon = auth.indexOf(':');
            byte[] random = new byte[12];
            new SecureRandom().nextBytes(random);
            user = colon < 0 ? "simulator" : auth.substring(0, colon);
            password = colon < 0 ? HexFormat.of().formatHex(random) : auth.substring(colon + 1);
        }
        return new Simulated.Options(shape, count, port, listen, advertise, tls, user, password,
                WIRE_VERSIONS.getOrDefault(version, 21), timing.equals("server") ? Timing.SERVER : Timing.FAST,
                control);
    }
}
