package dev.bowline.benchmarks.sidebyside;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A child JVM, pinned to a CPU where the system can, with pipes to talk to it. */
public final class WorkerProcess implements AutoCloseable {
    private static final List<String> FLAGS = List.of("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED");

    private final Process process;
    private final BufferedReader output;

    /**
     * Starts the process.
     *
     * @param flags of the JVM, beside those that all have
     */
    public WorkerProcess(boolean pinned, List<String> flags, String classPath, Class<?> main, List<String> arguments) {
        List<String> command = new ArrayList<>();
        if (pinned && Files.isExecutable(Path.of("/usr/bin/taskset"))) {
            command.addAll(List.of("taskset", "-c", "0"));
        }
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        command.addAll(flags);
        command.addAll(List.of("-cp", classPath, main.getName()));
        command.addAll(arguments);
        try {
            process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        output = process.inputReader(StandardCharsets.UTF_8);
    }

    /**
     * Starts a contestant's process whose memory is measured. Every page of the heap is touched in advance, so that
     * what the process grows by is not heap.
     */
    public static WorkerProcess ofMeasuredMemory(String contestant, Class<?> main, List<String> arguments) {
        return new WorkerProcess(false, List.of("-XX:+AlwaysPreTouch"), classPathOf(contestant), main, arguments);
    }

    /** What this process was started with. */
    public static String ownClassPath() {
        return System.getProperty("java.class.path");
    }

    /**
     * The class path of a contestant's process; empty if it cannot take part here. The reactive driver needs an older
     * core than the others, which lies in a folder beside the program's jar.
     */
    public static String classPathOf(String contestant) {
        if (!contestant.equals("reactive")) {
            return ownClassPath();
        }
        Path jar = Path.of(ownClassPath().split(File.pathSeparator)[0]).toAbsolutePath();
        Path folder = jar.resolveSibling("reactive");
        if (!Files.isDirectory(folder)) {
            return "";
        }
        return folder.resolve("*") + File.pathSeparator + ownClassPath();
    }

    long pid() {
        return process.pid();
    }

    public String readLine() {
        try {
            String line = output.readLine();
            if (line == null) {
                throw new IllegalStateException("A worker ended early, with status " + process.waitFor());
            }
            return line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted", e);
        }
    }

    /** Waits until the process has ended by itself, for two minutes at most. */
    public void awaitEnd() {
        try {
            if (!process.waitFor(2, TimeUnit.MINUTES)) {
                throw new IllegalStateException("A worker does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted", e);
        }
    }

    Slice slice(int operations) {
        return Slice.ofLine(ask(Integer.toString(operations)));
    }

    /** Sends a line and returns the line that answers it. */
    public String ask(String line) {
        try {
            process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return readLine();
    }

    /** Gives it a moment to end by itself, so that a flight recording is written, then ends it. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
