package dev.bowline.driver.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.doubles.ForwardingEnvironment;
import dev.bowline.egress.environment.Environment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

class ServerSessionPoolTest {
    private final AtomicLong now = new AtomicLong();
    private final ServerSessionPool pool = new ServerSessionPool(clockOnly());

    @Test
    void theSessionReturnedLastIsTakenFirst() {
        ServerSession one = pool.acquire(30);
        ServerSession two = pool.acquire(30);
        pool.release(one, 30);
        pool.release(two, 30);
        assertThat(pool.acquire(30)).isSameAs(two);
        assertThat(pool.acquire(30)).isSameAs(one);
        assertThat(pool.acquire(30)).isNotSameAs(one).isNotSameAs(two);
    }

    @Test
    void theTransactionNumberSurvivesTheStayInThePool() {
        ServerSession session = pool.acquire(30);
        assertThat(session.nextTransactionNumber()).isEqualTo(1);
        pool.release(session, 30);
        assertThat(pool.acquire(30).nextTransactionNumber()).isEqualTo(2);
    }

    @Test
    void aDirtySessionIsNotPooled() {
        ServerSession session = pool.acquire(30);
        session.markDirty();
        pool.release(session, 30);
        assertThat(pool.size()).isZero();
    }

    @Test
    void aSessionWithinAMinuteOfItsEndIsNotUsedAgainAndOneBeforeThatIs() {
        ServerSession session = pool.acquire(30);
        pool.release(session, 30);
        now.set(TimeUnit.MINUTES.toNanos(29));
        assertThat(pool.acquire(30)).isSameAs(session);
        pool.release(session, 30);
        now.set(TimeUnit.MINUTES.toNanos(29) + 1);
        assertThat(pool.acquire(30)).isNotSameAs(session);
        assertThat(pool.size()).isZero();
    }

    @Test
    void aSessionUsedLaterIsNotLostBelowOneThatWasKeptForLong() {
        ServerSession kept = pool.acquire(30);
        ServerSession used = pool.acquire(30);
        now.set(TimeUnit.MINUTES.toNanos(28));
        used.touch(now.get());
        pool.release(used, 30);
        pool.release(kept, 30);
        now.set(TimeUnit.MINUTES.toNanos(29) + 1);
        assertThat(pool.acquire(30)).isSameAs(used);
        assertThat(pool.size()).isZero();
    }

    @Test
    void staleSessionsBelowFreshOnesAreSweptOut() {
        List<ServerSession> taken = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            taken.add(pool.acquire(30));
        }
        taken.forEach(session -> pool.release(session, 30));
        ServerSession busy = pool.acquire(30);
        now.set(TimeUnit.MINUTES.toNanos(40));
        busy.touch(now.get());
        pool.release(busy, 30);
        assertThat(pool.size()).isEqualTo(1);
    }

    @Test
    void freshSessionsOutliveASweepInTheirOrder() {
        ServerSession old = pool.acquire(30);
        ServerSession first = pool.acquire(30);
        ServerSession second = pool.acquire(30);
        ServerSession busy = pool.acquire(30);
        pool.release(old, 30);
        now.set(TimeUnit.MINUTES.toNanos(40));
        for (ServerSession session : List.of(first, second, busy)) {
            session.touch(now.get());
        }
        // The first return sweeps, and so does the last, two minutes later.
        pool.release(first, 30);
        pool.release(second, 30);
        now.addAndGet(TimeUnit.MINUTES.toNanos(2));
        pool.release(busy, 30);
        assertThat(pool.size()).isEqualTo(3);
        assertThat(List.of(pool.acquire(30), pool.acquire(30), pool.acquire(30))).containsExactly(busy, second, first);
    }

    @Test
    void sessionsBehindALoadBalancerDoNotExpire() {
        ServerSession session = pool.acquire(ServerSessionPool.NEVER_EXPIRES);
        pool.release(session, ServerSessionPool.NEVER_EXPIRES);
        now.set(TimeUnit.DAYS.toNanos(1));
        assertThat(pool.acquire(ServerSessionPool.NEVER_EXPIRES)).isSameAs(session);
    }

    @Test
    void closingYieldsTheIdsAndLaterReturnsAreDropped() {
        ServerSession one = pool.acquire(30);
        ServerSession two = pool.acquire(30);
        pool.release(one, 30);
        List<BsonDocument> ids = pool.close();
        assertThat(ids).containsExactly(one.lsidDocument());
        assertThat(ids.get(0).getBinary("id").getType()).isEqualTo((byte) 4);
        pool.release(two, 30);
        assertThat(pool.size()).isZero();
    }

    @Test
    void noSessionIsEverHeldByTwoThreads() throws InterruptedException {
        ConcurrentHashMap<ServerSession, Thread> held = new ConcurrentHashMap<>();
        AtomicInteger clashes = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 8; t++) {
            threads.add(Thread.ofPlatform().start(() -> {
                for (int i = 0; i < 20_000; i++) {
                    ServerSession session = pool.acquire(30);
                    if (held.putIfAbsent(session, Thread.currentThread()) != null) {
                        clashes.incrementAndGet();
                    }
                    session.nextTransactionNumber();
                    held.remove(session);
                    pool.release(session, 30);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(clashes).hasValue(0);
        assertThat(pool.size()).isLessThanOrEqualTo(8);
    }

    /** The system's environment with a clock that stands still. */
    private Environment clockOnly() {
        return new ForwardingEnvironment() {
            @Override
            public long nanoTime() {
                return now.get();
            }
        };
    }
}
