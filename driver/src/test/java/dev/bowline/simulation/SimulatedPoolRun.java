package dev.bowline.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.egress.connection.Connection;
import dev.bowline.egress.connection.Establishment;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.ConnectionPoolEvent;
import dev.bowline.egress.event.ConnectionPoolListener;
import dev.bowline.egress.pool.ClearReason;
import dev.bowline.egress.pool.EstablishmentFailure;
import dev.bowline.egress.pool.HostPool;
import dev.bowline.egress.pool.PoolMaintainer;
import dev.bowline.egress.pool.PoolSettings;
import dev.bowline.egress.pool.PooledConnection;
import dev.bowline.error.FailurePhase;
import dev.bowline.error.MongoInterruptedException;
import dev.bowline.error.MongoPoolClearedException;
import dev.bowline.error.MongoPoolClosedException;
import dev.bowline.error.MongoSocketException;
import dev.bowline.error.MongoWaitQueueTimeoutException;
import dev.bowline.simulator.time.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One pool at a time in virtual time: callers check out and in, wait, time out and are interrupted, while the pool is
 * cleared, readied and closed and its connections fail to be made. Every wait is accounted for to the nanosecond.
 */
final class SimulatedPoolRun {
    private static final ServerAddress ADDRESS = new ServerAddress("pool.test", 27017);
    private static final long MILLI = 1_000_000;

    /** What a run showed: everything that happened, and how often check-outs ended in which way. */
    record Outcome(List<String> history, TreeMap<String, Integer> endings) {}

    /**
     * One check-out. It leaves the wait queue when it is served, gives up, or has a connection established for it; the
     * last cannot be seen from outside, so that it is only known for how long it waited at least.
     */
    private static final class CheckOut {
        final Epoch epoch;
        final long started;
        final long limit;
        long waitedAtLeastUntil;
        long ended;
        boolean served;

        CheckOut(Epoch epoch, long started, long limit) {
            this.epoch = epoch;
            this.started = started;
            this.waitedAtLeastUntil = started;
            this.limit = limit;
        }
    }

    /** The life of one pool: a closed one is followed by another. */
    private static final class Epoch {
        final List<CheckOut> checkOuts = new ArrayList<>();
        final TreeMap<Long, @Nullable RuntimeException> clears = new TreeMap<>();
        final TreeMap<Long, Boolean> interruptingClears = new TreeMap<>();
        final List<SimulatedPoolConnection> made = new ArrayList<>();
        @Nullable
        HostPool pool;
        long closedAt = Long.MAX_VALUE;

        HostPool pool() {
            if (pool == null) {
                throw new IllegalStateException("No pool yet");
            }
            return pool;
        }
    }

    private final Simulation simulation;
    private final Environment environment;
    private final PoolMaintainer maintainer;
    private final PoolSettings settings;
    private final boolean listening;
    private final boolean disturbed;
    private final int callers;
    private final int rounds;
    private final List<String> history = new ArrayList<>();
    private final TreeMap<String, Integer> endings = new TreeMap<>();
    private final List<Epoch> epochs = new ArrayList<>();
    private final @Nullable CheckOut[] under;
    private final List<Thread> threads = new ArrayList<>();
    private int finished;

    private SimulatedPoolRun(long seed, PoolSettings settings, boolean listening, boolean disturbed, int callers,
            int rounds) {
        this.simulation = new Simulation(seed);
        this.environment = simulation.environment();
        this.maintainer = new PoolMaintainer(environment);
        this.callers = callers;
        this.rounds = rounds;
        this.under = new CheckOut[callers];
        this.settings = settings;
        this.listening = listening;
        this.disturbed = disturbed;
    }

    /** Random settings, steps and disturbances. */
    static Outcome play(long seed, int callers, int rounds) {
        SplittableRandom random = new SplittableRandom(seed);
        int max = random.nextInt(1, 5);
        boolean listening = random.nextBoolean();
        PoolSettings settings = PoolSettings.defaults().withMaxPoolSize(max)
                .withMinPoolSize(random.nextInt(0, max + 1)).withMaxConnecting(random.nextInt(1, 4))
                .withMaxIdleTimeMillis(random.nextInt(0, 3) * 10L)
                .withWaitQueueTimeoutMillis(random.nextInt(0, 3) * 20L);
        return new SimulatedPoolRun(seed, settings, listening, true, callers, rounds).outcome();
    }

    /** Every thread wants a connection at once, and nothing goes wrong. */
    static Outcome rush(long seed, int connections, int callers) {
        PoolSettings settings = PoolSettings.defaults().withMaxPoolSize(connections);
        return new SimulatedPoolRun(seed, settings, false, false, callers, 1).outcome();
    }

    private Outcome outcome() {
        try {
            simulation.run(this::main);
            epochs.forEach(this::servedInOrder);
            epochs.forEach(this::clearsEndedWaits);
        } catch (Throwable e) {
            throw new AssertionError("Seed " + simulation.seed() + "; replay with -Dbowline.seed=" + simulation.seed(),
                    e);
        }
        return new Outcome(history, endings);
    }

