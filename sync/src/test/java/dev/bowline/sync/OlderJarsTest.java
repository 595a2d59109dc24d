package dev.bowline.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.junit.DeploymentExtension;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One binary runs with older versions of the official jars, as applications bring them along. */
@ExtendWith(DeploymentExtension.class)
@Timeout(60)
@SuppressWarnings("ReturnValueIgnored") // What is called is compared, not its result.
class OlderJarsTest {
    /** What the other process does. */
    public static void main(String[] arguments) throws Exception {
        try (MongoClient client = BowlineMongoClients.create(arguments[0])) {
            MongoCollection<Document> things = client.getDatabase("test").getCollection("things");
            things.insertOne(new Document("_id", 1).append("list", List.of(1, 2)));
            things.withDocumentClass(RawBsonDocument.class).insertOne(RawBsonDocument.parse("{_id: 2}"));
            things.withDocumentClass(BsonDocument.class).find(RawBsonDocument.parse("{_id: 2}")).first();
            try (ClientSession session = client.startSession()) {
                session.withTransaction(() -> things.insertOne(session, new Document("_id", 3)));
                if (arguments[1].startsWith("5.8.")) {
                    // Reflection resolves every type in the signatures of a class.
                    session.getClass().getMethods();
                }
            }
            try (var changes = things.watch().cursor()) {
                changes.tryNext();
                things.insertOne(new Document("_id", 4));
                changes.next();
            }
            client.getClusterDescription();
            System.out.println("found " + things.find().into(new ArrayList<>()).size());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"5.8.1", "5.5.2"})
    void theSmokeTestPasses(String version, Deployment deployment) throws Exception {
        Path older = Path.of("target", "older").toAbsolutePath();
        assumeTrue(Files.exists(older), "only Maven fetches the official jars of version " + version);
        List<String> path = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator)).map(
                entry -> entry.replaceAll(".*/(bson|mongodb-driver-core|mongodb-driver-sync)-5\\.14\\.0\\.jar",
                        Matcher.quoteReplacement(older + File.separator) + "$1-" + version + ".jar"))
                .distinct().collect(Collectors.toList());
        assertThat(path).filteredOn(entry -> entry.endsWith(version + ".jar")).hasSize(3);

        Process process = new ProcessBuilder(ProcessHandle.current().info().command().orElse("java"),
                "-XX:TieredStopAtLevel=1", "-cp", String.join(File.pathSeparator, path), OlderJarsTest.class.getName(),
                deployment.connectionString(), version).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).contains("found 4");
    }
}
