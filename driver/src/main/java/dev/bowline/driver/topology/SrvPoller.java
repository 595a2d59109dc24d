package dev.bowline.driver.topology;

import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.description.TopologyType;
import dev.bowline.driver.uri.SeedList;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks an SRV record up again now and then, so that routers may come and go without a change of the client's settings
 * (the specification on polling SRV records). Ends by itself once the topology is known not to be sharded.
 */
final class SrvPoller {
    private static final Logger LOG = LoggerFactory.getLogger("dev.bowline.topology");
    private static final long MIN_INTERVAL_SECONDS = 60;

    private final Topology topology;
    private final TopologySettings.Srv srv;
    private final long heartbeatFrequencyMillis;
    private final Environment environment;
    private final MonitorThread thread;

    SrvPoller(Topology topology, TopologySettings.Srv srv, long heartbeatFrequencyMillis, Environment environment) {
        this.topology = topology;
        this.srv = srv;
        this.heartbeatFrequencyMillis = heartbeatFrequencyMillis;
        this.environment = environment;
        this.thread = new MonitorThread(environment);
    }

    void start() {
        thread.start("bowline-srv-" + srv.host(), this::run);
    }

    void stop() {
        thread.stop();
    }

    private void run() {
        long restMillis = intervalMillis(srv.ttlSeconds());
        while (rest(Deadline.afterMillisOrNever(environment, restMillis)) && mayBeSharded(topology.description())) {
            try {
                SeedList found = SeedList.poll(environment.dns(), srv.host(), srv.serviceName(),
                        srv.allowedHostsSuffix(),
                        host -> LOG.warn("The SRV record of {} names {}, which is not in its domain and is left out",
                                srv.host(), host));
                if (!topology.followSrvRecord(
                        chosen(new LinkedHashSet<>(found.hosts()), topology.description()))) {
                    return;
                }
                restMillis = intervalMillis(found.ttlSeconds());
            } catch (RuntimeException | Error e) {
                LOG.warn("Looking up the SRV record of {} failed; the known servers stay", srv.host(), e);
                restMillis = heartbeatFrequencyMillis;
            }
        }
    }

    /** The hosts to follow: those already known stay, new ones are drawn at random up to {@code srvMaxHosts}. */
    private SequencedSet<ServerAddress> chosen(SequencedSet<ServerAddress> found, TopologyDescription known) {
        if (srv.maxHosts() == 0) {
            SeedList.requireFew(found.size());
            return found;
        }
        if (found.size() <= srv.maxHosts()) {
            return found;
        }
        SequencedSet<ServerAddress> chosen = new LinkedHashSet<>();
        List<ServerAddress> fresh = new ArrayList<>();
        for (ServerAddress host : found) {
            if (!known.contains(host)) {
                fresh.add(host);
            } else if (chosen.size() < srv.maxHosts()) {
                chosen.add(host);
            }
        }
        while (chosen.size() < srv.maxHosts()) {
            chosen.add(fresh.remove(environment.random().nextInt(fresh.size())));
        }
        return chosen;
    }

    private static boolean mayBeSharded(TopologyDescription description) {
        return description.type() == TopologyType.UNKNOWN || description.type() == TopologyType.SHARDED;
    }

    private static long intervalMillis(long ttlSeconds) {
        return TimeUnit.SECONDS.toMillis(Math.max(ttlSeconds, MIN_INTERVAL_SECONDS));
    }

    /** Returns false if the poller was stopped meanwhile. */
    private boolean rest(Deadline deadline) {
        thread.rest(deadline);
        return !thread.isStopped();
    }
}
