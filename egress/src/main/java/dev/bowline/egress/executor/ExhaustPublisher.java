package dev.bowline.egress.executor;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.StateLock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An exhaust command as a publisher: it runs once for each subscriber. */
final class ExhaustPublisher implements Flow.Publisher<RemoteCommandResponse> {
    private static final Logger LOG = LoggerFactory.getLogger("dev.bowline.executor");

    private final BaseExecutor executor;
    private final RemoteCommandRequest request;

    ExhaustPublisher(BaseExecutor executor, RemoteCommandRequest request) {
        this.executor = executor;
        this.request = request;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super RemoteCommandResponse> subscriber) {
        new Subscription(subscriber).start();
    }

    /**
     * One run. The command's thread waits for demand before it hands a reply on, and reads the next one only then.
     * The end may come on another thread; it waits until the command's thread is out of the subscriber, so that
     * signals come one at a time.
     */
    private final class Subscription implements Flow.Subscription {
        private final Environment environment = executor.environment();
        private final Flow.Subscriber<? super RemoteCommandResponse> subscriber;

        /** Guards the fields below. */
        private final StateLock lock = new StateLock();
        private long demand;
        private boolean canceled;
        private boolean ending;
        private boolean busy;
        private @Nullable Throwable misuse;
        /** Threads that wait for demand, or for the other to leave the subscriber. */
        private @Nullable Thread emitter;
        private @Nullable Thread ender;
        private @Nullable CallbackHandle handle;

        Subscription(Flow.Subscriber<? super RemoteCommandResponse> subscriber) {
            this.subscriber = subscriber;
        }

        void start() {
            subscriber.onSubscribe(this);
            if (isCancelled()) {
                return;
            }
            CallbackHandle started;
            try {
                started = executor.start(executor.route(), request, true, reply -> emit(reply), this::end,
                        CompletableFuture.completedFuture(null));
            } catch (RuntimeException | Error e) {
                subscriber.onError(e);
                return;
            }
            boolean tooLate;
            lock.lock();
            try {
                handle = started;
                tooLate = canceled;
            } finally {
                lock.unlock();
            }
            if (tooLate) {
                executor.cancel(started);
            }
        }

        @Override
        public void request(long count) {
            if (count <= 0) {
                stop(new IllegalArgumentException("A subscriber must ask for a positive number, not " + count));
                return;
            }
            Thread toWake;
            lock.lock();
            try {
                demand = demand + count < 0 ? Long.MAX_VALUE : demand + count;
                toWake = emitter;
            } finally {
                lock.unlock();
            }
            wake(toWake);
        }

        @Override
        public void cancel() {
            stop(null);
        }

        private void stop(@Nullable Throwable reason) {
            CallbackHandle toCancel;
            Thread toWake;
            lock.lock();
            try {
                if (reason == null) {
                    canceled = true;
                } else if (misuse == null) {
                    misuse = reason;
                }
                ending = true;
                toCancel = handle;
                toWake = emitter;
            } finally {
                lock.unlock();
            }
            wake(toWake);
            if (toCancel != null) {
                executor.cancel(toCancel);
            }
        }

        /** Hands a reply on as soon as the subscriber wants one. False if it will not want any. */
        private boolean emit(RemoteCommandResponse response) {
            Thread self = Thread.currentThread();
            while (true) {
                lock.lock();
                try {
                    emitter = self;
                    if (ending) {
                        return false;
                    }
                    if (demand > 0) {
                        demand--;
                        busy = true;
                        break;
                    }
                } finally {
                    lock.unlock();
                }
                environment.park(Deadline.NEVER);
            }
            try {
                subscriber.onNext(response);
            } catch (RuntimeException | Error e) {
                LOG.warn("A subscriber threw, so its command is canceled", e);
                cancel();
            } finally {
                Thread toWake;
                lock.lock();
                try {
                    busy = false;
                    toWake = ender;
                } finally {
                    lock.unlock();
                }
                wake(toWake);
            }
            return true;
        }

        private void end(RemoteCommandResponse response) {
            if (response.isOk() && emit(response)) {
                finish(null);
                return;
            }
            Thread toWake;
            lock.lock();
            try {
                ending = true;
                ender = Thread.currentThread();
                toWake = emitter;
            } finally {
                lock.unlock();
            }
            wake(toWake);
            while (isBusy()) {
                environment.park(Deadline.NEVER);
            }
            finish(response.isOk() ? null : new RemoteCommandException(response.status()));
        }

        private void finish(@Nullable Throwable failure) {
            Throwable reason;
            lock.lock();
            try {
                if (canceled) {
                    return;
                }
                canceled = true;
                reason = misuse != null ? misuse : failure;
            } finally {
                lock.unlock();
            }
            if (reason == null) {
                subscriber.onComplete();
            } else {
                subscriber.onError(reason);
            }
        }

        private boolean isBusy() {
            lock.lock();
            try {
                return busy;
            } finally {
                lock.unlock();
            }
        }

        private boolean isCancelled() {
            lock.lock();
            try {
                return canceled;
            } finally {
                lock.unlock();
            }
        }

        private void wake(@Nullable Thread thread) {
            if (thread != null) {
                environment.unpark(thread);
            }
        }
    }
}
