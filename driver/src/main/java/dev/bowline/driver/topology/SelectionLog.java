package dev.bowline.driver.topology;

import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.event.TopologyListener;
import dev.bowline.driver.selection.ServerSelector;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.LogMessage;
import dev.bowline.egress.event.LogMessage.Level;
import dev.bowline.egress.event.StructuredLogger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The messages of server selection, as the server selection specification words them. */
final class SelectionLog {
    private static final Logger TROUBLE = LoggerFactory.getLogger(SelectionLog.class);
    private static final StructuredLogger LOG = new StructuredLogger(LogMessage.Component.SERVER_SELECTION);

    /** While there is no server every operation waits; the log has one of them a minute, unless it is at DEBUG. */
    private static final long WAITING_LINE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Environment environment;
    private final List<TopologyListener> listeners;
    private final AtomicLong lastWaitingLine;

    SelectionLog(Environment environment, List<TopologyListener> listeners) {
        this.environment = environment;
        this.lastWaitingLine = new AtomicLong(environment.nanoTime() - WAITING_LINE_NANOS);
        this.listeners = listeners.stream().filter(TopologyListener::observesServerSelection).toList();
    }

    boolean isDebugEnabled() {
        return !listeners.isEmpty() || LOG.isDebugEnabled();
    }

    boolean isInfoEnabled() {
        return !listeners.isEmpty() || LOG.isEnabled(Level.INFO);
    }

    void started(ServerSelector selector, SelectionReason reason, TopologyDescription topology) {
        if (isDebugEnabled()) {
            Map<String, Object> data = fields(selector, reason, topology);
            log(Level.DEBUG, "Server selection started", "Server selection started for operation "
                    + reason.operation() + idText(reason) + ". Selector: " + selector + ", topology description: "
                    + topology, data);
        }
    }

    void succeeded(ServerSelector selector, SelectionReason reason, TopologyDescription topology,
            ServerAddress address) {
        if (isDebugEnabled()) {
            Map<String, Object> data = fields(selector, reason, topology);
            data.put("serverHost", address.host());
            if (!address.isUnixSocket()) {
                data.put("serverPort", address.port());
            }
            log(Level.DEBUG, "Server selection succeeded", "Server selection succeeded for operation "
                    + reason.operation() + idText(reason) + ". Selected server: " + address + ". Selector: " + selector
                    + ". Topology description: " + topology, data);
        }
    }

    void failed(ServerSelector selector, SelectionReason reason, TopologyDescription topology,
            RuntimeException failure) {
        if (isDebugEnabled()) {
            Map<String, Object> data = fields(selector, reason, topology);
            data.put("failure", failure.toString());
            log(Level.DEBUG, "Server selection failed", "Server selection failed for operation " + reason.operation()
                    + idText(reason) + ". Failure: " + failure.getMessage() + ". Selector: " + selector
                    + ". Topology description: " + topology, data);
        }
    }

    /** @param remainingMillis null where the operation has no deadline */
    void waiting(ServerSelector selector, SelectionReason reason, TopologyDescription topology,
            @Nullable Long remainingMillis) {
        if (isInfoEnabled() && (isDebugEnabled() || isFirstThisMinute())) {
            Map<String, Object> data = fields(selector, reason, topology);
            if (remainingMillis != null) {
                data.put("remainingTimeMS", remainingMillis);
            }
            log(Level.INFO, "Waiting for suitable server to become available",
                    "Waiting for server to become available for operation " + reason.operation() + idText(reason)
                            + (remainingMillis == null ? "" : ". Remaining time: " + remainingMillis + " ms")
                            + ". Selector: " + selector + ", topology description: " + topology,
                    data);
        }
    }

    private boolean isFirstThisMinute() {
        long now = environment.nanoTime();
        long last = lastWaitingLine.get();
        return now - last >= WAITING_LINE_NANOS && lastWaitingLine.compareAndSet(last, now);
    }

    private static Map<String, Object> fields(ServerSelector selector, SelectionReason reason,
            TopologyDescription topology) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("selector", selector.toString());
        if (reason.operationId() != null) {
            data.put("operationId", reason.operationId());
        }
        data.put("operation", reason.operation());
        data.put("topologyDescription", topology.toString());
        return data;
    }

    private static String idText(SelectionReason reason) {
        return reason.operationId() == null ? "" : " with ID " + reason.operationId();
    }

    private void log(Level level, String message, String text, Map<String, Object> data) {
        LogMessage log = new LogMessage(LogMessage.Component.SERVER_SELECTION, level, message, text, data);
        for (TopologyListener listener : listeners) {
            try {
                listener.serverSelection(log);
            } catch (RuntimeException e) {
                TROUBLE.warn("A topology listener threw on {}", log, e);
            }
        }
        if (LOG.isEnabled(level)) {
            LOG.log(log);
        }
    }
}
