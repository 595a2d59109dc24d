package dev.bowline.cli;

import dev.bowline.benchmarks.BenchRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bowline bench}: side by side with the official driver and a bare socket. */
@Command(name = "bench", mixinStandardHelpOptions = true, description = "Compare Bowline with the official driver and a bare socket, in turns, on one server.")
final class BenchCommand implements Callable<Integer> {
    @Parameters(paramLabel = "TASK", description = "Tasks to run; all by default, the main ones with --quick.")
    private List<String> tasks = List.of();

    @Option(names = "--quick", description = "Fewer rounds: a useful table in about two minutes.")
    private boolean quick;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the figures here as JSON.")
    private @Nullable Path json;

    @Option(names = "--uri", paramLabel = "URI", description = "Run against this deployment; by default against a server of canned replies.")
    private @Nullable String uri;

    @Override
    public Integer call() throws IOException {
        try {
            new BenchRun(tasks, quick, uri, json).run(System.out);
            return 0;
        } catch (IllegalArgumentException e) {
            System.err.println("bowline: " + e.getMessage());
            return Bowline.USAGE;
        }
    }
}
