package dev.bowline.egress.environment;

import java.util.List;

/** Looks records up with dnsjava, an optional dependency, and says so where it is absent. */
final class SystemDnsResolver implements DnsResolver {
    @Override
    public List<SrvRecord> srv(String name) {
        try {
            return DnsJavaLookup.srv(name);
        } catch (NoClassDefFoundError e) {
            throw absent(name, e);
        }
    }

    @Override
    public List<String> txt(String name) {
        try {
            return DnsJavaLookup.txt(name);
        } catch (NoClassDefFoundError e) {
            throw absent(name, e);
        }
    }

    private static DnsException absent(String name, NoClassDefFoundError error) {
        return new DnsException("Cannot look up " + name
                + ": a mongodb+srv connection string needs the library dnsjava:dnsjava on the class or module path",
                error);
    }
}
