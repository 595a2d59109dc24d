package dev.bowline.sync.referee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.mongodb.MongoClientSettings;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCluster;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.bowline.simulator.Deployment;
import dev.bowline.sync.BowlineMongoClients;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/** Both clients do the same, call by call, over all interfaces. */
@Timeout(120)
class OfficialComparisonTest {
    /** Called by the official driver's own operations, which do not run here, with arguments of its own classes. */
    private static final Set<String> DRIVER_ONLY = Set.of("notifyOperationInitiated", "notifyMessageSent",
            "setTransactionContext", "clearTransactionContext", "setRecoveryToken", "getTimeoutContext",
            "getTransactionSpan", "getOverloadRetryPolicyState");

    private static Deployment theirs;
    private static Deployment ours;

    @BeforeAll
    static void start() {
        theirs = deployment();
        ours = deployment();
    }

    private static Deployment deployment() {
        Deployment deployment = Deployment.builder().replicaSet(1).wireVersion(25).start();
        deployment.awaitPrimary();
        return deployment;
    }

    @AfterAll
    static void stop() {
        theirs.close();
        ours.close();
    }

    @TestFactory
    Stream<DynamicTest> bothClientsDoTheSame() {
        List<Script> scripts = new ArrayList<>(Sweeps.all());
        scripts.addAll(Scripts.all());
        scripts.addAll(SuiteScripts.all());
        return Stream.concat(
                scripts.stream().filter(script -> script.name().contains(System.getProperty("script", "")))
                        .map(script -> dynamicTest(script.name(), () -> compare(script))),
                Stream.of(dynamicTest("every method is compared", OfficialComparisonTest::everyMethodIsCompared)));
    }

    private static void compare(Script script) throws Exception {
        List<String> expected = transcript(script, theirs, MongoClients::create);
        List<String> actual = transcript(script, ours, BowlineMongoClients::create);
        String folder = System.getProperty("bowline.transcripts");
        if (folder != null) {
            Files.write(Path.of(folder, script.name() + ".official"), expected);
            Files.write(Path.of(folder, script.name() + ".bowline"), actual);
        }
        assertThat(String.join("\n", actual)).isEqualTo(String.join("\n", expected));
    }

    private static List<String> transcript(Script script, Deployment deployment,
            Function<MongoClientSettings, MongoClient> factory) throws Exception {
        Transcript transcript = new Transcript();
        MongoClientSettings settings = script.settings(deployment.connectionString()).addCommandListener(transcript)
                .build();
        try (MongoClient fixture = MongoClients.create(deployment.connectionString());
                MongoClient client = factory.apply(settings)) {
            script.run(Recording.of(client, MongoClient.class, transcript), () -> restore(fixture), deployment);
        }
        return transcript.lines();
    }

    /** The data that every call begins with. */
    private static void restore(MongoClient fixture) {
        MongoDatabase database = fixture.getDatabase("test");
        database.drop();
        fixture.getDatabase("other").drop();
        MongoCollection<Document> things = database.getCollection("things");
        things.insertMany(List.of(new Document("_id", 1).append("x", 1), new Document("_id", 2).append("x", 2),
                new Document("_id", 3).append("x", 3), new Document("_id", 4).append("x", 3)));
        things.createIndex(new Document("a", 1));
    }

    private static void everyMethodIsCompared() {
        Set<String> missing = new TreeSet<>();
        for (Class<?> type : Recording.INTERFACES) {
            for (var method : type.getMethods()) {
                if (!method.isSynthetic() && !method.isBridge() && !DRIVER_ONLY.contains(method.getName())
                        && !Transcript.CALLED.contains(Transcript.name(type, method))) {
                    missing.add(Transcript.name(type, method));
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    /** Used by scripts that take what every view has. */
    static MongoCollection<Document> things(MongoCluster client) {
        return client.getDatabase("test").getCollection("things");
    }

    static ClientSession session(MongoCluster client) {
        return client.startSession();
    }
}
