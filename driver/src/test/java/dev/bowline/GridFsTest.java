package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.egress.event.CommandFailedEvent;
import dev.bowline.error.MongoException;
import dev.bowline.error.MongoGridFsException;
import dev.bowline.error.MongoOperationTimeoutException;
import dev.bowline.gridfs.GridFsBucket;
import dev.bowline.gridfs.GridFsDownloadStream;
import dev.bowline.gridfs.GridFsFile;
import dev.bowline.gridfs.GridFsUploadStream;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.Member;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files in chunks: what goes in comes out, through failovers too. */
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class GridFsTest {
    private static final CommandRecord COMMANDS = new CommandRecord();
    private static Deployment deployment;
    private static MongoClient client;
    private GridFsBucket bucket;

    @BeforeAll
    static void start() {
        deployment = Deployment.builder().replicaSet(3).electionTimeout(Duration.ofMillis(500)).start();
        client = MongoClient.connect(MongoClientSettings.builder()
                .connectionString(
                        deployment.connectionString() + "&heartbeatFrequencyMS=500&connectTimeoutMS=1000&w=majority")
                .addCommandListener(COMMANDS).build());
    }

    @AfterAll
    static void stop() {
        client.close();
        deployment.close();
    }

    @BeforeEach
    void empty() {
        // Dropping is not retried: let a retried write find the primary after a failover.
        client.database("files").collection("warm").insertOne(new Document());
        client.database("files").drop();
        bucket = GridFsBucket.of(client.database("files"), o -> o.chunkSizeBytes(1000));
        COMMANDS.clear();
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private byte[] read(BsonValue id) {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        bucket.download(id, read);
        return read.toByteArray();
    }

    private long chunks() {
        return client.database("files").collection("fs.chunks").countDocuments();
    }

    @Test
    void filesOfAnyLengthAroundTheChunkSizeComeOutAsTheyWentIn() {
        for (int length : new int[]{0, 1, 999, 1000, 1001, 2000, 25_500}) {
            byte[] content = bytes(length);
            BsonValue id = bucket.upload("f" + length, new ByteArrayInputStream(content));
            assertThat(read(id)).isEqualTo(content);
            assertThat(bucket.find(new Document("_id", id)).first()).satisfies(file -> {
                assertThat(file.length()).isEqualTo(length);
                assertThat(file.filename()).isEqualTo("f" + length);
                assertThat(file.chunkSizeBytes()).isEqualTo(1000);
                assertThat(file.uploadDate()).isNotNull();
            });
        }
        assertThat(chunks()).isEqualTo(0 + 1 + 1 + 1 + 2 + 2 + 26);
    }

    @Test
    void indexesAreMadeOnce() {
        bucket.upload("a", new ByteArrayInputStream(bytes(10)));
        bucket.upload("b", new ByteArrayInputStream(bytes(10)));
        assertThat(COMMANDS.names().stream().filter("createIndexes"::equals)).hasSize(2);
        assertThat(client.database("files").collection("fs.chunks").listIndexes().toList())
                .anySatisfy(index -> assertThat(index).containsEntry("unique", true));
        COMMANDS.clear();
        GridFsBucket.of(client.database("files")).upload("c", new ByteArrayInputStream(bytes(10)));
        assertThat(COMMANDS.names()).doesNotContain("createIndexes");
    }

    @Test
    void revisionsCountFromEitherEnd() {
        for (int i = 0; i < 3; i++) {
            bucket.upload("same", new ByteArrayInputStream(new byte[]{(byte) i}));
            // Revisions differ by their time, which the server keeps in milliseconds.
            long now = System.currentTimeMillis();
            while (System.currentTimeMillis() == now) {
                Thread.onSpinWait();
            }
        }
        int[] revisions = {0, 1, 2, -1, -2, -3};
        int[] expected = {0, 1, 2, 2, 1, 0};
        for (int i = 0; i < revisions.length; i++) {
            int revision = revisions[i];
            try (GridFsDownloadStream stream = bucket.openDownload("same", o -> o.revision(revision))) {
                assertThat(stream.read()).isEqualTo(expected[i]);
                assertThat(stream.read()).isEqualTo(-1);
            }
        }
        assertThatThrownBy(() -> bucket.openDownload("same", o -> o.revision(3)))
                .isInstanceOf(MongoGridFsException.class);
    }

    @Test
    void filesCanBeRenamedDeletedAndDropped() {
        BsonValue id = bucket.upload("old", new ByteArrayInputStream(bytes(2500)));
        bucket.rename(id, "new");
        assertThat(bucket.find(new Document("filename", "new")).toList()).hasSize(1);
        bucket.rename("new", "newer");
        bucket.delete(id);
        assertThat(chunks()).isZero();
        assertThatThrownBy(() -> bucket.delete(id)).isInstanceOf(MongoGridFsException.class);
        assertThatThrownBy(() -> bucket.rename(id, "x")).isInstanceOf(MongoGridFsException.class);
        assertThatThrownBy(() -> bucket.delete("newer")).isInstanceOf(MongoGridFsException.class);
        assertThatThrownBy(() -> bucket.rename("newer", "x")).isInstanceOf(MongoGridFsException.class);
        bucket.upload("a", new ByteArrayInputStream(bytes(1)));
        bucket.upload("a", new ByteArrayInputStream(bytes(2)));
        bucket.delete("a");
        assertThat(chunks()).isZero();
        bucket.upload("b", new ByteArrayInputStream(bytes(1)));
        bucket.drop();
        assertThat(client.database("files").listCollectionNames().toList()).isEmpty();
    }

    @Test
    void anUploadThatFailsOrIsAbortedLeavesNothing() {
        InputStream broken = new InputStream() {
            private int left = 3500;

            @Override
            public int read() throws IOException {
                if (left == 0) {
                    throw new IOException("broken");
                }
                left--;
                return 1;
            }
        };
        assertThatThrownBy(() -> bucket.upload("broken", broken)).hasRootCauseMessage("broken");
        assertThat(chunks()).isZero();
        GridFsUploadStream stream = bucket.openUpload("aborted");
        stream.write(bytes(5000), 0, 5000);
        assertThat(chunks()).isPositive();
        stream.abort();
        assertThat(chunks()).isZero();
        assertThat(bucket.find(new Document()).toList()).isEmpty();
    }

    /** GridFS, "Operation Failure": whatever failed would most likely fail again, and only delay the report. */
    @Test
    void afterAFailureOfTheServerNothingIsRemovedAndNoFileWithAGapBecomesVisible() {
        bucket.upload("first", new ByteArrayInputStream(bytes(1)));
        COMMANDS.clear();
        deployment.failPoint("{configureFailPoint: 'failCommand', mode: {skip: 2}, data: {failCommands: ['insert'], "
                + "errorCode: 8000}}");
        GridFsUploadStream stream = bucket.openUpload("gap");
        try {
            assertThatThrownBy(() -> bucket.upload("failing", new ByteArrayInputStream(bytes(5000))))
                    .isInstanceOfSatisfying(MongoException.class, e -> assertThat(e.code()).isEqualTo(8000));
            assertThat(COMMANDS.names()).containsExactly("insert", "insert", "insert");
            assertThatThrownBy(() -> stream.write(bytes(5000), 0, 5000)).isInstanceOf(MongoException.class);
        } finally {
            deployment.failPoint("{configureFailPoint: 'failCommand', mode: 'off'}");
        }
        assertThatThrownBy(() -> stream.write(1)).isInstanceOf(MongoGridFsException.class)
                .hasMessageContaining("failed");
        assertThatThrownBy(stream::close).isInstanceOf(MongoGridFsException.class).hasMessageContaining("failed");
        stream.close();
        assertThat(bucket.find(new Document()).toList()).extracting(GridFsFile::filename).containsExactly("first");
    }

    @Test
    void aDamagedFileIsNoticed() {
        var chunks = client.database("files").collection("fs.chunks");
        BsonValue missing = bucket.upload("a", new ByteArrayInputStream(bytes(3000)));
        chunks.deleteOne(new Document("files_id", missing).append("n", 1));
        assertThatThrownBy(() -> read(missing)).isInstanceOf(MongoGridFsException.class);
        BsonValue longer = bucket.upload("b", new ByteArrayInputStream(bytes(3000)));
        chunks.insertOne(new Document("files_id", longer).append("n", 3).append("data", new byte[0]));
        assertThatThrownBy(() -> read(longer)).isInstanceOf(MongoGridFsException.class);
        BsonValue shorter = bucket.upload("c", new ByteArrayInputStream(bytes(3000)));
        chunks.updateOne(new Document("files_id", shorter).append("n", 0),
                new Document("$set", new Document("data", new byte[5])));
        assertThatThrownBy(() -> read(shorter)).isInstanceOf(MongoGridFsException.class);
        assertThatThrownBy(() -> read(new BsonInt32(1))).isInstanceOf(MongoGridFsException.class);
    }

    @Test
    void filesOnDiskMetadataOwnIdsAndProgress(@TempDir Path directory) throws IOException {
        Path source = directory.resolve("source.bin");
        Files.write(source, bytes(2500));
        List<Long> progress = new ArrayList<>();
        BsonValue id = bucket.upload(source, o -> o.metadata(new Document("kind", "test")).progress(progress::add));
        assertThat(progress).containsExactly(1000L, 2000L, 2500L);
        Path target = directory.resolve("target.bin");
        bucket.download(id, target);
        assertThat(target).hasSameBinaryContentAs(source);
        assertThat(bucket.find(new Document("_id", id)).first().metadata()).containsEntry("kind",
                new BsonString("test"));
        progress.clear();
        bucket.download("source.bin", new ByteArrayOutputStream(), o -> o.progress(progress::add));
        assertThat(progress).containsExactly(1000L, 2000L, 2500L);
        bucket.upload(new BsonInt32(7), "own", new ByteArrayInputStream(bytes(3)), o -> {});
        assertThat(read(new BsonInt32(7))).isEqualTo(bytes(3));
    }

    @Test
    void aTimeoutBoundsTheWholeTransfer() {
        bucket.upload("first", new ByteArrayInputStream(bytes(10)));
        GridFsUploadStream stream = bucket.withTimeout(Duration.ofMillis(150)).openUpload("slow");
        deployment.failPoint("{configureFailPoint: 'failCommand', mode: {times: 2}, "
                + "data: {failCommands: ['insert'], blockConnection: true, blockTimeMS: 100}}");
        assertThatThrownBy(() -> stream.write(bytes(5000), 0, 5000))
                .isInstanceOf(MongoOperationTimeoutException.class);
        deployment.failPoint("{configureFailPoint: 'failCommand', mode: 'off'}");
    }

    @Test
    void aFileCanBePartOfATransactionThatIsBoundedAsAWhole() {
        bucket.upload("first", new ByteArrayInputStream(bytes(1)));
        try (ClientSession session = client.withTimeout(Duration.ofSeconds(60)).startSession()) {
            GridFsBucket inside = bucket.withTimeout(Duration.ofSeconds(60)).with(session);
            BsonValue id = session
                    .withTransaction(() -> inside.upload("second", new ByteArrayInputStream(bytes(2500))));
            assertThat(read(id)).isEqualTo(bytes(2500));
        }
    }

    @Test
    void aTimeoutBoundsTheMakingOfIndexesAsAWholeToo() {
        client.database("files").createCollection("fs.files");
        deployment.failPoint("{configureFailPoint: 'failCommand', mode: {times: 2}, data: {failCommands: "
                + "['find', 'listIndexes'], blockConnection: true, blockTimeMS: 400}}");
        COMMANDS.clear();
        assertThatThrownBy(() -> bucket.withTimeout(Duration.ofMillis(600)).upload("first",
                new ByteArrayInputStream(bytes(10)))).isInstanceOf(MongoOperationTimeoutException.class);
        assertThat(COMMANDS.names()).startsWith("find", "listIndexes").doesNotContain("insert");
        // It is cut off, rather than waited for and found too late.
        assertThat(COMMANDS.failed).extracting(CommandFailedEvent::commandName).containsExactly("listIndexes");
        deployment.failPoint("{configureFailPoint: 'failCommand', mode: 'off'}");
    }

    @Test
    void filesAreByteIdenticalThroughKillFreezeAndStepDown() throws IOException {
        byte[] content = bytes(200_000);
        for (int fault = 0; fault < 3; fault++) {
            Member primary = deployment.awaitPrimary();
            GridFsUploadStream upload = bucket.openUpload("through" + fault);
            upload.write(content, 0, 50_000);
            strike(primary, fault);
            upload.write(content, 50_000, 150_000);
            upload.close();
            heal(primary, fault);
            primary = deployment.awaitPrimary();
            try (GridFsDownloadStream download = bucket.openDownload(upload.id())) {
                byte[] half = download.readNBytes(100_000);
                strike(primary, fault);
                byte[] rest = download.readAllBytes();
                assertThat(half).isEqualTo(Arrays.copyOf(content, 100_000));
                assertThat(rest).isEqualTo(Arrays.copyOfRange(content, 100_000, 200_000));
            }
            heal(primary, fault);
        }
    }

    private static void strike(Member primary, int fault) {
        switch (fault) {
            case 0 -> deployment.kill(primary);
            case 1 -> deployment.freeze(primary);
            // Last: a member that has stepped down cannot be elected for a while.
            default -> deployment.stepDown(primary);
        }
    }

    private static void heal(Member primary, int fault) {
        switch (fault) {
            case 0 -> deployment.restart(primary);
            case 1 -> deployment.thaw(primary);
            default -> {
            }
        }
    }
}
