package dev.bowline.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Sorts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What shells, monitors and test suites ask servers about themselves. */
@Timeout(60)
class DiagnosticsTest {
    private Deployment deployment = Deployment.replicaSet(3);
    private MongoClient client = MongoClients.create(deployment.connectionString());

    @AfterEach
    void stop() {
        client.close();
        deployment.close();
    }

    private void restartAs(DeploymentBuilder builder) {
        stop();
        deployment = builder.start();
        client = MongoClients.create(deployment.connectionString());
    }

    private Document admin(String json) {
        return client.getDatabase("admin").runCommand(Document.parse(json));
    }

    private void fails(String json, int code) {
        assertThatThrownBy(() -> admin(json)).isInstanceOfSatisfying(MongoCommandException.class,
                e -> assertThat(e.getErrorCode()).isEqualTo(code));
    }

    @Test
    void theStatusOfAMemberDescribesItsSet() {
        Document repl = admin("{serverStatus: 1}").get("repl", Document.class);
        assertThat(repl.getString("setName")).isEqualTo("rs0");
        assertThat(repl.getBoolean("isWritablePrimary")).isTrue();
        assertThat(repl.getList("hosts", String.class)).hasSize(3);
        assertThat(repl).containsKeys("primary", "me", "electionId", "lastWrite", "rbid", "topologyVersion");
        restartAs(Deployment.builder().standalone());
        assertThat(admin("{serverStatus: 1}")).doesNotContainKey("repl").containsKeys("connections", "opcounters",
                "storageEngine", "uptimeMillis");
    }

    @Test
    void theCommandLineNamesTheKindOfServer() {
        Document options = admin("{getCmdLineOpts: 1}");
        assertThat(options.getList("argv", String.class)).contains("--replSet", "rs0");
        assertThat(options.getEmbedded(List.of("parsed", "replication", "replSet"), String.class)).isEqualTo("rs0");
        restartAs(Deployment.builder().sharded(1));
        assertThat(admin("{getCmdLineOpts: 1}").get("parsed", Document.class)).containsKey("sharding");
    }

    @Test
    void theDefaultConcernsAreThoseThatTheSetFollows() {
        Document concerns = admin("{getDefaultRWConcern: 1}");
        assertThat(concerns.getEmbedded(List.of("defaultWriteConcern", "w"), String.class)).isEqualTo("majority");
        assertThat(concerns.getEmbedded(List.of("defaultReadConcern", "level"), String.class)).isEqualTo("local");
        restartAs(Deployment.builder().replicaSet(2).arbiters(1));
        assertThat(admin("{getDefaultRWConcern: 1}").getEmbedded(List.of("defaultWriteConcern", "w"), Integer.class))
                .isEqualTo(1);
        restartAs(Deployment.builder().standalone());
        fails("{getDefaultRWConcern: 1}", 51300);
        fails("{replSetGetStatus: 1}", 76);
    }

    @Test
    void defaultConcernsThatAreSetApplyToRequestsWithoutOne() {
        admin("{setDefaultRWConcern: 1, defaultWriteConcern: {w: 1}, defaultReadConcern: {level: 'majority'}}");
        Document concerns = admin("{getDefaultRWConcern: 1}");
        assertThat(concerns.getEmbedded(List.of("defaultWriteConcern", "w"), Integer.class)).isEqualTo(1);
        assertThat(concerns).containsEntry("defaultWriteConcernSource", "global").containsKey("updateOpTime");
        // Without a majority only a write of w: 1 is acknowledged, and no majority reads it.
        deployment.secondaries().forEach(member -> deployment.lag(member, Duration.ofHours(1)));
        MongoDatabase test = client.getDatabase("test");
        test.runCommand(Document.parse("{insert: 'c', documents: [{_id: 1}]}"));
        assertThat(test.runCommand(Document.parse("{find: 'c'}")).getEmbedded(List.of("cursor", "firstBatch"),
                List.class)).isEmpty();
        assertThat(test.runCommand(Document.parse("{find: 'c', readConcern: {level: 'local'}}"))
                .getEmbedded(List.of("cursor", "firstBatch"), List.class)).hasSize(1);
        Document late = test.runCommand(
                Document.parse("{insert: 'c', documents: [{_id: 2}], writeConcern: {w: 'majority', wtimeout: 1}}"));
        assertThat(late.getEmbedded(List.of("writeConcernError", "code"), Integer.class)).isEqualTo(64);
    }

