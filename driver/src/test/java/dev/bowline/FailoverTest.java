package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.driver.topology.Server;
import dev.bowline.error.MongoException;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.Member;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.Document;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Many threads write while the primary is killed, stepped down and frozen: every acknowledged write is there exactly
 * once, no operation outlives its deadline, and nothing leaks.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class FailoverTest {
    private static final int THREADS = 64;
    private static final Duration OPERATION_TIMEOUT = Duration.ofSeconds(15);
    private static final Duration GRACE = Duration.ofSeconds(2);

    private enum Fault {
        KILL, STEP_DOWN, FREEZE
    }

    @Test
    void everyAcknowledgedWriteIsThereExactlyOnceAfterKillStepDownAndFreeze() throws InterruptedException {
        run();
    }

    @Tag("soak")
    @RepeatedTest(100)
    void everyAcknowledgedWriteIsThereExactlyOnceEachTimeOfAHundred() throws InterruptedException {
        run();
    }

    private void run() throws InterruptedException {
        try (Deployment deployment = Deployment.builder().replicaSet(3).electionTimeout(Duration.ofMillis(500)).start();
                MongoClient client = MongoClient.connect(deployment.connectionString()
                        + "&heartbeatFrequencyMS=500&connectTimeoutMS=1000&w=majority&maxPoolSize=100")) {
            Workload workload = new Workload(client);
            workload.start();
            for (Fault fault : Fault.values()) {
                strike(deployment, fault, workload);
            }
            workload.stop();
            workload.check();
            checkLeaks(client);
        }
    }

    private static void strike(Deployment deployment, Fault fault, Workload workload) throws InterruptedException {
        Member primary = deployment.awaitPrimary();
        switch (fault) {
            case KILL -> deployment.kill(primary);
            case STEP_DOWN -> deployment.stepDown(primary);
            case FREEZE -> deployment.freeze(primary);
        }
        // All threads must have come through to the new primary, those that were blocked on a frozen one too.
        workload.awaitProgressOfEveryThread();
        switch (fault) {
            case KILL -> deployment.restart(primary);
            case STEP_DOWN -> {
            }
            case FREEZE -> deployment.thaw(primary);
        }
        workload.awaitProgressOfEveryThread();
    }

    private static void checkLeaks(MongoClient client) {
        int inUse = 0;
        for (var description : client.topology().servers()) {
            Server server = client.core().topology().server(description.address());
            assertThat(server).isNotNull();
            inUse += server.pool().statistics().inUse();
            assertThat(server.operationCount()).isZero();
        }
        assertThat(inUse).isZero();
        assertThat(client.executor().sessions().size()).isLessThanOrEqualTo(THREADS);
    }

    /** Waits until every thread has completed two more rounds of its work. */
    private static final class Progress {
        final CountDownLatch allThreads = new CountDownLatch(THREADS);
        private final AtomicIntegerArray rounds = new AtomicIntegerArray(THREADS);

        void note(int id) {
            if (rounds.incrementAndGet(id) == 2) {
                allThreads.countDown();
            }
        }
    }

    private static final class Workload {
        private final MongoClient client;
        private final MongoCollection<Document> writes;
        private final MongoCollection<Document> counters;
        private final List<Thread> threads = new ArrayList<>();
        private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
        private final Set<String> uncertain = ConcurrentHashMap.newKeySet();
        private final Map<Integer, AtomicInteger> increments = new ConcurrentHashMap<>();
        private final Map<Integer, AtomicInteger> uncertainIncrements = new ConcurrentHashMap<>();
        private final List<Throwable> unexpected = Collections.synchronizedList(new ArrayList<>());
        private final AtomicLong longestNanos = new AtomicLong();
        private final CountDownLatch ended = new CountDownLatch(THREADS);
        private volatile Progress progress = new Progress();
        private volatile boolean stopping;

        Workload(MongoClient client) {
            this.client = client;
            this.writes = client.database("failover").collection("writes").withTimeout(OPERATION_TIMEOUT);
            this.counters = client.database("failover").collection("counters").withTimeout(OPERATION_TIMEOUT);
        }

        void start() {
            for (int i = 0; i < THREADS; i++) {
                int id = i;
                increments.put(i, new AtomicInteger());
                uncertainIncrements.put(i, new AtomicInteger());
                counters.insertOne(new Document("_id", i).append("n", 0));
                // Half of each kind of thread: both are promised to work.
                Runnable body = () -> work(id);
                threads.add(i % 2 == 0 ? Thread.ofPlatform().unstarted(body) : Thread.ofVirtual().unstarted(body));
            }
            threads.forEach(Thread::start);
        }

        private void work(int id) {
            try {
                for (int i = 0; !stopping; i++) {
                    String key = id + "-" + i;
                    timed(() -> writes.insertOne(new Document("_id", key)), () -> acknowledged.add(key),
                            () -> uncertain.add(key));
                    timed(() -> counters.updateOne(new Document("_id", id),
                            new Document("$inc", new Document("n", 1))), increments.get(id)::incrementAndGet,
                            uncertainIncrements.get(id)::incrementAndGet);
                    progress.note(id);
                }
            } catch (Throwable e) {
                unexpected.add(e);
            } finally {
                ended.countDown();
            }
        }

        private void timed(Runnable write, Runnable succeeded, Runnable failed) {
            long start = System.nanoTime();
            try {
                write.run();
                succeeded.run();
            } catch (MongoException e) {
                failed.run();
            } finally {
                longestNanos.accumulateAndGet(System.nanoTime() - start, Math::max);
            }
        }

        void awaitProgressOfEveryThread() throws InterruptedException {
            Progress awaited = new Progress();
            progress = awaited;
            assertThat(awaited.allThreads.await(60, TimeUnit.SECONDS))
                    .as("%d threads are stuck; %s", awaited.allThreads.getCount(), unexpected).isTrue();
        }

        void stop() throws InterruptedException {
            stopping = true;
            assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(unexpected).isEmpty();
        }

        void check() {
            Map<String, Integer> found = new TreeMap<>();
            client.database("failover").collection("writes").find()
                    .forEach(document -> found.merge(document.getString("_id"), 1, Integer::sum));
            assertThat(found.keySet()).containsAll(new TreeSet<>(acknowledged));
            assertThat(found.values()).allMatch(count -> count == 1);
            found.keySet().removeAll(acknowledged);
            assertThat(uncertain).containsAll(found.keySet());
            client.database("failover").collection("counters").find().forEach(document -> {
                int id = document.getInteger("_id");
                int sure = increments.get(id).get();
                assertThat(document.getInteger("n")).as("counter %d", id)
                        .isBetween(sure, sure + uncertainIncrements.get(id).get());
            });
            assertThat(Duration.ofNanos(longestNanos.get())).isLessThan(OPERATION_TIMEOUT.plus(GRACE));
            int writesDone = acknowledged.size();
            System.out.println("Failover: " + writesDone + " inserts acknowledged, " + uncertain.size()
                    + " uncertain, longest operation " + TimeUnit.NANOSECONDS.toMillis(longestNanos.get()) + " ms");
        }
    }
}
