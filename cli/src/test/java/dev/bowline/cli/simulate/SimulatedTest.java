package dev.bowline.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.MongoClient;
import dev.bowline.simulator.Timing;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code bowline simulate}, used as from a keyboard, with Bowline as the client. */
@Timeout(60)
class SimulatedTest {
    private static Simulated.Options options(Simulated.Shape shape, boolean tls, String user) {
        return new Simulated.Options(shape, shape == Simulated.Shape.STANDALONE ? 1 : 3, 0, "127.0.0.1", null, tls,
                user, user == null ? null : "p@ss:w/rd", 21, Timing.FAST, 0);
    }

    @ParameterizedTest
    @EnumSource(Simulated.Shape.class)
    void everyShapeCanBeUsedByTheStringItPrints(Simulated.Shape shape) throws Exception {
        try (Simulated simulated = new Simulated(options(shape, false, null));
                MongoClient client = MongoClient.connect(simulated.connectionString())) {
            client.database("test").collection("c").insertOne(new Document("_id", 1));
            assertThat(client.database("test").collection("c").find().first()).isNotNull();
        }
    }

    @Test
    void tlsAndAuthenticationAreInTheString() throws Exception {
        try (Simulated simulated = new Simulated(options(Simulated.Shape.REPLICA_SET, true, "simulator"));
                MongoClient client = MongoClient.connect(simulated.connectionString())) {
            assertThat(simulated.connectionString()).contains("simulator:p%40ss%3Aw%2Frd@", "tls=true", "tlsCAFile=");
            client.database("test").collection("c").insertOne(new Document("_id", 1));
        }
    }

    @Test
    void commandsAreTakenFromTheKeyboardUntilItQuits() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        CountDownLatch ended = new CountDownLatch(1);
        try (Simulated simulated = new Simulated(options(Simulated.Shape.REPLICA_SET, false, null));
                PipedOutputStream keys = new PipedOutputStream();
                BufferedReader keyboard = new BufferedReader(
                        new InputStreamReader(new PipedInputStream(keys), StandardCharsets.UTF_8))) {
            Thread thread = new Thread(() -> {
                try {
                    simulated.run(keyboard, out);
                    ended.countDown();
                } catch (Exception e) {
                    e.printStackTrace(out);
                }
            });
            thread.start();
            keys.write("freeze 0\nfrobnicate\nactivity\nhelp\nquit\n".getBytes(StandardCharsets.UTF_8));
            keys.flush();
            assertThat(ended.await(30, TimeUnit.SECONDS)).as(bytes.toString(StandardCharsets.UTF_8)).isTrue();
        }
        assertThat(bytes.toString(StandardCharsets.UTF_8).lines().findFirst()).hasValueSatisfying(
                first -> assertThat(first).startsWith("mongodb://127.0.0.1:").endsWith("?replicaSet=rs0"));
        assertThat(bytes.toString(StandardCharsets.UTF_8)).contains("control: http://127.0.0.1:", "FROZEN",
                "There is no command frobnicate", "\"retriedWrites\": 0", "step-down [FOR]", "end every server");
    }
}
