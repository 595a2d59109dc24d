package dev.bowline.gridfs;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.error.MongoGridFsException;
import dev.bowline.error.MongoInterruptedException;
import dev.bowline.error.MongoOperationTimeoutException;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Stores the buffers of a publisher. It requests one buffer at a time, so the publisher never runs ahead of the server.
 * The publisher signals on its own threads; the buffer changes hands by {@link #next}, and all else is done by the
 * thread that stores.
 */
final class PublisherUpload implements Flow.Subscriber<ByteBuffer> {
    private final Environment environment;
    private final Thread storing = Thread.currentThread();
    private final AtomicReference<@Nullable ByteBuffer> next = new AtomicReference<>();
    private volatile Flow.@Nullable Subscription subscription;
    private volatile @Nullable Throwable failure;
    private volatile boolean complete;

    private PublisherUpload(Environment environment) {
        this.environment = environment;
    }

    /** Writes everything to the stream, which stays open; called by the thread that stores. */
    static void transfer(Environment environment, Flow.Publisher<? extends ByteBuffer> source,
            GridFsUploadStream target) {
        PublisherUpload upload = new PublisherUpload(environment);
        source.subscribe(upload);
        boolean done = false;
        try {
            Deadline deadline = target.deadline();
            upload.await(deadline, true);
            byte[] copy = new byte[0];
            for (ByteBuffer bytes = upload.take(deadline); bytes != null; bytes = upload.take(deadline)) {
                if (bytes.hasArray()) {
                    target.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
                } else {
                    copy = copy.length < bytes.remaining() ? new byte[bytes.remaining()] : copy;
                    int count = bytes.remaining();
                    bytes.get(copy, 0, count);
                    target.write(copy, 0, count);
                }
            }
            done = true;
        } finally {
            Flow.Subscription given = upload.subscription;
            if (!done && given != null) {
                given.cancel();
            }
        }
    }

    /** The next buffer; null at the end. */
    private @Nullable ByteBuffer take(Deadline deadline) {
        Flow.Subscription given = subscription;
        if (given != null && !complete) {
            given.request(1);
        }
        await(deadline, false);
        return next.getAndSet(null);
    }

    /** Waits for the subscription, or for a buffer or the end. */
    private void await(Deadline deadline, boolean forSubscription) {
        while (true) {
            // In this order: what was published before the end or a failure comes first.
            boolean ended = complete || failure != null;
            if (forSubscription ? subscription != null || ended : next.get() != null) {
                return;
            }
            Throwable error = failure;
            if (error != null) {
                throw error instanceof RuntimeException unchecked
                        ? unchecked
                        : new MongoGridFsException("The publisher of a file failed: " + error, error);
            }
            if (ended) {
                return;
            }
            if (Thread.interrupted()) {
                storing.interrupt();
                throw new MongoInterruptedException("Interrupted while waiting for a publisher's bytes");
            }
            if (deadline.isExpired(environment)) {
                throw new MongoOperationTimeoutException("The publisher did not end within the timeout", null);
            }
            environment.park(deadline);
        }
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        if (subscription != null) {
            given.cancel();
            return;
        }
        subscription = given;
        environment.unpark(storing);
    }

    @Override
    public void onNext(ByteBuffer bytes) {
        if (!next.compareAndSet(null, bytes)) {
            failure = new IllegalStateException("The publisher published more than was requested");
        }
        environment.unpark(storing);
    }

    @Override
    public void onError(Throwable error) {
        failure = error;
        environment.unpark(storing);
    }

    @Override
    public void onComplete() {
        complete = true;
        environment.unpark(storing);
    }
}
