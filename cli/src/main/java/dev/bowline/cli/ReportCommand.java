package dev.bowline.cli;

import dev.bowline.cli.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import jdk.jfr.consumer.RecordingFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bowline report}: what a flight recording says of a client. */
@Command(name = "report", mixinStandardHelpOptions = true, description = "Print where the time went and what happened "
        + "to the deployment, from a recording of JDK Flight Recorder.")
final class ReportCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "FILE.jfr", description = "The recording.")
    private Path file = Path.of("");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        if (!Files.isReadable(file)) {
            throw new ParameterException(spec.commandLine(), "there is no recording at " + file);
        }
        try {
            return new Report(RecordingFile.readAllEvents(file)).print(System.out) ? 0 : 1;
        } catch (IOException e) {
            throw new ParameterException(spec.commandLine(), file + " is not a flight recording: " + e.getMessage());
        }
    }
}
