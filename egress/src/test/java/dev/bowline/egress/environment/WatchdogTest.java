package dev.bowline.egress.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WatchdogTest {
    private final Environment environment = SystemEnvironment.instance();
    private final Watchdog watchdog = new Watchdog();

    @Test
    void strikesADeadlineThatPasses() throws InterruptedException {
        CountDownLatch struck = new CountDownLatch(1);
        Watch watch = registered(struck::countDown);
        long started = System.nanoTime();
        watch.arm(in(30));

        assertThat(struck.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(System.nanoTime() - started).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(30));
        assertThat(watch.disarm()).isFalse();
    }

    @Test
    void wakesForADeadlineThatIsNearerThanThoseItKnows() throws InterruptedException {
        CountDownLatch far = new CountDownLatch(1);
        CountDownLatch near = new CountDownLatch(1);
        registered(far::countDown).arm(in(600_000));
        // Long enough for the thread to have settled on waiting ten minutes, whether or not it has.
        Watch nearer = registered(near::countDown);
        for (int i = 0; i < 50; i++) {
            nearer.arm(in(50));
            assertThat(nearer.disarm()).isTrue();
        }
        nearer.arm(in(1));

        assertThat(near.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(far.getCount()).isOne();
    }

    @Test
    void wakesFromSleepWithoutAnyDeadline() throws InterruptedException {
        CountDownLatch first = new CountDownLatch(1);
        registered(first::countDown).arm(in(1));
        assertThat(first.await(10, TimeUnit.SECONDS)).isTrue();
        awaitParked();
        CountDownLatch second = new CountDownLatch(1);
        registered(second::countDown).arm(in(1));

        assertThat(second.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void doesNotStrikeWhatWasDisarmed() throws InterruptedException {
        AtomicInteger strikes = new AtomicInteger();
        Watch watch = registered(strikes::incrementAndGet);
        watch.arm(in(5));
        boolean disarmed = watch.disarm();
        sweepTwice();

        assertThat(strikes.get()).isEqualTo(disarmed ? 0 : 1);
    }

    @Test
    void replacesADeadlineByALaterOneAndByNone() throws InterruptedException {
        AtomicInteger strikes = new AtomicInteger();
        Watch later = registered(strikes::incrementAndGet);
        later.arm(in(60_000));
        later.arm(in(120_000));
        Watch never = registered(strikes::incrementAndGet);
        never.arm(in(60_000));
        never.arm(Deadline.NEVER);
        sweepTwice();

        assertThat(strikes).hasValue(0);
        assertThat(never.armedUntil()).isEqualTo(Watch.NONE);
        assertThat(later.disarm()).isTrue();
    }

    @Test
    void onceStruckStaysStruck() throws InterruptedException {
        CountDownLatch struck = new CountDownLatch(1);
        Watch watch = registered(struck::countDown);
        watch.arm(in(0));
        assertThat(struck.await(10, TimeUnit.SECONDS)).isTrue();

        watch.arm(in(60_000));
        assertThat(watch.disarm()).isFalse();
        watch.arm(Deadline.NEVER);
        assertThat(watch.disarm()).isFalse();
    }

    @Test
    void forgetsWhatIsUnregistered() {
        List<Watch> watches = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            watches.add(registered(() -> {}));
        }
        assertThat(watchdog.registered()).isEqualTo(1000);
        for (int i = 0; i < 1000; i += 2) {
            watchdog.unregister(watches.get(i));
            watchdog.unregister(watches.get(i));
        }
        assertThat(watchdog.registered()).isEqualTo(500);
        for (int i = 1; i < 1000; i += 2) {
            watchdog.unregister(watches.get(i));
        }
        assertThat(watchdog.registered()).isZero();
    }

    /**
     * Users arm and disarm around work that ends close to the deadline. A user that disarms in time must never be
     * struck afterwards, and one that does not must be, exactly once.
     */
    @Test
    void neverStrikesAWatchThatItsUserHasDisarmedInTime() throws InterruptedException {
        long seed = System.nanoTime();
        System.out.println("WatchdogTest seed " + seed);
        AtomicInteger lost = new AtomicInteger();
        AtomicInteger wrong = new AtomicInteger();
        List<Thread> users = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            long userSeed = seed + t;
            users.add(Thread.ofPlatform().start(() -> {
                SplittableRandom seeded = new SplittableRandom(userSeed);
                AtomicInteger strikes = new AtomicInteger();
                Watch watch = registered(strikes::incrementAndGet);
                long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1000);
                while (System.nanoTime() < end) {
                    long limit = seeded.nextLong(TimeUnit.MILLISECONDS.toNanos(15));
                    watch.arm(Deadline.afterNanos(environment, limit));
                    long until = System.nanoTime() + seeded.nextLong(TimeUnit.MILLISECONDS.toNanos(17));
                    while (System.nanoTime() < until) {
                        Thread.yield();
                    }
                    if (watch.disarm()) {
                        wrong.addAndGet(strikes.get());
                    } else {
                        while (strikes.get() == 0) {
                            Thread.onSpinWait();
                        }
                        lost.incrementAndGet();
                        watchdog.unregister(watch);
                        wrong.addAndGet(strikes.get() - 1);
                        strikes.set(0);
                        watch = registered(strikes::incrementAndGet);
                    }
                }
                watchdog.unregister(watch);
            }));
        }
        for (Thread user : users) {
            user.join();
        }
        assertThat(wrong).hasValue(0);
        assertThat(lost.get()).as("some deadlines did strike").isPositive();
    }

    /** So that a timeout in a process that was stopped is not held against the peer. */
    @Test
    void aStrikeSaysHowLateItIs() throws InterruptedException {
        AtomicLong late = new AtomicLong(-1);
        CountDownLatch struck = new CountDownLatch(1);
        Watch watch = new Watch(watchdog, nanos -> {
            late.set(nanos);
            struck.countDown();
        });
        watchdog.register(watch);
        watch.arm(new Deadline(environment.nanoTime() - TimeUnit.SECONDS.toNanos(3)));
        assertThat(struck.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(late.get()).isGreaterThanOrEqualTo(TimeUnit.SECONDS.toNanos(3));
    }

    private Watch registered(Runnable onStrike) {
        Watch watch = new Watch(watchdog, late -> onStrike.run());
        watchdog.register(watch);
        return watch;
    }

    private Deadline in(long millis) {
        return Deadline.after(environment, Duration.ofMillis(millis));
    }

    /** Two strikes of another watch, one after the other, prove that whole sweeps have passed over every watch. */
    private void sweepTwice() throws InterruptedException {
        for (int i = 0; i < 2; i++) {
            CountDownLatch swept = new CountDownLatch(1);
            registered(swept::countDown).arm(in(6));
            assertThat(swept.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    private void awaitParked() {
        long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!watchdog.isIdle()) {
            assertThat(System.nanoTime()).isLessThan(limit);
            Thread.onSpinWait();
        }
    }
}