    @Test
    void defaultConcernsThatNoServerAcceptsAreRefused() {
        fails("{setDefaultRWConcern: 1}", 2);
        fails("{setDefaultRWConcern: 1, defaultReadConcern: {level: 'snapshot'}}", 2);
        fails("{setDefaultRWConcern: 1, defaultWriteConcern: {w: 0}}", 2);
        admin("{setDefaultRWConcern: 1, defaultWriteConcern: {w: 2}}");
        fails("{setDefaultRWConcern: 1, defaultWriteConcern: {}}", 20);
        restartAs(Deployment.builder().standalone());
        fails("{setDefaultRWConcern: 1, defaultWriteConcern: {w: 1}}", 51300);
    }

    @Test
    void theLogCanBeRead() {
        MongoDatabase test = client.getDatabase("test");
        MongoCollection<Document> c = test.getCollection("c");
        c.insertOne(new Document("_id", 1).append("x", 1));
        c.updateOne(new Document("_id", 1), new Document("$set", new Document("x", 2)));
        c.deleteOne(new Document("_id", 1));
        MongoCollection<Document> log = client.getDatabase("local").getCollection("oplog.rs");
        List<Document> entries = log.find(new Document("ns", "test.c")).sort(Sorts.ascending("ts"))
                .into(new ArrayList<>());
        assertThat(entries).extracting(entry -> entry.getString("op")).containsExactly("i", "u", "d");
        assertThat(entries.get(0).get("o", Document.class)).containsEntry("_id", 1);
        assertThat(entries.get(1).getEmbedded(List.of("o", "diff", "u", "x"), Integer.class)).isEqualTo(2);
        assertThat(entries.get(2).get("o", Document.class)).isEqualTo(new Document("_id", 1));
        assertThat(entries.get(0)).containsKeys("ts", "t", "v", "wall", "lsid", "txnNumber");
        assertThat(log.countDocuments(new Document("op", "n"))).isPositive();
        assertThat(client.getDatabase("local").getCollection("system.replset").find().first())
                .containsEntry("_id", "rs0");
    }

    @Test
    void parametersThatServersDoNotHaveCannotBeSet() {
        fails("{setParameter: 1, odd: 1}", 72);
        fails("{setParameter: 1}", 72);
        admin("{setParameter: 1, logLevel: 1}");
        fails("{ping: 1, apiVersion: '2'}", 322);
        admin("{setParameter: 1, acceptApiVersion2: true}");
        assertThat(admin("{getParameter: 1, acceptApiVersion2: 1}").getBoolean("acceptApiVersion2")).isTrue();
        admin("{testVersion2: 1, apiVersion: '2', apiStrict: true}");
        fails("{testVersion2: 1, apiVersion: '1', apiStrict: true}", 323);
        fails("{testDeprecationInVersion2: 1, apiVersion: '2', apiDeprecationErrors: true}", 324);
    }

    @Test
    void shardingACollectionIsAnEventForStreamsThatWantAllEvents() {
        restartAs(Deployment.builder().sharded(1));
        MongoDatabase test = client.getDatabase("test");
        test.createCollection("c");
        try (var stream = test.getCollection("c").watch().showExpandedEvents(true).cursor()) {
            fails("{shardCollection: 'c', key: {a: 1}}", 73);
            admin("{shardCollection: 'test.c', key: {a: 1}}");
            assertThat(stream.next().getOperationTypeString()).isEqualTo("shardCollection");
        }
    }

    @Test
    void theNewestServersTellWhatWasCreated() {
        for (int version : new int[]{25, 26}) {
            restartAs(Deployment.builder().replicaSet(1).wireVersion(version));
            assertThat(admin("{buildInfo: 1}").getString("version")).isEqualTo(version == 25 ? "8.0.0" : "8.1.0");
            MongoDatabase test = client.getDatabase("test");
            try (var stream = test.watch().showExpandedEvents(true).cursor()) {
                test.createCollection("c");
                var created = stream.next();
                assertThat(created.getOperationTypeString()).isEqualTo("create");
                assertThat(created.getNamespaceTypeString()).isEqualTo(version == 26 ? "collection" : null);
            }
        }
    }

    @Test
    void earlierServersHaveEarlierNamesForTheirErrors() {
        restartAs(Deployment.builder().replicaSet(2).wireVersion(8));
        Member secondary = deployment.secondaries().get(0);
        try (MongoClient direct = MongoClients.create("mongodb://" + secondary.address() + "/?directConnection=true")) {
            assertThatThrownBy(() -> direct.getDatabase("test").runCommand(
                    Document.parse("{insert: 'c', documents: [{}]}")))
                    .hasMessageContaining("NotMaster");
        }
    }
}
