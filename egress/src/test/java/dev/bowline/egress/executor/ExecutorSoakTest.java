package dev.bowline.egress.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.doubles.PlainHost;
import dev.bowline.egress.connection.ConnectionFactory;
import dev.bowline.egress.connection.ConnectionSettings;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.SystemEnvironment;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The races of an executor on real threads and real sockets, each for {@code -Dbowline.soak-minutes}, 10 by default.
 */
@Tag("soak")
class ExecutorSoakTest {
    private static final long MINUTES = Long.getLong("bowline.soak-minutes", 10);
    private final long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(MINUTES);

    private interface Step {
        void run(int number) throws Exception;
    }

    /**
     * A cancel at every moment of an exchange: as a handle, as a future, and while the command waits for a
     * connection.
     */
    @Test
    void cancelsThatCrossRepliesLoseNoCallback() throws Exception {
        try (PlainHost host = new PlainHost();
                NetworkTaskExecutor executor = NetworkTaskExecutor.create("race",
                        ExecutorSettings.defaults().withMaxConnections(3).withMaxConnecting(3))) {
            executor.startup();
            RemoteCommandRequest ping = ping(host);
            AtomicInteger scheduled = new AtomicInteger();
            AtomicInteger told = new AtomicInteger();
            AtomicInteger futures = new AtomicInteger();
            onThreads(6, number -> {
                if (number % 3 == 0) {
                    CompletableFuture<RemoteCommandResponse> future = executor.run(ping);
                    pause(number);
                    future.cancel(true);
                    assertThat(future).isDone();
                    futures.incrementAndGet();
                } else {
                    scheduled.incrementAndGet();
                    CallbackHandle handle = executor.scheduleRemoteCommand(ping, args -> told.incrementAndGet());
                    pause(number);
                    executor.cancel(handle);
                    executor.wait(handle);
                }
            });
            executor.shutdown();
            assertThat(Thread.ofPlatform().start(executor::join).join(Duration.ofSeconds(30))).isTrue();
            System.out.println("canceled " + scheduled + " callbacks and " + futures + " futures");
            assertThat(told).hasValue(scheduled.get());
            assertThat(executor.network().counters().inFlight()).isZero();
        }
    }

    @Test
    void closingRacesLeasesAndPinnedExecutors() throws Exception {
        try (PlainHost host = new PlainHost()) {
            AtomicInteger rounds = new AtomicInteger();
            while (System.nanoTime() < end) {
                NetworkTaskExecutor executor = NetworkTaskExecutor.create("close", ExecutorSettings.defaults());
                executor.startup();
                boolean pin = rounds.incrementAndGet() % 2 == 0;
                AutoCloseable part;
                if (pin) {
                    TaskExecutor pinned = executor.pinnedTo(host.address(), Duration.ofSeconds(20));
                    pinned.run(ping(host)).get(20, TimeUnit.SECONDS);
                    pinned.run(ping(host));
                    part = pinned;
                } else {
                    LeasedStream stream = executor.network().leaseStream(host.address(),
                            Deadline.after(SystemEnvironment.instance(), Duration.ofSeconds(20)));
                    assertThat(stream.run(ping(host)).isCommandOk()).isTrue();
                    part = stream;
                }
                int number = rounds.get();
                AtomicReference<Throwable> thrown = new AtomicReference<>();
                Thread one = attempt(thrown, () -> {
                    pause(number);
                    part.close();
                });
                Thread other = attempt(thrown, executor::close);
                assertThat(one.join(Duration.ofSeconds(30)) && other.join(Duration.ofSeconds(30))).as("ended").isTrue();
                assertThat(thrown.get()).as("round %s", rounds).isNull();
                executor.close();
            }
            System.out.println("closed " + rounds + " executors");
            awaitNothingOpen(List.of(host));
        }
    }

