package dev.bowline.egress.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.bowline.egress.environment.ServerAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;

class ConnectionLogMessagesTest {
    private static final ServerAddress ADDRESS = new ServerAddress("db.test", 27018);

    @Test
    void everyMessageNamesTheServer() {
        LogMessage message = ConnectionLogMessages.of(new ConnectionPoolReadyEvent(ADDRESS));
        assertThat(message.component().loggerName()).isEqualTo("dev.bowline.connection");
        assertThat(message.level()).isEqualTo(LogMessage.Level.DEBUG);
        assertThat(message.message()).isEqualTo("Connection pool ready");
        assertThat(message.text()).isEqualTo("Connection pool ready for db.test:27018");
        assertThat(message.data()).containsExactly(entry("serverHost", "db.test"), entry("serverPort", 27018));
    }

    @Test
    void aUnixSocketHasNoPort() {
        LogMessage message = ConnectionLogMessages
                .of(new ConnectionPoolClosedEvent(ServerAddress.parse("/tmp/db.sock")));
        assertThat(message.data()).containsExactly(entry("serverHost", "/tmp/db.sock"));
        assertThat(message.text()).isEqualTo("Connection pool closed for /tmp/db.sock");
    }

    @Test
    void aNewPoolLogsItsOptions() {
        Map<String, Object> options = new LinkedHashMap<>();
        options.put("maxIdleTimeMS", 5L);
        options.put("maxPoolSize", 7);
        LogMessage message = ConnectionLogMessages.of(new ConnectionPoolCreatedEvent(ADDRESS, options));
        assertThat(message.message()).isEqualTo("Connection pool created");
        assertThat(message.text())
                .isEqualTo("Connection pool created for db.test:27018 using options maxIdleTimeMS=5, maxPoolSize=7");
        assertThat(message.data()).containsEntry("maxPoolSize", 7).containsEntry("maxIdleTimeMS", 5L);
    }

    @Test
    void aClearByServiceNamesIt() {
        ObjectId service = new ObjectId("0123456789abcdef01234567");
        LogMessage message = ConnectionLogMessages
                .of(new ConnectionPoolClearedEvent(ADDRESS, service, false, null, 0, 0, 0));
        assertThat(message.text())
                .isEqualTo("Connection pool for db.test:27018 cleared for serviceId 0123456789abcdef01234567");
        assertThat(message.data()).containsEntry("serviceId", "0123456789abcdef01234567");
        assertThat(ConnectionLogMessages.of(new ConnectionPoolClearedEvent(ADDRESS, null, true, null, 0, 0, 0)).text())
                .isEqualTo("Connection pool for db.test:27018 cleared");
    }

    @Test
    void aClosedConnectionLogsItsReasonInThePrescribedWords() {
        Map<ConnectionClosedEvent.Reason, String> words = Map.of(ConnectionClosedEvent.Reason.STALE,
                "Connection became stale because the pool was cleared", ConnectionClosedEvent.Reason.IDLE,
                "Connection has been available but unused for longer than the configured max idle time",
                ConnectionClosedEvent.Reason.ERROR, "An error occurred while using the connection",
                ConnectionClosedEvent.Reason.POOL_CLOSED, "Connection pool was closed");
        words.forEach((reason, text) -> {
            LogMessage message = ConnectionLogMessages.of(new ConnectionClosedEvent(ADDRESS, 3, null, reason, null));
            assertThat(message.message()).isEqualTo("Connection closed");
            assertThat(message.data()).containsEntry("reason", text).containsEntry("driverConnectionId", 3L)
                    .doesNotContainKey("error");
            assertThat(message.text()).isEqualTo(
                    "Connection closed: address=db.test:27018, driver-generated ID=3. Reason: " + text + ".");
        });
        LogMessage broken = ConnectionLogMessages.of(new ConnectionClosedEvent(ADDRESS, 3, null,
                ConnectionClosedEvent.Reason.ERROR, new IllegalStateException("wire")));
        assertThat(broken.data()).containsEntry("error", "java.lang.IllegalStateException: wire");
        assertThat(broken.text()).endsWith("Error: java.lang.IllegalStateException: wire");
    }

    @Test
    void aFailedCheckOutLogsItsReasonAndDuration() {
        Map<ConnectionCheckOutFailedEvent.Reason, String> words = Map.of(ConnectionCheckOutFailedEvent.Reason.TIMEOUT,
                "Wait queue timeout elapsed without a connection becoming available",
                ConnectionCheckOutFailedEvent.Reason.CONNECTION_ERROR,
                "An error occurred while trying to establish a new connection",
                ConnectionCheckOutFailedEvent.Reason.POOL_CLOSED, "Connection pool was closed");
        words.forEach((reason, text) -> {
            LogMessage message = ConnectionLogMessages
                    .of(new ConnectionCheckOutFailedEvent(ADDRESS, reason, Duration.ofNanos(1_500_000), null, 0));
            assertThat(message.message()).isEqualTo("Connection checkout failed");
            assertThat(message.data()).containsEntry("reason", text).containsEntry("durationMS", 1.5);
            assertThat(message.text()).startsWith("Checkout failed for connection to db.test:27018. Reason: " + text);
        });
    }

    @Test
    void theOtherMessagesHaveThePrescribedWords() {
        check(new ConnectionCreatedEvent(ADDRESS, 1), "Connection created");
        check(new ConnectionReadyEvent(ADDRESS, 1, null, Duration.ofMillis(2)), "Connection ready");
        check(new ConnectionCheckedOutEvent(ADDRESS, 1, null, Duration.ofMillis(2), 0), "Connection checked out");
        check(new ConnectionCheckedInEvent(ADDRESS, 1, null, 0), "Connection checked in");
        assertThat(ConnectionLogMessages.of(new ConnectionCheckOutStartedEvent(ADDRESS, 0)).text())
                .isEqualTo("Checkout started for connection to db.test:27018");
        assertThat(ConnectionLogMessages.of(new ConnectionReadyEvent(ADDRESS, 1, null, Duration.ofMillis(2))).data())
                .containsEntry("durationMS", 2.0);
    }

    @Test
    void aListenerSeesTheMessagesOfItsOwnPools() {
        List<LogMessage> seen = new ArrayList<>();
        ConnectionPoolListener listener = new ConnectionLogMessages(seen::add);
        listener.connectionPoolEvent(new ConnectionPoolReadyEvent(ADDRESS));
        assertThat(seen).extracting(LogMessage::message).containsExactly("Connection pool ready");
    }

    private static void check(ConnectionPoolEvent event, String sentence) {
        LogMessage message = ConnectionLogMessages.of(event);
        assertThat(message.message()).isEqualTo(sentence);
        assertThat(message.data()).containsEntry("driverConnectionId", 1L);
        assertThat(message.text()).startsWith(sentence + ": address=db.test:27018, driver-generated ID=1");
    }
}
