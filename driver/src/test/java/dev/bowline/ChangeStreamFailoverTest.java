package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.changestream.ChangeStreamDocument;
import dev.bowline.cursor.ChangeStreamCursor;
import dev.bowline.error.MongoException;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.Member;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A change stream is read while documents are written and the primary is killed, stepped down and frozen: every
 * acknowledged insert is seen, and no event comes twice.
 */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ChangeStreamFailoverTest {
    private static final int EVENTS_BETWEEN_FAULTS = 40;

    private enum Fault {
        KILL, STEP_DOWN, FREEZE
    }

    @Test
    void noEventIsMissedAndNoneComesTwiceThroughKillStepDownAndFreeze() throws InterruptedException {
        try (Deployment deployment = Deployment.builder().replicaSet(3).electionTimeout(Duration.ofMillis(500)).start();
                MongoClient client = MongoClient.connect(deployment.connectionString()
                        + "&heartbeatFrequencyMS=500&connectTimeoutMS=1000&w=majority")) {
            MongoCollection<Document> written = client.database("failover").collection("events");
            written.insertOne(new Document("_id", -1));
            List<Integer> acknowledged = new ArrayList<>();
            List<Integer> seen = new ArrayList<>();
            AtomicInteger limit = new AtomicInteger();
            try (var stream = written
                    .watch(List.of(), o -> o.maxAwaitTime(Duration.ofMillis(100)).batchSize(3)).cursor()) {
                Thread writer = Thread.ofVirtual().start(() -> write(written, limit, acknowledged));
                for (Fault fault : Fault.values()) {
                    read(stream, seen, EVENTS_BETWEEN_FAULTS);
                    Member primary = deployment.awaitPrimary();
                    strike(deployment, primary, fault);
                    read(stream, seen, EVENTS_BETWEEN_FAULTS);
                    heal(deployment, primary, fault);
                }
                limit.set(-1);
                writer.join();
                int last = acknowledged.get(acknowledged.size() - 1);
                while (seen.get(seen.size() - 1) < last) {
                    read(stream, seen, 1);
                }
            }
            assertThat(seen).doesNotHaveDuplicates().isSorted().containsAll(acknowledged);
        }
    }

    private static void write(MongoCollection<Document> written, AtomicInteger limit, List<Integer> acknowledged) {
        for (int i = 0; limit.get() >= 0; i++) {
            try {
                written.insertOne(new Document("_id", i));
                acknowledged.add(i);
            } catch (MongoException e) {
                // It may have happened all the same; the stream may show it or not, but only once.
                continue;
            }
        }
    }

    private static void read(ChangeStreamCursor<ChangeStreamDocument<Document>> stream, List<Integer> seen,
            int count) {
        for (int i = 0; i < count; i++) {
            Document document = stream.next().fullDocument();
            assertThat(document).isNotNull();
            seen.add(document.getInteger("_id"));
        }
    }

    private static void strike(Deployment deployment, Member primary, Fault fault) {
        switch (fault) {
            case KILL -> deployment.kill(primary);
            case STEP_DOWN -> deployment.stepDown(primary);
            case FREEZE -> deployment.freeze(primary);
        }
    }

    private static void heal(Deployment deployment, Member primary, Fault fault) {
        switch (fault) {
            case KILL -> deployment.restart(primary);
            case STEP_DOWN -> {
            }
            case FREEZE -> deployment.thaw(primary);
        }
    }
}
