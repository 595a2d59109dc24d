package dev.bowline.cli;

import dev.bowline.benchmarks.BenchRun;
import dev.bowline.benchmarks.overload.OverloadRun;
import dev.bowline.benchmarks.sidebyside.SideBySide.Length;
import dev.bowline.benchmarks.surface.SurfaceRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bowline bench}: side by side with the official driver and a bare socket. */
@Command(name = "bench", mixinStandardHelpOptions = true, description = "Compare Bowline with the official driver and "
        + "a bare socket, in turns, on one server.")
final class BenchCommand implements Callable<Integer> {
    @Parameters(paramLabel = "TASK", description = "Tasks to run, such as find-by-id, or the word that several begin "
            + "with, such as bson; all "
            + "by default, the main ones with --quick.")
    private List<String> tasks = List.of();

    @Option(names = "--quick", description = "The main tasks in fewer rounds: about four minutes on a "
            + "quiet machine.")
    private boolean quick;

    @Option(names = "--tiny", hidden = true, description = "Two short rounds: only shows that it works.")
    private boolean tiny;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the figures here as JSON.")
    private @Nullable Path json;

    @Option(names = "--docs", paramLabel = "FOLDER", description = "Update laboratory.md, benchmarks.json and the "
            + "charts in this folder.")
    private @Nullable Path docs;

    @Option(names = "--uri", paramLabel = "URI", description = "Run against this deployment, or against 'simulator'; "
            + "by default against a server of canned "
            + "replies.")
    private @Nullable String uri;

    @Option(names = "--profile", description = "Write a flight recording of every contestant to bench-recordings/.")
    private boolean profile;

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Length length = tiny ? Length.TINY : quick ? Length.QUICK : Length.FULL;
        try {
            if (OverloadRun.handles(tasks)) {
                OverloadRun.run(length != Length.FULL, docs, System.out);
                return 0;
            }
            if (SurfaceRun.handles(tasks)) {
                SurfaceRun.run(tasks, length != Length.FULL, System.out);
                return 0;
            }
            new BenchRun(tasks, length, uri, json, docs, profile ? Path.of("bench-recordings").toAbsolutePath() : null,
                    "./bowline " + arguments()).run(System.out);
            return 0;
        } catch (IllegalArgumentException e) {
            return Bowline.refuse(e.getMessage());
        }
    }

    /** What was typed, but for a connection string, which may hold a password. */
    private String arguments() {
        CommandLine line = spec == null ? null : spec.commandLine();
        CommandLine top = line == null ? null : line.getParent();
        if (top == null) {
            return "bench";
        }
        return String.join(" ", top.getParseResult().originalArgs()).replaceAll("mongodb(\\+srv)?://\\S+", "URI");
    }
}
