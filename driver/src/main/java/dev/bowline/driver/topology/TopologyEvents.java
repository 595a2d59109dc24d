package dev.bowline.driver.topology;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.event.ServerClosedEvent;
import dev.bowline.driver.event.ServerDescriptionChangedEvent;
import dev.bowline.driver.event.ServerOpeningEvent;
import dev.bowline.driver.event.TopologyClosedEvent;
import dev.bowline.driver.event.TopologyDescriptionChangedEvent;
import dev.bowline.driver.event.TopologyEvent;
import dev.bowline.driver.event.TopologyListener;
import dev.bowline.driver.event.TopologyLogMessages;
import dev.bowline.driver.event.TopologyOpeningEvent;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.ConnectionPoolClearedEvent;
import dev.bowline.egress.event.EventDelivery;
import dev.bowline.egress.event.LogMessage;
import dev.bowline.egress.event.StructuredLogger;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.bson.types.ObjectId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The events of one topology, first in first out, in the order that the specification prescribes ("SDAM Monitoring").
 *
 * <p>The topology describes each change under its lock. The events are held back until {@link #release}, which follows
 * the publication of the new description: a listener finds in the topology what its event describes. Listeners and the
 * log get them without the lock. A monitor lets another thread deliver, so no listener delays a check.
 */
final class TopologyEvents {
    private static final Logger TROUBLE = LoggerFactory.getLogger(TopologyEvents.class);
    private static final StructuredLogger LOG = new StructuredLogger(LogMessage.Component.TOPOLOGY);

    /** How long a check waits at most for its first event to be delivered. */
    private static final long SOON_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final ObjectId topologyId;
    private final List<TopologyListener> listeners;
    private final int maxLoggedDocumentLength;
    private final EventDelivery<Runnable> delivery;
    /** Held back until the next release. Guarded by the topology's lock. */
    private final List<TopologyEvent> held = new ArrayList<>();
    /** Whether the closing of the topology was delivered. Only the delivering thread uses it. */
    private volatile boolean over;

    /** @param listeners may come and go while the topology lives */
    TopologyEvents(ObjectId topologyId, Environment environment, List<TopologyListener> listeners,
            int maxLoggedDocumentLength) {
        this.topologyId = topologyId;
        this.listeners = listeners;
        this.maxLoggedDocumentLength = maxLoggedDocumentLength;
        this.delivery = new EventDelivery<>(environment, "bowline-topology-events", Runnable::run);
    }

    /** Whether events have a listener or a log. If not, none should be made. */
    boolean observed() {
        return !listeners.isEmpty() || LOG.isDebugEnabled();
    }

    // ---- under the topology's lock, or when nothing can change any more

    void opened(TopologyDescription nothing, TopologyDescription initial) {
        if (observed()) {
            held.add(new TopologyOpeningEvent(topologyId));
            held.add(new TopologyDescriptionChangedEvent(topologyId, nothing, initial));
        }
    }

    void serverOpened(ServerAddress address) {
        if (observed()) {
            held.add(new ServerOpeningEvent(address, topologyId));
        }
    }

    void serverClosed(ServerAddress address) {
        if (observed()) {
            held.add(new ServerClosedEvent(address, topologyId));
        }
    }

    /** The servers that the step changes: the one that replied, and a primary that no longer counts. */
    void serversChanged(TopologyTransition step) {
        if (!observed()) {
            return;
        }
        ServerDescription heard = step.heard();
        ServerDescription before = step.previousServer();
        if (heard != null && before != null) {
            ServerDescription after = step.nextServer();
            serverChanged(before, after == null ? heard : after);
        }
        ServerDescription old = step.invalidatedPrimary();
        if (old != null) {
            ServerDescription now = step.next().server(old.address());
            if (now != null) {
                serverChanged(old, now);
            }
        }
    }

    private void serverChanged(ServerDescription before, ServerDescription after) {
        if (!before.equals(after)) {
            held.add(new ServerDescriptionChangedEvent(before.address(), topologyId, before, after));
        }
    }

    void topologyChanged(TopologyTransition step) {
        if (observed() && step.changesTopology()) {
            held.add(new TopologyDescriptionChangedEvent(topologyId, step.previous(), step.next()));
        }
    }

    /** Makes the last events of the topology, and releases them. */
    void closed(List<Server> members, TopologyDescription last, TopologyDescription nothing) {
        if (!observed()) {
            return;
        }
        for (Server server : members) {
            serverClosed(server.address());
        }
        held.add(new TopologyDescriptionChangedEvent(topologyId, last, nothing));
        held.add(new TopologyClosedEvent(topologyId));
        release();
    }

    /** Queues the events held back so far for the next delivery. */
    void release() {
        held.forEach(this::add);
        held.clear();
    }

    // ---- without the lock

    /** Queues an event that changes no description. Nothing is delivered after a {@link TopologyClosedEvent}. */
    void add(TopologyEvent event) {
        delivery.add(() -> deliver(event));
    }

    /** Queues that a pool was cleared. */
    void add(ConnectionPoolClearedEvent event) {
        delivery.add(() -> {
            if (!over) {
                TopologyRecording.record(topologyId, event);
                deliver(listener -> listener.poolCleared(event), event);
            }
        });
    }

    /** Delivers queued events on this thread, unless another thread is delivering. */
    void deliver() {
        delivery.deliver();
    }

    /** Lets another thread deliver queued events. */
    void deliverElsewhere() {
        delivery.deliverElsewhere();
    }

    /** Lets another thread deliver queued events, and waits a moment for it. */
    void deliverElsewhereSoon() {
        delivery.deliverElsewhere(SOON_NANOS);
    }

    /** Delivers queued events, or waits until another thread has, at most until the deadline; but never for itself. */
    void deliverAll(Deadline deadline) {
        delivery.deliverAll(deadline);
    }

    private void deliver(TopologyEvent event) {
        if (over) {
            return;
        }
        over = event instanceof TopologyClosedEvent;
        TopologyRecording.record(topologyId, event);
        deliver(listener -> listener.topologyEvent(event), event);
        if (LOG.isDebugEnabled()) {
            LogMessage message = TopologyLogMessages.of(event, maxLoggedDocumentLength);
            if (message != null) {
                LOG.log(message);
            }
        }
    }

    private void deliver(Consumer<TopologyListener> call, Object event) {
        for (TopologyListener listener : listeners) {
            try {
                call.accept(listener);
            } catch (RuntimeException | Error e) {
                TROUBLE.warn("A topology listener threw on {}", event, e);
            }
        }
    }
}
