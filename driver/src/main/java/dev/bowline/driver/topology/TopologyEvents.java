package dev.bowline.driver.topology;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.event.ServerClosedEvent;
import dev.bowline.driver.event.ServerDescriptionChangedEvent;
import dev.bowline.driver.event.ServerOpeningEvent;
import dev.bowline.driver.event.TopologyClosedEvent;
import dev.bowline.driver.event.TopologyDescriptionChangedEvent;
import dev.bowline.driver.event.TopologyEvent;
import dev.bowline.driver.event.TopologyOpeningEvent;
import dev.bowline.egress.environment.ServerAddress;
import java.util.ArrayList;
import java.util.List;
import org.bson.types.ObjectId;

/**
 * Makes the events of a topology's changes, if they have a listener, in the order that the specification prescribes ("SDAM Monitoring").
 * Called under the topology's lock, or when nothing can change any more. They are kept back until {@link #release}, which comes after the
 * description that they tell of is published: a listener finds in the topology what it is told.
 */
final class TopologyEvents {
    private final ObjectId id;
    private final TopologyEventQueue news;
    private final List<TopologyEvent> made = new ArrayList<>();

    /** @param id that of the topology */
    TopologyEvents(ObjectId id, TopologyEventQueue news) {
        this.id = id;
        this.news = news;
    }

    /** Has what was made delivered with the next delivery. */
    void release() {
        made.forEach(news::add);
        made.clear();
    }

    void opened(TopologyDescription nothing, TopologyDescription initial) {
        if (news.observed()) {
            made.add(new TopologyOpeningEvent(id));
            made.add(new TopologyDescriptionChangedEvent(id, nothing, initial));
        }
    }

    void serverOpened(ServerAddress address) {
        if (news.observed()) {
            made.add(new ServerOpeningEvent(address, id));
        }
    }

    void serverClosed(ServerAddress address) {
        if (news.observed()) {
            made.add(new ServerClosedEvent(address, id));
        }
    }

    /** What the step changes in servers: the one that was heard, and a primary that no longer counts. */
    void serversChanged(TopologyTransition step) {
        if (!news.observed()) {
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
            made.add(new ServerDescriptionChangedEvent(before.address(), id, before, after));
        }
    }

    void topologyChanged(TopologyTransition step) {
        if (news.observed() && step.changesTopology()) {
            made.add(new TopologyDescriptionChangedEvent(id, step.previous(), step.next()));
        }
    }

    /** The last that is ever told. */
    void closed(List<Server> members, TopologyDescription last, TopologyDescription nothing) {
        if (!news.observed()) {
            return;
        }
        for (Server server : members) {
            serverClosed(server.address());
        }
        made.add(new TopologyDescriptionChangedEvent(id, last, nothing));
        made.add(new TopologyClosedEvent(id));
        release();
    }
}
