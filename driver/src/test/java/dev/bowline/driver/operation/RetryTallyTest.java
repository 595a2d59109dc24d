package dev.bowline.driver.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.MongoClient;
import dev.bowline.MongoClientSettings;
import dev.bowline.doubles.ForwardingEnvironment;
import dev.bowline.egress.event.CommandListener;
import dev.bowline.egress.event.OperationRetriedEvent;
import dev.bowline.egress.event.RateLimitedLog;
import dev.bowline.egress.event.RetryReason;
import dev.bowline.simulator.Deployment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.slf4j.event.EventRecordingLogger;
import org.slf4j.event.SubstituteLoggingEvent;
import org.slf4j.helpers.SubstituteLogger;

/** Operations that a failover disturbs are counted in one line. */
class RetryTallyTest {
    /** What happens while the next line is written. */
    private Runnable whileWriting = () -> {};
    private final LinkedBlockingQueue<SubstituteLoggingEvent> logged = new LinkedBlockingQueue<>() {
        @Override
        public boolean add(SubstituteLoggingEvent line) {
            Runnable meanwhile = whileWriting;
            whileWriting = () -> {};
            meanwhile.run();
            return super.add(line);
        }
    };
    private final AtomicLong now = new AtomicLong(Duration.ofSeconds(100).toNanos());
    private final RetryTally tally = new RetryTally(new ForwardingEnvironment() {
        @Override
        public long nanoTime() {
            return now.get();
        }
    }, new EventRecordingLogger(new SubstituteLogger("dev.bowline.client", logged, false), logged));

    @Test
    void oneLineFollowsTheLastOperation() {
        RetryTally.Disturbance one = tally.attemptFailed(RetryReason.FREED, now.get(), null);
        RetryTally.Disturbance two = tally.attemptFailed(RetryReason.CONNECTION_LOST, null, null);
        tally.attemptFailed(RetryReason.CONNECTION_LOST, null, two);
        now.addAndGet(Duration.ofMillis(1500).toNanos());
        one.ended(true);
        assertThat(lines()).isEmpty();
        two.ended(false);
        assertThat(lines()).containsExactly("1 operation retried with success, the slowest took 1.50 s; "
                + "1 operation ended with the error. "
                + "Failed attempts: 2 lost their connection, 1 freed from a server that does not answer");
    }

    @Test
    void anOperationThatEndsWhileALineIsWrittenIsCountedInOneLineOnly() {
        whileWriting = () -> tally.attemptFailed(RetryReason.FREED, null, null).ended(true);
        tally.attemptFailed(RetryReason.NOT_PRIMARY, null, null).ended(true);
        assertThat(lines()).hasSize(2).allMatch(line -> line.startsWith("1 operation retried with success"))
                .anyMatch(line -> line.endsWith("1 freed from a server that does not answer"));
    }

    @Test
    void operationsOfManyThreadsAreEachCountedOnce() throws InterruptedException {
        int threads = 4;
        int operations = 2_000;
        List<Thread> callers = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            callers.add(Thread.ofPlatform().start(() -> {
                for (int i = 0; i < operations; i++) {
                    tally.attemptFailed(RetryReason.NOT_PRIMARY, null, null).ended(true);
                }
            }));
        }
        for (Thread caller : callers) {
            caller.join();
        }
        now.addAndGet(Duration.ofSeconds(61).toNanos());
        tally.attemptFailed(RetryReason.NOT_PRIMARY, null, null).ended(true);
        assertThat(lines().stream().mapToInt(line -> Integer.parseInt(line.substring(0, line.indexOf(' ')))).sum())
                .isEqualTo(threads * operations + 1);
    }

    @Test
    void whatTheLimitLeavesOutIsCountedInTheNextLine() {
        for (int i = 0; i <= RateLimitedLog.MAX_LINES; i++) {
            tally.attemptFailed(RetryReason.NOT_PRIMARY, null, null).ended(true);
        }
        assertThat(lines()).hasSize(RateLimitedLog.MAX_LINES);
        now.addAndGet(Duration.ofSeconds(61).toNanos());
        tally.attemptFailed(RetryReason.NOT_PRIMARY, null, null).ended(true);
        assertThat(lines().getLast()).startsWith("2 operations retried with success");
    }

    @Test
    void operationsThatNeverPauseAreLoggedAfterTenSeconds() {
        tally.attemptFailed(RetryReason.FREED, null, null);
        RetryTally.Disturbance two = tally.attemptFailed(RetryReason.FREED, null, null);
        now.addAndGet(Duration.ofSeconds(10).toNanos());
        two.ended(true);
        assertThat(lines()).singleElement().asString().contains("1 operation under way");
    }

    @Test
    void aListenerHearsOfARetryAndItsReason() {
        List<OperationRetriedEvent> retried = new CopyOnWriteArrayList<>();
        try (Deployment deployment = Deployment.replicaSet(1);
                MongoClient client = MongoClient.connect(MongoClientSettings.builder()
                        .connectionString(deployment.connectionString()).addCommandListener(new CommandListener() {
                            @Override
                            public void operationRetried(OperationRetriedEvent event) {
                                retried.add(event);
                            }
                        }).build())) {
            client.database("db").collection("c").insertOne(new Document());
            assertThat(retried).isEmpty();
            deployment.failPoint("{configureFailPoint: 'failCommand', mode: {times: 1}, "
                    + "data: {failCommands: ['insert'], closeConnection: true}}");
            client.database("db").collection("c").insertOne(new Document());
        }
        assertThat(retried).singleElement().satisfies(event -> {
            assertThat(event.commandName()).isEqualTo("insert");
            assertThat(event.reason()).isEqualTo(RetryReason.CONNECTION_LOST);
            assertThat(event.failures()).isEqualTo(1);
        });
    }

    private List<String> lines() {
        return logged.stream().map(SubstituteLoggingEvent::getMessage).filter(line -> !line.contains("left out"))
                .toList();
    }
}
