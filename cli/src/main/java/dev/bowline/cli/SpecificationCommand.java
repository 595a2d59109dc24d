package dev.bowline.cli;

import dev.bowline.conformance.SpecCommand;
import dev.bowline.conformance.SpecOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bowline spec}: the public specification test data. */
@Command(name = "spec", mixinStandardHelpOptions = true, description = "Run the public specification test data, on "
        + "simulated deployments or on one of yours.")
final class SpecificationCommand implements Callable<Integer> {
    @Parameters(arity = "0..*", paramLabel = "DIR", description = "The test data, several revisions one after the "
            + "other (default: ../shared/spec-tests and "
            + "../shared/spec-tests-2026).")
    private List<Path> directories = List.of();

    @Option(names = "--uri", paramLabel = "URI", description = "Run on this deployment.")
    private @Nullable String uri;

    @Option(names = "--single-uri", paramLabel = "URI", description = "Behind a load balancer: the same deployment "
            + "through another balancer in front of one server.")
    private @Nullable String singleUri;

    @Option(names = "--suite", paramLabel = "NAME", description = "Only this specification; may be repeated.")
    private List<String> suites = List.of();

    @Option(names = "--file", paramLabel = "GLOB", description = "Only files that match; may be repeated.")
    private List<String> files = List.of();

    @Option(names = "--report", paramLabel = "FILE.json", description = "Write every case with its result here.")
    private @Nullable Path report;

    @Option(names = "--repeat", paramLabel = "N", description = "Run it N times and count what failed how often "
            + "(default: 1).")
    private int rounds = 1;

    @Option(names = "--compare", arity = "2", paramLabel = "FILE.json", description = "Print what changed from one "
            + "report to another, and run nothing.")
    private List<Path> compare = List.of();

    @Override
    public Integer call() {
        if (!compare.isEmpty()) {
            return SpecCommand.compare(compare.get(0), compare.get(1), System.out, System.err);
        }
        if (rounds < 1) {
            System.err.println("bowline spec: --repeat needs a number of at least 1, not " + rounds);
            return SpecCommand.CANNOT_RUN;
        }
        List<Path> each = directories.isEmpty() ? defaults() : directories;
        return SpecCommand.runEach(each,
                new SpecOptions(each.get(0), uri, singleUri, suites, files, report, rounds), System.out, System.err);
    }

    private static List<Path> defaults() {
        return Files.isDirectory(SpecOptions.NEWEST_DIRECTORY)
                ? List.of(SpecOptions.DEFAULT_DIRECTORY, SpecOptions.NEWEST_DIRECTORY)
                : List.of(SpecOptions.DEFAULT_DIRECTORY);
    }
}
