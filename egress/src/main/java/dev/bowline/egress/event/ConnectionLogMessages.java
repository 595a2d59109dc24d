package dev.bowline.egress.event;

import dev.bowline.egress.environment.ServerAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Turns pool events into the log messages of the section "Connection Pool Logging". As a listener it hands every
 * message to a consumer, which is how a test observes the messages of one client; pools log to slf4j by themselves.
 */
public final class ConnectionLogMessages implements ConnectionPoolListener {
    private static final double NANOS_PER_MILLI = 1e6;

    private final Consumer<LogMessage> consumer;

    /**
     * Creates a listener that turns every event into a log message.
     *
     * @param consumer receives each message, on the thread that delivers the event
     */
    public ConnectionLogMessages(Consumer<LogMessage> consumer) {
        this.consumer = consumer;
    }

    @Override
    public void connectionPoolEvent(ConnectionPoolEvent event) {
        consumer.accept(of(event));
    }

    /** The log message that goes with an event. */
    public static LogMessage of(ConnectionPoolEvent event) {
        Map<String, Object> data = new LinkedHashMap<>();
        ServerAddress address = event.address();
        data.put("serverHost", address.host());
        if (!address.isUnixSocket()) {
            data.put("serverPort", address.port());
        }
        return switch (event) {
            case ConnectionPoolCreatedEvent e -> {
                data.putAll(e.options());
                yield debug("Connection pool created", "Connection pool created for " + address + options(e), data);
            }
            case ConnectionPoolReadyEvent e ->
                debug("Connection pool ready", "Connection pool ready for " + address, data);
            case ConnectionPoolClearedEvent e -> {
                String service = "";
                if (e.serviceId() != null) {
                    data.put("serviceId", e.serviceId().toHexString());
                    service = " for serviceId " + e.serviceId().toHexString();
                }
                yield debug("Connection pool cleared", "Connection pool for " + address + " cleared" + service, data);
            }
            case ConnectionPoolClosedEvent e ->
                debug("Connection pool closed", "Connection pool closed for " + address, data);
            case ConnectionCreatedEvent e -> ofConnection("Connection created", address, e.connectionId(), data);
            case ConnectionReadyEvent e -> ofConnection("Connection ready", address, e.connectionId(),
                    withDuration(data, e.duration()));
            case ConnectionClosedEvent e -> {
                data.put("driverConnectionId", e.connectionId());
                data.put("reason", e.reason().text());
                String error = withError(data, e.error());
                yield debug("Connection closed", "Connection closed: address=" + address + ", driver-generated ID="
                        + e.connectionId() + ". Reason: " + e.reason().text() + "." + error, data);
            }
            case ConnectionCheckOutStartedEvent e ->
                debug("Connection checkout started", "Checkout started for connection to " + address, data);
            case ConnectionCheckOutFailedEvent e -> {
                data.put("reason", e.reason().text());
                String error = withError(data, e.error());
                withDuration(data, e.duration());
                yield debug("Connection checkout failed", "Checkout failed for connection to " + address + ". Reason: "
                        + e.reason().text() + "." + error + durationText(e.duration()), data);
            }
            case ConnectionCheckedOutEvent e -> ofConnection("Connection checked out", address, e.connectionId(),
                    withDuration(data, e.duration()));
            case ConnectionCheckedInEvent e ->
                ofConnection("Connection checked in", address, e.connectionId(), data);
        };
    }

    private static String options(ConnectionPoolCreatedEvent event) {
        return event.options().isEmpty()
                ? ""
                : event.options().entrySet().stream().map(option -> option.getKey() + "=" + option.getValue())
                        .collect(Collectors.joining(", ", " using options ", ""));
    }

    private static LogMessage ofConnection(String message, ServerAddress address, long id, Map<String, Object> data) {
        Map<String, Object> all = new LinkedHashMap<>(data);
        all.put("driverConnectionId", id);
        Object duration = data.get("durationMS");
        String text = message + ": address=" + address + ", driver-generated ID=" + id
                + (duration == null ? "" : ". Duration: " + duration + " ms");
        return debug(message, text, all);
    }

    private static Map<String, Object> withDuration(Map<String, Object> data, Duration duration) {
        data.put("durationMS", duration.toNanos() / NANOS_PER_MILLI);
        return data;
    }

    private static String durationText(Duration duration) {
        return " Duration: " + duration.toNanos() / NANOS_PER_MILLI + " ms";
    }

    private static String withError(Map<String, Object> data, @Nullable Throwable error) {
        if (error == null) {
            return "";
        }
        data.put("error", error.toString());
        return " Error: " + error;
    }

    private static LogMessage debug(String message, String text, Map<String, Object> data) {
        return new LogMessage(LogMessage.Component.CONNECTION, LogMessage.Level.DEBUG, message, text, data);
    }
}
