package dev.bowline.standstill;

import com.sun.management.HotSpotDiagnosticMXBean;
import dev.bowline.MongoClient;
import dev.bowline.MongoClientSettings;
import dev.bowline.MongoCollection;
import dev.bowline.driver.event.TopologyEvent;
import dev.bowline.driver.event.TopologyListener;
import dev.bowline.egress.event.CommandFailedEvent;
import dev.bowline.egress.event.CommandListener;
import dev.bowline.egress.event.CommandStartedEvent;
import dev.bowline.egress.event.CommandSucceededEvent;
import dev.bowline.egress.event.ConnectionPoolEvent;
import dev.bowline.egress.event.ConnectionPoolListener;
import dev.bowline.egress.event.LogMessage;
import dev.bowline.error.MongoException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.bson.Document;

/**
 * A client under watch, in a process of its own; see {@link StandstillTest}. It says READY when it is warm, works until
 * its standard input ends, and then prints what it saw.
 */
final class StandstillProbe {
    private enum Kind {
        PLATFORM, VIRTUAL, ASYNC
    }

    private static final long TIMEOUT_MILLIS = 600;
    private static final long ALLOWED_OVERRUN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long ALLOWED_SILENCE_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Silence of this length is a standstill for good: what the threads do is written down and the process ends. */
    private static final long STANDSTILL_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final int MAX_TOLD = 10;

    private final MongoClient client;
    private final MongoCollection<Document> collection;
    private final int callers;
    private final boolean occupies;
    private final LostTime platformLost = LostTime.of(Thread.ofPlatform().daemon().priority(Thread.MAX_PRIORITY));
    private final LostTime virtualLost = LostTime.of(Thread.ofVirtual());
    private final LongAdder ended = new LongAdder();
    private final LongAdder succeeded = new LongAdder();
    private final AtomicLong longestSilence = new AtomicLong();
    private final AtomicLong worstOverrun = new AtomicLong();
    private final Queue<String> violations = new ConcurrentLinkedQueue<>();
    private final Queue<String> silences = new ConcurrentLinkedQueue<>();
    /** Operations that overran their deadline, and those of them that did so on any machine. */
    private final Queue<String> overruns = new ConcurrentLinkedQueue<>();
    private final Queue<String> inexcusable = new ConcurrentLinkedQueue<>();
    /** For how long carriers have been occupied by another computation. */
    private final AtomicLong occupiedNanos = new AtomicLong();
    private volatile String lastFailure = "none";
    private volatile boolean measuring;
    private volatile boolean stopping;

    private StandstillProbe(MongoClient client, int callers, boolean occupies) {
        this.client = client;
        this.collection = client.database("standstill").collection("c").withTimeout(Duration.ofMillis(TIMEOUT_MILLIS));
        this.callers = callers;
        this.occupies = occupies;
    }

    /** Arguments: connection string, kind of callers or MIXED, how many, whether carriers are occupied. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        LongAdder events = new LongAdder();
        MongoClientSettings settings = MongoClientSettings.builder().connectionString(arguments[0])
                .addCommandListener(commandListener(events)).addConnectionPoolListener(poolListener(events))
                .addTopologyListener(topologyListener(events)).build();
        try (MongoClient client = MongoClient.connect(settings)) {
            StandstillProbe probe = new StandstillProbe(client, Integer.parseInt(arguments[2]),
                    Boolean.parseBoolean(arguments[3]));
            probe.run(arguments[1]);
            System.out.println("SUMMARY " + probe.ended + " operations ended, " + probe.succeeded
                    + " of them well; longest silence "
                    + TimeUnit.NANOSECONDS.toMillis(probe.longestSilence.get()) + " ms, worst overrun "
                    + TimeUnit.NANOSECONDS.toMillis(probe.worstOverrun.get()) + " ms, the machine lost "
                    + TimeUnit.NANOSECONDS.toMillis(probe.platformLost.nanos()) + " ms; " + events + " events, "
                    + DebugLogs.MESSAGES + " messages");
            probe.violations.stream().limit(MAX_TOLD).forEach(line -> System.out.println("VIOLATION " + line));
        }
        System.out.println("END");
        Runtime.getRuntime().halt(0);
    }

    private void run(String kinds) throws IOException, InterruptedException {
        warmUp();
        for (int i = 0; i < callers; i++) {
            Kind kind = kinds.equals("MIXED") ? Kind.values()[i % Kind.values().length] : Kind.valueOf(kinds);
            int id = i;
            if (kind == Kind.VIRTUAL) {
                Thread.ofVirtual().name("caller-" + i).start(() -> work(id, kind));
            } else {
                Thread.ofPlatform().name("caller-" + i).daemon().start(() -> work(id, kind));
            }
        }
        Thread.ofPlatform().name("watch").daemon().priority(Thread.MAX_PRIORITY).start(() -> watch(kinds));
        if (occupies) {
            Thread.ofPlatform().name("occupy").daemon().start(this::occupyCarriers);
        }
        long lostBefore = platformLost.nanos();
        long start = System.nanoTime();
        measuring = true;
        System.out.println("READY");
        while (System.in.read() >= 0) {
            // Until the test closes it.
        }
        measuring = false;
        stopping = true;
        judge(System.nanoTime() - start, platformLost.nanos() - lostBefore);
    }

    /**
     * Judges the whole run. On a machine that took away half of the time, seconds and deadlines say nothing of the
     * client; the test is then reported as skipped.
     */
    private void judge(long elapsed, long lost) {
        if (2 * lost > elapsed) {
            System.out.println("UNJUDGED the machine lost " + millis(lost) + " of " + millis(elapsed) + " ms");
            return;
        }
        violations.addAll(silences);
        violations.addAll(10 * lost > elapsed ? inexcusable : overruns);
        // What the client loses, the servers on the same machine lose too.
        long left = TimeUnit.NANOSECONDS.toSeconds(elapsed - 2 * lost);
        if (succeeded.sum() < left) {
            violations.add("only " + succeeded + " operations succeeded in " + left
                    + " seconds that the machine left; the last failed by " + lastFailure);
        }
    }

