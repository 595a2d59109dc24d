package dev.bowline.egress.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.error.MongoProtocolException;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a server says of its limits is believed only where a server can mean it. */
class HelloLimitsTest {
    @ParameterizedTest
    @CsvSource({"maxWriteBatchSize, 0", "maxWriteBatchSize, -1", "maxWriteBatchSize, {$numberLong: '4294967297'}",
            "maxWriteBatchSize, 1.5", "maxWriteBatchSize, '\"many\"'", "maxWriteBatchSize, {$numberDouble: 'NaN'}",
            "maxMessageSizeBytes, 2147483647", "maxMessageSizeBytes, 268435457", "maxMessageSizeBytes, 0",
            "maxMessageSizeBytes, 1023", "maxMessageSizeBytes, -48000000", "maxBsonObjectSize, 0",
            "maxBsonObjectSize, 1023", "maxBsonObjectSize, 268435457", "maxBsonObjectSize, -1",
            "logicalSessionTimeoutMinutes, 0", "logicalSessionTimeoutMinutes, -30",
            "logicalSessionTimeoutMinutes, {$numberLong: '4294967326'}", "minWireVersion, -1", "minWireVersion, 22",
            "maxWireVersion, -1", "maxWireVersion, {$numberLong: '4294967317'}", "maxWireVersion, '\"21\"'"})
    void aLimitOutOfRangeIsAnErrorThatNamesTheServerAndTheField(String field, String value) throws Exception {
        BsonDocument hello = ScriptedServer.HELLO.clone();
        hello.putAll(BsonDocument.parse("{" + field + ": " + value + "}"));
        try (ScriptedServer server = new ScriptedServer(command -> hello)) {
            assertThatThrownBy(() -> connect(server).close()).isInstanceOf(MongoProtocolException.class)
                    .hasMessageContaining("'" + field + "'").hasMessageContaining(server.address().toString());
            Connector monitoring = ConnectionFactory.forMonitoring(SystemEnvironment.instance(),
                    ConnectionSettings.defaults());
            assertThatThrownBy(() -> monitoring.connect(1, server.address(), Deadline.NEVER).close())
                    .isInstanceOf(MongoProtocolException.class).hasMessageContaining("'" + field + "'");
        }
    }

    @ParameterizedTest
    @CsvSource({"maxWriteBatchSize, 1", "maxWriteBatchSize, 1000.0", "maxWriteBatchSize, 2147483647",
            "maxMessageSizeBytes, 1024", "maxMessageSizeBytes, 268435456", "maxBsonObjectSize, 1024",
            "maxBsonObjectSize, {$numberLong: '16777216'}", "logicalSessionTimeoutMinutes, 1",
            "logicalSessionTimeoutMinutes, null", "minWireVersion, 21", "maxWireVersion, 25"})
    void itsNeighboursAreBelieved(String field, String value) throws Exception {
        BsonDocument hello = ScriptedServer.HELLO.clone();
        hello.putAll(BsonDocument.parse("{" + field + ": " + value + "}"));
        try (ScriptedServer server = new ScriptedServer(command -> hello)) {
            connect(server).close();
        }
    }

    @Test
    void absentLimitsHaveTheValuesOfTheSpecifications() throws Exception {
        BsonDocument hello = BsonDocument.parse("{ismaster: true, minWireVersion: 0, maxWireVersion: 21, ok: 1}");
        try (ScriptedServer server = new ScriptedServer(command -> hello); Connection connection = connect(server)) {
            ConnectionDescription description = connection.description();
            assertThat(description.maxBsonObjectSize()).isEqualTo(16 * 1024 * 1024);
            assertThat(description.maxMessageSizeBytes()).isEqualTo(48_000_000);
            assertThat(description.maxWriteBatchSize()).isEqualTo(100_000);
            assertThat(description.logicalSessionTimeoutMinutes()).isNull();
        }
    }

    private static Connection connect(ScriptedServer server) {
        return new ConnectionFactory(SystemEnvironment.instance(), ConnectionSettings.defaults()).connect(1,
                server.address(), Deadline.NEVER);
    }
}
