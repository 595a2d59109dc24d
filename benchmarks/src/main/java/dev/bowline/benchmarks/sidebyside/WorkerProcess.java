package dev.bowline.benchmarks.sidebyside;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A child JVM, pinned to a CPU where the system can, with pipes to talk to it. */
final class WorkerProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;

    WorkerProcess(boolean pinned, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        if (pinned && Files.isExecutable(Path.of("/usr/bin/taskset"))) {
            command.addAll(List.of("taskset", "-c", "0"));
        }
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED", "-cp",
                System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        try {
            process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        output = process.inputReader(StandardCharsets.UTF_8);
    }

    long pid() {
        return process.pid();
    }

    String readLine() {
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

    Slice slice(int operations, int callers, boolean virtual) {
        send(operations + " " + callers + " " + (virtual ? "virtual" : "platform"));
        return Slice.ofLine(readLine());
    }

    private void send(String line) {
        try {
            process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroy();
    }
}