    /** A pinned executor and a leased stream, closed before their executor as a block of resources does it. */
    @Test
    void closingInTheNaturalOrderNeverThrows() throws Exception {
        try (PlainHost host = new PlainHost()) {
            AtomicInteger rounds = new AtomicInteger();
            onThreads(2, number -> {
                try (NetworkTaskExecutor executor = NetworkTaskExecutor.create("natural",
                        ExecutorSettings.defaults())) {
                    executor.startup();
                    try (TaskExecutor pinned = executor.pinnedTo(host.address(), Duration.ofSeconds(20));
                            LeasedStream stream = executor.network().leaseStream(host.address(),
                                    Deadline.after(SystemEnvironment.instance(), Duration.ofSeconds(20)))) {
                        pinned.run(ping(host)).get(20, TimeUnit.SECONDS);
                        assertThat(stream.run(ping(host)).isCommandOk()).isTrue();
                        if (number % 2 == 0) {
                            pinned.run(ping(host));
                        }
                    }
                    rounds.incrementAndGet();
                }
            });
            System.out.println("closed " + rounds + " executors in the natural order");
            awaitNothingOpen(List.of(host));
        }
    }

    /** Futures of batches and of asynchronous clients, completed from outside at every moment of an exchange. */
    @Test
    void futuresThatAreBrokenOffLeaveNothingBehind() throws Exception {
        try (PlainHost host = new PlainHost();
                NetworkTaskExecutor executor = NetworkTaskExecutor.create("broken", ExecutorSettings.defaults())) {
            executor.startup();
            ConnectionFactory factory = new ConnectionFactory(SystemEnvironment.instance(),
                    ConnectionSettings.defaults());
            WriteBatch batch = WriteBatch.insert(host.address(), "db", "c", List.of(new BsonDocument()));
            AtomicInteger batches = new AtomicInteger();
            AtomicInteger clients = new AtomicInteger();
            onThreads(4, number -> {
                if (number % 2 == 0) {
                    CompletableFuture<WriteBatchResult> future = executor.write(batch);
                    pause(number / 2);
                    future.cancel(true);
                    batches.incrementAndGet();
                    return;
                }
                CompletableFuture<AsyncClient> connecting = AsyncClient.connect(SystemEnvironment.instance(), factory,
                        host.address(), Duration.ofSeconds(20));
                if (number % 4 == 1) {
                    pause(number / 2);
                    if (!connecting.completeExceptionally(new TimeoutException())) {
                        // It was connected first, and so it is ours.
                        connecting.join().close();
                    }
                } else {
                    try (AsyncClient client = connecting.get(20, TimeUnit.SECONDS)) {
                        CompletableFuture<RemoteCommandResponse> future = client.runCommand(ping(host));
                        pause(number / 2);
                        future.cancel(true);
                    }
                }
                clients.incrementAndGet();
            });
            System.out.println("broke off " + batches + " batches and " + clients + " asynchronous clients");
            executor.shutdown();
            assertThat(Thread.ofPlatform().start(executor::join).join(Duration.ofSeconds(30))).isTrue();
            assertThat(executor.network().counters().inFlight()).isZero();
            awaitNothingOpen(List.of(host));
        }
    }

