package dev.bowline.egress.pool;

import java.util.List;
import java.util.function.ToIntFunction;

/** What a {@link ConnectionPool} holds, in total and per host, in the order in which hosts were added. */
public record ConnectionPoolStatistics(int requests, int pending, int refreshing, int ready, int active, int leased,
        long created, List<HostStatistics> hosts) {
    static ConnectionPoolStatistics of(List<HostStatistics> hosts) {
        return new ConnectionPoolStatistics(sum(hosts, HostStatistics::requests), sum(hosts, HostStatistics::pending),
                sum(hosts, HostStatistics::refreshing), sum(hosts, HostStatistics::ready),
                sum(hosts, HostStatistics::active), sum(hosts, HostStatistics::leased),
                hosts.stream().mapToLong(HostStatistics::created).sum(), List.copyOf(hosts));
    }

    private static int sum(List<HostStatistics> hosts, ToIntFunction<HostStatistics> count) {
        return hosts.stream().mapToInt(count).sum();
    }
}
