package dev.bowline.cli;

import dev.bowline.cli.demo.Demo;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bowline demo}: see it hold on. */
@Command(name = "demo", mixinStandardHelpOptions = true, description = "Write through a kill, a step-down and a freeze, and account for every write. Needs no server.")
final class DemoCommand implements Callable<Integer> {
    @Option(names = "--uri", paramLabel = "URI", description = "Write to this deployment, in a collection that is removed afterwards, and kill nothing.")
    private @Nullable String uri;

    @Option(names = "--seconds", defaultValue = "20", description = "How long to write (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(names = "--writers", defaultValue = "8", description = "How many threads (default: ${DEFAULT-VALUE}).")
    private int writers;

    @Option(names = "--rate", defaultValue = "400", description = "Writes a second (default: ${DEFAULT-VALUE}).")
    private int rate;

    @Override
    public Integer call() throws InterruptedException {
        if (seconds < 1 || writers < 1 || rate < 1) {
            System.err.println("bowline: --seconds, --writers and --rate must be at least 1");
            return Bowline.USAGE;
        }
        // The launcher knows: before JDK 22 a program cannot tell a terminal from a pipe.
        boolean live = Boolean.getBoolean("bowline.terminal");
        return new Demo(uri, Duration.ofSeconds(seconds), writers, rate, live).run(System.out) ? 0 : 1;
    }
}
