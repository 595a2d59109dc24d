package dev.bowline.cli;

import dev.bowline.cli.demo.Demo;
import dev.bowline.cli.watch.WatchRun;
import dev.bowline.driver.uri.ConnectionString;
import dev.bowline.error.MongoException;
import java.io.UncheckedIOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bowline watch}: a live page of a deployment as a client sees it. */
@Command(name = "watch", mixinStandardHelpOptions = true, description = "Show a deployment as a client sees "
        + "it on a live page: members, pools, latencies, failovers and why they happened.")
final class WatchCommand implements Callable<Integer> {
    @Parameters(arity = "0..1", paramLabel = "URI", description = "The deployment to watch. It is pinged "
            + "once a second and not written to.")
    private @Nullable String uri;

    @Option(names = "--simulate", description = "Watch a simulated replica set, with buttons to kill, freeze, "
            + "step down, partition and delay its members.")
    private boolean simulate;

    @Option(names = "--port", paramLabel = "PORT", defaultValue = "0", description = "The port of the page on "
            + "127.0.0.1 (default: a free one).")
    private int port;

    @Option(names = "--rate", defaultValue = "200", description = "Operations a second on a simulated deployment "
            + "(default: ${DEFAULT-VALUE}).")
    private int rate;

    @Option(names = "--terminal", description = "Show the state in the terminal too.")
    private boolean terminal;

    @Override
    public Integer call() throws InterruptedException {
        String wrong = wrong();
        if (wrong != null) {
            return Bowline.refuse(wrong);
        }
        Demo.Terminal screen = DemoCommand.terminal(System.getenv("TERM"), System.getenv("NO_COLOR"));
        try {
            new WatchRun(uri, port, rate, terminal, screen.live(), screen.blocks(), screen.width()).run(System.out,
                    new CountDownLatch(1));
            return 0;
        } catch (UncheckedIOException e) {
            return Bowline.fail(e);
        }
    }

    private @Nullable String wrong() {
        if ((uri == null) != simulate) {
            return "give a connection string, or --simulate";
        }
        if (!Bowline.isPort(port)) {
            return "a port is between 0 and 65535";
        }
        if (rate < 1) {
            return "--rate must be at least 1";
        }
        if (uri != null) {
            try {
                ConnectionString.parse(uri);
            } catch (MongoException e) {
                return e.getMessage();
            }
        }
        return null;
    }
}