    /** 200 hosts, of which a third is frozen, stopped or drops its connections at random times. */
    @Test
    void everyCommandEndsOnceAmongHundredsOfSickHosts() throws Exception {
        List<PlainHost> hosts = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            hosts.add(new PlainHost());
        }
        NetworkTaskExecutor executor = NetworkTaskExecutor.create("fleet", ExecutorSettings.defaults());
        executor.startup();
        Duration timeout = Duration.ofSeconds(2);
        AtomicInteger scheduled = new AtomicInteger();
        AtomicInteger told = new AtomicInteger();
        AtomicLong ok = new AtomicLong();
        AtomicReference<String> wrong = new AtomicReference<>();
        Semaphore inFlight = new Semaphore(400);
        Thread faults = Thread.ofPlatform().daemon().start(() -> sicken(hosts.subList(0, 67)));
        while (System.nanoTime() < end && wrong.get() == null) {
            int index = ThreadLocalRandom.current().nextInt(hosts.size());
            boolean healthy = index >= 67;
            inFlight.acquire();
            scheduled.incrementAndGet();
            long start = System.nanoTime();
            RemoteCommandRequest request = ping(hosts.get(index))
                    .withTimeout(healthy ? Duration.ofSeconds(60) : timeout);
            CallbackHandle handle = executor.scheduleRemoteCommand(request, args -> {
                told.incrementAndGet();
                inFlight.release();
                StatusCode code = args.response().status().code();
                long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
                if (code == StatusCode.OK) {
                    ok.incrementAndGet();
                } else if (healthy && code != StatusCode.CALLBACK_CANCELED) {
                    wrong.compareAndSet(null, "A healthy host answered " + args.response());
                } else if (code != StatusCode.NETWORK_TIMEOUT && code != StatusCode.HOST_UNREACHABLE
                        && code != StatusCode.CALLBACK_CANCELED) {
                    wrong.compareAndSet(null, "A sick host answered " + args.response());
                } else if (code == StatusCode.NETWORK_TIMEOUT && millis < timeout.toMillis()) {
                    wrong.compareAndSet(null, "Timed out after " + millis + " ms");
                }
            });
            if (scheduled.get() % 10 == 0) {
                executor.cancel(handle);
            }
        }
        faults.interrupt();
        faults.join();
        long waited = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (executor.hasTasks() && System.nanoTime() < waited) {
            Thread.onSpinWait();
        }
        System.out.println(scheduled + " commands, " + ok + " answered, " + executor.network().statistics().created()
                + " connections made, " + executor.network().counters());
        assertThat(wrong.get()).isNull();
        assertThat(told).hasValue(scheduled.get());
        executor.close();
        awaitNothingOpen(hosts);
        assertThat(ManagementFactory.getThreadMXBean().dumpAllThreads(false, false))
                .noneMatch(thread -> thread.getThreadName().startsWith("fleet"));
        hosts.forEach(PlainHost::close);
    }

    private static void sicken(List<PlainHost> hosts) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        boolean[] stopped = new boolean[hosts.size()];
        try {
            while (true) {
                int index = random.nextInt(hosts.size());
                PlainHost host = hosts.get(index);
                switch (random.nextInt(4)) {
                    case 0 -> host.freeze();
                    case 1 -> host.dropConnections();
                    case 2 -> {
                        if (!stopped[index]) {
                            host.stop();
                            stopped[index] = true;
                        }
                    }
                    default -> {
                        host.thaw();
                        if (stopped[index]) {
                            stopped[index] = !restarted(host);
                        }
                    }
                }
                Thread.sleep(random.nextInt(20));
            }
        } catch (InterruptedException e) {
            hosts.forEach(PlainHost::thaw);
        }
    }

    /** False if another socket has got its port meanwhile. */
    private static boolean restarted(PlainHost host) {
        try {
            host.restart();
            return true;
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    private void onThreads(int count, Step step) throws InterruptedException {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicInteger numbers = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            threads.add(attempt(thrown, () -> {
                while (System.nanoTime() < end && thrown.get() == null) {
                    step.run(numbers.incrementAndGet());
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(thrown.get()).isNull();
    }

    private interface Attempt {
        void run() throws Exception;
    }

    private static Thread attempt(AtomicReference<Throwable> thrown, Attempt task) {
        return Thread.ofPlatform().start(() -> {
            try {
                task.run();
            } catch (Throwable e) {
                thrown.compareAndSet(null, e instanceof ExecutionException ? e.getCause() : e);
            }
        });
    }

    /** Up to a quarter of a millisecond, which is what an exchange takes here. */
    private static void pause(int number) {
        long until = System.nanoTime() + (number % 64) * 4_000L;
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
    }

    private static void awaitNothingOpen(List<PlainHost> hosts) {
        long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (hosts.stream().anyMatch(host -> host.open() > 0) && System.nanoTime() < limit) {
            Thread.onSpinWait();
        }
        assertThat(hosts.stream().mapToInt(PlainHost::open).sum()).as("connections left").isZero();
    }

    private static RemoteCommandRequest ping(PlainHost host) {
        return RemoteCommandRequest.to(host.address(), "admin", new BsonDocument("ping", new BsonInt32(1)));
    }
}
