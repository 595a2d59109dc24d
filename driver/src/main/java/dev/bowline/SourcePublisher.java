package dev.bowline;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Documents or bytes as a publisher. Each subscriber has a source and a virtual thread of its own, which rests without demand. */
final class SourcePublisher<T> implements Flow.Publisher<T> {
    private final Environment environment;
    private final Supplier<PublishedSource<T>> sources;

    SourcePublisher(Environment environment, Supplier<PublishedSource<T>> sources) {
        this.environment = environment;
        this.sources = sources;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super T> subscriber) {
        Objects.requireNonNull(subscriber, "subscriber");
        Feed feed = new Feed(subscriber);
        environment.start("bowline-publisher", feed::run);
    }

    private final class Feed implements Flow.Subscription {
        private final Flow.Subscriber<? super T> subscriber;
        private final AtomicLong demand = new AtomicLong();
        private volatile boolean cancelled;
        private volatile @Nullable Throwable badRequest;
        private volatile @Nullable Thread thread;

        Feed(Flow.Subscriber<? super T> subscriber) {
            this.subscriber = subscriber;
        }

        @Override
        public void request(long n) {
            if (n <= 0) {
                badRequest = new IllegalArgumentException("A subscriber requested " + n + " items");
            } else {
                demand.getAndAccumulate(n, (left, more) -> left + more < 0 ? Long.MAX_VALUE : left + more);
            }
            wake();
        }

        @Override
        public void cancel() {
            cancelled = true;
            wake();
        }

        private void wake() {
            Thread waiting = thread;
            if (waiting != null) {
                environment.unpark(waiting);
            }
        }

        void run() {
            thread = Thread.currentThread();
            subscriber.onSubscribe(this);
            Throwable failure = null;
            try {
                if (awaitDemand()) {
                    feed();
                }
            } catch (RuntimeException | Error e) {
                failure = e;
            }
            Throwable error = failure != null ? failure : badRequest;
            if (cancelled) {
                return;
            }
            if (error != null) {
                subscriber.onError(error);
            } else {
                subscriber.onComplete();
            }
        }

        private void feed() {
            try (PublishedSource<T> source = sources.get()) {
                // Whoever has asked for exactly what there was learns of the end without asking for more; and in between
                // it is seen whether anybody still listens.
                while (!source.isExhausted() && awaitDemand()) {
                    T item = source.poll();
                    if (item != null) {
                        demand.decrementAndGet();
                        subscriber.onNext(item);
                    }
                }
            }
        }

        /** Waits until an item is wanted; false if none ever will be. */
        private boolean awaitDemand() {
            while (!cancelled && badRequest == null && demand.get() == 0) {
                environment.park(Deadline.NEVER);
            }
            return !cancelled && badRequest == null;
        }
    }
}
