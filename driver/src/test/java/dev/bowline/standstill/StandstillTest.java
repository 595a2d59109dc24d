package dev.bowline.standstill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.Member;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No second in which nothing ends, no deadline overrun by more than a tenth of a second plus what the machine itself
 * took away, and one success for each second that the machine left to client and servers: with every kind of listener,
 * debug logs, TLS and every compressor, one to two thousand callers of every kind, one to eight carriers, free or
 * occupied by other computations, while members are killed, frozen and stepped down. A scenario for which the machine
 * left too little time is reported as skipped, unless the client stood still for good.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class StandstillTest {
    /** The compressor of each kind of callers. */
    private static final Map<String, String> COMPRESSORS = Map.of("PLATFORM", "zlib", "VIRTUAL", "snappy", "MIXED",
            "zstd");
    private static final List<Integer> CALLERS = List.of(1, 16, 200, 2000);
    private static final List<Integer> CARRIERS = List.of(1, 2, 4, 8);
    private static final String OPTIONS = "&tls=true&tlsInsecure=true&heartbeatFrequencyMS=500"
            + "&connectTimeoutMS=1000&maxPoolSize=50&minPoolSize=4";

    /** Of the scenarios of an hour, so many must have been judged. */
    private static final double LEAST_JUDGED_OF_AN_HOUR = 0.5;

    @TempDir
    static Path directory;
    private static SSLContext tls;
    private static int scenarios;
    private static int judged;

    record Scenario(String kind, int callers, int carriers, boolean occupied, Duration duration) {}

    @BeforeAll
    static void makeCertificate() throws Exception {
        tls = context(directory);
    }

    @AfterAll
    static void sayHowManyWereJudged() {
        System.out.println("Standstill: " + judged + " of " + scenarios + " scenarios were judged");
        if (scenarios >= CALLERS.size() * CARRIERS.size()) {
            assertThat((double) judged / scenarios).as("the part of the scenarios that was judged")
                    .isGreaterThanOrEqualTo(LEAST_JUDGED_OF_AN_HOUR);
        }
    }

    /** About a minute. Every kind, number and width occurs, and each kind with occupied carriers. */
    static Stream<Scenario> short_() {
        Duration duration = Duration.ofMillis(4500);
        return Stream.of(new Scenario("VIRTUAL", 200, 1, false, duration),
                new Scenario("VIRTUAL", 16, 2, false, duration), new Scenario("VIRTUAL", 16, 4, true, duration),
                new Scenario("PLATFORM", 16, 2, true, duration), new Scenario("PLATFORM", 200, 8, false, duration),
                new Scenario("MIXED", 1, 1, true, duration), new Scenario("MIXED", 200, 2, true, duration),
                new Scenario("MIXED", 2000, 2, false, duration));
    }

    /** An hour: every combination, with free and with occupied carriers. */
    static Stream<Scenario> long_() {
        List<Scenario> all = new ArrayList<>();
        for (String kind : List.of("PLATFORM", "VIRTUAL", "MIXED")) {
            for (int callers : CALLERS) {
                for (int carriers : CARRIERS) {
                    all.add(new Scenario(kind, callers, carriers, false, Duration.ofSeconds(35)));
                    all.add(new Scenario(kind, callers, carriers, true, Duration.ofSeconds(35)));
                }
            }
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("short_")
    void somethingEndsInEverySecondAndNoDeadlineIsOverrun(Scenario scenario) throws Exception {
        run(scenario);
    }

    @Tag("soak")
    @ParameterizedTest
    @MethodSource("long_")
    void somethingEndsInEverySecondOfAnHourAndNoDeadlineIsOverrun(Scenario scenario) throws Exception {
        run(scenario);
    }

    private static void run(Scenario scenario) throws Exception {
        try (Deployment deployment = Deployment.builder().replicaSet(3).tls(tls)
                .electionTimeout(Duration.ofMillis(300)).start()) {
            deployment.awaitPrimary();
            Process client = start(scenario,
                    deployment.connectionString() + OPTIONS + "&compressors=" + COMPRESSORS.get(scenario.kind()));
            List<String> output = new ArrayList<>();
            // A client that stands still for good would keep a processor busy, and this test waiting.
            client.onExit().orTimeout(scenario.duration().toSeconds() + 120, TimeUnit.SECONDS)
                    .exceptionally(late -> client.destroyForcibly());
            try (BufferedReader reader = client.inputReader(StandardCharsets.UTF_8)) {
                String line;
                while ((line = reader.readLine()) != null && !line.equals("READY")) {
                    output.add(line);
                }
                strike(deployment, scenario.duration());
                client.getOutputStream().close();
                while ((line = reader.readLine()) != null) {
                    output.add(line);
                }
            } finally {
                client.destroyForcibly();
            }
            output.stream().filter(line -> line.startsWith("SUMMARY") || line.startsWith("UNJUDGED"))
                    .forEach(line -> System.out.println("Standstill, " + scenario + ": " + line));
            scenarios++;
            assertThat(output).as("%s", scenario).contains("END").noneMatch(line -> line.startsWith("VIOLATION"))
                    .anyMatch(line -> line.startsWith("SUMMARY"));
            assumeThat(output).as("what kept %s from being judged", scenario)
                    .noneMatch(line -> line.startsWith("UNJUDGED"));
            judged++;
        }
    }

    /** Kills, freezes and steps primaries down, each for about a second, until the time is over. */
    private static void strike(Deployment deployment, Duration duration) {
        RandomGenerator random = RandomGenerator.of("L64X128MixRandom");
        long end = System.nanoTime() + duration.toNanos();
        int first = random.nextInt(3);
        for (int round = first; System.nanoTime() < end; round++) {
            Member primary = deployment.awaitPrimary();
            switch (round % 3) {
                case 0 -> {
                    deployment.kill(primary);
                    pause(900);
                    deployment.restart(primary);
                }
                case 1 -> {
                    deployment.freeze(primary);
                    pause(1200);
                    deployment.thaw(primary);
                }
                // Not the minute of an operator: after three of them no member could be elected.
                default -> deployment.stepDown(primary, Duration.ofSeconds(1));
            }
            pause(400);
        }
    }

    /** Part of what is done to the deployment, not a wait for anything. */
    private static void pause(long millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (long now = System.nanoTime(); now < end; now = System.nanoTime()) {
            LockSupport.parkNanos(end - now);
        }
    }

    private static Process start(Scenario scenario, String connectionString) throws IOException {
        String classes = Stream
                .concat(Arrays.stream((System.getProperty("jdk.module.path", "") + File.pathSeparator
                        + System.getProperty("java.class.path", "")).split(File.pathSeparator)),
                        Stream.of(testClasses().toString()))
                .filter(entry -> !entry.contains("slf4j-nop"))
                .reduce((one, other) -> one + File.pathSeparator + other).orElseThrow();
        return new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx512m",
                "-Djdk.virtualThreadScheduler.parallelism=" + scenario.carriers(),
                "-Djdk.virtualThreadScheduler.maxPoolSize=" + Math.max(4, 4 * scenario.carriers()),
                "-Dslf4j.provider=" + DebugLogs.class.getName(), "-cp", classes, StandstillProbe.class.getName(),
                connectionString, scenario.kind(), Integer.toString(scenario.callers()),
                Boolean.toString(scenario.occupied())).redirectErrorStream(true).start();
    }

    private static Path testClasses() {
        try {
            return Path.of(StandstillProbe.class.getResource("StandstillProbe.class").toURI()).getParent().getParent()
                    .getParent().getParent();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static SSLContext context(Path directory) throws Exception {
        Path store = directory.resolve("keys.p12");
        char[] password = "secret".toCharArray();
        Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair", "-keystore", store.toString(), "-storetype", "PKCS12", "-storepass", "secret", "-alias",
                "key", "-keyalg", "EC", "-dname", "CN=server", "-validity", "2").redirectErrorStream(true).start();
        keytool.getInputStream().readAllBytes();
        assertThat(keytool.waitFor(30, TimeUnit.SECONDS)).isTrue();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, password);
        }
        KeyManagerFactory keyManagers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keyManagers.init(keys, password);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keyManagers.getKeyManagers(), null, null);
        return context;
    }
}