    private void main() {
        Thread main = Thread.currentThread();
        open();
        for (int i = 0; i < callers; i++) {
            int number = i;
            SplittableRandom random = new SplittableRandom(simulation.seed() * 1000 + i);
            threads.add(environment.start("caller-" + i, () -> {
                for (int round = 0; round < rounds; round++) {
                    call(number, random);
                }
                finished++;
                environment.unpark(main);
            }));
        }
        SplittableRandom random = new SplittableRandom(simulation.seed() + 77);
        while (finished < callers) {
            Deadline pause = Deadline.afterNanos(environment, random.nextLong(40 * MILLI));
            while (!pause.isExpired(environment) && finished < callers) {
                environment.park(pause);
            }
            if (disturbed) {
                disturb(random);
            }
        }
        comeToRest();
    }

    // ---- callers

    private void call(int number, SplittableRandom random) {
        sleep(random.nextLong(5 * MILLI));
        Epoch epoch = epochs.getLast();
        long limit = switch (random.nextInt(4)) {
            case 0 -> 0;
            case 1 -> Long.MAX_VALUE;
            default -> random.nextLong(60 * MILLI);
        };
        CheckOut mine = new CheckOut(epoch, now(), limit);
        epoch.checkOuts.add(mine);
        under[number] = mine;
        PooledConnection got = null;
        String ending;
        try {
            got = epoch.pool().checkOut(limit == Long.MAX_VALUE
                    ? Deadline.NEVER
                    : Deadline.afterNanos(environment, limit));
            mine.served = true;
            ending = "served";
        } catch (MongoWaitQueueTimeoutException timeout) {
            assertThat(now() - mine.started).as("waited before the timeout").isEqualTo(allowed(limit));
            ending = "timeout";
        } catch (MongoPoolClearedException cleared) {
            explain(epoch, mine, cleared);
            ending = "cleared";
        } catch (MongoPoolClosedException closed) {
            long notified = Math.max(mine.started, epoch.closedAt);
            assertThat(now()).as("notified of the close").isBetween(notified, notified + MILLI);
            ending = "closed";
        } catch (MongoInterruptedException interrupted) {
            ending = "interrupted";
        } catch (MongoSocketException failed) {
            ending = "failed";
        }
        under[number] = null;
        Thread.interrupted();
        mine.ended = now();
        if (got != null && !((SimulatedPoolConnection) got.connection()).isNew()) {
            mine.waitedAtLeastUntil = mine.ended;
        }
        if (limit != Long.MAX_VALUE) {
            assertThat(mine.ended - mine.started).as("the wait").isLessThanOrEqualTo(limit);
        }
        endings.merge(ending, 1, Integer::sum);
        history.add(now() + " " + number + " " + ending + (got == null ? "" : " " + got.id()));
        if (got != null) {
            use(epoch, got, random);
        }
    }

    /** A paused pool's error carries what cleared it, and comes at the moment of the clear or of asking. */
    private void explain(Epoch epoch, CheckOut mine, MongoPoolClearedException cleared) {
        String message = String.valueOf(cleared.getMessage());
        if (message.contains("interrupted due to server monitor timeout")) {
            assertThat(epoch.interruptingClears).isNotEmpty();
            return;
        }
        var last = epoch.clears.floorEntry(now());
        assertThat(last).as("a clear before " + message).isNotNull();
        if (mine.started != now()) {
            assertThat(last.getKey()).as("evicted at once").isEqualTo(now());
        }
        assertThat(cleared.getCause()).isSameAs(last.getValue());
    }

    private void use(Epoch epoch, PooledConnection got, SplittableRandom random) {
        SimulatedPoolConnection mine = (SimulatedPoolConnection) got.connection();
        assertThat(mine.user).as("the other user of connection " + got.id()).isNull();
        assertThat(mine.isClosed()).isFalse();
        mine.use(Thread.currentThread());
        long from = now();
        sleep(random.nextLong(8 * MILLI));
        if (epoch.interruptingClears.subMap(from, false, now(), false).size() > 0) {
            assertThat(mine.isOpen()).as("interrupted").isFalse();
        }
        if (random.nextInt(20) == 0) {
            mine.breakDown();
        }
        mine.user = null;
        got.close();
        if (random.nextInt(20) == 0) {
            assertThatThrownBy(got::close).isInstanceOf(IllegalStateException.class);
        }
    }

    // ---- the pool and its owner

    private void open() {
        Epoch epoch = new Epoch();
        SplittableRandom random = new SplittableRandom(simulation.seed() + epochs.size() * 31L);
        List<ConnectionPoolListener> listeners = listening ? List.of(new ConnectionPoolListener() {
            @Override
            public void connectionPoolEvent(ConnectionPoolEvent event) {
                history.add(now() + " " + event);
            }
        }) : List.of();
        HostPool pool = new HostPool(ADDRESS, settings,
                (id, address, deadline, establishment) -> connect(epoch, id, deadline, establishment, random),
                environment, maintainer, failure -> connectingFailed(epoch, failure), listeners);
        epoch.pool = pool;
        epochs.add(epoch);
        pool.announce().run();
        pool.ready().run();
    }

