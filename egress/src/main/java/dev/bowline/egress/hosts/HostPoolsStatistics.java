package dev.bowline.egress.hosts;

import java.util.List;
import java.util.function.ToIntFunction;

/** What a {@link HostPools} holds, in total and per host, in the order in which hosts were added. */
public record HostPoolsStatistics(int requests, int pending, int refreshing, int ready, int active, int leased,
        long created, long refused, List<HostStatistics> hosts) {
    /** Of no hosts. */
    public static final HostPoolsStatistics EMPTY = of(List.of());

    /** The sums over these hosts. */
    public static HostPoolsStatistics of(List<HostStatistics> hosts) {
        return new HostPoolsStatistics(sum(hosts, HostStatistics::requests), sum(hosts, HostStatistics::pending),
                sum(hosts, HostStatistics::refreshing), sum(hosts, HostStatistics::ready),
                sum(hosts, HostStatistics::active), sum(hosts, HostStatistics::leased),
                hosts.stream().mapToLong(HostStatistics::created).sum(),
                hosts.stream().mapToLong(HostStatistics::refused).sum(), List.copyOf(hosts));
    }

    private static int sum(List<HostStatistics> hosts, ToIntFunction<HostStatistics> count) {
        return hosts.stream().mapToInt(count).sum();
    }
}
