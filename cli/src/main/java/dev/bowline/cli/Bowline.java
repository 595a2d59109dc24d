package dev.bowline.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.UnmatchedArgumentException;

/** The entry point. Without arguments it lists the commands; an unknown one ends with status 64. */
@Command(name = "bowline", mixinStandardHelpOptions = true, version = "bowline 0.1.0", description = "A MongoDB "
        + "driver that keeps hold of a deployment while it fails over.", subcommands = {
                DemoCommand.class, WatchCommand.class, DoctorCommand.class, ReportCommand.class, SimulateCommand.class,
                SpecificationCommand.class, BenchCommand.class})
public final class Bowline implements Runnable {
    /** The status that sysexits.h gives to wrong usage. */
    static final int USAGE = 64;

    private final CommandLine line;

    private Bowline() {
        line = new CommandLine(this)
                .setExitCodeExceptionMapper(failure -> 1)
                .setParameterExceptionHandler(Bowline::explain);
    }

    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    static int run(String... arguments) {
        return new Bowline().line.execute(arguments);
    }

    @Override
    public void run() {
        line.usage(line.getOut());
    }

    /** Says why the arguments are refused, and returns the status to exit with. */
    static int refuse(@Nullable String why) {
        System.err.println("bowline: " + why);
        return USAGE;
    }

    /** Says why the command failed, and returns the status to exit with. */
    static int fail(Exception why) {
        System.err.println("bowline: " + why.getMessage());
        return 1;
    }

    static boolean isPort(int port) {
        return port >= 0 && port <= 65_535;
    }

    private static int explain(CommandLine.ParameterException failure, String[] arguments) {
        CommandLine at = failure.getCommandLine();
        if (failure instanceof UnmatchedArgumentException unmatched && at.getParent() == null) {
            at.getErr().println("bowline: there is no command '" + unmatched.getUnmatched().get(0) + "'");
            at.usage(at.getErr());
        } else {
            at.getErr().println("bowline: " + failure.getMessage());
        }
        return USAGE;
    }
}
