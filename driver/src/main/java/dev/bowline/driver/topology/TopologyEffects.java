package dev.bowline.driver.topology;

import dev.bowline.egress.pool.Effects;
import java.util.ArrayList;
import java.util.List;
import org.bson.types.ObjectId;
import org.slf4j.Logger;

/** What a topology decides under its lock and does, in this order, after it has released the lock. */
final class TopologyEffects {
    private final ObjectId topologyId;
    private final Logger log;
    private final TopologyEvents events;
    private final List<Runnable> effects = new ArrayList<>();

    TopologyEffects(ObjectId topologyId, Logger log, TopologyEvents events) {
        this.topologyId = topologyId;
        this.log = log;
        this.events = events;
    }

    void add(Runnable effect) {
        effects.add(effect);
    }

    /** Runs the effects, then calls listeners on this thread. */
    void run() {
        run(false);
    }

    /**
     * Runs the effects; threads are woken before any listener is called. One failure does not stop the rest.
     *
     * @param elsewhere whether listeners are called on another thread, because this one is a monitor's or a pool's
     */
    void run(boolean elsewhere) {
        for (Runnable effect : effects) {
            carryOut(effect);
        }
        for (Runnable effect : effects) {
            if (effect instanceof Effects ofPool) {
                if (ofPool.cleared() != null && events.observed()) {
                    events.add(ofPool.cleared());
                }
                if (elsewhere) {
                    ofPool.deliverElsewhere();
                } else {
                    ofPool.run();
                }
            }
        }
        if (elsewhere) {
            events.deliverElsewhere();
        } else {
            events.deliver();
        }
    }

    private void carryOut(Runnable effect) {
        try {
            if (effect instanceof Effects ofPool) {
                ofPool.act();
            } else {
                effect.run();
            }
        } catch (RuntimeException | Error e) {
            log.error("Topology {} could not carry out what it decided", topologyId, e);
        }
    }
}
