package dev.bowline;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Documents as a publisher. Each subscriber has a cursor and a virtual thread of its own, which rests without demand. */
final class CursorPublisher<T> implements Flow.Publisher<T> {
    private final Environment environment;
    private final MongoIterable<T> documents;

    CursorPublisher(Environment environment, MongoIterable<T> documents) {
        this.environment = environment;
        this.documents = documents;
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
                badRequest = new IllegalArgumentException("A subscriber requested " + n + " documents");
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
            try (MongoCursor<T> cursor = documents.iterator()) {
                // Whoever has asked for exactly what there was learns of the end without asking for more.
                while ((cursor.id() != 0 || cursor.available() > 0) && awaitDemand()) {
                    // One question at a time: a change stream or tailable cursor may have nothing to say for ever, and
                    // in between it is seen whether anybody still listens.
                    T document = cursor.tryNext();
                    if (document != null) {
                        demand.decrementAndGet();
                        subscriber.onNext(document);
                    } else if (cursor.id() == 0) {
                        return;
                    }
                }
            }
        }

        /** Waits until a document is wanted; false if none ever will be. */
        private boolean awaitDemand() {
            while (!cancelled && badRequest == null && demand.get() == 0) {
                environment.park(Deadline.NEVER);
            }
            return !cancelled && badRequest == null;
        }
    }
}
