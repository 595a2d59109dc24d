package dev.bowline.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.MongoClient;
import dev.bowline.MongoCollection;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.Member;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recorded failover, and the report of it. */
class ReportTest {
    @TempDir
    Path folder;

    @Test
    void aFailoverCanBeReadFromARecording() throws IOException {
        Path file = folder.resolve("failover.jfr");
        String old;
        try (Recording recording = new Recording(); Deployment deployment = Deployment.replicaSet(3)) {
            for (String kind : List.of("Operation", "Retry", "Connection", "SlowCheckOut", "PoolClear", "ServerChange",
                    "Heartbeat")) {
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
                .contains("insert shop.orders", "connectionLost", "2 attempts: selection")
                .contains(old + " was Unknown and is RSPrimary", old + " was RSPrimary and is Unknown because ")
                .contains("pool of " + old + " cleared: ", "insert on " + old + " repeated: connectionLost");
    }

    @Test
    void aRecordingWithoutTheDriverSaysSo() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        assertThat(new Report(List.of()).print(new PrintStream(printed, true, StandardCharsets.UTF_8))).isFalse();
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("no event of Bowline");
    }
}
