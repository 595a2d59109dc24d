package dev.bowline;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.error.MongoGridFsException;
import dev.bowline.error.MongoOperationTimeoutException;
import dev.bowline.gridfs.AsyncGridFsBucket;
import dev.bowline.gridfs.GridFsBucket;
import dev.bowline.gridfs.GridFsFile;
import dev.bowline.simulator.Deployment;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonValue;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Files as publishers of bytes, neither side ahead of the other. */
@Timeout(60)
class AsyncGridFsTest {
    private static final CommandRecord COMMANDS = new CommandRecord();
    private static Deployment deployment;
    private static MongoClient client;
    private AsyncGridFsBucket bucket;

    @BeforeAll
    static void start() {
        deployment = Deployment.replicaSet(1);
        client = MongoClient.connect(MongoClientSettings.builder().connectionString(deployment.connectionString())
                .addCommandListener(COMMANDS).build());
    }

    @AfterAll
    static void stop() {
        client.close();
        deployment.close();
    }

    @BeforeEach
    void empty() {
        client.database("files").drop();
        bucket = GridFsBucket.of(client.database("files"), o -> o.chunkSizeBytes(1000)).async();
        COMMANDS.clear();
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    /** Asks for one buffer after another. */
    private static final class Collector implements Flow.Subscriber<ByteBuffer> {
        /** Kept as they are until the end: no other code may write to them. */
        final List<ByteBuffer> received = new ArrayList<>();
        final CompletableFuture<byte[]> all = new CompletableFuture<>();
        Flow.Subscription subscription;

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            given.request(1);
        }

        @Override
        public void onNext(ByteBuffer item) {
            received.add(item);
            subscription.request(1);
        }

        @Override
        public void onError(Throwable error) {
            all.completeExceptionally(error);
        }

        @Override
        public void onComplete() {
            ByteArrayOutputStream whole = new ByteArrayOutputStream();
            received.forEach(
                    item -> whole.write(item.array(), item.arrayOffset() + item.position(), item.remaining()));
            all.complete(whole.toByteArray());
        }
    }

    private static byte[] read(Flow.Publisher<ByteBuffer> publisher) throws Exception {
        Collector collector = new Collector();
        publisher.subscribe(collector);
        return collector.all.get(20, SECONDS);
    }

    @Test
    void whatAPublisherPublishesComesOutOfAPublisher() throws Exception {
        for (int length : new int[]{0, 1, 1000, 2500, 20_000}) {
            byte[] content = bytes(length);
            CompletableFuture<BsonValue> id;
            try (SubmissionPublisher<ByteBuffer> source = new SubmissionPublisher<>(Runnable::run, 4)) {
                id = bucket.upload("f" + length, source, o -> {});
                while (source.getNumberOfSubscribers() == 0) {
                    Thread.onSpinWait();
                }
                for (int from = 0, i = 0; from < length; from += 700, i++) {
                    ByteBuffer part = ByteBuffer.wrap(content, from, Math.min(700, length - from));
                    source.submit(i % 2 == 0 ? part : part.asReadOnlyBuffer());
                }
            }
            assertThat(read(bucket.download(id.get(20, SECONDS)))).isEqualTo(content);
            assertThat(read(bucket.download("f" + length, o -> o.revision(0)))).isEqualTo(content);
        }
    }

