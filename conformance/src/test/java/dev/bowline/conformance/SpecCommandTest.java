package dev.bowline.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpecCommandTest {
    private static final String INVALID = "{\"description\": \"x\", \"schemaVersion\": \"1.0\"}";
    private static final String VALID = "{\"description\": \"x\", \"schemaVersion\": \"1.0\", "
            + "\"tests\": [{\"description\": \"y\", \"operations\": []}]}";

    private static final String SKIPPED = "{\"description\": \"x\", \"schemaVersion\": \"1.0\", \"tests\": "
            + "[{\"description\": \"y\", \"skipReason\": \"not today\", \"operations\": []}]}";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path data;

    @Test
    void aRunPrintsALinePerSuiteAndTheTotalAloneOnTheLastLine() throws IOException {
        write("unified-test-format/invalid/a.json", INVALID);
        assertThat(run(SpecOptions.of(data))).isEqualTo(SpecCommand.OK);
        assertThat(lines().get(0)).startsWith("revision: " + data.getFileName() + ", digest ");
        assertThat(lines().subList(1, 3)).containsExactly("unified-test-format: 1 passed, 0 failed, 0 skipped",
                "1 passed, 0 failed, 0 skipped");
    }

    @Test
    void aFailureIsPrintedCountedAndMakesTheStatusOne() throws IOException {
        write("unified-test-format/invalid/a.json", VALID);
        write("unified-test-format/invalid/b.json", INVALID);
        Path report = data.resolve("report.json");
        assertThat(run(SpecOptions.of(data).withReport(report))).isEqualTo(SpecCommand.FAILED);
        assertThat(lines().get(0)).startsWith("FAILED unified-test-format/invalid/a.json: is rejected: the file was");
        assertThat(lines()).endsWith("1 passed, 1 failed, 0 skipped");
        BsonDocument written = BsonDocument.parse(Files.readString(report));
        assertThat(written.getDocument("total").getInt32("failed").getValue()).isEqualTo(1);
        BsonDocument first = written.getArray("cases").get(0).asDocument();
        assertThat(first.getString("file").getValue()).isEqualTo("unified-test-format/invalid/a.json");
        assertThat(first.getString("result").getValue()).isEqualTo("failed");
        assertThat(first.getString("reason").getValue()).contains("accepted");
        assertThat(first.getNumber("millis").longValue()).isNotNegative();
    }

    @Test
    void aFileOfNoKnownFormatFails() throws IOException {
        write("some-suite/a.json", "{\"x\": 1}");
        assertThat(run(SpecOptions.of(data))).isEqualTo(SpecCommand.FAILED);
        assertThat(lines().get(0)).contains("some-suite/a.json").contains("no known format");
    }

    /** The pool has no topology there: the runner clears it, as a topology would. */
    @Test
    void aPoolWhoseConnectionCannotBeMadeIsClearedBeforeThatConnectionIsClosed() throws IOException {
        write("connection-monitoring-and-pooling/cmap-format/a.json", """
                {"version": 1, "style": "integration", "description": "a check-out that fails clears the pool",
                 "failPoint": {"configureFailPoint": "failCommand", "mode": {"times": 1},
                     "data": {"failCommands": ["hello", "isMaster"], "closeConnection": true, "appName": "clears"}},
                 "poolOptions": {"appName": "clears"},
                 "operations": [{"name": "ready"}, {"name": "start", "target": "one"},
                     {"name": "checkOut", "thread": "one"},
                     {"name": "waitForEvent", "event": "ConnectionCheckOutFailed", "count": 1}],
                 "events": [{"type": "ConnectionPoolCleared"}, {"type": "ConnectionClosed", "reason": "error"},
                     {"type": "ConnectionCheckOutFailed", "reason": "connectionError"}],
                 "ignore": ["ConnectionPoolCreated", "ConnectionPoolReady", "ConnectionCheckOutStarted",
                     "ConnectionCreated"]}
                """);
        assertThat(run(SpecOptions.of(data))).as(() -> String.join("\n", lines())).isEqualTo(SpecCommand.OK);
    }

    @Test
    void whatCannotBeRunHasItsOwnMessageAndStatus() throws IOException {
        assertThat(refused(SpecOptions.of(data.resolve("missing")))).contains("There is no directory");
        assertThat(refused(SpecOptions.of(data))).contains("holds no test data");
        write("unified-test-format/invalid/a.json", INVALID);
        assertThat(refused(SpecOptions.of(data).withSuites("crud"))).contains("There is no suite \"crud\"");
        assertThat(refused(SpecOptions.of(data).withFiles("b*"))).contains("matches \"b*\"");
        assertThat(refused(SpecOptions.of(data).withFiles("["))).contains("is not a glob");
        assertThat(refused(SpecOptions.of(data).withReport(data.resolve("no/such/place.json"))))
                .contains("report cannot be written");
    }

    @Test
    void aMistakeInOneFileIsAFailureOfThatFileAlone() throws IOException {
        write("unified-test-format/invalid/a.json", "{\n\n  \"description\": }");
        Files.write(data.resolve("unified-test-format/invalid/b.json"), new byte[]{'{', (byte) 0xff, '}'});
        write("unified-test-format/invalid/c.json", "{\"x\": {\"$oid\": \"short\"}}");
        write("unified-test-format/invalid/d.json", "[".repeat(100_000));
        write("unified-test-format/invalid/e.json", "\uFEFF" + INVALID.replace(",", ",\r\n"));
        Files.createSymbolicLink(data.resolve("unified-test-format/invalid/f.json"), data.resolve("nowhere"));
        assertThat(run(SpecOptions.of(data))).isEqualTo(SpecCommand.FAILED);
        assertThat(lines().get(0)).startsWith("FAILED unified-test-format/invalid/a.json: (the file): ")
                .contains("not JSON: line 3");
        assertThat(lines().get(1)).contains("b.json: (the file): ").contains("not UTF-8");
        assertThat(lines().get(2)).contains("c.json: (the file): ").contains("line 1");
        assertThat(lines().get(3)).contains("d.json: (the file): ").contains("not JSON");
        assertThat(lines().get(4)).contains("f.json: (the file): ").contains("cannot be read");
        assertThat(lines()).endsWith("1 passed, 5 failed, 0 skipped");
    }

    @Test
    void theSameFileGoesByTheSameNameHoweverTheDataLies() throws IOException {
        write("source/unified-test-format/tests/invalid/a.json", INVALID);
        for (String directory : List.of("", "source", "source/unified-test-format", "source/unified-test-format/tests",
                "source/unified-test-format/tests/invalid")) {
            assertThat(run(SpecOptions.of(data.resolve(directory)).withFiles("unified-test-format/invalid/a.json")))
                    .as(directory).isZero();
            assertThat(lines()).as(directory).contains("unified-test-format: 1 passed, 0 failed, 0 skipped");
        }
    }

    @Test
    void ofAWholeCheckoutOnlyTheTestsOfTheSpecificationsAreData() throws IOException {
        write("source/unified-test-format/tests/invalid/a.json", INVALID);
        write("source/a-new-specification/tests/b.json", VALID);
        write("source/atlas-data-lake-testing/tests/unified/c.json", VALID);
        write("source/unified-test-format/schema-1.0.json", "{\"$schema\": \"x\"}");
        write("source/client-side-encryption/external/key.json", "{\"_id\": 1}");
        write("source/client-side-encryption/tests/README.md", "no data");
        write("source/loose.json", "{}");
        write("scripts/package.json", "{}");
        write("package.json", "{}");
        write(".github/labels.json", "{}");
        write(".git/HEAD", "ref: refs/heads/master\n");
        write(".git/packed-refs", "0123456789abcdef0123456789abcdef01234567 refs/heads/master\n");
        Path report = data.resolveSibling(data.getFileName() + "-report.json");
        assertThat(run(SpecOptions.of(data).withReport(report))).as(() -> String.join("\n", lines())).isZero();
        assertThat(lines()).contains("a-new-specification: 1 passed, 0 failed, 0 skipped",
                "atlas-data-lake-testing: 0 passed, 0 failed, 1 skipped").endsWith("2 passed, 0 failed, 1 skipped");
        assertThat(lines().get(0)).startsWith("revision: commit 0123456789ab, digest ");
        assertThat(BsonDocument.parse(Files.readString(report)).getString("revision").getValue())
                .isEqualTo(lines().get(0).substring("revision: ".length()));
        Files.delete(report);
        for (String directory : List.of("source", "source/unified-test-format")) {
            assertThat(run(SpecOptions.of(data.resolve(directory)))).as(directory).isZero();
            assertThat(lines().get(0)).as(directory).startsWith("revision: commit 0123456789ab");
        }
    }

    @Test
    void theRevisionIsTheDateThatTheDataGives() throws IOException {
        write("unified-test-format/invalid/a.json", INVALID);
        write("README.md", "Test data of the public specifications as of 13 August 2026, in part.");
        assertThat(run(SpecOptions.of(data))).isZero();
        assertThat(lines().get(0)).contains(data.getFileName() + ", as of 13 August 2026, digest ");
    }

    @Test
    void severalRevisionsRunOneAfterTheOtherEachWithItsReport() throws IOException {
        write("one/unified-test-format/invalid/a.json", INVALID);
        write("two/unified-test-format/invalid/a.json", VALID);
        SpecOptions options = SpecOptions.of(data).withReport(data.resolve("report.json"));
        int status = SpecCommand.runEach(List.of(data.resolve("one"), data.resolve("two")), options,
                new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8));
        assertThat(status).isEqualTo(SpecCommand.FAILED);
        assertThat(data.resolve("report-one.json")).content().contains("\"failed\": 0");
        assertThat(data.resolve("report-two.json")).content().contains("\"failed\": 1");
    }

    @Test
    void aFileThatIsThereToFailForItsUnknownVersionPassesWhenItIsRefused() throws IOException {
        write("unified-test-format/valid-fail/a.json", VALID.replace("1.0", "1.9999"));
        assertThat(run(SpecOptions.of(data))).as(() -> String.join("\n", lines())).isZero();
        write("unified-test-format/valid-pass/a.json", VALID.replace("1.0", "1.9999"));
        assertThat(run(SpecOptions.of(data))).isEqualTo(SpecCommand.FAILED);
        assertThat(lines().get(0)).contains("valid-pass/a.json").contains("1.9999");
    }

    @Test
    void filesInNoFolderAreDataUnlessThereAreFolders() throws IOException {
        write("a.json", "{\"bson_type\": \"0x10\", \"description\": \"x\", \"decodeErrors\": "
                + "[{\"description\": \"short\", \"bson\": \"00\"}]}");
        assertThat(run(SpecOptions.of(data))).isZero();
        write("unified-test-format/invalid/a.json", INVALID);
        assertThat(run(SpecOptions.of(data))).isZero();
        assertThat(lines()).endsWith("1 passed, 0 failed, 0 skipped");
    }

    @Test
    void aFormatIsKnownByWhatAFileSaysNotByItsFolder() throws IOException {
        write("anywhere/else/a.json", "{\"tests\": [{\"description\": \"x\", \"uri\": \"mongodb://h\", "
                + "\"valid\": true, \"warning\": false, \"hosts\": null, \"auth\": null, \"options\": null}]}");
        write("anywhere/else/b.json", "{\"avg_rtt_ms\": \"NULL\", \"new_rtt_ms\": 5, \"new_avg_rtt\": 5}");
        assertThat(run(SpecOptions.of(data))).isZero();
        assertThat(lines()).endsWith("2 passed, 0 failed, 0 skipped");
    }

    @Test
    void aCaseThatHangsFailsAndTheOthersOfItsFileRunOnFreshDeployments() {
        AtomicInteger made = new AtomicInteger();
        AtomicInteger passedOn = new AtomicInteger();
        SpecRun run = new SpecRun(() -> {
            int number = made.incrementAndGet();
            return new Formats(List.of(hanging(() -> passedOn.set(number))));
        }, 1, true, Skips.load(), print(out), System::nanoTime, Duration.ofMillis(200));
        List<CaseResult> results = run.run(List.of(new SpecFile("s", "f", new BsonDocument())));
        assertThat(results).extracting(CaseResult::outcome).containsExactly(CaseResult.Outcome.FAILED,
                CaseResult.Outcome.FAILED, CaseResult.Outcome.PASSED);
        assertThat(results.get(0).reason()).contains("did not end within").contains("SpecCommandTest.hang");
        assertThat(made).as("to count the cases, to run them, and anew after each case that hung").hasValue(4);
        assertThat(passedOn).as("the last is used").hasValue(4);
    }

    /** A case that can be interrupted, one that cannot, and one that passes. */
    private static SpecFormat hanging(SpecCase.Body passes) {
        return cases(List.of(new SpecCase("s", "f", "hangs", () -> hang(new CountDownLatch(1))),
                new SpecCase("s", "f", "hangs for good", () -> {
                    CountDownLatch never = new CountDownLatch(1);
                    while (true) {
                        try {
                            hang(never);
                        } catch (InterruptedException e) {
                            // It goes on.
                        }
                    }
                }), new SpecCase("s", "f", "passes", passes)));
    }

    private static void hang(CountDownLatch latch) throws InterruptedException {
        latch.await();
    }

    /** The first case of the file ends when the last has begun, which is of another part. */
    @Test
    void partsOfALongFileRunSideBySideAndKeepTheirOrderAndNumbers() {
        CountDownLatch lastBegan = new CountDownLatch(1);
        List<SpecCase> cases = new ArrayList<>();
        cases.add(new SpecCase("s", "f", "same", lastBegan::await));
        for (int i = 0; i < 20; i++) {
            cases.add(new SpecCase("s", "f", "same", () -> {}));
        }
        cases.add(new SpecCase("s", "f", "last", lastBegan::countDown));
        List<CaseResult> results = runOf(cases(cases), 2).run(List.of(new SpecFile("s", "f", new BsonDocument())));
        assertThat(results).extracting(CaseResult::outcome).containsOnly(CaseResult.Outcome.PASSED);
        assertThat(results).extracting(CaseResult::name).hasSize(22).doesNotHaveDuplicates()
                .startsWith("same", "same #2").endsWith("same #21", "last");
    }

    private SpecRun runOf(SpecFormat format, int workers) {
        return new SpecRun(() -> new Formats(List.of(format)), workers, true, Skips.load(), print(out),
                System::nanoTime, Duration.ofSeconds(60));
    }

    private static SpecFormat cases(List<SpecCase> cases) {
        return new SpecFormat() {
            @Override
            public boolean reads(SpecFile file) {
                return true;
            }

            @Override
            public List<SpecCase> cases(SpecFile file) {
                return cases;
            }
        };
    }

    @Test
    void aDirectoryThatMayNotBeReadHasItsOwnMessage() throws IOException {
        write("unified-test-format/invalid/a.json", INVALID);
        Path suite = data.resolve("unified-test-format");
        Set<PosixFilePermission> before = Files.getPosixFilePermissions(suite);
        Files.setPosixFilePermissions(suite, Set.of());
        try {
            assumeFalse(Files.isReadable(suite), "this user may read everything");
            assertThat(refused(SpecOptions.of(data))).contains("cannot be read");
        } finally {
            Files.setPosixFilePermissions(suite, before);
        }
    }

    @Test
    void aFileWhereADirectoryIsExpectedHasItsOwnMessage() throws IOException {
        write("unified-test-format/invalid/a.json", INVALID);
        assertThat(refused(SpecOptions.of(data.resolve("unified-test-format/invalid/a.json"))))
                .contains("There is no directory");
        assertThat(refused(SpecOptions.of(data).withReport(data))).contains("report cannot be written");
    }

    @Test
    void aSuiteOfWhichNoCaseRanIsAnErrorEvenAmongOthersThatDid() throws IOException {
        write("unified-test-format/invalid/a.json", INVALID);
        write("other/b.json", SKIPPED);
        assertThat(refused(SpecOptions.of(data)))
                .contains("No case of the suite \"other\" ran: all 1 were skipped, the first because ")
                .contains("not today");
        assertThat(lines()).endsWith("1 passed, 0 failed, 1 skipped");
        assertThat(refused(SpecOptions.of(data).withSuites("unified-test-format", "other"))).contains("\"other\" ran");
        assertThat(run(SpecOptions.of(data).withSuites("unified-test-format"))).isZero();
    }

    @Test
    void aFilterOfWhichNoCaseRanIsAnError() throws IOException {
        write("unified-test-format/invalid/a.json", INVALID);
        write("unified-test-format/valid-pass/b.json", SKIPPED);
        assertThat(run(SpecOptions.of(data))).isZero();
        assertThat(refused(SpecOptions.of(data).withFiles("a*", "b*"))).contains("No case of the files \"b*\" ran");
        assertThat(refused(SpecOptions.of(data).withSuites("unified-test-format/valid-pass"))).contains("ran: all 1");
        assertThat(refused(SpecOptions.of(data).withSuites("unified-test-format/invalid").withFiles("b*")))
                .contains("No file of [unified-test-format/invalid] matches [b*]");
    }

    @Test
    void aRunIsRepeatedAndFailuresAreCountedOverAllRounds() throws IOException {
        write("unified-test-format/invalid/a.json", VALID);
        write("unified-test-format/invalid/b.json", INVALID);
        Path report = data.resolve("report.json");
        assertThat(run(SpecOptions.of(data).withRounds(3).withReport(report))).isEqualTo(SpecCommand.FAILED);
        assertThat(lines())
                .contains("round 2 of 3, seed " + (SpecCommand.FIRST_SEED + 1) + ": 1 passed, 1 failed, 0 skipped",
                        "unified-test-format: 3 passed, 3 failed, 0 skipped")
                .anyMatch(line -> line.contains("a.json: is rejected: failed in 3 of 3 rounds, first: "))
                .endsWith("3 passed, 3 failed, 0 skipped");
        BsonDocument written = BsonDocument.parse(Files.readString(report));
        assertThat(written.getDocument("total").getInt32("failed").getValue()).isEqualTo(1);
        assertThat(written.getArray("cases")).hasSize(2);
    }

    @Test
    void aDeploymentThatCannotBeReachedHasItsOwnMessage() throws IOException {
        write("crud/unified/a.json", VALID);
        assertThat(refused(
                SpecOptions.of(data).withUri("mongodb://user:secret@127.0.0.1:1/?serverSelectionTimeoutMS=100")))
                .contains("The deployment at mongodb://127.0.0.1:1/").contains("cannot be reached")
                .doesNotContain("secret");
        assertThat(refused(SpecOptions.of(data).withUri("mongodb://:x"))).contains("connection string cannot be used");
        assertThat(refused(SpecOptions.of(data).withUri("no uri"))).contains("connection string cannot be used");
    }

    @Test
    void suitesAndFilesAreFilteredByNameAndGlob() throws IOException {
        write("unified-test-format/invalid/a.json", INVALID);
        write("unified-test-format/invalid/b.json", INVALID);
        write("other/c.json", "{}");
        assertThat(run(SpecOptions.of(data).withSuites("unified-test-format").withFiles("a*"))).isZero();
        assertThat(lines()).endsWith("1 passed, 0 failed, 0 skipped");
        assertThat(run(SpecOptions.of(data).withFiles("unified-test-format/**/b.json"))).isZero();
        assertThat(run(SpecOptions.of(data).withSuites("unified-test-format/invalid"))).isZero();
    }

    @Test
    void twoReportsAreComparedByWhatBecameOfEachCase() throws IOException {
        write("unified-test-format/invalid/a.json", INVALID);
        Path before = data.resolve("before.json");
        Path after = data.resolve("after.json");
        run(SpecOptions.of(data).withReport(before));
        assertThat(SpecCommand.compare(before, before, print(out), print(err))).isZero();
        assertThat(lines()).endsWith("nothing changed");
        write("unified-test-format/invalid/a.json", VALID);
        write("unified-test-format/invalid/b.json", INVALID);
        run(SpecOptions.of(data).withReport(after));
        out.reset();
        assertThat(SpecCommand.compare(before, after, print(out), print(err))).isEqualTo(1);
        assertThat(lines().get(0)).startsWith("unified-test-format/invalid/a.json: is rejected: passed -> failed (");
        assertThat(lines().get(1)).isEqualTo("unified-test-format/invalid/b.json: is rejected: absent -> passed");
        assertThat(lines()).endsWith("2 changed");
        assertThat(SpecCommand.compare(before, data.resolve("none.json"), print(out), print(err)))
                .isEqualTo(SpecCommand.CANNOT_RUN);
    }

    @Test
    void theListOfSkipReasonsIsReadableAndClosed() {
        Skips skips = Skips.load();
        assertThat(skips.reason("encryption").lacking()).isEqualTo(SkipReason.Lacking.CLIENT);
        assertThat(skips.reason("requirements").lacking()).isEqualTo(SkipReason.Lacking.DEPLOYMENT);
        Skips own = Skips.parse(List.of("reason | r | deployment | lacks it", "case | r | crud/** | with *tion | x"));
        assertThat(own.forCase(file("crud/unified/a.json", "{}"), "with collation", true)).hasMessage("lacks it: x");
        assertThat(own.forCase(file("crud/unified/a.json", "{}"), "with collation", false)).isNull();
        assertThat(own.forCase(file("crud/unified/a.json", "{}"), "without", true)).isNull();
        assertThat(own.forCase(file("other/a.json", "{}"), "with collation", true)).isNull();
        Skips wrong = Skips.parse(List.of("reason | r | data | cannot be", "case | r | crud/** | a | x"));
        assertThat(wrong.forCase(file("crud/a.json", "{}"), "a", false)).hasMessage("cannot be: x");
        Skips older = Skips.parse(List.of("reason | r | data | later", "case | r | crud/** | a | x | newWord"));
        assertThat(older.forCase(file("crud/a.json", "{old: 1}"), "a", true)).hasMessage("later: x");
        assertThat(older.forCase(file("crud/a.json", "{newWord: 1}"), "a", true)).isNull();
    }

    @Test
    void theLaterPolicyIsForFilesWhoseGreetingsBreakAndLeaveTheServerAlone() {
        String failing = "{configureFailPoint: 'failCommand', data: {failCommands: ['hello'], closeConnection: true}}";
        String labels = "expectError: {errorLabelsContain: ['SystemOverloadedError']}";
        assertThat(LaterPolicy.holdsFor(file("sdam/a.json", "{a: " + failing + ", " + labels + "}"))).isTrue();
        assertThat(LaterPolicy.holdsFor(file("sdam/a.json", "{a: " + failing + "}"))).isFalse();
        assertThat(LaterPolicy.holdsFor(file("sdam/a.json", "{" + labels + "}"))).isFalse();
        assertThat(LaterPolicy.holdsFor(file("sdam/a.json", "{a: " + failing.replace("hello", "find") + ", " + labels
                + "}"))).isFalse();
        String count = "{name: 'assertEventCount', arguments: {event: {poolClearedEvent: {}}, count: %d}}";
        assertThat(LaterPolicy.holdsFor(file("sdam/a.json", "{a: " + failing + ", b: " + count.formatted(0) + "}")))
                .isTrue();
        assertThat(LaterPolicy.holdsFor(file("sdam/a.json", "{a: " + failing + ", b: " + count.formatted(1) + "}")))
                .isFalse();
        String phase = "{phases: [{applicationErrors: [{address: 'a:1', when: 'beforeHandshakeCompletes', type: "
                + "'network'}], outcome: {servers: {'a:1': {type: '%s'}}}}]}";
        assertThat(LaterPolicy.holdsFor(file("sdam/a.json", phase.formatted("RSPrimary")))).isTrue();
        assertThat(LaterPolicy.holdsFor(file("sdam/a.json", phase.formatted("Unknown")))).isFalse();
    }

    private static SpecFile file(String path, String contents) {
        return new SpecFile(path.substring(0, path.indexOf('/')), path, BsonDocument.parse(contents));
    }

    private String refused(SpecOptions options) {
        err.reset();
        assertThat(run(options)).isEqualTo(SpecCommand.CANNOT_RUN);
        return err.toString(StandardCharsets.UTF_8);
    }

    private int run(SpecOptions options) {
        out.reset();
        return SpecCommand.run(options, print(out), print(err));
    }

    private List<String> lines() {
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private void write(String path, String text) throws IOException {
        Path file = data.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static PrintStream print(ByteArrayOutputStream to) {
        return new PrintStream(to, true, StandardCharsets.UTF_8);
    }
}
