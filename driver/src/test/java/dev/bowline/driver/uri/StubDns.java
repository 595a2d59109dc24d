package dev.bowline.driver.uri;

import dev.bowline.egress.environment.DnsResolver;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.SystemEnvironment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A resolver that knows what a test has told it. */
public final class StubDns implements DnsResolver {
    private final Map<String, List<SrvRecord>> srv = new LinkedHashMap<>();
    private final Map<String, List<String>> txt = new LinkedHashMap<>();

    /** Adds records that live for the given time. */
    public StubDns srv(String name, long ttlSeconds, String host, int... ports) {
        List<SrvRecord> records = srv.computeIfAbsent(name, key -> new ArrayList<>());
        for (int port : ports) {
            records.add(new SrvRecord(host, port, ttlSeconds));
        }
        return this;
    }

    public StubDns txt(String name, String... records) {
        txt.put(name, List.of(records));
        return this;
    }

    @Override
    public List<SrvRecord> srv(String name) {
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
        return (Environment) Proxy.newProxyInstance(StubDns.class.getClassLoader(), new Class<?>[]{Environment.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("dns")) {
                        return this;
                    }
                    try {
                        return method.invoke(SystemEnvironment.instance(), arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
