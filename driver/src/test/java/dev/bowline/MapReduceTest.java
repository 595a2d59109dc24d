package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.concern.ReadConcern;
import dev.bowline.concern.WriteConcern;
import dev.bowline.error.MongoProtocolException;
import dev.bowline.error.MongoSocketException;
import dev.bowline.options.MapReduceAction;
import dev.bowline.simulator.Deployment;
import java.io.IOException;
import java.time.Duration;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The command that is sent and the reply that is read; simulated servers run no JavaScript. */
@Timeout(30)
@SuppressWarnings("deprecation")
class MapReduceTest {
    record Sum(int id, double value) {}

    @Test
    void resultsInTheReplyAreReadAsAnyType() throws IOException {
        CommandRecord commands = new CommandRecord();
        try (ReplyingServer server = new ReplyingServer(command -> BsonDocument.parse(
                "{ok: 1, results: [{_id: 0, value: 6.0}, {_id: 1, value: 7.0}]}"));
                MongoClient client = connect(server.connectionString(), commands)) {
            var results = client.database("test").with(WriteConcern.MAJORITY).with(ReadConcern.LOCAL).collection("c")
                    .mapReduce("map", "reduce", Sum.class,
                            o -> o.filter(new Document("x", 1)).finalizeFunction("end").limit(5)
                                    .maxTime(Duration.ofSeconds(1)));
            assertThat(results).containsExactly(new Sum(0, 6), new Sum(1, 7));
            assertThat(withoutSession(commands)).isEqualTo(BsonDocument.parse("{mapReduce: 'c', map: {$code: 'map'}, "
                    + "reduce: {$code: 'reduce'}, out: {inline: 1}, query: {x: 1}, finalize: {$code: 'end'}, limit: 5, "
                    + "maxTimeMS: {$numberLong: '1000'}, readConcern: {level: 'local'}, $db: 'test'}"));
        }
    }

    @Test
    void resultsMayGoToACollectionWithTheWriteConcern() throws IOException {
        CommandRecord commands = new CommandRecord();
        try (ReplyingServer server = new ReplyingServer(command -> BsonDocument.parse("{ok: 1, result: 't'}"));
                MongoClient client = connect(server.connectionString(), commands)) {
            client.database("test").with(WriteConcern.MAJORITY).collection("c").mapReduce("m", "r", "t",
                    MapReduceAction.MERGE, o -> {});
            assertThat(withoutSession(commands)).isEqualTo(BsonDocument.parse("{mapReduce: 'c', map: {$code: 'm'}, "
                    + "reduce: {$code: 'r'}, out: {merge: 't'}, writeConcern: {w: 'majority'}, $db: 'test'}"));
        }
    }

    @Test
    void aReplyWithoutResultsIsAProtocolError() throws IOException {
        try (ReplyingServer server = new ReplyingServer(command -> BsonDocument.parse("{ok: 1}"));
                MongoClient client = connect(server.connectionString(), new CommandRecord())) {
            assertThatThrownBy(
                    () -> client.database("test").collection("c").mapReduce("m", "r", Document.class, o -> {}))
                    .isInstanceOf(MongoProtocolException.class).hasMessageContaining("results");
        }
    }

    @Test
    void itIsNotRetried() {
        CommandRecord commands = new CommandRecord();
        try (Deployment deployment = Deployment.builder().replicaSet(1).start();
                MongoClient client = connect(deployment.connectionString(), commands)) {
            deployment.failPoint("{configureFailPoint: 'failCommand', mode: {times: 1}, "
                    + "data: {failCommands: ['mapReduce'], closeConnection: true}}");
            assertThatThrownBy(
                    () -> client.database("test").collection("c").mapReduce("m", "r", Document.class, o -> {}))
                    .isInstanceOf(MongoSocketException.class);
            assertThat(commands.names()).containsExactly("mapReduce");
        }
    }

    private static MongoClient connect(String uri, CommandRecord commands) {
        return MongoClient.connect(
                MongoClientSettings.builder().connectionString(uri).addCommandListener(commands).build());
    }

    private static BsonDocument withoutSession(CommandRecord commands) {
        BsonDocument command = commands.commands().get(0).clone();
        command.remove("lsid");
        return command;
    }
}
