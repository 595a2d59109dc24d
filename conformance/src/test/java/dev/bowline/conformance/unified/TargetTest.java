package dev.bowline.conformance.unified;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.MongoClient;
import dev.bowline.MongoCollection;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.error.MongoCommandException;
import dev.bowline.simulator.Deployment;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class TargetTest {
    @Test
    void aDeploymentIsFitForTheNextCaseAfterOneThatHangs() {
        try (Deployment set = Deployment.replicaSet(1);
                Target target = Target.connect(set.connectionString(), set.connectionString(), false,
                        Target.Backing.foreign(), SystemEnvironment.instance());
                MongoClient client = MongoClient.connect(set.connectionString() + "&retryReads=false")) {
            MongoCollection<Document> things = client.database("left").collection("things");
            set.failPoint(set.member(0), BsonDocument.parse(
                    "{configureFailPoint: 'failCommand', mode: 'alwaysOn', data: {failCommands: ['find'], errorCode: "
                            + "8}}"));
            assertThatThrownBy(() -> things.find().toList()).isInstanceOf(MongoCommandException.class);
            target.recover();
            assertThat(things.find().toList()).isEmpty();
        }
    }

    @Test
    void whatASimulatedDeploymentLacksIsReportedOnce() {
        Deployment set = Deployment.replicaSet(1);
        try (Target target = Target.connect(set.connectionString(), set.connectionString(), false,
                Target.Backing.of(set), SystemEnvironment.instance());
                MongoClient client = MongoClient.connect(set.connectionString())) {
            target.takeLacking();
            assertThatThrownBy(() -> client.database("d").collection("c")
                    .find(BsonDocument.parse("{$where: 'return true'}")).toList())
                    .isInstanceOf(MongoCommandException.class);
            assertThat(target.takeLacking()).containsExactly("JavaScript ($where)");
            assertThat(target.takeLacking()).isEmpty();
        }
    }
}
