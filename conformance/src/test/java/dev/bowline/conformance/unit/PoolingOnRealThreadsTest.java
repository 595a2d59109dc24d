package dev.bowline.conformance.unit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.conformance.SpecDirectory;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.simulator.Deployment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The pooling cases on real threads and sockets, in rounds. {@link PoolingFormat} runs them in virtual time, which has no
 * switch between two instructions; their pauses, however, assume a machine that is not overloaded.
 */
@Tag("soak")
class PoolingOnRealThreadsTest {
    private static final int ROUNDS = Integer.getInteger("bowline.rounds", 20);
    private static final int WIRE_VERSION = 25;

    @Test
    void everyCaseOfTheBaselinePassesInEveryRound() throws IOException {
        run(SpecDirectory.path());
    }

    @Test
    void everyCaseOfTheNewestRevisionPassesInEveryRound() throws IOException {
        run(SpecDirectory.newest());
    }

    private static void run(Path directory) throws IOException {
        List<BsonDocument> cases = cases(directory.resolve("connection-monitoring-and-pooling"));
        assertThat(cases).isNotEmpty();
        for (int round = 1; round <= ROUNDS; round++) {
            for (BsonDocument test : cases) {
                play(test, round);
            }
        }
        System.out.println(directory.getFileName() + ": " + ROUNDS + " rounds of " + cases.size() + " cases passed");
    }

    private static void play(BsonDocument test, int round) {
        try (Deployment server = Deployment.builder().standalone().wireVersion(WIRE_VERSION).start()) {
            if (test.containsKey("failPoint")) {
                server.failPoint(server.member(0), test.getDocument("failPoint"));
            }
            try (PoolingCase running = new PoolingCase(test, server.member(0).address(),
                    SystemEnvironment.instance())) {
                running.run();
            }
        } catch (RuntimeException e) {
            throw new AssertionError("round " + round + ", " + test.getString("description").getValue() + ": "
                    + e.getMessage(), e);
        }
    }

    private static List<BsonDocument> cases(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".json")).sorted().map(PoolingOnRealThreadsTest::read)
                    .filter(test -> test.containsKey("style")).toList();
        }
    }

    private static BsonDocument read(Path file) {
        try {
            return BsonDocument.parse(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
