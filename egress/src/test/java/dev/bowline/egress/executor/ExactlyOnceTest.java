package dev.bowline.egress.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.doubles.PlainHost;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.SystemEnvironment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** On real threads and real sockets: every callback runs once, every wait ends, and closing leaves nothing behind. */
@Timeout(120)
class ExactlyOnceTest {
    private static final Environment ENVIRONMENT = SystemEnvironment.instance();

    private final PlainHost host = new PlainHost();
    private final NetworkTaskExecutor executor = NetworkTaskExecutor.create("once", ExecutorSettings.defaults());

    @AfterEach
    void stop() {
        executor.close();
        host.close();
    }

    @Test
    void aCancelThatCrossesItsReplyLosesNoCallback() throws Exception {
        executor.startup();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicInteger scheduled = new AtomicInteger();
        AtomicInteger told = new AtomicInteger();
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Integer.getInteger("bowline.race-millis", 1500));
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                try {
                    while (System.nanoTime() < end && thrown.get() == null) {
                        scheduled.incrementAndGet();
                        CallbackHandle handle = executor.scheduleRemoteCommand(ping(),
                                args -> told.incrementAndGet());
                        pause(scheduled.get() % 64 * 4_000);
                        executor.cancel(handle);
                    }
                } catch (Throwable e) {
                    thrown.compareAndSet(null, e);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(thrown.get()).as("after %s", scheduled).isNull();
        executor.shutdown();
        join();
        assertThat(told).hasValue(scheduled.get());
        assertThat(executor.network().counters().inFlight()).isZero();
    }

    @Test
    void blockingInAStageStopsNothingElse() throws Exception {
        executor.startup();
        CompletableFuture<RemoteCommandResponse> chained = executor.run(ping())
                .thenApply(first -> executor.run(ping()).join());
        assertThat(chained.get(20, TimeUnit.SECONDS).isCommandOk()).isTrue();
    }

    @Test
    void aStageThatBlocksForEverStopsNeitherCallbacksNorClosing() throws Exception {
        executor.startup();
        CompletableFuture<Void> never = new CompletableFuture<>();
        host.commandDelay(Duration.ofMillis(200));
        CompletableFuture<Void> blocked = executor.run(ping()).thenAccept(response -> never.join());
        CompletableFuture<Void> late = executor.at(Deadline.after(ENVIRONMENT, Duration.ofMillis(200)))
                .thenAccept(status -> never.join());
        EventHandle event = executor.makeEvent();
        CompletableFuture<Void> signalled = executor.when(event).thenAccept(status -> never.join());
        executor.signalEvent(event);
        CompletableFuture<Boolean> ran = new CompletableFuture<>();
        executor.scheduleWork(args -> ran.complete(true));
        assertThat(ran.get(20, TimeUnit.SECONDS)).isTrue();
        executor.after(Duration.ofMillis(400)).get(20, TimeUnit.SECONDS);
        executor.shutdown();
        join();
        assertThat(blocked).isNotDone();
        assertThat(late).isNotDone();
        assertThat(signalled).isNotDone();
        never.complete(null);
    }

