package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.error.MongoOperationTimeoutException;
import dev.bowline.error.MongoSocketTimeoutException;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.bson.BsonReader;
import org.bson.BsonWriter;
import org.bson.Document;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.configuration.CodecRegistries;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Replies that are more than a process can bear: the operation fails, and nothing of it stays behind. */
@Timeout(120)
class HostileReplyTest {
    private static final Pattern FIGURE = Pattern.compile("(\\w+) (\\d+)");
    private static final BsonDocument BATCH = BsonDocument.parse(
            "{ok: 1, cursor: {id: {$numberLong: '7'}, ns: 'test.c', firstBatch: [{_id: 1}]}}");
    private static final BsonDocument LAST = BsonDocument.parse(
            "{ok: 1, cursor: {id: {$numberLong: '0'}, ns: 'test.c', firstBatch: [{_id: 1}]}}");

    @Test
    void aReplyThatExhaustsTheMemoryLeavesNeitherMemoryNorTheConnectionTaken() throws Exception {
        Map<String, Long> figures = probe();

        assertThat(figures).containsEntry("exhausted", 1L).containsEntry("found", 1L);
        assertThat(figures.get("bombBytes")).isLessThan(100_000);
        assertThat(figures.get("usedMegabytes")).isLessThan(40);
    }

    /** Seems to run out of memory, once. */
    private static final class ExhaustedCodec implements Codec<ExhaustedCodec.Thing> {
        record Thing() {}

        final AtomicInteger errors = new AtomicInteger(1);

        @Override
        public Thing decode(BsonReader reader, DecoderContext context) {
            if (errors.getAndDecrement() > 0) {
                throw new OutOfMemoryError("made up");
            }
            reader.readStartDocument();
            reader.readInt32("_id");
            reader.readEndDocument();
            return new Thing();
        }

        @Override
        public void encode(BsonWriter writer, Thing value, EncoderContext context) {}

        @Override
        public Class<Thing> getEncoderClass() {
            return Thing.class;
        }
    }

    @Test
    void anErrorWhileDecodingClosesTheConnectionAndFreesItsPlace() throws IOException {
        decode(LAST, 1);
    }

    @Test
    void soDoesOneInAReplyWhoseCursorStaysOpen() throws IOException {
        decode(BATCH, 1);
    }

    private static void decode(BsonDocument first, int attempts) throws IOException {
        ExhaustedCodec codec = new ExhaustedCodec();
        AtomicInteger finds = new AtomicInteger();
        try (ReplyingServer server = new ReplyingServer(command -> command.containsKey("find")
                ? (finds.getAndIncrement() < attempts ? first : LAST)
                : BsonDocument.parse("{ok: 1}"));
                MongoClient client = MongoClient.connect(MongoClientSettings.builder()
                        .connectionString(server.connectionString()).maxPoolSize(1)
                        .waitQueueTimeout(Duration.ofSeconds(5))
                        .codecRegistry(CodecRegistries.fromCodecs(codec)).build())) {
            MongoCollection<ExhaustedCodec.Thing> collection = client.database("test").collection("c",
                    ExhaustedCodec.Thing.class);
            assertThatThrownBy(() -> collection.find().toList()).isInstanceOf(OutOfMemoryError.class)
                    .hasMessage("made up");
            assertThat(collection.find().toList()).hasSize(1);
            assertThat(server.connectionsWithCommands()).as("connections used").isEqualTo(2);
        }
    }

    @Test
    void theTimeoutHoldsWhileAReplyDrips() throws IOException {
        try (ReplyingServer server = new ReplyingServer(command -> LAST);
                MongoClient client = MongoClient.connect(server.connectionString() + "&maxPoolSize=1")) {
            MongoCollection<Document> collection = client.database("test").collection("c");
            assertThat(collection.find().toList()).as("while all is well").hasSize(1);
            server.dripping = "find";
            assertThatThrownBy(() -> collection.withTimeout(Duration.ofMillis(300)).find().toList())
                    .isInstanceOf(MongoOperationTimeoutException.class);
            server.dripping = "";
            assertThat(collection.find().toList()).hasSize(1);
        }
    }

    @Test
    void theConnectTimeoutHoldsWhileAHelloDrips() throws IOException {
        try (ReplyingServer server = new ReplyingServer(command -> LAST)) {
            server.dripping = "hello";
            try (MongoClient client = MongoClient.connect(server.connectionString() + "&connectTimeoutMS=200")) {
                long limit = System.nanoTime() + Duration.ofSeconds(60).toNanos();
                while (!(client.topology().servers().getFirst().error() instanceof MongoSocketTimeoutException)) {
                    assertThat(System.nanoTime()).as("time to notice").isLessThan(limit);
                    Thread.onSpinWait();
                }
            }
        }
    }

    private static Map<String, Long> probe() throws IOException, InterruptedException {
        String modules = System.getProperty("jdk.module.path", "");
        String classes = System.getProperty("java.class.path", "");
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx200m", "-XX:+UseSerialGC", "-cp",
                modules + File.pathSeparator + classes + File.pathSeparator + testClasses(),
                HostileReplyProbe.class.getName()).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        Map<String, Long> figures = new TreeMap<>();
        for (Matcher matcher = FIGURE.matcher(output); matcher.find();) {
            figures.put(matcher.group(1), Long.valueOf(matcher.group(2)));
        }
        return figures;
    }

    private static Path testClasses() {
        try {
            return Path.of(HostileReplyProbe.class.getResource("HostileReplyProbe.class").toURI()).getParent()
                    .getParent().getParent();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
