package dev.bowline.driver.event;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ForeignText;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.ConnectionPoolClearedEvent;
import dev.bowline.egress.event.RateLimitedLog;
import dev.bowline.error.MongoSecurityException;
import dev.bowline.error.MongoServerException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs what happens to a deployment at INFO: primaries found, lost and changed, servers lost and back, servers
 * that join and leave, pools cleared; at WARN what needs a person. One line per change and none per operation.
 * {@link RateLimitedLog} limits the lines about a server that goes to and fro.
 *
 * <p>Events of one topology come one after the other, so its state needs no lock.
 */
public final class FailoverLog implements TopologyListener {
    private static final int MAX_REASON = 300;
    /** Differences below this come from a clock that is being adjusted, and from a process that was not running. */
    private static final long CLOCK_JUMP_MILLIS = 5000;

    private final Environment environment;
    private final RateLimitedLog log;
    private final Map<ServerAddress, Long> lostSince = new HashMap<>();
    private @Nullable ServerAddress primary;
    private @Nullable ServerAddress lostPrimary;
    private long withoutPrimarySince;
    /** The wall clock minus the monotonic clock, at the last heartbeat. */
    private @Nullable Long clockOffsetMillis;

    /** Logs to {@code dev.bowline.topology}. */
    public FailoverLog(Environment environment) {
        this(environment, LoggerFactory.getLogger("dev.bowline.topology"));
    }

    FailoverLog(Environment environment, Logger log) {
        this.environment = environment;
        this.log = new RateLimitedLog(environment, log);
    }

    @Override
    public void topologyDescriptionChanged(TopologyDescriptionChangedEvent event) {
        TopologyDescription before = event.previousDescription();
        TopologyDescription now = event.newDescription();
        for (ServerDescription server : now.servers()) {
            ServerDescription earlier = before.server(server.address());
            if (earlier != null) {
                server(earlier, server);
            } else if (!before.servers().isEmpty()) {
                log.info(server.address().toString(), "Server {} has joined the topology", server.address());
            }
        }
        for (ServerDescription server : before.servers()) {
            if (!now.contains(server.address())) {
                // The topology itself logs why it has left.
                lostSince.remove(server.address());
            }
        }
        if (!now.servers().isEmpty()) {
            primary(now);
        }
    }

    @Override
    public void poolCleared(ConnectionPoolClearedEvent event) {
        log.info("the pool of " + event.address(), "Pool of {} is cleared: {}{}{}; reason: {}", event.address(),
                counted(event.connections(), "connection"),
                event.interruptInUseConnections()
                        ? ", " + event.interrupted() + " interrupted in use because the server does not answer"
                        : "",
                event.waiting() == 0 ? "" : ", " + counted(event.waiting(), "waiting operation") + " freed",
                reason(event.cause()));
    }

    @Override
    public void serverHeartbeatSucceeded(ServerHeartbeatSucceededEvent event) {
        long offset = environment.currentTimeMillis() - TimeUnit.NANOSECONDS.toMillis(environment.nanoTime());
        Long before = clockOffsetMillis;
        if (before != null && Math.abs(offset - before) >= CLOCK_JUMP_MILLIS) {
            log.warn("the clock", "The clock of this machine has jumped by {} s", (offset - before) / 1000.0);
        }
        clockOffsetMillis = offset;
    }

    private void server(ServerDescription earlier, ServerDescription server) {
        ServerAddress address = server.address();
        if (!earlier.type().isUnknown() && server.type().isUnknown()) {
            lostSince.put(address, environment.nanoTime());
            if (server.error() instanceof MongoSecurityException) {
                log.warn(address.toString(), "Server {} refuses this client: {}", address, reason(server.error()));
            } else {
                log.info(address.toString(), "Server {} ({}) is lost because {}", address, earlier.type(),
                        reason(server.error()));
            }
        } else if (earlier.type().isUnknown() && !server.type().isUnknown()) {
            Long since = lostSince.remove(address);
            if (since == null) {
                log.info(address.toString(), "Server {} is found as {}", address, server.type());
            } else {
                log.info(address.toString(), "Server {} is back as {} after {} s{}", address, server.type(),
                        seconds(since), earlier.error() == null ? "" : "; last error: " + reason(earlier.error()));
            }
        } else if (earlier.error() == null && server.error() instanceof MongoSecurityException) {
            log.warn(address.toString(), "Server {} cannot be used because {}", address, reason(server.error()));
        }
    }

    private void primary(TopologyDescription now) {
        ServerDescription found = now.primary();
        ServerAddress before = primary;
        ServerAddress address = found == null ? null : found.address();
        primary = address;
        String set = ForeignText.shown(String.valueOf(now.setName()));
        if (address == null && before != null) {
            withoutPrimarySince = environment.nanoTime();
            lostPrimary = before;
            log.info("primary", "Replica set {} has no primary: {}", set,
                    whyLost(before, now.server(before)));
        } else if (address != null && lostPrimary != null) {
            log.info("primary", "Replica set {} has primary {} after {} s without one{}", set, address,
                    seconds(withoutPrimarySince),
                    address.equals(lostPrimary) ? "" : "; before that it was " + lostPrimary);
            lostPrimary = null;
        } else if (address != null && before == null) {
            log.info("primary", "Replica set {} has primary {}", set, address);
        } else if (address != null && before != null && !address.equals(before)) {
            log.info("primary", "Replica set {} has changed its primary from {} to {}{}", set, before,
                    address,
                    isSecondary(now.server(before)) ? ", because " + before + " has stepped down" : "");
        }
    }

    private static String whyLost(ServerAddress address, @Nullable ServerDescription known) {
        if (known == null) {
            return address + " has left it";
        }
        if (isSecondary(known)) {
            return address + " has stepped down and is RSSecondary";
        }
        if (known.error() instanceof MongoServerException) {
            return address + " answers: " + reason(known.error());
        }
        return known.type().isUnknown() ? address + " is lost" : address + " is now " + known.type();
    }

    private static boolean isSecondary(@Nullable ServerDescription server) {
        return server != null && server.type() == ServerType.RS_SECONDARY;
    }

    private static String reason(@Nullable Throwable error) {
        if (error == null) {
            return "it changed its state";
        }
        String text = String.valueOf(error.getMessage()).lines().findFirst().orElse("");
        return text.length() <= MAX_REASON ? text : text.substring(0, MAX_REASON) + "...";
    }

    private static String counted(int count, String thing) {
        return count + " " + thing + (count == 1 ? "" : "s");
    }

    private String seconds(long sinceNanos) {
        return String.format(Locale.ROOT, "%.1f", (environment.nanoTime() - sinceNanos) / 1e9);
    }
}
