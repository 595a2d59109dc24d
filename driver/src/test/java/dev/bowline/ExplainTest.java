package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.error.MongoCommandException;
import dev.bowline.options.ExplainVerbosity;
import dev.bowline.options.SearchIndexModel;
import dev.bowline.simulator.Deployment;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** Explanations and search indexes: what is sent for them. */
class ExplainTest {
    @Test
    void findAndAggregateAreExplainedAndNotRun() {
        CommandRecord commands = new CommandRecord();
        try (Deployment deployment = Deployment.replicaSet(1);
                MongoClient client = MongoClient.connect(MongoClientSettings.builder()
                        .connectionString(deployment.connectionString()).addCommandListener(commands).build())) {
            MongoCollection<Document> things = client.database("explained").collection("things");
            things.insertOne(new Document("_id", 1));
            commands.clear();
            BsonDocument plan = things.explain(new Document("_id", 1), ExplainVerbosity.QUERY_PLANNER,
                    o -> o.limit(3));
            assertThat(plan).containsKey("queryPlanner");
            BsonDocument sent = commands.commands().get(0);
            assertThat(sent.getDocument("explain").getString("find").getValue()).isEqualTo("things");
            assertThat(sent.getDocument("explain")).containsKey("limit");
            assertThat(sent.getString("verbosity").getValue()).isEqualTo("queryPlanner");
            things.explain(List.of(new Document("$match", new Document())), ExplainVerbosity.EXECUTION_STATS, o -> {});
            assertThat(commands.commands().get(1).getDocument("explain").getString("aggregate").getValue())
                    .isEqualTo("things");
        }
    }

    @Test
    void searchIndexesAreAskedForWithoutConcerns() {
        CommandRecord commands = new CommandRecord();
        try (Deployment deployment = Deployment.replicaSet(1);
                MongoClient client = MongoClient.connect(MongoClientSettings.builder()
                        .connectionString(deployment.connectionString() + "&w=majority&readConcernLevel=majority")
                        .addCommandListener(commands).build())) {
            MongoSearchIndexes indexes = client.database("searched").collection("things").searchIndexes();
            assertThatThrownBy(() -> indexes.create(SearchIndexModel.of("a", new Document())))
                    .isInstanceOf(MongoCommandException.class);
            assertThatThrownBy(() -> indexes.list().toList()).isInstanceOf(MongoCommandException.class);
            assertThat(commands.commands()).hasSize(2).allSatisfy(
                    command -> assertThat(command).doesNotContainKey("writeConcern").doesNotContainKey("readConcern"));
        }
    }
}
