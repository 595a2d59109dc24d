package dev.bowline.driver.uri;

import dev.bowline.egress.environment.DnsResolver;
import dev.bowline.egress.environment.DnsResolver.DnsException;
import dev.bowline.egress.environment.DnsResolver.SrvRecord;
import dev.bowline.egress.environment.ForeignText;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.MongoConfigurationException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The servers that DNS names for a {@code mongodb+srv} host, and the options that come with them; by the specifications
 * initial DNS seed list discovery and polling SRV records.
 *
 * @param hosts the servers, each once, at least one
 * @param ttlSeconds the least time to live of the records
 */
public record SeedList(List<ServerAddress> hosts, long ttlSeconds) {
    /** The default of {@code srvServiceName}. */
    public static final String DEFAULT_SERVICE_NAME = "mongodb";
    private static final int MAX_HOSTS = 1_000;
    private static final Logger LOGGER = LoggerFactory.getLogger("dev.bowline.uri");

    /** Creates a list with a copy of the hosts. */
    public SeedList {
        hosts = List.copyOf(hosts);
    }

    /** The options that a TXT record may hold; the connection string's own, and settings in code, take precedence. */
    public record TxtOptions(Optional<String> authSource, Optional<String> replicaSet, Optional<Boolean> loadBalanced) {
        static final TxtOptions NONE = new TxtOptions(Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Looks up the servers. One under another domain, or none at all, is an error. */
    public static SeedList lookUp(DnsResolver dns, String srvHost, String serviceName) {
        return lookUp(dns, srvHost, serviceName, (String) null);
    }

    /** The same, with the domain that servers must be in; null for that of the host. */
    public static SeedList lookUp(DnsResolver dns, String srvHost, String serviceName,
            @Nullable String allowedHostsSuffix) {
        return translated(srvHost, () -> lookUp(dns, srvHost, serviceName, allowedHostsSuffix, host -> {
            throw new MongoConfigurationException("The SRV record of " + srvHost + " names " + host
                    + ", which is not in the same domain and may belong to another owner");
        }));
    }

    /** A failed look-up is part of the one exception tree that users see. */
    private static <T> T translated(String srvHost, Supplier<T> lookUp) {
        try {
            return lookUp.get();
        } catch (DnsException e) {
            throw new MongoConfigurationException(
                    "The servers of mongodb+srv://" + srvHost + " cannot be found: " + e.getMessage(), e);
        }
    }

    /**
     * Looks up the servers again, as SRV polling does: one under another domain is passed over with a warning.
     *
     * @throws MongoConfigurationException if none remain
     * @throws DnsException if the look-up fails
     */
    public static SeedList poll(DnsResolver dns, String srvHost, String serviceName,
            @Nullable String allowedHostsSuffix, Consumer<String> rejected) {
        return lookUp(dns, srvHost, serviceName, allowedHostsSuffix, rejected);
    }

    private static SeedList lookUp(DnsResolver dns, String srvHost, String serviceName,
            @Nullable String allowedHostsSuffix, Consumer<String> rejected) {
        checkHostName(srvHost);
        String name = "_" + serviceName + "._tcp." + srvHost;
        List<SrvRecord> records = dns.srv(name);
        Set<ServerAddress> hosts = new LinkedHashSet<>();
        long ttlSeconds = Long.MAX_VALUE;
        for (SrvRecord record : records) {
            if (allowedHostsSuffix == null
                    ? isInDomainOf(srvHost, record.host())
                    : hasSuffix(withoutTrailingDot(record.host()), allowedHostsSuffix)) {
                hosts.add(address(name, record));
                ttlSeconds = Math.min(ttlSeconds, record.ttlSeconds());
            } else {
                rejected.accept(ForeignText.shown(record.host()));
            }
        }
        if (hosts.isEmpty()) {
            throw new MongoConfigurationException("There is no usable SRV record for " + name);
        }
        return new SeedList(List.copyOf(hosts), ttlSeconds);
    }

    private static boolean hasSuffix(String host, String suffix) {
        String domain = suffix.startsWith(".") ? suffix : "." + suffix;
        return host.toLowerCase(Locale.ROOT).endsWith(domain.toLowerCase(Locale.ROOT));
    }

    private static ServerAddress address(String name, SrvRecord record) {
        try {
            return new ServerAddress(withoutTrailingDot(record.host()), record.port());
        } catch (IllegalArgumentException e) {
            throw new MongoConfigurationException("The SRV record " + name + " is unusable: " + e.getMessage(), e);
        }
    }

    /**
     * Refuses a record that names too many servers: each would get threads and a pool of its own.
     *
     * @throws MongoConfigurationException if there are more than 1,000
     */
    public static void requireFew(int hostCount) {
        if (hostCount > MAX_HOSTS) {
            throw new MongoConfigurationException("An SRV record names " + hostCount + " servers, more than "
                    + MAX_HOSTS + "; limit them with srvMaxHosts");
        }
    }

    /**
     * A random choice of at most this many servers; 0 means all of them.
     *
     * @throws MongoConfigurationException if all of them are more than 1,000
     */
    public SeedList limitedTo(int maxHosts, RandomGenerator random) {
        if (maxHosts == 0) {
            requireFew(hosts.size());
            return this;
        }
        if (maxHosts >= hosts.size()) {
            return this;
        }
        List<ServerAddress> shuffled = new ArrayList<>(hosts);
        for (int i = 0; i < maxHosts; i++) {
            int other = i + random.nextInt(shuffled.size() - i);
            ServerAddress swapped = shuffled.get(i);
            shuffled.set(i, shuffled.get(other));
            shuffled.set(other, swapped);
        }
        return new SeedList(shuffled.subList(0, maxHosts), ttlSeconds);
    }

    /** The options of the host's TXT record, if it has one. Two records, or another option, are an error. */
    public static TxtOptions lookUpOptions(DnsResolver dns, String srvHost) {
        List<String> records = translated(srvHost, () -> dns.txt(srvHost));
        if (records.isEmpty()) {
            return TxtOptions.NONE;
        }
        if (records.size() > 1) {
            throw new MongoConfigurationException("There are " + records.size() + " TXT records for " + srvHost
                    + " where one is allowed");
        }
        return readOptions(srvHost, records.get(0));
    }

    private static TxtOptions readOptions(String srvHost, String record) {
        String prefix = "The TXT record of " + srvHost + " is invalid: ";
        Optional<String> authSource = Optional.empty();
        Optional<String> replicaSet = Optional.empty();
        Optional<Boolean> loadBalanced = Optional.empty();
        for (String part : record.split("&", -1)) {
            int equals = part.indexOf('=');
            String value = equals < 1 ? null : PercentEncoding.decode(part.substring(equals + 1));
            if (value == null || value.isEmpty()) {
                throw new MongoConfigurationException(
                        prefix + "'" + ForeignText.shown(part, 100) + "' is not of the form name=value");
            }
            switch (part.substring(0, equals).toLowerCase(Locale.ROOT)) {
                case "authsource" -> authSource = Optional.of(value);
                case "replicaset" -> replicaSet = Optional.of(value);
                case "loadbalanced" -> loadBalanced = flag(value, srvHost);
                default -> throw new MongoConfigurationException(
                        prefix + "it holds '" + ForeignText.shown(part.substring(0, equals), 100)
                                + "', but only authSource, replicaSet and loadBalanced are allowed");
            }
        }
        return new TxtOptions(authSource, replicaSet, loadBalanced);
    }

    /** A value of the wrong type is ignored with a warning, as it is in a connection string. */
    private static Optional<Boolean> flag(String value, String srvHost) {
        return switch (value) {
            case "true" -> Optional.of(true);
            case "false" -> Optional.of(false);
            default -> {
                LOGGER.warn(
                        "The option loadBalanced in the TXT record of {} is neither 'true' nor 'false'; it is ignored",
                        srvHost);
                yield Optional.empty();
            }
        };
    }

    /**
     * A host name must have a domain of its own beneath a top-level one, or the check of domains would be worth
     * nothing.
     */
    static void checkHostName(String srvHost) {
        String[] parts = withoutTrailingDot(srvHost).split("\\.", -1);
        boolean emptyPart = false;
        for (String part : parts) {
            emptyPart |= part.isEmpty();
        }
        if (parts.length < 3 || emptyPart) {
            throw new MongoConfigurationException("The host '" + srvHost
                    + "' of mongodb+srv is not of the form host.domain.tld");
        }
    }

    private static boolean isInDomainOf(String srvHost, String host) {
        String name = withoutTrailingDot(srvHost).toLowerCase(Locale.ROOT);
        String domain = name.substring(name.indexOf('.'));
        return withoutTrailingDot(host).toLowerCase(Locale.ROOT).endsWith(domain);
    }

    private static String withoutTrailingDot(String name) {
        return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    }
}
