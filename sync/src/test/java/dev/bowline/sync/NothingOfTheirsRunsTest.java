package dev.bowline.sync;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.gridfs.GridFSBuckets;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.junit.DeploymentExtension;
import java.io.ByteArrayInputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The official jars are there for their interfaces and values: none of their threads, sockets, monitors or pools is
 * made.
 */
@ExtendWith(DeploymentExtension.class)
@Timeout(60)
class NothingOfTheirsRunsTest {
    /** What the official driver makes of a client, by the classes it cannot do without. */
    private static final List<String> MACHINERY = List.of("com.mongodb.internal.connection.DefaultConnectionPool",
            "com.mongodb.internal.connection.DefaultServerMonitor", "com.mongodb.internal.connection.SocketStream",
            "com.mongodb.internal.connection.InternalStreamConnection", "com.mongodb.internal.connection.BaseCluster",
            "com.mongodb.client.internal.MongoClientImpl", "com.mongodb.client.internal.MongoCollectionImpl");

    /** A program of its own, so that no other test's client is seen. */
    public static void main(String[] arguments) {
        try (MongoClient client = BowlineMongoClients.create(arguments[0])) {
            MongoCollection<Document> things = client.getDatabase("test").getCollection("things");
            things.insertOne(new Document("_id", 1));
            things.find().first();
            try (ClientSession session = client.startSession()) {
                session.withTransaction(() -> things.insertOne(session, new Document("_id", 2)));
            }
            things.watch().cursor().close();
            GridFSBuckets.create(client.getDatabase("test")).uploadFromStream("a", new ByteArrayInputStream(
                    new byte[10]));
            Set<String> threads = Arrays.stream(ManagementFactory.getThreadMXBean().dumpAllThreads(false, false))
                    .map(ThreadInfo::getThreadName).collect(Collectors.toSet());
            threads.forEach(name -> System.out.println("thread " + name));
        }
    }

    @Test
    void noClassOfTheirMachineryIsEvenLoaded(Deployment deployment) throws Exception {
        Process process = new ProcessBuilder(ProcessHandle.current().info().command().orElse("java"),
                "-Xlog:class+load:stdout", "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
                NothingOfTheirsRunsTest.class.getName(), deployment.connectionString()).redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(output.substring(Math.max(0, output.length() - 2000))).isZero();
        assertThat(output).contains("dev.bowline.sync.BowlineMongoCollection", "thread bowline-");
        for (String machinery : MACHINERY) {
            assertThat(output).doesNotContain(machinery + " ");
        }
        assertThat(output.lines().filter(line -> line.startsWith("thread ")).toList())
                .noneMatch(line -> line.contains("cluster-"));
    }
}