    @Test
    void aStageOfACommandThatTimedOutMayBlockAndOthersStillTimeOut() throws Exception {
        executor.startup();
        host.freeze();
        CountDownLatch blocks = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        Thread test = Thread.currentThread();
        do {
            executor.run(ping().withTimeout(Duration.ofMillis(50))).whenComplete((response, failure) -> {
                if (Thread.currentThread() == test) {
                    // The command ended before it had this stage. Another try.
                    return;
                }
                blocks.countDown();
                try {
                    released.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        } while (!blocks.await(1, TimeUnit.SECONDS));
        assertThatThrownBy(() -> executor.run(ping().withTimeout(Duration.ofMillis(1))).get(20, TimeUnit.SECONDS))
                .hasCauseInstanceOf(RemoteCommandException.class);
        released.countDown();
    }

    @Test
    void canceledCommandsThatWaitForAConnectionLeaveAtOnce() throws Exception {
        NetworkTaskExecutor small = NetworkTaskExecutor.create("small", ExecutorSettings.defaults()
                .withMaxConnections(1));
        small.startup();
        host.freeze();
        int before = virtualThreads("small");
        small.run(ping());
        List<CompletableFuture<RemoteCommandResponse>> waiting = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            waiting.add(small.run(ping()));
        }
        waiting.forEach(future -> future.cancel(true));
        long start = System.nanoTime();
        while (small.network().counters().inFlight() > 1 || virtualThreads("small") > before + 70) {
            assertThat(System.nanoTime() - start).as("%s threads left", virtualThreads("small"))
                    .isLessThan(TimeUnit.SECONDS.toNanos(5));
            Thread.onSpinWait();
        }
        host.thaw();
        small.close();
    }

    /** How many threads an executor of this name has, as far as the machine can tell. */
    private static int virtualThreads(String name) throws Exception {
        java.nio.file.Path dump = java.nio.file.Files.createTempDirectory("threads").resolve("dump.txt");
        java.lang.management.ManagementFactory.getPlatformMXBean(com.sun.management.HotSpotDiagnosticMXBean.class)
                .dumpThreads(dump.toString(),
                        com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
        try (var lines = java.nio.file.Files.lines(dump)) {
            return (int) lines.filter(line -> line.contains("\"" + name)).count();
        }
    }

    @Test
    void closingRacesALeasedStreamThatIsGivenBack() throws Exception {
        for (int i = 0; i < 150; i++) {
            NetworkTaskExecutor one = NetworkTaskExecutor.create("lease", ExecutorSettings.defaults());
            one.startup();
            LeasedStream stream = one.network().leaseStream(host.address(),
                    Deadline.after(ENVIRONMENT, Duration.ofSeconds(10)));
            stream.run(ping());
            race(stream::close, one::close);
            one.close();
        }
        awaitNothingOpen();
    }

    @Test
    void closingRacesAPinnedExecutorThatIsGivenBack() throws Exception {
        for (int i = 0; i < 100; i++) {
            NetworkTaskExecutor one = NetworkTaskExecutor.create("pin", ExecutorSettings.defaults());
            one.startup();
            TaskExecutor pinned = one.pinnedTo(host.address(), Duration.ofSeconds(10));
            pinned.run(ping()).get(10, TimeUnit.SECONDS);
            race(pinned::close, one::close);
            one.close();
        }
        awaitNothingOpen();
    }

    @Test
    void closingInTheNaturalOrderNeverThrows() throws Exception {
        for (int i = 0; i < 300; i++) {
            try (NetworkTaskExecutor one = NetworkTaskExecutor.create("pin", ExecutorSettings.defaults())) {
                one.startup();
                try (TaskExecutor pinned = one.pinnedTo(host.address(), Duration.ofSeconds(10))) {
                    pinned.run(ping()).get(10, TimeUnit.SECONDS);
                }
            }
        }
        awaitNothingOpen();
    }

    @Test
    void twoEndsOfOneCommandAreReportedOnce() throws Exception {
        PooledNetworkInterface network = new PooledNetworkInterface("ends", ENVIRONMENT, ExecutorSettings.defaults());
        host.freeze();
        AtomicInteger told = new AtomicInteger();
        int rounds = raceForAWhile(number -> {
            CallbackHandle handle = new CallbackHandle(this, number, null);
            network.startCommand(handle, ping(), response -> told.incrementAndGet());
            return new Race(() -> network.cancelCommand(handle), () -> {
                pause(number % 64 * 10);
                network.cancelCommand(handle);
            }, () -> {});
        });
        awaitThat("all were told", () -> told.get() >= rounds);
        network.shutdown();
        assertThat(network.counters().canceled()).isEqualTo(rounds);
        assertThat(network.counters().inFlight()).isZero();
        assertThat(told).hasValue(rounds);
    }

    @Test
    void anAbortThatCrossesGivingBackReachesNoOtherCommand() throws Exception {
        executor.startup();
        raceForAWhile(number -> {
            LeasedStream stream = lease();
            return new Race(() -> {
                stream.close();
                assertThat(executor.run(ping()).join().isCommandOk()).isTrue();
            }, () -> {
                pause(number % 64 * 4_000);
                stream.abort(new IllegalStateException("Aborted by the test"));
            }, () -> {});
        });
    }

    @Test
    void aStreamThatTwoThreadsGiveBackIsGivenBackOnce() throws Exception {
        executor.startup();
        raceForAWhile(number -> {
            LeasedStream stream = lease();
            return new Race(stream::close, stream::close,
                    () -> assertThat(executor.network().statistics().leased()).isZero());
        });
    }

    private LeasedStream lease() {
        return executor.network().leaseStream(host.address(), Deadline.after(ENVIRONMENT, Duration.ofSeconds(20)));
    }

    /** Two actions that two threads take at the same moment, and what must hold afterwards. */
    private record Race(Runnable one, Runnable other, Runnable check) {}

    /** Runs one race after the other for a fraction of a second, and returns how many. */
    private static int raceForAWhile(IntFunction<Race> races) throws InterruptedException {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicReference<Race> current = new AtomicReference<>();
        AtomicInteger ended = new AtomicInteger();
        AtomicBoolean over = new AtomicBoolean();
        Thread partner = Thread.ofPlatform().daemon().start(() -> {
            while (!over.get()) {
                Race race = current.getAndSet(null);
                if (race == null) {
                    Thread.onSpinWait();
                } else {
                    attempt(race.other(), thrown);
                    ended.incrementAndGet();
                }
            }
        });
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Integer.getInteger("bowline.race-millis", 400));
        int rounds = 0;
        do {
            Race race = races.apply(++rounds);
            current.set(race);
            while (current.get() != null) {
                Thread.onSpinWait();
            }
            attempt(race.one(), thrown);
            while (ended.get() < rounds) {
                Thread.onSpinWait();
            }
            attempt(race.check(), thrown);
        } while (System.nanoTime() < end && thrown.get() == null);
        over.set(true);
        partner.join();
        assertThat(thrown.get()).as("in round %s", rounds).isNull();
        return rounds;
    }

    /** So that the second action meets the first at another place each time. */
    private static void pause(int nanos) {
        long until = System.nanoTime() + nanos;
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
    }

    private static void attempt(Runnable task, AtomicReference<Throwable> thrown) {
        try {
            task.run();
        } catch (Throwable e) {
            thrown.compareAndSet(null, e);
        }
    }

    private static void race(Runnable one, Runnable other) throws InterruptedException {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (Runnable task : List.of(one, other)) {
            threads.add(Thread.ofPlatform().start(() -> attempt(task, thrown)));
        }
        for (Thread thread : threads) {
            assertThat(thread.join(Duration.ofSeconds(20))).as("ended").isTrue();
        }
        assertThat(thrown.get()).isNull();
    }

    private void awaitNothingOpen() {
        awaitThat("no connection is left", () -> host.open() == 0);
    }

    private static void awaitThat(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean() && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        assertThat(condition.getAsBoolean()).as(what).isTrue();
    }

    private void join() throws InterruptedException {
        Thread joiner = Thread.ofPlatform().daemon().start(executor::join);
        assertThat(joiner.join(Duration.ofSeconds(20))).as("join ended").isTrue();
    }

    private RemoteCommandRequest ping() {
        return RemoteCommandRequest.to(host.address(), "admin", new BsonDocument("ping", new BsonInt32(1)));
    }
}
