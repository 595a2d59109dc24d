package dev.bowline.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.MongoClient;
import dev.bowline.MongoCollection;
import dev.bowline.egress.recording.RecordedOperation;
import dev.bowline.egress.recording.RecordedPoolClear;
import dev.bowline.egress.recording.RecordedServerChange;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.Member;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recorded failover, and the report of it. */
class ReportTest {
    static final List<String> KINDS = List.of("Operation", "Retry", "Connection", "SlowCheckOut", "PoolClear",
            "ServerChange", "Heartbeat");

    private static final String CLIENT = "6919";

    @TempDir
    Path folder;

    @Test
    void aFailoverCanBeReadFromARecording() throws IOException {
        Path file = folder.resolve("failover.jfr");
        String old;
        try (Recording recording = new Recording(); Deployment deployment = Deployment.replicaSet(3)) {
            for (String kind : KINDS) {
                recording.enable("dev.bowline." + kind);
            }
            recording.start();
            try (MongoClient client = MongoClient.connect(deployment.connectionString())) {
                MongoCollection<Document> orders = client.database("shop").collection("orders");
                orders.insertOne(new Document());
                deployment.failPoint("{configureFailPoint: 'failCommand', mode: {times: 1}, "
                        + "data: {failCommands: ['insert'], closeConnection: true}}");
                orders.insertOne(new Document());
                // Every member has it, and the next primary must not fail the retry as well.
                deployment.clearFailPoints();
                Member primary = deployment.awaitPrimary();
                old = primary.address().toString();
                deployment.kill(primary);
                orders.insertOne(new Document());
            }
            recording.stop();
            recording.dump(file);
        }
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        assertThat(new Report(RecordingFile.readAllEvents(file))
                .print(new PrintStream(printed, true, StandardCharsets.UTF_8))).isTrue();
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("insert shop.orders", "its connection broke", "2 attempts: selection")
                .contains(old + " was Unknown and is RSPrimary", old + " was RSPrimary and is Unknown because ")
                .contains("pool of " + old + " cleared: ")
                .contains("attempt at " + old + " failed and is repeated: its connection broke")
                .contains(" ms after its start the attempt at " + old + " failed: its connection broke")
                .containsPattern(old + " -> [^ ]+, \\d+\\.\\d{3} s without a primary\\n +because Failed while ")
                .containsPattern("insert shop\\.orders +3( +[0-9.]+){6}( +(0\\.[1-9]|[1-9]\\.\\d)){2}\\n")
                .doesNotContain("was stopped");
    }

    @Test
    void eachFailoverIsReportedWithItsReason() throws IOException {
        String told = report(() -> {
            RecordedServerChange.record(CLIENT, "db1:1", "Unknown", "RSPrimary", null);
            // A freeze: the next primary comes first, and the reason last.
            RecordedServerChange.record(CLIENT, "db2:1", "RSSecondary", "RSPrimary", null);
            RecordedServerChange.record(CLIENT, "db1:1", "RSPrimary", "Unknown", "x.Y: a newer primary was found");
            RecordedPoolClear.record(CLIENT, "db1:1", 8, 8, 0, "dev.bowline.error.Silent: Timed out while handshaking");
            // A step-down, and the same primary again.
            RecordedServerChange.record(CLIENT, "db2:1", "RSPrimary", "RSSecondary", null);
            RecordedServerChange.record(CLIENT, "db2:1", "RSSecondary", "RSPrimary", null);
            // A kill that nothing follows; another server's pool says nothing about it.
            RecordedServerChange.record(CLIENT, "db2:1", "RSPrimary", "Unknown", "The peer closed the connection");
            RecordedPoolClear.record(CLIENT, "db3:1", 8, 8, 0, "Timed out");
        });
        assertThat(told.lines().skip(2).takeWhile(line -> !line.isEmpty())
                .map(line -> line.replaceFirst("^[0-9:.]+ +[+][0-9.]+ s  ", "").replaceAll("[0-9.]+ s ", "N s ")
                        .strip()))
                .containsExactly("Failovers", "db1:1 -> db2:1, found before the client saw the loss",
                        "because it does not answer: Timed out while handshaking", "no command was under way",
                        "db2:1 was lost and is primary again, N s without a primary",
                        "because it has stepped down and is RSSecondary", "no command was under way",
                        "db2:1 is lost, and no primary until the end of the recording",
                        "because The peer closed the connection", "no command was under way");
    }

