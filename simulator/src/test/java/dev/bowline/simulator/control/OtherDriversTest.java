package dev.bowline.simulator.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.DeploymentBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Drivers in other languages, unpatched, against each kind of deployment: what an application does, and kill, step-down
 * and freeze in the middle of it. The programs are in {@code src/drivers}. Run with {@code mvn -Pdrivers}; a driver
 * whose language is not on this machine, or that cannot be installed, is skipped with the reason.
 */
@Tag("drivers")
@Timeout(600)
class OtherDriversTest {
    private static final Path PROGRAMS = Path.of("src", "drivers").toAbsolutePath();
    private static final Path WORK = Path.of("target", "drivers").toAbsolutePath();

    enum Shape {
        STANDALONE("standalone"), REPLICA_SET("replicaSet"), SHARDED("sharded");

        private final String name;

        Shape(String name) {
            this.name = name;
        }

        DeploymentBuilder builder() {
            return switch (this) {
                case STANDALONE -> Deployment.builder().standalone();
                case REPLICA_SET -> Deployment.builder().replicaSet(3);
                case SHARDED -> Deployment.builder().sharded(2);
            };
        }
    }

    private record Outcome(int status, String printed) {}

    private static Outcome run(Path directory, Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        Path printed = Files.createTempFile("driver", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true)
                .redirectOutput(printed.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        boolean ended = process.waitFor(5, TimeUnit.MINUTES);
        process.destroyForcibly();
        String text = Files.readString(printed, StandardCharsets.UTF_8);
        Files.delete(printed);
        return new Outcome(ended ? process.exitValue() : -1, text);
    }

    /** Prepares something once, or skips the test with what was printed. */
    private static void prepare(Path directory, Map<String, String> environment, String lacking, String... command)
            throws InterruptedException {
        try {
            Outcome outcome = run(directory, environment, List.of(command));
            if (outcome.status() != 0) {
                abort(lacking + ": " + outcome.printed());
            }
        } catch (IOException e) {
            abort(lacking + ": " + e.getMessage());
        }
    }

    private static void play(Shape shape, Path directory, String... command) throws IOException, InterruptedException {
        try (Deployment deployment = shape.builder().start();
                ControlServer control = ControlServer.start(deployment, 0)) {
            Outcome outcome = run(directory, Map.of("BOWLINE_URI", deployment.connectionString(), "BOWLINE_CONTROL",
                    control.address().toString(), "BOWLINE_SHAPE", shape.name), List.of(command));
            System.out.println(shape + ":\n" + outcome.printed());
            assertThat(outcome.status()).as(outcome.printed()).isZero();
            assertThat(outcome.printed()).contains("done");
        }
    }

    private static Path node(String packageName) throws IOException, InterruptedException {
        Path directory = Files.createDirectories(WORK.resolve(packageName));
        Files.copy(PROGRAMS.resolve(packageName.equals("mongodb") ? "node" : packageName).resolve("run.mjs"),
                directory.resolve("run.mjs"), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        prepare(directory, Map.of(), "There is no node", "node", "--version");
        if (!Files.exists(directory.resolve("node_modules").resolve(packageName))) {
            prepare(directory, Map.of(), "npm cannot install " + packageName, "npm", "install", "--no-audit",
                    "--no-fund", "--no-save", "--prefix", ".", packageName);
        }
        return directory;
    }

    @ParameterizedTest
    @EnumSource(Shape.class)
    void theNodeDriver(Shape shape) throws IOException, InterruptedException {
        play(shape, node("mongodb"), "node", "run.mjs");
    }

    @ParameterizedTest
    @EnumSource(Shape.class)
    void mongoose(Shape shape) throws IOException, InterruptedException {
        play(shape, node("mongoose"), "node", "run.mjs");
    }

    @ParameterizedTest
    @EnumSource(Shape.class)
    void pyMongo(Shape shape) throws IOException, InterruptedException {
        Path directory = Files.createDirectories(WORK.resolve("python"));
        Path python = directory.resolve("bin").resolve("python");
        if (!Files.exists(directory.resolve("installed"))) {
            prepare(directory, Map.of(), "There is no python3 with venv", "python3", "-m", "venv", ".");
            prepare(directory, Map.of(), "pip cannot install pymongo", python.toString(), "-m", "pip", "install", "-q",
                    "pymongo");
            Files.createFile(directory.resolve("installed"));
        }
        play(shape, directory, python.toString(), PROGRAMS.resolve("python").resolve("run.py").toString());
    }

    @ParameterizedTest
    @EnumSource(Shape.class)
    void theGoDriver(Shape shape) throws IOException, InterruptedException {
        Path directory = Files.createDirectories(WORK.resolve("go"));
        Path program = directory.resolve("program");
        if (!Files.exists(program)) {
            // As Debian's golang-mongodb-mongo-driver-dev installs it.
            prepare(PROGRAMS.resolve("go"),
                    Map.of("GO111MODULE", "off", "GOPATH", "/usr/share/gocode", "GOCACHE",
                            directory.resolve("cache").toString()),
                    "There is no go, or no golang-mongodb-mongo-driver-dev", "go", "build", "-o", program.toString(),
                    ".");
        }
        play(shape, directory, program.toString());
    }
}
