package dev.bowline.driver.uri;

import dev.bowline.doubles.ForwardingEnvironment;
import dev.bowline.egress.environment.DnsResolver;
import dev.bowline.egress.environment.Environment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A resolver with the records that a test gave it. */
public final class StubDns implements DnsResolver {
    private final Map<String, List<SrvRecord>> srv = new LinkedHashMap<>();
    private final Map<String, List<String>> txt = new LinkedHashMap<>();
    /** The names whose SRV records were asked for. */
    public final List<String> asked = new ArrayList<>();

    /** Adds records that live for the given time. */
    public StubDns srv(String name, long ttlSeconds, String host, int... ports) {
        List<SrvRecord> records = srv.computeIfAbsent(name, key -> new ArrayList<>());
        for (int port : ports) {
            records.add(new SrvRecord(host, port, ttlSeconds));
        }
        return this;
    }

    /** Forgets all records. */
    public StubDns clear() {
        srv.clear();
        txt.clear();
        return this;
    }

    public StubDns txt(String name, String... records) {
        txt.put(name, List.of(records));
        return this;
    }

    @Override
    public List<SrvRecord> srv(String name) {
        asked.add(name);
        List<SrvRecord> records = srv.get(name.toLowerCase(Locale.ROOT));
        if (records == null) {
            throw new DnsException("no SRV records for " + name);
        }
        return records;
    }

    @Override
    public List<String> txt(String name) {
        return txt.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
    }

    /** The system's environment with this resolver in it. */
    public Environment environment() {
        return new ForwardingEnvironment() {
            @Override
            public DnsResolver dns() {
                return StubDns.this;
            }
        };
    }
}
