package dev.bowline.driver.event;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.MongoSecurityException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs what happens to a deployment at INFO: primaries found, lost and changed, servers lost and back, servers that
 * join and leave; at WARN what needs a person. One line per change and none per operation. A server that goes to and
 * fro is limited to {@value #MAX_LINES} lines a minute, and the next line says how many were left out.
 *
 * <p>Events of one topology come one after the other, so its state needs no lock.
 */
public final class FailoverLog implements TopologyListener {
    static final int MAX_LINES = 6;
    private static final long WINDOW_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int MAX_REASON = 300;

    private final Environment environment;
    private final Logger log;
    private final Map<ServerAddress, Long> lostSince = new HashMap<>();
    private final Map<String, Budget> budgets = new HashMap<>();
    private @Nullable ServerAddress primary;
    private @Nullable Long withoutPrimarySince;

    /** How many lines were written about a subject in the current minute. */
    private static final class Budget {
        private long windowStart;
        private int written;
        private int leftOut;
    }

    /** Logs to {@code dev.bowline.topology}. */
    public FailoverLog(Environment environment) {
        this(environment, LoggerFactory.getLogger("dev.bowline.topology"));
    }

    FailoverLog(Environment environment, Logger log) {
        this.environment = environment;
        this.log = log;
    }

    @Override
    public void topologyDescriptionChanged(TopologyDescriptionChangedEvent event) {
        TopologyDescription before = event.previousDescription();
        TopologyDescription now = event.newDescription();
        for (ServerDescription server : now.servers()) {
            ServerDescription earlier = before.server(server.address());
            if (earlier == null) {
                if (!before.servers().isEmpty()) {
                    say(server.address().toString(), false, "Server {} has joined the topology", server.address());
                }
            } else {
                server(earlier, server);
            }
        }
        for (ServerDescription server : before.servers()) {
            if (!now.contains(server.address()) && !now.servers().isEmpty()) {
                lostSince.remove(server.address());
                say(server.address().toString(), false, "Server {} has left the topology", server.address());
            }
        }
        primary(now);
    }

    private void server(ServerDescription earlier, ServerDescription server) {
        String subject = server.address().toString();
        if (earlier.type() != ServerType.UNKNOWN && server.type() == ServerType.UNKNOWN) {
            lostSince.put(server.address(), environment.nanoTime());
            say(subject, isForAPerson(server),
                    "Server {} is lost because {}",
                    server.address(), reason(server));
        } else if (earlier.type() == ServerType.UNKNOWN && server.type() != ServerType.UNKNOWN) {
            Long since = lostSince.remove(server.address());
            if (since == null) {
                say(subject, false, "Server {} is found: {}", server.address(), server.type());
            } else {
                say(subject, false, "Server {} is back as {} after {} s", server.address(), server.type(),
                        seconds(since));
            }
        } else if (earlier.error() == null && server.error() instanceof MongoSecurityException) {
            say(subject, true, "Server {} cannot be used because {}", server.address(), reason(server));
        }
    }

    private void primary(TopologyDescription now) {
        ServerDescription found = now.primary();
        ServerAddress address = found == null ? null : found.address();
        if (address == null && primary != null) {
            withoutPrimarySince = environment.nanoTime();
            ServerDescription old = now.server(primary);
            say("primary", false, "Replica set {} has no primary: {} {}", now.setName(), primary,
                    old == null ? "has left" : "is " + old.type() + " because " + reason(old));
        } else if (address != null && !address.equals(primary)) {
            if (withoutPrimarySince != null) {
                say("primary", false, "Replica set {} has primary {} again after {} s without one", now.setName(),
                        address,
                        seconds(withoutPrimarySince));
            } else if (primary == null) {
                say("primary", false, "Replica set {} has primary {}", now.setName(), address);
            } else {
                say("primary", false, "Replica set {} has changed its primary from {} to {}", now.setName(), primary,
                        address);
            }
            withoutPrimarySince = null;
        }
        primary = address == null && primary != null ? null : address;
    }

    private static boolean isForAPerson(ServerDescription server) {
        return server.error() instanceof MongoSecurityException;
    }

    private static String reason(ServerDescription server) {
        if (server.error() == null) {
            return "it changed its state";
        }
        String text = String.valueOf(server.error().getMessage()).lines().findFirst().orElse("");
        return text.length() <= MAX_REASON ? text : text.substring(0, MAX_REASON) + "...";
    }

    private String seconds(long sinceNanos) {
        return String.format(Locale.ROOT, "%.1f", (environment.nanoTime() - sinceNanos) / 1e9);
    }

    private void say(String subject, boolean warn, String message, @Nullable Object... arguments) {
        if (!(warn ? log.isWarnEnabled() : log.isInfoEnabled())) {
            return;
        }
        Budget budget = budgets.computeIfAbsent(subject, name -> new Budget());
        long now = environment.nanoTime();
        if (budget.written == 0 || now - budget.windowStart > WINDOW_NANOS) {
            budget.windowStart = now;
            budget.written = 0;
        }
        if (budget.written >= MAX_LINES) {
            budget.leftOut++;
            return;
        }
        budget.written++;
        if (budget.leftOut > 0) {
            log.info("{} lines about {} were left out in the last minute", budget.leftOut, subject);
            budget.leftOut = 0;
        }
        if (warn) {
            log.warn(message, arguments);
        } else {
            log.info(message, arguments);
        }
    }
}
