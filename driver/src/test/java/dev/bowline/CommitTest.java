package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.error.ErrorLabel;
import dev.bowline.error.MongoException;
import dev.bowline.error.MongoSocketException;
import dev.bowline.simulator.Deployment;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a commit asks of the server when it is not the first attempt. */
@Timeout(60)
class CommitTest {
    @Test
    void aCommitThatFailsTwiceByTheNetworkIsLabelledWhateverTheClientRetries() {
        try (Deployment deployment = Deployment.replicaSet(1);
                MongoClient client = MongoClient.connect(deployment.connectionString() + "&retryWrites=false");
                ClientSession session = client.startSession()) {
            session.startTransaction();
            client.database("commits").collection("things").with(session).insertOne(new Document("_id", 1));
            deployment.failPoint("{configureFailPoint: 'failCommand', mode: {times: 2}, data: {failCommands: "
                    + "['commitTransaction'], closeConnection: true}}");
            assertThatThrownBy(session::commitTransaction).isInstanceOfSatisfying(MongoSocketException.class,
                    e -> assertThat(e.errorLabels()).containsExactlyInAnyOrder(ErrorLabel.RETRYABLE_WRITE_ERROR,
                            ErrorLabel.UNKNOWN_TRANSACTION_COMMIT_RESULT));
        }
    }

    /** A caller cannot know that the first attempt was never sent, so the second is made as if it had been. */
    @Test
    void anAttemptAfterOneThatGotNoConnectionAsksForAMajority() {
        CommandRecord commands = new CommandRecord();
        try (Deployment deployment = Deployment.builder().replicaSet(1).user("admin", "u", "p", "SCRAM-SHA-256")
                .requireAuthentication().start();
                MongoClient client = MongoClient.connect(MongoClientSettings.builder()
                        .connectionString(deployment.connectionString().replace("mongodb://", "mongodb://u:p@"))
                        .addCommandListener(commands).build());
                ClientSession session = client.startSession()) {
            MongoDatabase database = client.database("commits");
            session.startTransaction();
            database.collection("things").with(session).insertOne(new Document("_id", 1));
            deployment.failPoint("{configureFailPoint: 'failCommand', mode: {times: 2}, data: {failCommands: "
                    + "['ping', 'saslContinue'], closeConnection: true}}");
            assertThatThrownBy(() -> database.runCommand(new Document("ping", 1))).isInstanceOf(MongoException.class);
            session.commitTransaction();

            assertThat(commands.names()).containsExactly("insert", "ping", "commitTransaction");
            assertThat(commands.commands().get(2).get("writeConcern"))
                    .isEqualTo(BsonDocument.parse("{w: 'majority', wtimeout: 10000}"));
            assertThat(database.collection("things").countDocuments()).isEqualTo(1);
        }
    }
}
