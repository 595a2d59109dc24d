package dev.bowline.driver.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.doubles.ForwardingEnvironment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads of publishers: one at a time for each subscriber, and none while there is nothing to do. */
@Timeout(60)
class SourcePublisherTest {
    private final BlockingQueue<Thread> threads = new LinkedBlockingQueue<>();
    private final ForwardingEnvironment environment = new ForwardingEnvironment() {
        @Override
        public Thread start(String name, Runnable task) {
            Thread thread = super.start(name, task);
            threads.add(thread);
            return thread;
        }
    };

    /** The numbers from 0 on. */
    private static final class Numbers implements PublishedSource<Integer> {
        private final int count;
        private final AtomicInteger next = new AtomicInteger();
        private final AtomicInteger closings = new AtomicInteger();

        Numbers(int count) {
            this.count = count;
        }

        @Override
        public boolean isExhausted() {
            return next.get() == count;
        }

        @Override
        public @Nullable Integer poll() {
            return next.getAndIncrement();
        }

        @Override
        public void close() {
            closings.incrementAndGet();
        }
    }

    /** Keeps what comes, and notices if two signals come at once. */
    private static final class Recorder implements Flow.Subscriber<Integer> {
        final CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();
        final List<Integer> items = new ArrayList<>();
        final CompletableFuture<Integer> completed = new CompletableFuture<>();
        private final AtomicBoolean busy = new AtomicBoolean();
        volatile boolean overlapped;

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription.complete(given);
        }

        @Override
        public void onNext(Integer item) {
            overlapped |= !busy.compareAndSet(false, true);
            items.add(item);
            Thread.yield();
            busy.set(false);
        }

        @Override
        public void onError(Throwable error) {
            completed.completeExceptionally(error);
        }

        @Override
        public void onComplete() {
            completed.complete(items.size());
        }
    }

    private void awaitThreads() throws InterruptedException {
        for (Thread thread = threads.poll(); thread != null; thread = threads.poll()) {
            assertThat(thread.join(Duration.ofSeconds(10))).as("the thread has ended").isTrue();
        }
    }

    @Test
    void whoAsksForNothingHoldsNoThread() throws Exception {
        Numbers numbers = new Numbers(10);
        Recorder recorder = new Recorder();
        new SourcePublisher<>(environment, () -> numbers).subscribe(recorder);
        awaitThreads();
        recorder.subscription.get().request(3);
        awaitThreads();
        assertThat(recorder.items).containsExactly(0, 1, 2);
        assertThat(numbers.closings).hasValue(0);
        recorder.subscription.get().cancel();
        awaitThreads();
        assertThat(numbers.closings).hasValue(1);
        assertThat(recorder.completed).isNotDone();
        recorder.subscription.get().request(1);
        recorder.subscription.get().cancel();
        awaitThreads();
        assertThat(recorder.items).hasSize(3);
        assertThat(numbers.closings).hasValue(1);
    }

    @Test
    void everyItemComesOnceAndInOrderHoweverManyAsk() throws Exception {
        for (int round = 0; round < 50; round++) {
            int count = 400;
            Numbers numbers = new Numbers(count);
            Recorder recorder = new Recorder();
            new SourcePublisher<>(environment, () -> numbers).subscribe(recorder);
            Flow.Subscription subscription = recorder.subscription.get(10, TimeUnit.SECONDS);
            List<Thread> askers = IntStream.range(0, 4).mapToObj(i -> Thread.ofVirtual().start(() -> {
                for (int asked = 0; asked < count / 4;) {
                    int more = Math.min(count / 4 - asked, ThreadLocalRandom.current().nextInt(1, 4));
                    subscription.request(more);
                    asked += more;
                }
            })).toList();
            for (Thread asker : askers) {
                asker.join();
            }
            assertThat(recorder.completed.get(10, TimeUnit.SECONDS)).isEqualTo(count);
            awaitThreads();
            assertThat(recorder.items).isEqualTo(IntStream.range(0, count).boxed().toList());
            assertThat(recorder.overlapped).isFalse();
            assertThat(numbers.closings).hasValue(1);
        }
    }

    @Test
    void aRequestForWhichNoThreadCanBeStartedIsAnsweredWithTheNext() throws Exception {
        AtomicBoolean noThreads = new AtomicBoolean();
        Numbers numbers = new Numbers(3);
        Recorder recorder = new Recorder();
        new SourcePublisher<>(new ForwardingEnvironment() {
            @Override
            public Thread start(String name, Runnable task) {
                if (noThreads.get()) {
                    throw new OutOfMemoryError("unable to create native thread");
                }
                Thread thread = super.start(name, task);
                threads.add(thread);
                return thread;
            }
        }, () -> numbers).subscribe(recorder);
        Flow.Subscription subscription = recorder.subscription.get(20, TimeUnit.SECONDS);
        assertThat(threads.take().join(Duration.ofSeconds(20))).isTrue();

        noThreads.set(true);
        assertThatThrownBy(() -> subscription.request(1)).isInstanceOf(OutOfMemoryError.class);
        noThreads.set(false);
        subscription.request(2);

        assertThat(recorder.completed.get(20, TimeUnit.SECONDS)).isEqualTo(3);
        assertThat(numbers.closings).hasValue(1);
    }
}
