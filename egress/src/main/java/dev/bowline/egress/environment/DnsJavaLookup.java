package dev.bowline.egress.environment;

import dev.bowline.egress.environment.DnsResolver.DnsException;
import dev.bowline.egress.environment.DnsResolver.SrvRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.xbill.DNS.Cache;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Lookup;
import org.xbill.DNS.Record;
import org.xbill.DNS.SRVRecord;
import org.xbill.DNS.TXTRecord;
import org.xbill.DNS.TextParseException;
import org.xbill.DNS.Type;

/** The only class that touches dnsjava, so that nothing else fails to load without it. */
final class DnsJavaLookup {
    private DnsJavaLookup() {}

    static List<SrvRecord> srv(String name) {
        List<SrvRecord> found = new ArrayList<>();
        for (Record record : run(name, Type.SRV)) {
            if (record instanceof SRVRecord srv) {
                found.add(new SrvRecord(srv.getTarget().toString(true), srv.getPort(), srv.getTTL()));
            }
        }
        if (found.isEmpty()) {
            throw new DnsException("There is no SRV record for " + name);
        }
        return List.copyOf(found);
    }

    static List<String> txt(String name) {
        List<String> found = new ArrayList<>();
        for (Record record : run(name, Type.TXT)) {
            if (record instanceof TXTRecord txt) {
                found.add(txt.getStringsAsByteArrays()
                        .stream()
                        .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                        .collect(Collectors.joining()));
            }
        }
        return List.copyOf(found);
    }

    private static List<Record> run(String name, int type) {
        Lookup lookup;
        try {
            lookup = new Lookup(name.endsWith(".") ? name : name + ".", type, DClass.IN);
        } catch (TextParseException e) {
            throw new DnsException("'" + name + "' is not a host name", e);
        }
        // A fresh cache: polling for changed records must not be answered from memory.
        lookup.setCache(new Cache(DClass.IN));
        Record[] records = lookup.run();
        return switch (lookup.getResult()) {
            case Lookup.SUCCESSFUL -> records == null ? List.of() : Arrays.asList(records);
            case Lookup.HOST_NOT_FOUND, Lookup.TYPE_NOT_FOUND -> List.of();
            default ->
                throw new DnsException(
                        "Looking up " + Type.string(type) + " " + name + " failed: " + lookup.getErrorString());
        };
    }
}