    @Test
    void aReplacedPrimaryThatAnsweredAndFallsSilentLaterIsNoReason() throws IOException {
        String told = report(() -> {
            RecordedServerChange.record(CLIENT, "db1:1", "Unknown", "RSPrimary", null);
            RecordedServerChange.record(CLIENT, "db1:1", "RSPrimary", "RSSecondary", null);
            RecordedServerChange.record(CLIENT, "db2:1", "RSSecondary", "RSPrimary", null);
            RecordedServerChange.record(CLIENT, "db1:1", "RSSecondary", "Unknown", "Timed out");
            RecordedPoolClear.record(CLIENT, "db1:1", 8, 8, 0, "Timed out");
        });
        assertThat(told).contains("because it has stepped down and is RSSecondary").doesNotContain("does not answer");
    }

    @Test
    void clientsOfOneRecordingAreDistinguished() throws IOException {
        String told = report(() -> {
            for (String client : List.of(CLIENT, "6920")) {
                RecordedServerChange.record(client, "db1:1", "Unknown", "RSPrimary", null);
            }
            RecordedServerChange.record("6920", "db1:1", "RSPrimary", "Unknown", "The peer closed the connection");
            Objects.requireNonNull(RecordedOperation.start()).ended(CLIENT, "find", "shop.orders", "db1:1",
                    new RecordedOperation.Phases(1, 0, 0, 0, 0), null);
        });
        assertThat(told).contains("client 1 has the id 6919\nclient 2 has the id 6920\n")
                .containsPattern("Failovers\n\\S+ +\\S+ s  client 2: db1:1 is lost, and no primary until the end of "
                        + "the recording\n.*\n +no command was under way\n\n")
                .containsPattern("\nBy client.*\nclient 1 +1 ").containsPattern("ms  client 1: find shop\\.orders at")
                .containsPattern("s  client 1: db1:1 was Unknown and is RSPrimary\n")
                .containsPattern("s  client 2: db1:1 was Unknown and is RSPrimary\n");
    }

    @Test
    void aCommandIsRecordedWithTheBytesOfAllItsAttempts() throws IOException {
        String told = report(() -> {
            RecordedOperation operation = Objects.requireNonNull(RecordedOperation.start());
            operation.exchanged(1024, 0);
            operation.exchanged(1024, 5120);
            operation.ended(CLIENT, "find", "shop.orders", "db1:1", new RecordedOperation.Phases(2, 0, 0, 0, 0), null);
        });
        assertThat(told).containsPattern("find shop.orders .* 2\\.0 +5\\.0\\n");
    }

    /** The report of what is recorded meanwhile. */
    private String report(Runnable recorded) throws IOException {
        Path file = folder.resolve("some.jfr");
        try (Recording recording = new Recording()) {
            for (String kind : KINDS) {
                recording.enable("dev.bowline." + kind);
            }
            recording.start();
            recorded.run();
            recording.stop();
            recording.dump(file);
        }
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        assertThat(new Report(RecordingFile.readAllEvents(file))
                .print(new PrintStream(printed, true, StandardCharsets.UTF_8))).isTrue();
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aRecordingWithoutTheDriverSaysSo() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        assertThat(new Report(List.of()).print(new PrintStream(printed, true, StandardCharsets.UTF_8))).isFalse();
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("no event of Bowline");
    }
}
