package dev.bowline.cli;

import dev.bowline.cli.doctor.Diagnosis;
import dev.bowline.cli.doctor.Doctor;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bowline doctor}: says why a client can or cannot use a deployment. */
@Command(name = "doctor", mixinStandardHelpOptions = true, description = "Explain step by step why a client can or "
        + "cannot use a deployment. Ends with status 0 if "
        + "nothing is wrong, 1 if something should be changed, 2 if a client cannot work.")
final class DoctorCommand implements Callable<Integer> {
    @Parameters(paramLabel = "URI", description = "The connection string to examine. No output shows its password.")
    private String uri = "";

    @Option(names = "--json", description = "Print the diagnosis as JSON.")
    private boolean json;

    @Option(names = "--write", description = "Also write and remove a document in test.bowline_doctor.")
    private boolean write;

    @Option(names = "--seconds", defaultValue = "10", description = "How long to examine at most (default: "
            + "${DEFAULT-VALUE}).")
    private int seconds;

    @Override
    public Integer call() {
        if (seconds < 1) {
            System.err.println("bowline: --seconds must be at least 1");
            return Bowline.USAGE;
        }
        Diagnosis diagnosis = new Doctor(uri, Duration.ofSeconds(seconds), write).examine();
        System.out.println(json ? diagnosis.json() : diagnosis.text());
        return diagnosis.exitStatus();
    }
}
