package dev.bowline.cli;

import dev.bowline.cli.demo.Demo;
import dev.bowline.driver.uri.ConnectionString;
import dev.bowline.error.MongoException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bowline demo}: writes through faults. */
@Command(name = "demo", mixinStandardHelpOptions = true, description = "Write through a kill, a step-down and a "
        + "freeze, and account for every write. Needs no server.")
final class DemoCommand implements Callable<Integer> {
    private static final int DEFAULT_WIDTH = 140;

    @Option(names = "--uri", paramLabel = "URI", description = "Write to this deployment, in a collection that is "
            + "removed afterwards, and kill nothing.")
    private @Nullable String uri;

    @Option(names = "--seconds", defaultValue = "20", description = "How long to write (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(names = "--writers", defaultValue = "8", description = "How many threads (default: ${DEFAULT-VALUE}).")
    private int writers;

    @Option(names = "--rate", defaultValue = "400", description = "Writes a second (default: ${DEFAULT-VALUE}).")
    private int rate;

    @Option(names = "--beside", description = "Then run the same script with the official driver, and show both.")
    private boolean beside;

    @Option(names = "--svg", paramLabel = "FILE", description = "Write the timelines to this file as a picture.")
    private @Nullable Path picture;

    @Override
    public Integer call() throws InterruptedException, IOException {
        if (seconds < 1 || writers < 1 || rate < 1) {
            System.err.println("bowline: --seconds, --writers and --rate must be at least 1");
            return Bowline.USAGE;
        }
        if (uri != null) {
            try {
                ConnectionString.parse(uri);
            } catch (MongoException e) {
                System.err.println("bowline: --uri: " + e.getMessage());
                return Bowline.USAGE;
            }
        }
        return new Demo(uri, Duration.ofSeconds(seconds), writers, rate, beside, picture,
                terminal(System.getenv("TERM"), System.getenv("NO_COLOR"))).run(System.out) ? 0 : 1;
    }

    /** The launcher knows whether there is a terminal: before JDK 22 a program cannot tell a terminal from a pipe. */
    static Demo.Terminal terminal(@Nullable String term, @Nullable String noColor) {
        boolean dumb = term == null || term.equals("dumb");
        boolean live = Boolean.getBoolean("bowline.terminal") && !dumb && (noColor == null || noColor.isEmpty());
        return new Demo.Terminal(live, !dumb, Integer.getInteger("bowline.columns", DEFAULT_WIDTH));
    }
}
