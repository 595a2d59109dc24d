package dev.bowline.conformance.unit;

import dev.bowline.doubles.ForwardingEnvironment;
import dev.bowline.egress.environment.DnsResolver;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The system's environment with the DNS records that the seed list specification asks to be set up, so that no resolver
 * is needed.
 */
final class TestZone extends ForwardingEnvironment implements DnsResolver {
    private static final String DOMAIN = ".test.build.10gen.cc";
    private static final String HOST = "localhost" + DOMAIN;
    private static final long TTL_SECONDS = 86_400;

    /** Host and port of each record; a missing host is the usual one. */
    private static final Map<String, List<String>> SRV = Map.ofEntries(Map.entry("test1", List.of("27017", "27018")),
            Map.entry("test2", List.of("27018", "27019")), Map.entry("test3", List.of("27017")),
            Map.entry("test5", List.of("27017")), Map.entry("test6", List.of("27017")),
            Map.entry("test7", List.of("27017")), Map.entry("test8", List.of("27017")),
            Map.entry("test10", List.of("27017")), Map.entry("test11", List.of("27017")),
            Map.entry("test12", List.of("localhost.build.10gen.cc:27017")),
            Map.entry("test13", List.of("test.build.10gen.cc:27017")),
            Map.entry("test14", List.of("localhost.not-test.build.10gen.cc:27017")),
            Map.entry("test15", List.of("localhost.test.not-build.10gen.cc:27017")),
            Map.entry("test16", List.of("localhost.test.build.not-10gen.cc:27017")),
            Map.entry("test17", List.of("localhost.test.build.10gen.not-cc:27017")),
            Map.entry("test18", List.of("localhost.sub.test.build.10gen.cc:27017")),
            Map.entry("test19", List.of("localhost.evil.build.10gen.cc:27017", "27017")),
            Map.entry("test20", List.of("27017")), Map.entry("test21", List.of("27017")),
            Map.entry("test22", List.of("27017", "27018")), Map.entry("test23", List.of("8000")),
            Map.entry("test24", List.of("8000")),
            Map.entry("test.build.10gen.cc", List.of("test.build.10gen.cc:27017")),
            Map.entry("build.10gen.cc", List.of("build.10gen.cc:27017")));
    private static final Map<String, List<String>> TXT = Map.of("test5", List.of("replicaSet=repl0&authSource=thisDB"),
            "test6", List.of("replicaSet=repl0", "authSource=otherDB"), "test7", List.of("ssl=false"), "test8",
            List.of("authSource"), "test10", List.of("socketTimeoutMS=500"), "test11", List.of("replicaSet=repl0"),
            "test20", List.of("loadBalanced=true"), "test21", List.of("loadBalanced=false"), "test24",
            List.of("loadBalanced=true"));

    @Override
    public List<SrvRecord> srv(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        String service = lower.contains("test22.") ? "_customname._tcp." : "_mongodb._tcp.";
        List<String> records = lower.startsWith(service)
                ? SRV.getOrDefault(host(lower.substring(service.length())), List.of())
                : List.of();
        if (records.isEmpty()) {
            throw new DnsException("There is no record " + name);
        }
        return records.stream().map(TestZone::record).toList();
    }

    @Override
    public List<String> txt(String name) {
        return TXT.getOrDefault(host(name.toLowerCase(Locale.ROOT)), List.of());
    }

    private static String host(String name) {
        return name.endsWith(DOMAIN) ? name.substring(0, name.length() - DOMAIN.length()) : name;
    }

    private static SrvRecord record(String text) {
        int colon = text.indexOf(':');
        return new SrvRecord(colon < 0 ? HOST : text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)),
                TTL_SECONDS);
    }

    @Override
    public DnsResolver dns() {
        return this;
    }
}
