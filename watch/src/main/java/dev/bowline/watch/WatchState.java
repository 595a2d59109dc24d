package dev.bowline.watch;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.health.ClientHealth;
import dev.bowline.health.ServerHealth;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** What a watch knows at a moment, as the document that the page and the terminal show. */
record WatchState(ClientWatch watch) {
    /** How many seconds of figures a document holds. */
    static final int SHOWN_SECONDS = 180;

    BsonDocument document(long afterRevision) {
        ClientHealth health = watch.client().health();
        TopologyDescription topology = watch.client().topology();
        long now = watch.nowMillis();
        // Before the events: what happens meanwhile is in the next document too.
        long revision = watch.story().revision();
        BsonDocument state = new BsonDocument("now", new BsonInt64(now))
                .append("since", new BsonInt64(watch.startMillis()))
                .append("revision", new BsonInt64(revision))
                .append("topology", new BsonString(health.topology().toString()))
                .append("setName", text(topology.setName()))
                .append("writable", BsonBoolean.valueOf(health.writable()))
                .append("explanation", text(health.explanation().map(Story::shortened).orElse(null)))
                .append("primary", text(topology.primary() == null ? null : topology.primary().address().toString()))
                .append("running", new BsonInt32(watch.running()))
                .append("oldestMillis", number(watch.oldestMillis()))
                .append("ended", new BsonInt64(watch.ended()))
                .append("failed", new BsonInt64(watch.failed()))
                .append("retries", new BsonInt64(watch.retries()));
        BsonArray servers = new BsonArray();
        for (ServerHealth server : health.servers()) {
            servers.add(server(server, topology));
        }
        BsonArray seconds = new BsonArray();
        long second = TimeUnit.MILLISECONDS.toSeconds(now);
        watch.seconds().forEach(second - SHOWN_SECONDS + 1, second, one -> seconds.add(second(one)));
        BsonArray failovers = new BsonArray();
        watch.story().failovers().forEach(failover -> failovers.add(failover(failover)));
        BsonArray events = new BsonArray();
        watch.story().events(afterRevision).forEach(event -> events.add(event(event)));
        return state.append("servers", servers).append("seconds", seconds).append("failovers", failovers)
                .append("events", events);
    }

    private static BsonDocument server(ServerHealth server, TopologyDescription topology) {
        ServerHealth.PoolHealth pool = server.pool();
        return new BsonDocument("address", new BsonString(server.address().toString()))
                .append("state", new BsonString(state(server.type())))
                .append("roundTripMillis", millis(server.roundTrip().orElse(null)))
                .append("heardMillis", millis(server.sinceHeartbeat().orElse(null)))
                .append("behindMillis", behind(topology.server(server.address()), topology.primary()))
                .append("error", text(server.lastError().map(Story::shortened).orElse(null)))
                .append("pool", new BsonDocument("ready", BsonBoolean.valueOf(pool.ready()))
                        .append("open", new BsonInt32(pool.open())).append("inUse", new BsonInt32(pool.inUse()))
                        .append("pending", new BsonInt32(pool.pending()))
                        .append("waiting", new BsonInt32(pool.waiting())));
    }

    /** How far the last write of a secondary is behind that of the primary, by their own clocks. */
    private static BsonValue behind(@Nullable ServerDescription server, @Nullable ServerDescription primary) {
        if (server == null || server.type() != ServerType.RS_SECONDARY || server.lastWriteMillis() == null
                || primary == null || primary.lastWriteMillis() == null) {
            return BsonNull.VALUE;
        }
        return new BsonInt64(Math.max(0, primary.lastWriteMillis() - server.lastWriteMillis()));
    }

    private static BsonDocument second(Seconds.Second second) {
        return new BsonDocument("at", new BsonInt64(second.number())).append("ended", new BsonInt32(second.ended()))
                .append("failed", new BsonInt32(second.failed())).append("retries", new BsonInt32(second.retries()))
                .append("p50", number(second.percentileMillis(0.5)))
                .append("p99", number(second.percentileMillis(0.99))).append("worst", number(second.worstMillis()));
    }

    private static BsonDocument failover(Story.Failover failover) {
        return new BsonDocument("id", new BsonInt64(failover.id()))
                .append("start", new BsonInt64(failover.startMillis()))
                .append("end", failover.isOver() ? new BsonInt64(failover.endMillis()) : BsonNull.VALUE)
                .append("from", new BsonString(failover.from())).append("to", new BsonString(failover.to()))
                .append("reason", new BsonString(failover.reason()))
                .append("first", failover.firstMillis() < 0 ? BsonNull.VALUE : new BsonInt64(failover.firstMillis()))
                .append("affected", new BsonInt32(failover.affected()))
                .append("retries", new BsonInt32(failover.retries())).append("failed", new BsonInt32(failover.failed()))
                .append("worst", number(failover.worstMillis()));
    }

    private static BsonDocument event(Story.Event event) {
        return new BsonDocument("id", new BsonInt64(event.id())).append("at", new BsonInt64(event.millis()))
                .append("kind", new BsonString(event.kind().name().toLowerCase(Locale.ROOT).replace('_', '-')))
                .append("server", new BsonString(event.server())).append("text", new BsonString(event.text()))
                .append("count", new BsonInt32(event.count()));
    }

    /** The state of a server in a word that operators know. */
    static String state(ServerType type) {
        return switch (type) {
            case RS_PRIMARY -> "primary";
            case RS_SECONDARY -> "secondary";
            case RS_ARBITER -> "arbiter";
            case RS_OTHER -> "other";
            case RS_GHOST -> "ghost";
            case STANDALONE -> "standalone";
            case MONGOS -> "router";
            case LOAD_BALANCER -> "load balancer";
            case POSSIBLE_PRIMARY, UNKNOWN -> "unknown";
        };
    }

    private static BsonValue text(@Nullable String text) {
        return text == null ? BsonNull.VALUE : new BsonString(text);
    }

    private static BsonValue millis(@Nullable Duration duration) {
        return duration == null ? BsonNull.VALUE : number(duration.toNanos() / 1e6);
    }

    /** Rounded to a hundredth: a page needs no more. */
    private static BsonDouble number(double value) {
        return new BsonDouble(Math.round(value * 100) / 100.0);
    }
}
