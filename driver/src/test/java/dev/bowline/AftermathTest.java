package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.egress.event.ConnectionPoolClearedEvent;
import dev.bowline.egress.event.ConnectionPoolListener;
import dev.bowline.error.ErrorLabel;
import dev.bowline.error.MongoClientException;
import dev.bowline.error.MongoException;
import dev.bowline.error.MongoSocketException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an operation leaves behind besides its result: cluster time, pins, its session, and what the topology knows. */
@Timeout(30)
class AftermathTest {
    private static final BsonDocument DONE = BsonDocument.parse("{ok: 1, n: 1}");
    private static final BsonDocument FOUND = BsonDocument
            .parse("{ok: 1, cursor: {id: {$numberLong: '0'}, ns: 'a.b', firstBatch: []}}");

    private final List<BsonDocument> received = new CopyOnWriteArrayList<>();
    private final List<ConnectionPoolClearedEvent> cleared = new CopyOnWriteArrayList<>();
    /** What the next commands are answered with; the last one for ever. Null breaks the connection. */
    private final List<BsonDocument> replies = new ArrayList<>();
    private ReplyingServer server;
    private MongoClient client;

    @BeforeEach
    void start() throws IOException {
        server = new ReplyingServer(command -> {
            received.add(command);
            return replies.size() > 1 ? replies.remove(0) : replies.get(0);
        });
    }

    @AfterEach
    void stop() throws IOException {
        replies.clear();
        replies.add(DONE);
        client.close();
        server.close();
    }

    private MongoCollection<Document> connect(String options) {
        client = MongoClient.connect(MongoClientSettings.builder()
                .connectionString(server.connectionString() + "&heartbeatFrequencyMS=60000" + options)
                .addConnectionPoolListener(new ConnectionPoolListener() {
                    @Override
                    public void connectionPoolCleared(ConnectionPoolClearedEvent event) {
                        cleared.add(event);
                    }
                }).build());
        return client.database("a").collection("b");
    }

    private static BsonDocument at(int seconds) {
        return DONE.clone().append("$clusterTime", clusterTime(seconds));
    }

    private static BsonDocument clusterTime(int seconds) {
        return BsonDocument
                .parse("{clusterTime: {$timestamp: {t: " + seconds + ", i: 1}}, signature: {keyId: " + seconds
                        + "}}");
    }

    @Test
    void theLatestClusterTimeOfAnyReplyGoesWithTheNextCommandWordForWord() {
        server.becomePrimary();
        replies.addAll(List.of(at(20), at(10), at(30), BsonDocument.parse("{ok: 0, code: 1}")
                .append("$clusterTime", clusterTime(40)), DONE));
        MongoCollection<Document> things = connect("&retryWrites=false");
        for (int i = 0; i < 3; i++) {
            things.insertOne(new Document());
        }
        assertThatThrownBy(() -> things.insertOne(new Document())).isInstanceOf(MongoException.class);
        things.insertOne(new Document());
        assertThat(received).extracting(command -> command.get("$clusterTime")).containsExactly(null, clusterTime(20),
                clusterTime(20), clusterTime(30), clusterTime(40));
    }

    @Test
    void aTransactionIsUnpinnedByATransientErrorAndByNoOther() {
        server.hello = server.hello.clone().append("msg", new BsonString("isdbgrid"));
        MongoCollection<Document> things = connect("");
        try (ClientSession session = client.startSession()) {
            replies.addAll(List.of(DONE, BsonDocument.parse("{ok: 0, code: 2, errmsg: 'bad value'}")));
            session.startTransaction();
            assertThat(session.session().isPinned()).isFalse();
            things.with(session).insertOne(new Document());
            assertThat(session.session().isPinned()).isTrue();
            assertThatThrownBy(() -> things.with(session).insertOne(new Document())).isInstanceOf(MongoException.class);
            assertThat(session.session().isPinned()).as("after an error that is not transient").isTrue();
            replies.clear();
            replies.add(null);
            assertThatThrownBy(() -> things.with(session).insertOne(new Document()))
                    .isInstanceOfSatisfying(MongoSocketException.class, e -> assertThat(
                            e.hasErrorLabel(ErrorLabel.TRANSIENT_TRANSACTION_ERROR)).isTrue());
            assertThat(session.session().isPinned()).as("after a transient error").isFalse();
            replies.set(0, DONE);
        }
    }

    @Test
    void aCommitThatMayBeRepeatedIsUnpinnedBeforeItIs() {
        server.hello = server.hello.clone().append("msg", new BsonString("isdbgrid"));
        MongoCollection<Document> things = connect("");
        try (ClientSession session = client.startSession()) {
            replies.addAll(List.of(DONE, BsonDocument.parse("{ok: 0, code: 91, errorLabels: ['RetryableWriteError']}"),
                    BsonDocument.parse("{ok: 0, code: 2}"), DONE));
            session.startTransaction();
            things.with(session).insertOne(new Document());
            assertThatThrownBy(session::commitTransaction).isInstanceOf(MongoException.class);
            assertThat(session.session().isPinned()).isFalse();
        }
    }

    @Test
    void snapshotReadsNeedAServerOfVersionFive() {
        server.becomePrimary();
        server.hello.append("maxWireVersion", new BsonInt32(12));
        replies.add(FOUND);
        MongoCollection<Document> things = connect("");
        try (ClientSession session = client.startSession(o -> o.snapshot(true))) {
            assertThatThrownBy(() -> things.with(session).find().toList()).isInstanceOf(MongoClientException.class)
                    .hasMessageContaining("5.0");
            assertThat(received).isEmpty();
        }
        client.close();
        received.clear();
        server.hello.append("maxWireVersion", new BsonInt32(13));
        MongoCollection<Document> same = connect("");
        try (ClientSession session = client.startSession(o -> o.snapshot(true))) {
            assertThat(same.with(session).find().toList()).isEmpty();
            assertThat(received.get(0).getDocument("readConcern").getString("level").getValue()).isEqualTo("snapshot");
        }
    }

    /** One write that succeeded and one that the server refused: neither breaks anything. */
    private MongoCollection<Document> afterAnErrorOfTheServer() {
        server.becomePrimary();
        replies.add(DONE);
        MongoCollection<Document> things = connect("&retryWrites=false");
        things.insertOne(new Document());
        replies.add(0, BsonDocument.parse("{ok: 0, code: 1}"));
        assertThatThrownBy(() -> things.insertOne(new Document())).isInstanceOf(MongoException.class);
        return things;
    }

    @Test
    void aSessionWhoseConnectionBrokeIsNotUsedAgainAndAnyOtherIs() {
        MongoCollection<Document> things = afterAnErrorOfTheServer();
        replies.add(0, null);
        assertThatThrownBy(() -> things.insertOne(new Document())).isInstanceOf(MongoSocketException.class);
        things.insertOne(new Document());
        List<BsonDocument> sessions = received.stream().map(command -> command.getDocument("lsid")).toList();
        assertThat(sessions.subList(0, 3)).containsOnly(sessions.get(0));
        assertThat(sessions.get(3)).isNotEqualTo(sessions.get(0));
    }

    @Test
    void theTopologyLearnsOfABrokenConnectionBeforeTheCallerDoes() {
        MongoCollection<Document> things = afterAnErrorOfTheServer();
        assertThat(cleared).isEmpty();
        replies.add(0, null);
        assertThatThrownBy(() -> things.insertOne(new Document())).isInstanceOf(MongoSocketException.class);
        assertThat(cleared).hasSize(1);
    }
}
