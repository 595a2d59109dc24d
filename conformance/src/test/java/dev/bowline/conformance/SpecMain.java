package dev.bowline.conformance;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs the command from an IDE or a class path, without the command line module:
 * {@code [-s suite] [-f glob] [-r report] [-u uri] [-n rounds]}.
 */
public final class SpecMain {
    private SpecMain() {}

    public static void main(String[] arguments) {
        List<String> suites = new ArrayList<>();
        List<String> files = new ArrayList<>();
        @Nullable
        String uri = null;
        @Nullable
        Path report = null;
        int rounds = 1;
        for (int i = 0; i + 1 < arguments.length; i += 2) {
            String value = arguments[i + 1];
            switch (arguments[i]) {
                case "-s" -> suites.add(value);
                case "-f" -> files.add(value);
                case "-r" -> report = Path.of(value);
                case "-u" -> uri = value;
                case "-n" -> rounds = Integer.parseInt(value);
                default -> throw new IllegalArgumentException(arguments[i]);
            }
        }
        SpecOptions options = new SpecOptions(
                Path.of(System.getProperty("bowline.spec-tests", SpecOptions.DEFAULT_DIRECTORY.toString())), uri,
                null, suites, files, report, rounds);
        System.exit(SpecCommand.run(options, System.out, System.err));
    }
}
