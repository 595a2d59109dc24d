package dev.bowline.driver.async;

import dev.bowline.egress.environment.Environment;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Documents or bytes as a publisher. Each subscriber has a source of its own, and a virtual thread while there is
 * something to do for it: a subscription without demand costs nothing.
 */
public final class SourcePublisher<T> implements Flow.Publisher<T> {
    private final Environment environment;
    private final Supplier<PublishedSource<T>> sources;

    public SourcePublisher(Environment environment, Supplier<PublishedSource<T>> sources) {
        this.environment = environment;
        this.sources = sources;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super T> subscriber) {
        Objects.requireNonNull(subscriber, "subscriber");
        new Feed(subscriber).signal();
    }

    private final class Feed implements Flow.Subscription {
        private final Flow.Subscriber<? super T> subscriber;
        private final AtomicLong demand = new AtomicLong();
        /**
         * What has been asked for since nothing was left to do. The caller that raises it above 0 starts the thread
         * that delivers.
         */
        private final AtomicInteger signals = new AtomicInteger();
        private volatile boolean canceled;
        private volatile @Nullable Throwable badRequest;

        /** These belong to the thread that answers. */
        private boolean subscribed;
        private boolean ended;
        private @Nullable PublishedSource<T> source;

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
            signal();
        }

        @Override
        public void cancel() {
            canceled = true;
            signal();
        }

        void signal() {
            if (signals.getAndIncrement() == 0) {
                try {
                    environment.start("bowline-publisher", this::answer);
                } catch (RuntimeException | Error noThread) {
                    // Or no later request, nor a cancellation, would start one.
                    signals.set(0);
                    throw noThread;
                }
            }
        }

        private void answer() {
            int answered = 1;
            while (answered > 0) {
                if (!subscribed) {
                    subscribed = true;
                    subscriber.onSubscribe(this);
                }
                if (!ended) {
                    feed();
                }
                answered = signals.addAndGet(-answered);
            }
        }

        /** Publishes what is wanted now. */
        private void feed() {
            Throwable failure = null;
            boolean exhausted = false;
            try {
                while (!exhausted && isOpen() && demand.get() > 0) {
                    exhausted = publishOne();
                }
            } catch (RuntimeException | Error e) {
                failure = e;
            }
            if (exhausted || failure != null || !isOpen()) {
                end(failure);
            }
        }

        /**
         * Returns whether that was all: a subscriber that requested exactly what there was gets the completion without
         * requesting more.
         */
        private boolean publishOne() {
            if (source == null) {
                source = sources.get();
            }
            T item = source.isExhausted() ? null : source.poll();
            if (item != null) {
                demand.decrementAndGet();
                subscriber.onNext(item);
            }
            return source.isExhausted();
        }

        private boolean isOpen() {
            return !canceled && badRequest == null;
        }

        private void end(@Nullable Throwable failure) {
            ended = true;
            Throwable error = failure != null ? failure : badRequest;
            if (source != null) {
                try {
                    source.close();
                } catch (RuntimeException | Error e) {
                    error = error != null ? error : e;
                }
            }
            if (canceled) {
                return;
            }
            if (error != null) {
                subscriber.onError(error);
            } else {
                subscriber.onComplete();
            }
        }
    }
}
