package dev.bowline.driver.event;

import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.LogMessage;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Turns events into the log messages of the SDAM logging specification. As a listener it hands every message, and those
 * of server selection, to a consumer, which is how a test observes the messages of one client; topologies log to slf4j
 * by themselves.
 */
public final class TopologyLogMessages implements TopologyListener {
    private final Consumer<LogMessage> consumer;
    private final int maxDocumentLength;

    /** Creates a listener that passes messages to the consumer and cuts replies at the default length. */
    public TopologyLogMessages(Consumer<LogMessage> consumer) {
        this(consumer, LogMessage.DEFAULT_MAX_DOCUMENT_LENGTH);
    }

    /**
     * Creates a listener that passes messages to the consumer and cuts replies at a given length.
     *
     * @param maxDocumentLength how many characters of a server's reply are shown
     */
    public TopologyLogMessages(Consumer<LogMessage> consumer, int maxDocumentLength) {
        this.consumer = consumer;
        this.maxDocumentLength = maxDocumentLength;
    }

    @Override
    public void topologyEvent(TopologyEvent event) {
        LogMessage message = of(event, maxDocumentLength);
        if (message != null) {
            consumer.accept(message);
        }
    }

    @Override
    public boolean observesServerSelection() {
        return true;
    }

    @Override
    public void serverSelection(LogMessage message) {
        consumer.accept(message);
    }

    /**
     * The log message that goes with an event, or null: a changed server shows in the changed topology.
     *
     * @param maxDocumentLength how many characters of a server's reply are shown
     */
    public static @Nullable LogMessage of(TopologyEvent event, int maxDocumentLength) {
        String id = event.topologyId().toHexString();
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("topologyId", id);
        return switch (event) {
            case TopologyOpeningEvent e -> debug("Starting topology monitoring",
                    "Starting monitoring for topology with ID " + id, data);
            case TopologyClosedEvent e -> debug("Stopped topology monitoring",
                    "Stopped monitoring for topology with ID " + id, data);
            case TopologyDescriptionChangedEvent e -> {
                String previous = e.previousDescription().toString();
                String next = e.newDescription().toString();
                data.put("previousDescription", previous);
                data.put("newDescription", next);
                yield debug("Topology description changed", "Description changed for topology with ID " + id
                        + ". Previous description: " + previous + ". New description: " + next, data);
            }
            case ServerOpeningEvent e -> {
                at(data, e.address());
                yield debug("Starting server monitoring", "Starting monitoring for server " + e.address()
                        + " in topology with ID " + id, data);
            }
            case ServerClosedEvent e -> {
                at(data, e.address());
                yield debug("Stopped server monitoring", "Stopped monitoring for server " + e.address()
                        + " in topology with ID " + id, data);
            }
            case ServerDescriptionChangedEvent e -> null;
            case ServerHeartbeatStartedEvent e -> {
                String where = heartbeat(data, e.address(), e.driverConnectionId(), e.serverConnectionId(),
                        e.awaited(), id);
                yield debug("Server heartbeat started", "Heartbeat started for " + where, data);
            }
            case ServerHeartbeatSucceededEvent e -> {
                String where = heartbeat(data, e.address(), e.driverConnectionId(), e.serverConnectionId(),
                        e.awaited(), id);
                String reply = LogMessage.shown(e.reply(), maxDocumentLength);
                data.put("durationMS", e.duration().toMillis());
                data.put("reply", reply);
                yield debug("Server heartbeat succeeded",
                        "Heartbeat succeeded in " + millis(e.duration()) + " ms for " + where + ". Reply: " + reply,
                        data);
            }
            case ServerHeartbeatFailedEvent e -> {
                String where = heartbeat(data, e.address(), e.driverConnectionId(), e.serverConnectionId(),
                        e.awaited(), id);
                data.put("durationMS", e.duration().toMillis());
                data.put("failure", e.failure().toString());
                yield debug("Server heartbeat failed", "Heartbeat failed in " + millis(e.duration()) + " ms for "
                        + where + ". Failure: " + e.failure(), data);
            }
        };
    }

    private static String heartbeat(Map<String, Object> data, ServerAddress address, long connectionId,
            @Nullable Long serverConnectionId, boolean awaited, String topologyId) {
        at(data, address);
        data.put("driverConnectionId", connectionId);
        if (serverConnectionId != null) {
            data.put("serverConnectionId", serverConnectionId);
        }
        data.put("awaited", awaited);
        return address + " on connection with driver-generated ID " + connectionId
                + (serverConnectionId == null ? "" : " and server-generated ID " + serverConnectionId)
                + " in topology with ID " + topologyId + ". Awaited: " + awaited;
    }

    private static void at(Map<String, Object> data, ServerAddress address) {
        data.put("serverHost", address.host());
        if (!address.isUnixSocket()) {
            data.put("serverPort", address.port());
        }
    }

    private static double millis(Duration duration) {
        return duration.toNanos() / 1e6;
    }

    private static LogMessage debug(String message, String text, Map<String, Object> data) {
        return new LogMessage(LogMessage.Component.TOPOLOGY, LogMessage.Level.DEBUG, message, text, data);
    }
}
