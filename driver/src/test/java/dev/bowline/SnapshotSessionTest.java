package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.concern.WriteConcern;
import dev.bowline.simulator.Deployment;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** All reads of a snapshot session see the moment of the first, whichever command that was. */
@Timeout(60)
class SnapshotSessionTest {
    @Test
    void theFirstReadFixesTheSnapshotEvenIfItHasNoCursor() {
        CommandRecord commands = new CommandRecord();
        try (Deployment deployment = Deployment.replicaSet(1);
                MongoClient client = MongoClient.connect(MongoClientSettings.builder()
                        .connectionString(deployment.connectionString()).addCommandListener(commands).build())) {
            MongoCollection<Document> things = client.database("snapshots").collection("things",
                    Document.class).with(WriteConcern.MAJORITY);
            things.insertOne(new Document("x", 1));
            try (ClientSession session = client.startSession(o -> o.snapshot(true))) {
                MongoCollection<Document> frozen = things.with(session);
                assertThat(frozen.distinct("x", new Document(), Integer.class)).containsExactly(1);
                things.insertOne(new Document("x", 2));
                commands.clear();

                assertThat(frozen.distinct("x", new Document(), Integer.class)).isEqualTo(List.of(1));
                assertThat(frozen.find().toList()).hasSize(1);
                assertThat(session.snapshotTime()).isPresent();
                assertThat(commands.commands()).extracting(SnapshotSessionTest::snapshot)
                        .containsOnly(session.snapshotTime().orElseThrow());
            }
        }
    }

    private static Object snapshot(BsonDocument command) {
        return command.getDocument("readConcern").get("atClusterTime");
    }
}
