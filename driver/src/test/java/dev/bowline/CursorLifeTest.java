package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.cursor.MongoCursor;
import dev.bowline.error.MongoClientException;
import dev.bowline.simulator.Deployment;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonReader;
import org.bson.BsonWriter;
import org.bson.Document;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.configuration.CodecRegistries;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Cursors end on the server when they end here, whichever way that is, and hold nothing longer than they need it. */
@Timeout(60)
class CursorLifeTest {
    private static final CommandRecord COMMANDS = new CommandRecord();
    private static Deployment deployment;
    private static MongoClient client;
    private MongoCollection<Document> things;

    private record Unreadable() {}

    private static final class Refusing implements Codec<Unreadable> {
        @Override
        public Unreadable decode(BsonReader reader, DecoderContext context) {
            throw new IllegalStateException("unreadable");
        }

        @Override
        public void encode(BsonWriter writer, Unreadable value, EncoderContext context) {
            throw new IllegalStateException("unwritable");
        }

        @Override
        public Class<Unreadable> getEncoderClass() {
            return Unreadable.class;
        }
    }

    @BeforeAll
    static void start() {
        deployment = Deployment.replicaSet(1);
        // One connection: whatever a cursor kept would be missed at once.
        client = MongoClient.connect(MongoClientSettings.builder()
                .connectionString(deployment.connectionString() + "&maxPoolSize=1&waitQueueTimeoutMS=5000")
                .codecRegistry(CodecRegistries.fromCodecs(new Refusing())).addCommandListener(COMMANDS).build());
    }

    @AfterAll
    static void stop() {
        client.close();
        deployment.close();
    }

    @BeforeEach
    void fill() {
        client.database("cursors").drop();
        things = client.database("cursors").collection("things");
        things.insertMany(IntStream.range(0, 10).mapToObj(i -> new Document("_id", i)).toList());
        COMMANDS.clear();
    }

    @Test
    void aCursorReadToItsEndIsNotKilledAndGivesItsSessionBack() {
        assertThat(things.find(new Document(), o -> o.batchSize(4)).toList()).hasSize(10);
        assertThat(COMMANDS.names()).containsExactly("find", "getMore", "getMore");
        assertThat(COMMANDS.commands()).extracting(command -> command.get("lsid")).doesNotContainNull()
                .satisfies(ids -> assertThat(ids).allMatch(ids.get(0)::equals));
        assertThat(client.executor().sessions().size()).isEqualTo(1);
    }

    @Test
    void aCursorClosedEarlyIsKilledInItsOwnSession() {
        try (MongoCursor<Document> cursor = things.find(new Document(), o -> o.batchSize(4)).cursor()) {
            assertThat(cursor.next()).containsEntry("_id", 0);
            // The session is the cursor's; the connection is free.
            things.countDocuments();
        }
        assertThat(COMMANDS.names()).containsExactly("find", "aggregate", "killCursors");
        assertThat(COMMANDS.commands().get(2).get("lsid")).isEqualTo(COMMANDS.commands().get(0).get("lsid"))
                .isNotEqualTo(COMMANDS.commands().get(1).get("lsid"));
    }

    @Test
    void closingHasTheCursorsTimeoutAnewOrOneOfItsOwn() {
        MongoCollection<Document> bounded = things.withTimeout(Duration.ofSeconds(60));
        bounded.find(new Document(), o -> o.batchSize(4)).cursor().close();
        bounded.find(new Document(), o -> o.batchSize(4)).cursor().close(Duration.ofSeconds(20));
        things.find(new Document(), o -> o.batchSize(4)).cursor().close(Duration.ZERO);
        bounded.find(new Document(), o -> o.batchSize(4)).map(each -> each).cursor().close(Duration.ofSeconds(20));
        List<BsonDocument> kills = COMMANDS.commands().stream().filter(c -> c.containsKey("killCursors")).toList();
        assertThat(kills).hasSize(4);
        assertThat(kills.get(0).getNumber("maxTimeMS").longValue()).isBetween(20_001L, 60_000L);
        assertThat(kills.get(1).getNumber("maxTimeMS").longValue()).isBetween(1L, 20_000L);
        assertThat(kills.get(2)).doesNotContainKey("maxTimeMS");
        assertThat(kills.get(3).getNumber("maxTimeMS").longValue()).isBetween(1L, 20_000L);
        MongoCursor<Document> cursor = things.find().cursor();
        assertThatThrownBy(() -> cursor.close(Duration.ofMillis(-1))).isInstanceOf(IllegalArgumentException.class);
    }

