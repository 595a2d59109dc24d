package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.bowline.cursor.MongoCursor;
import dev.bowline.egress.event.CommandFailedEvent;
import dev.bowline.egress.event.CommandListener;
import dev.bowline.egress.event.CommandStartedEvent;
import dev.bowline.egress.event.CommandSucceededEvent;
import dev.bowline.gridfs.GridFsBucket;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonReader;
import org.bson.BsonWriter;
import org.bson.Document;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.configuration.CodecRegistries;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An error of the virtual machine, thrown by the application's code in any phase of an operation, reaches the caller as
 * it is. The only connection of the pool is free again, and the next operation works.
 */
@Timeout(60)
class ErrorsLeaveNothingBehindTest {
    private static final Error ERROR = new StackOverflowError("made up");
    private static final BsonDocument OK = BsonDocument.parse("{ok: 1, n: 1}");
    private static final BsonDocument FIRST = BsonDocument.parse(
            "{ok: 1, cursor: {id: {$numberLong: '7'}, ns: 'test.c', firstBatch: [{_id: {n: 1}}]}}");
    private static final BsonDocument NEXT = BsonDocument.parse(
            "{ok: 1, cursor: {id: {$numberLong: '7'}, ns: 'test.c', nextBatch: [{_id: {n: 2}}]}}");
    private static final BsonDocument CHUNK = BsonDocument.parse("{ok: 1, cursor: {id: {$numberLong: '7'}, "
            + "ns: 'test.fs.chunks', firstBatch: [{_id: 1, files_id: 1, n: 0, data: {$binary: {base64: 'AAA=', "
            + "subType: '00'}}}]}}");
    private static final BsonDocument FILE = BsonDocument.parse("{ok: 1, cursor: {id: {$numberLong: '0'}, "
            + "ns: 'test.fs.files', firstBatch: [{_id: 1, length: {$numberLong: '4'}, chunkSize: 2, filename: 'f', "
            + "uploadDate: {$date: '2026-01-01T00:00:00Z'}}]}}");

    record Thing(int id) {}

    /** Throws when it encodes or decodes the thing of this id. */
    private static final class ThingCodec implements Codec<Thing> {
        volatile int fatalId = -1;

        @Override
        public Thing decode(BsonReader reader, DecoderContext context) {
            reader.readStartDocument();
            reader.readName("_id");
            reader.readStartDocument();
            int id = reader.readInt32("n");
            fail(id);
            reader.readEndDocument();
            reader.readEndDocument();
            return new Thing(id);
        }

        @Override
        public void encode(BsonWriter writer, Thing value, EncoderContext context) {
            writer.writeStartDocument();
            writer.writeInt32("_id", value.id());
            fail(value.id());
            writer.writeEndDocument();
        }

        private void fail(int id) {
            if (id == fatalId) {
                throw ERROR;
            }
        }

        @Override
        public Class<Thing> getEncoderClass() {
            return Thing.class;
        }
    }

    /** Throws when it hears of this: the phase and the name of a command. */
    private static final class FatalListener implements CommandListener {
        volatile String fatal = "";

        @Override
        public void commandStarted(CommandStartedEvent event) {
            fail("started " + event.commandName());
        }

        @Override
        public void commandSucceeded(CommandSucceededEvent event) {
            fail("succeeded " + event.commandName());
        }

        @Override
        public void commandFailed(CommandFailedEvent event) {
            fail("failed " + event.commandName());
        }

        private void fail(String what) {
            if (what.equals(fatal)) {
                throw ERROR;
            }
        }
    }

    private final ThingCodec codec = new ThingCodec();
    private final FatalListener listener = new FatalListener();
    /** Of all commands, in their order. */
    private final List<BsonDocument> sessions = new CopyOnWriteArrayList<>();
    private ReplyingServer server;
    private MongoClient client;
    private MongoCollection<Thing> things;

    @BeforeEach
    void connect() throws IOException {
        server = new ReplyingServer(this::reply);
        connect("");
    }

    private void connect(String options) {
        client = MongoClient.connect(MongoClientSettings.builder().connectionString(server.connectionString() + options)
                .maxPoolSize(1).waitQueueTimeout(Duration.ofSeconds(20)).addCommandListener(listener)
                .codecRegistry(CodecRegistries.fromCodecs(codec)).build());
        things = client.database("test").collection("c", Thing.class);
    }

    /** Connects as to a load balancer, where cursors and transactions keep their connection. */
    private void connectToALoadBalancer() {
        client.close();
        server.hello = BsonDocument.parse("{ok: 1, isWritablePrimary: true, msg: 'isdbgrid', minWireVersion: 0, "
                + "maxWireVersion: 21, logicalSessionTimeoutMinutes: 30, "
                + "serviceId: {$oid: '0123456789abcdef01234567'}}");
        connect("&loadBalanced=true");
    }

