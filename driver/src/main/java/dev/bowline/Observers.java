package dev.bowline;

import dev.bowline.driver.event.ClientObserver;
import dev.bowline.driver.event.FailoverLog;
import dev.bowline.driver.event.TopologyListener;
import dev.bowline.driver.operation.Tracers;
import dev.bowline.egress.event.ConnectionPoolListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Everything that a client calls when something happens: the listeners of its settings, and observers that come and
 * go.
 */
final class Observers {
    private final List<TopologyListener> topologyListeners;
    private final List<ConnectionPoolListener> poolListeners;
    private final Tracers tracers;

    Observers(MongoClientSettings settings) {
        topologyListeners = new CopyOnWriteArrayList<>(settings.topologyListeners());
        topologyListeners.add(new FailoverLog(settings.environment()));
        poolListeners = new CopyOnWriteArrayList<>(settings.connectionPoolListeners());
        tracers = new Tracers(settings.tracer().orElse(null));
    }

    void add(ClientObserver observer) {
        topologyListeners.add(observer);
        poolListeners.add(observer);
        tracers.add(observer);
    }

    void remove(ClientObserver observer) {
        topologyListeners.remove(observer);
        poolListeners.remove(observer);
        tracers.remove(observer);
    }

    /** The listeners now and later. */
    List<TopologyListener> topologyListeners() {
        return topologyListeners;
    }

    /** The listeners now and later. */
    List<ConnectionPoolListener> poolListeners() {
        return poolListeners;
    }

    Tracers tracers() {
        return tracers;
    }
}
