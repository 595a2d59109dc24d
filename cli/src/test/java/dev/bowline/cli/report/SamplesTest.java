package dev.bowline.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bowline.MongoClient;
import dev.bowline.MongoCollection;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.Member;
import dev.bowline.simulator.Timing;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Writes the samples of docs/operations.md: the log at INFO and the report of a client with eight writers whose primary
 * freezes, is killed and steps down. Skipped unless asked for: {@code mvn -pl cli -am test -Dtest=SamplesTest
 * -Dsurefire.failIfNoSpecifiedTests=false -Dbowline.update-docs}.
 */
class SamplesTest {
    private static final Path PAGE = Path.of("..", "docs", "operations.md");
    private static final int MAX_LINES = 5;

    @TempDir
    Path folder;

    private final List<Thread> writers = new ArrayList<>();
    private final AtomicBoolean stopped = new AtomicBoolean();

    @Test
    void theSamplesOfTheDocumentationAreMade() throws Exception {
        assumeTrue(System.getProperty("bowline.update-docs") != null, "-Dbowline.update-docs writes the samples");
        // Before the first logger of this process is made.
        System.setProperty("slf4j.provider", InfoLog.class.getName());
        Path file = folder.resolve("app.jfr");
        List<Member> members;
        try (Recording recording = new Recording();
                Deployment deployment = Deployment.builder().replicaSet(3)
                        .timing(new Timing(Duration.ofSeconds(2), Duration.ofMillis(200))).start()) {
            members = deployment.members();
            for (String kind : ReportTest.KINDS) {
                recording.enable("dev.bowline." + kind);
            }
            recording.start();
            try (MongoClient client = MongoClient.connect(deployment.connectionString())) {
                write(client.database("shop").collection("orders"));
                fail(deployment, InfoLog.lines().size());
                stopped.set(true);
                for (Thread writer : writers) {
                    writer.join();
                }
            }
            recording.stop();
            recording.dump(file);
        }
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        new Report(RecordingFile.readAllEvents(file)).print(new PrintStream(printed, true, StandardCharsets.UTF_8));
        replace("log", named(String.join("\n", InfoLog.lines()), members).lines()
                .filter(line -> !line.contains("Waiting for server to become available")).toList());
        replace("report", shortened(named(printed.toString(StandardCharsets.UTF_8), members)));
    }

    private void write(MongoCollection<Document> orders) throws InterruptedException {
        for (int i = 0; i < 8; i++) {
            writers.add(Thread.ofPlatform().daemon().start(() -> {
                while (!stopped.get()) {
                    orders.insertOne(new Document());
                    LockSupport.parkNanos(20_000_000);
                }
            }));
        }
        TimeUnit.SECONDS.sleep(15);
    }

    private static void fail(Deployment deployment, int lines) throws InterruptedException {
        assertThat(lines).as("lines of the log; another provider of SLF4J was there first").isPositive();
        Member frozen = deployment.awaitPrimary();
        deployment.freeze(frozen);
        TimeUnit.SECONDS.sleep(8);
        deployment.thaw(frozen);
        TimeUnit.SECONDS.sleep(15);
        Member killed = deployment.awaitPrimary();
        deployment.kill(killed);
        TimeUnit.SECONDS.sleep(8);
        deployment.restart(killed);
        TimeUnit.SECONDS.sleep(15);
        deployment.stepDown(deployment.awaitPrimary(), Duration.ofSeconds(5));
        TimeUnit.SECONDS.sleep(3);
    }

    /** Names of hosts instead of addresses and ports. */
    private static String named(String text, List<Member> members) {
        String named = text;
        for (int i = 0; i < members.size(); i++) {
            named = named.replace(members.get(i).address().toString(), "db" + (i + 1) + ":27017");
        }
        return named;
    }

    /** The report with only some of the slowest commands. */
    private static List<String> shortened(String report) {
        List<String> lines = new ArrayList<>();
        int slowest = -1;
        for (String line : report.lines().toList()) {
            slowest = line.equals("Slowest") ? 0 : line.isEmpty() ? -1 : slowest < 0 ? -1 : slowest + 1;
            if (slowest < MAX_LINES) {
                lines.add(line);
            } else if (slowest == MAX_LINES) {
                lines.add("...");
            }
        }
        return lines;
    }

    private static void replace(String name, List<String> lines) throws IOException {
        Pattern block = Pattern.compile("(<!-- sample: " + name + " -->\n```\n).*?(```\n)", Pattern.DOTALL);
        Matcher matcher = block.matcher(Files.readString(PAGE));
        assertThat(matcher.find()).as("sample " + name).isTrue();
        Files.writeString(PAGE, matcher.replaceFirst(
                "$1" + Matcher.quoteReplacement(String.join("\n", lines) + "\n") + "$2"));
    }
}