    private BsonDocument reply(BsonDocument command) {
        BsonDocument session = command.getDocument("lsid", null);
        if (session != null) {
            sessions.add(session);
        }
        return switch (command.getFirstKey()) {
            case "find" -> switch (command.getString("find").getValue()) {
                case "fs.files" -> FILE;
                case "fs.chunks" -> CHUNK;
                default -> FIRST;
            };
            case "aggregate" -> FIRST;
            case "getMore" -> NEXT;
            case "fail" -> BsonDocument.parse("{ok: 0, code: 1, errmsg: 'no'}");
            default -> OK;
        };
    }

    @AfterEach
    void theNextOperationWorks() throws IOException {
        codec.fatalId = -1;
        listener.fatal = "";
        try (ReplyingServer used = server; MongoClient open = client) {
            assertThat(things.insertOne(new Thing(9)).acknowledged()).isTrue();
            assertThat(things.find().first()).isEqualTo(new Thing(1));
            assertThat(open.health().servers().getFirst().pool().inUse()).as("connections in use").isZero();
        }
    }

    @Test
    void whileADocumentIsEncoded() {
        codec.fatalId = 5;
        assertThatThrownBy(() -> things.insertOne(new Thing(5))).isSameAs(ERROR);
        assertThatThrownBy(() -> things.insertMany(List.of(new Thing(4), new Thing(5)))).isSameAs(ERROR);
        assertThatThrownBy(() -> things.replaceOne(new Document(), new Thing(5))).isSameAs(ERROR);
        assertThatThrownBy(() -> things.findOneAndReplace(new Document(), new Thing(5))).isSameAs(ERROR);
        assertThat(server.commands).as("commands sent").isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whileABatchIsDecoded(boolean loadBalanced) {
        if (loadBalanced) {
            connectToALoadBalancer();
        }
        codec.fatalId = 1;
        assertThatThrownBy(() -> things.find().first()).isSameAs(ERROR);
        assertThatThrownBy(() -> things.find().toList()).isSameAs(ERROR);
        assertThatThrownBy(() -> things.aggregate(List.of(), Thing.class).toList()).isSameAs(ERROR);
    }

    /** What the error left of the session is not known. */
    @Test
    void theSessionOfTheOperationIsNotUsedAgain() {
        things.insertOne(new Thing(3));
        things.insertOne(new Thing(4));
        assertThat(sessions).hasSize(2);
        assertThat(sessions.get(1)).isEqualTo(sessions.get(0));
        codec.fatalId = 1;
        assertThatThrownBy(() -> things.find().first()).isSameAs(ERROR);
        int before = sessions.size();
        things.insertOne(new Thing(5));
        assertThat(sessions.subList(before, sessions.size())).hasSize(1).doesNotContain(sessions.get(0));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whileALaterBatchIsDecoded(boolean loadBalanced) {
        if (loadBalanced) {
            connectToALoadBalancer();
        }
        codec.fatalId = 2;
        try (MongoCursor<Thing> cursor = things.find().cursor()) {
            assertThat(cursor.next()).isEqualTo(new Thing(1));
            assertThatThrownBy(cursor::next).isSameAs(ERROR);
            if (!loadBalanced) {
                assertThat(client.health().servers().getFirst().pool().inUse()).isZero();
            }
        }
        assertThatThrownBy(() -> things.find().toList()).isSameAs(ERROR);
    }

    @ParameterizedTest
    @ValueSource(strings = {"started insert", "succeeded insert"})
    void inAListener(String what) {
        listener.fatal = what;
        assertThatThrownBy(() -> things.insertOne(new Thing(5))).isSameAs(ERROR);
        assertThatThrownBy(() -> things.insertMany(List.of(new Thing(4)))).isSameAs(ERROR);
    }

    @Test
    void inAListenerOfAFailure() {
        listener.fatal = "failed fail";
        assertThatThrownBy(() -> client.database("test").runCommand(new Document("fail", 1))).isSameAs(ERROR);
    }

    @ParameterizedTest
    @CsvSource({"started killCursors, false", "succeeded killCursors, false", "started killCursors, true",
            "succeeded killCursors, true"})
    void whileACursorIsClosed(String what, boolean loadBalanced) {
        if (loadBalanced) {
            connectToALoadBalancer();
        }
        listener.fatal = what;
        MongoCursor<Thing> cursor = things.find().cursor();
        assertThatThrownBy(cursor::close).isSameAs(ERROR);
        cursor.close();
    }

    @Test
    void inAPublisher() throws Exception {
        codec.fatalId = 2;
        assertThat(failure(client.async().database("test").collection("c", Thing.class).find().toList()))
                .isSameAs(ERROR);
        Received received = new Received(false);
        client.async().database("test").collection("c", Thing.class).find().subscribe(received);
        assertThat(received.end.get(20, TimeUnit.SECONDS)).isSameAs(ERROR);
    }

    @Test
    void inASubscriber() throws Exception {
        Received received = new Received(true);
        client.async().database("test").collection("c", Thing.class).find().subscribe(received);
        assertThat(received.end.get(20, TimeUnit.SECONDS)).isSameAs(ERROR);
        assertThat(server.commands).contains("killCursors");
    }

    @Test
    void whileThePublishersCursorIsClosed() throws Exception {
        listener.fatal = "started killCursors";
        Received received = new Received(true);
        client.async().database("test").collection("c", Thing.class).find().subscribe(received);
        assertThat(received.end.get(20, TimeUnit.SECONDS)).isSameAs(ERROR);
    }

    @Test
    void inAChangeStream() {
        codec.fatalId = 2;
        try (MongoCursor<Thing> events = things.watch(List.of(), Thing.class, options -> {}).cursor()) {
            assertThat(events.next()).isEqualTo(new Thing(1));
            assertThatThrownBy(events::next).isSameAs(ERROR);
            codec.fatalId = -1;
            assertThat(events.next()).isEqualTo(new Thing(2));
        }
        assertThat(server.commands.getLast()).isEqualTo("killCursors");
    }

    @ParameterizedTest
    @ValueSource(strings = {"body", "started commitTransaction", "succeeded commitTransaction",
            "started abortTransaction", "succeeded abortTransaction", "started insert"})
    void inATransaction(String where) {
        transact(where);
        connectToALoadBalancer();
        transact(where);
    }

    private void transact(String where) {
        listener.fatal = where;
        try (ClientSession session = client.startSession()) {
            assertThatThrownBy(() -> session.withTransaction(() -> {
                things.with(session).insertOne(new Thing(5));
                if (where.equals("body") || where.endsWith("abortTransaction")) {
                    throw ERROR;
                }
                return null;
            })).isSameAs(ERROR);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whileASessionIsClosedWithItsTransaction(boolean loadBalanced) {
        if (loadBalanced) {
            connectToALoadBalancer();
        }
        listener.fatal = "started abortTransaction";
        ClientSession session = client.startSession();
        session.startTransaction();
        things.with(session).insertOne(new Thing(5));
        assertThatThrownBy(session::close).isSameAs(ERROR);
        assertThat(session.isEnded()).isTrue();
    }

    @Test
    void whileAFileIsStored() {
        GridFsBucket files = GridFsBucket.of(client.database("test"));
        InputStream source = new InputStream() {
            private int left = 3;

            @Override
            public int read() {
                if (left-- == 0) {
                    throw ERROR;
                }
                return 1;
            }
        };
        assertThatThrownBy(() -> files.upload("f", source, options -> options.chunkSizeBytes(1))).isSameAs(ERROR);
        assertThat(server.commands.getLast()).as("what removes the stored chunks").isEqualTo("delete");
        assertThatThrownBy(() -> files.upload("f", InputStream.nullInputStream(), options -> {
            throw ERROR;
        })).isSameAs(ERROR);
    }

    @Test
    void whileAFileIsRead() {
        GridFsBucket files = GridFsBucket.of(client.database("test"));
        assertThatThrownBy(() -> files.download(new BsonInt32(1), new OutputStream() {
            @Override
            public void write(int value) {
                throw ERROR;
            }
        })).isSameAs(ERROR);
        assertThat(server.commands.getLast()).isEqualTo("killCursors");
    }

    private static Throwable failure(CompletableFuture<?> future) {
        Throwable thrown = catchThrowable(() -> future.get(20, TimeUnit.SECONDS));
        return thrown instanceof ExecutionException ? thrown.getCause() : thrown;
    }

    /** Keeps how the publication ended. */
    private static final class Received implements Flow.Subscriber<Thing> {
        final CompletableFuture<Throwable> end = new CompletableFuture<>();
        private final boolean throwing;

        Received(boolean throwing) {
            this.throwing = throwing;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(Thing item) {
            if (throwing) {
                throw ERROR;
            }
        }

        @Override
        public void onError(Throwable error) {
            end.complete(error);
        }

        @Override
        public void onComplete() {
            end.complete(null);
        }
    }
}