    /** Loads and compiles what the first operations need, on both kinds of threads, for two seconds and one success. */
    private void warmUp() throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
        long limit = end + TimeUnit.SECONDS.toNanos(30);
        Runnable some = () -> {
            boolean warm = false;
            for (int i = 0; System.nanoTime() < (warm ? end : limit); i++) {
                try {
                    operate(i, Kind.PLATFORM);
                    warm = true;
                } catch (MongoException e) {
                    // The deployment may not be there yet.
                }
            }
        };
        Thread virtual = Thread.ofVirtual().start(some);
        some.run();
        virtual.join();
    }

    private void work(int id, Kind kind) {
        for (int i = 0; !stopping; i++) {
            boolean platform = kind == Kind.PLATFORM;
            LostTime lost = platform ? platformLost : virtualLost;
            long delayed = platform ? LostTime.runDelayNanos() : 0;
            long lostBefore = lost.nanos();
            long start = System.nanoTime();
            String outcome;
            try {
                operate(id + i, kind);
                succeeded.increment();
                outcome = "success";
            } catch (MongoException e) {
                outcome = e.toString();
                lastFailure = outcome;
            } catch (RuntimeException | Error e) {
                violations.add("caller " + id + " met " + e);
                outcome = e.toString();
            }
            long elapsed = System.nanoTime() - start;
            long wakers = lost.nanos() - lostBefore;
            long own = platform ? LostTime.runDelayNanos() - delayed : 0;
            ended.increment();
            judge(kind, elapsed, wakers, own, outcome);
            if (callers > 200) {
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(TimeUnit.SECONDS.toNanos(1)));
            }
        }
    }

    private void operate(int i, Kind kind) {
        if (kind == Kind.ASYNC) {
            operateAsync(i);
            return;
        }
        switch (i % 3) {
            case 0 -> collection.find(new Document("_id", i % 100)).first();
            case 1 -> collection.insertOne(new Document("n", i).append("text", "standing still is not an option"));
            default -> collection.updateOne(new Document("_id", i % 100), new Document("$inc", new Document("n", 1)));
        }
    }

    private void operateAsync(int i) {
        CompletableFuture<?> future = client.async().withTimeout(Duration.ofMillis(TIMEOUT_MILLIS))
                .database("standstill").collection("c").findFirst(new Document("_id", i % 100));
        long due = System.nanoTime() - virtualLost.nanos() + STANDSTILL_NANOS;
        while (System.nanoTime() - virtualLost.nanos() < due) {
            try {
                future.get(1, TimeUnit.SECONDS);
                return;
            } catch (ExecutionException e) {
                if (e.getCause() instanceof MongoException expected) {
                    throw expected;
                }
                throw new IllegalStateException(e.getCause());
            } catch (TimeoutException e) {
                // The machine may have lost this second.
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        throw new IllegalStateException("A future was not completed");
    }

    /**
     * Judges one operation. What the threads of ours lost that wake the caller and what it lost itself are much the
     * same time, and the longer of both excuses an overrun; only on a machine that is short of processors do both, one
     * after the other.
     */
    private void judge(Kind kind, long elapsed, long wakers, long own, String outcome) {
        if (!measuring) {
            return;
        }
        long overrun = elapsed - TimeUnit.MILLISECONDS.toNanos(TIMEOUT_MILLIS);
        worstOverrun.accumulateAndGet(overrun - Math.max(wakers, own), Math::max);
        if (overrun > ALLOWED_OVERRUN_NANOS + Math.max(wakers, own)) {
            String text = "a " + kind + " caller took " + millis(elapsed) + " of " + TIMEOUT_MILLIS
                    + " ms, of which the machine lost " + millis(wakers) + " and the caller " + millis(own) + ": "
                    + outcome;
            overruns.add(text);
            if (overrun > ALLOWED_OVERRUN_NANOS + wakers + own) {
                inexcusable.add(text);
            }
        }
    }

    /** Sees to it that in every second something ends. Virtual callers are excused while carriers are occupied. */
    private void watch(String kinds) {
        long lastCount = ended.sum();
        long since = System.nanoTime();
        long lost = platformLost.nanos();
        long occupied = occupiedNanos.get();
        boolean reported = false;
        while (!stopping) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            long count = ended.sum();
            long now = System.nanoTime();
            if (count != lastCount || !measuring) {
                lastCount = count;
                since = now;
                lost = platformLost.nanos();
                occupied = occupiedNanos.get();
                reported = false;
                continue;
            }
            long excused = platformLost.nanos() - lost
                    + (kinds.equals("VIRTUAL") || kinds.equals("ASYNC") ? occupiedNanos.get() - occupied : 0);
            long silence = now - since - excused;
            longestSilence.accumulateAndGet(silence, Math::max);
            if (silence > ALLOWED_SILENCE_NANOS && !reported) {
                reported = true;
                silences.add("nothing ended for " + millis(silence) + " ms");
            }
            if (silence > STANDSTILL_NANOS) {
                System.out.println("VIOLATION the client stands still: nothing ended for " + millis(silence) + " ms; "
                        + "see " + dump());
                System.out.println("END");
                Runtime.getRuntime().halt(1);
            }
        }
    }

    /** A foreign computation on every carrier, a second and a half at a time. */
    private void occupyCarriers() {
        int carriers = Integer.getInteger("jdk.virtualThreadScheduler.parallelism");
        while (!stopping) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1500));
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1500);
            for (int i = 0; i < carriers; i++) {
                Thread.ofVirtual().start(() -> {
                    while (System.nanoTime() < end) {
                        Thread.onSpinWait();
                    }
                });
            }
            long last = System.nanoTime();
            // A little longer than the computation itself: then the threads that it kept waiting have their turn.
            long over = end + TimeUnit.MILLISECONDS.toNanos(100);
            while (last < over) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
                long now = System.nanoTime();
                occupiedNanos.addAndGet(now - last);
                last = now;
            }
        }
    }

    private static String dump() {
        try {
            String file = java.nio.file.Files.createTempDirectory("standstill").resolve("threads.json").toString();
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpThreads(file,
                    HotSpotDiagnosticMXBean.ThreadDumpFormat.JSON);
            return file;
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }

    private static CommandListener commandListener(LongAdder events) {
        return new CommandListener() {
            @Override
            public void commandStarted(CommandStartedEvent event) {
                events.increment();
            }

            @Override
            public void commandSucceeded(CommandSucceededEvent event) {
                events.increment();
            }

            @Override
            public void commandFailed(CommandFailedEvent event) {
                events.increment();
            }

            @Override
            public boolean observesLog() {
                return true;
            }

            @Override
            public void commandLogged(LogMessage message) {
                events.increment();
            }
        };
    }

    private static ConnectionPoolListener poolListener(LongAdder events) {
        return new ConnectionPoolListener() {
            @Override
            public void connectionPoolEvent(ConnectionPoolEvent event) {
                events.increment();
            }
        };
    }

    private static TopologyListener topologyListener(LongAdder events) {
        return new TopologyListener() {
            @Override
            public void topologyEvent(TopologyEvent event) {
                events.increment();
            }

            @Override
            public boolean observesServerSelection() {
                return true;
            }

            @Override
            public void serverSelection(LogMessage message) {
                events.increment();
            }
        };
    }
}