    private Connection connect(Epoch epoch, long id, Deadline deadline, Establishment establishment,
            SplittableRandom random) {
        boolean fails = disturbed && random.nextInt(8) == 0;
        Deadline done = Deadline.afterNanos(environment, disturbed ? random.nextLong(15 * MILLI) : 0);
        while (!done.isExpired(environment)) {
            if (Thread.currentThread().isInterrupted()) {
                throw new MongoInterruptedException("Interrupted while connecting");
            }
            if (deadline.isExpired(environment) || establishment.isAborted()) {
                throw new MongoSocketException("Ended", ADDRESS, FailurePhase.CONNECTING, false, null);
            }
            environment.park(done.earlier(deadline).earlier(Deadline.afterNanos(environment, MILLI)));
        }
        if (fails) {
            throw new MongoSocketException("Refused", ADDRESS, FailurePhase.CONNECTING, false, null);
        }
        SimulatedPoolConnection made = new SimulatedPoolConnection(id, ADDRESS, environment);
        epoch.made.add(made);
        return made;
    }

    private void connectingFailed(Epoch epoch, EstablishmentFailure failure) {
        if (failure.generation() == epoch.pool().generation()) {
            clear(epoch, failure.error(), false);
            environment.start("readier", () -> {
                sleep(2 * MILLI);
                epoch.pool().ready().run();
            });
        }
    }

    private void clear(Epoch epoch, RuntimeException cause, boolean interrupting) {
        if (epoch.closedAt == Long.MAX_VALUE) {
            epoch.clears.put(now(), cause);
            if (interrupting) {
                epoch.interruptingClears.put(now(), true);
            }
        }
        epoch.pool().clear(new ClearReason(cause, interrupting, null)).run();
    }

    private void disturb(SplittableRandom random) {
        Epoch epoch = epochs.getLast();
        int dice = random.nextInt(20);
        if (dice < 6) {
            clear(epoch, new IllegalStateException("disturbance at " + now()), dice < 2);
            sleep(random.nextLong(4 * MILLI));
            epoch.pool().ready().run();
        } else if (dice < 12) {
            int caller = random.nextInt(callers);
            if (under[caller] != null) {
                simulation.interrupt(threads.get(caller));
            }
        } else if (dice == 12) {
            epoch.closedAt = now();
            epoch.pool().close().run();
            open();
        }
    }

    private void comeToRest() {
        Epoch last = epochs.getLast();
        last.pool().ready().run();
        // Attempts to populate fail now and then, which pauses the pool for a moment.
        for (int i = 0; i < 100 && last.pool().statistics().total() < settings.minPoolSize(); i++) {
            sleep(100 * MILLI);
        }
        var rest = last.pool().statistics();
        if (settings.maxIdleTimeMillis() == 0) {
            // Otherwise connections may become idle as fast as they are made.
            assertThat(rest.total()).as("filled up").isGreaterThanOrEqualTo(settings.minPoolSize());
        }
        assertThat(rest.inUse() + rest.waiting()).isZero();
        epochs.forEach(epoch -> epoch.pool().close().run());
        maintainer.close();
        sleep(1_000 * MILLI);
        for (Epoch epoch : epochs) {
            assertThat(epoch.pool().statistics().total()).as("left over").isZero();
            assertThat(epoch.made).as("sockets left open").allMatch(SimulatedPoolConnection::isClosed);
        }
    }

    // ---- the account

    /** No later caller was served while an earlier one still waited. */
    private void servedInOrder(Epoch epoch) {
        long longest = Long.MIN_VALUE;
        for (CheckOut next : epoch.checkOuts) {
            if (next.served) {
                assertThat(next.ended).as("served, while an earlier one waited until").isGreaterThanOrEqualTo(longest);
            }
            longest = Math.max(longest, next.waitedAtLeastUntil);
        }
    }

    private void clearsEndedWaits(Epoch epoch) {
        for (CheckOut waited : epoch.checkOuts) {
            if (waited.waitedAtLeastUntil > waited.started) {
                assertThat(epoch.clears.subMap(waited.started, false, waited.waitedAtLeastUntil, false)).isEmpty();
            }
            if (epoch.closedAt != Long.MAX_VALUE) {
                // A connection that is being established learns of it within a millisecond.
                assertThat(waited.ended).isLessThanOrEqualTo(Math.max(waited.started, epoch.closedAt) + MILLI);
            }
        }
    }

    /** The wait queue timeout is for those who bring no deadline. */
    private long allowed(long limit) {
        long millis = settings.waitQueueTimeoutMillis();
        return limit != Long.MAX_VALUE || millis == 0 ? limit : millis * MILLI;
    }

    private long now() {
        return environment.nanoTime();
    }

    private void sleep(long nanos) {
        Deadline until = Deadline.afterNanos(environment, nanos);
        while (!until.isExpired(environment)) {
            environment.park(until);
        }
    }
}