    /**
     * A server that does not end a cursor at its limit gets killCursors, but not while the only connection is still
     * held.
     */
    @Test
    void aCursorAtItsLimitIsKilledWithTheConnectionThatBroughtIt() throws IOException {
        BsonDocument reply = BsonDocument
                .parse("{ok: 1, cursor: {id: {$numberLong: '7'}, ns: 'a.b', firstBatch: [{_id: 1}, {_id: 2}]}}");
        try (ReplyingServer server = new ReplyingServer(command -> reply);
                MongoClient other = MongoClient.connect(server.connectionString()
                        + "&maxPoolSize=1&waitQueueTimeoutMS=5000")) {
            assertThat(other.database("a").collection("b").find(new Document(), o -> o.limit(2)).toList()).hasSize(2);
            assertThat(server.commands).containsExactly("find", "killCursors");
        }
    }

    /** The server session has gone back to the pool, and may be another thread's by now. */
    @Test
    void aCursorFetchesNoMoreOnceItsSessionHasEnded() {
        ClientSession session = client.startSession();
        MongoCursor<Document> cursor = things.with(session).find(new Document(), o -> o.batchSize(4)).cursor();
        session.close();
        for (int i = 0; i < 4; i++) {
            assertThat(cursor.next()).containsEntry("_id", i);
        }
        assertThatThrownBy(cursor::next).isInstanceOf(MongoClientException.class).hasMessageContaining("ended");
        cursor.close();
        assertThat(COMMANDS.names()).containsExactly("find", "killCursors");
    }

    @Test
    void aClosedCursorSaysSoAndAnExhaustedOneHasNoMore() {
        MongoCursor<Document> cursor = things.find().cursor();
        cursor.close();
        cursor.close();
        assertThatThrownBy(cursor::hasNext).isInstanceOf(MongoClientException.class).hasMessageContaining("closed");
        MongoCursor<Document> empty = things.find(new Document("_id", 99)).cursor();
        assertThat(empty.hasNext()).isFalse();
        assertThatThrownBy(empty::next).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void aCursorWhoseFirstBatchCannotBeReadIsKilledAndTheErrorIsTheCodecs() {
        MongoCollection<Unreadable> unreadable = things.withType(Unreadable.class);
        assertThatThrownBy(() -> unreadable.find(new Document(), o -> o.batchSize(4)).toList())
                .hasStackTraceContaining("unreadable");
        assertThat(COMMANDS.names()).containsExactly("find", "killCursors");
        assertThat(COMMANDS.commands().get(1).get("lsid")).isEqualTo(COMMANDS.commands().get(0).get("lsid"));
        assertThat(client.executor().sessions().size()).isEqualTo(1);
        assertThat(things.countDocuments()).isEqualTo(10);
    }

    @Test
    void whatCannotBeWrittenIsNotSentAndTheConnectionIsGoodForTheNext() {
        MongoCollection<Unreadable> unwritable = things.withType(Unreadable.class);
        assertThatThrownBy(() -> unwritable.insertOne(new Unreadable())).hasStackTraceContaining("unwritable");
        assertThatThrownBy(() -> unwritable.insertMany(List.of(new Unreadable())))
                .hasStackTraceContaining("unwritable");
        assertThat(COMMANDS.names()).isEmpty();
        assertThat(things.countDocuments()).isEqualTo(10);
        assertThat(client.executor().sessions().size()).isEqualTo(1);
    }
}