    @Test
    void aPublisherIsAskedForOneBufferAtATime() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger sent = new AtomicInteger();
        Flow.Publisher<ByteBuffer> source = subscriber -> subscriber.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long n) {
                most.accumulateAndGet(asked.addAndGet((int) n) - sent.get(), Math::max);
                if (sent.get() == 10) {
                    subscriber.onComplete();
                } else {
                    sent.incrementAndGet();
                    subscriber.onNext(ByteBuffer.allocate(500));
                }
            }

            @Override
            public void cancel() {}
        });
        bucket.upload("f", source, o -> {}).get(20, SECONDS);
        assertThat(most).hasValue(1);
        assertThat(client.database("files").collection("fs.chunks").countDocuments()).isEqualTo(5);
    }

    @Test
    void aDownloadFetchesNoMoreThanIsRequested() throws Exception {
        BsonValue id = bucket.upload("f", new ByteArrayInputStream(bytes(40_000))).get(20, SECONDS);
        COMMANDS.clear();
        BlockingQueue<ByteBuffer> received = new LinkedBlockingQueue<>();
        CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();
        bucket.download(id).subscribe(new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription given) {
                subscription.complete(given);
            }

            @Override
            public void onNext(ByteBuffer item) {
                received.add(item);
            }

            @Override
            public void onError(Throwable error) {}

            @Override
            public void onComplete() {}
        });
        subscription.get().request(3);
        for (int i = 0; i < 3; i++) {
            assertThat(received.poll(20, SECONDS)).isNotNull();
        }
        assertThat(COMMANDS.names()).containsExactly("find", "find");
        assertThat(received).isEmpty();
        subscription.get().request(10);
        for (int i = 0; i < 10; i++) {
            assertThat(received.poll(20, SECONDS)).isNotNull();
        }
        assertThat(COMMANDS.names()).containsExactly("find", "find", "getMore");
        subscription.get().cancel();
    }

    @Test
    void afterAFailureOfThePublisherNothingIsLeft() {
        Flow.Publisher<ByteBuffer> source = subscriber -> subscriber.onSubscribe(new Flow.Subscription() {
            private int sent;

            @Override
            public void request(long n) {
                if (sent++ < 3) {
                    subscriber.onNext(ByteBuffer.allocate(1500));
                } else {
                    subscriber.onError(new IllegalStateException("broken"));
                }
            }

            @Override
            public void cancel() {}
        });
        assertThatThrownBy(() -> bucket.upload("f", source, o -> {}).get(20, SECONDS))
                .isInstanceOf(ExecutionException.class).hasRootCauseMessage("broken");
        assertThat(COMMANDS.names()).contains("insert", "delete");
        assertThat(client.database("files").collection("fs.chunks").countDocuments()).isZero();
    }

    @Test
    void aPublisherThatIsSilentIsGivenUpAtTheTimeoutOrWhenTheFutureIsCanceled() throws Exception {
        AtomicBoolean canceled = new AtomicBoolean();
        CompletableFuture<Boolean> requested = new CompletableFuture<>();
        Flow.Publisher<ByteBuffer> silent = subscriber -> subscriber.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long n) {
                requested.complete(true);
            }

            @Override
            public void cancel() {
                canceled.set(true);
            }
        });
        bucket.upload("first", new ByteArrayInputStream(bytes(1))).get(20, SECONDS);
        assertThatThrownBy(
                () -> bucket.withTimeout(Duration.ofMillis(200)).upload("f", silent, o -> {}).get(20, SECONDS))
                .hasCauseInstanceOf(MongoOperationTimeoutException.class);
        assertThat(canceled).isTrue();
        canceled.set(false);
        CompletableFuture<BsonValue> future = bucket.upload("f", silent, o -> {});
        requested.get(20, SECONDS);
        future.cancel(true);
        assertThatThrownBy(future::get).isInstanceOf(CancellationException.class);
        while (!canceled.get()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void theRestHasTheShapeOfTheBlockingBucket() throws Exception {
        BsonValue id = bucket.upload("a", new ByteArrayInputStream(bytes(10)), o -> {}).get(20, SECONDS);
        bucket.rename(id, "b").get(20, SECONDS);
        List<GridFsFile> found = new ArrayList<>();
        bucket.blocking().find(new Document("filename", "b")).forEach(found::add);
        assertThat(found).hasSize(1);
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        bucket.download(id, target).get(20, SECONDS);
        assertThat(target.toByteArray()).isEqualTo(bytes(10));
        bucket.delete(id).get(20, SECONDS);
        assertThatThrownBy(() -> bucket.delete(id).get(20, SECONDS)).hasCauseInstanceOf(MongoGridFsException.class);
        assertThatThrownBy(() -> read(bucket.download(id))).hasCauseInstanceOf(MongoGridFsException.class);
        bucket.drop().get(20, SECONDS);
    }
}
