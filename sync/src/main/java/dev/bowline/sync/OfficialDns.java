package dev.bowline.sync;

import com.mongodb.spi.dns.DnsClient;
import dev.bowline.egress.environment.DnsResolver;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks up SRV and TXT records through a {@code DnsClient} of the application's. */
final class OfficialDns implements DnsResolver {
    /** The client does not say how long a record may be kept; the least that polling allows. */
    private static final long TTL_SECONDS = 60;

    private final DnsClient client;

    OfficialDns(DnsClient client) {
        this.client = client;
    }

    @Override
    public List<SrvRecord> srv(String name) {
        List<SrvRecord> records = new ArrayList<>();
        for (String text : look(name, "SRV")) {
            // Priority, weight, port and target.
            String[] parts = text.trim().split("\\s+", -1);
            if (parts.length != 4) {
                throw new DnsException("The SRV record of " + name + " is not of four parts: " + text);
            }
            String host = parts[3].endsWith(".") ? parts[3].substring(0, parts[3].length() - 1) : parts[3];
            try {
                records.add(new SrvRecord(host, Integer.parseInt(parts[2]), TTL_SECONDS));
            } catch (NumberFormatException e) {
                throw new DnsException("The SRV record of " + name + " has no port: " + text, e);
            }
        }
        if (records.isEmpty()) {
            throw new DnsException("There is no SRV record for " + name);
        }
        return records;
    }

    /** The strings of a record come quoted, one after the other. */
    @Override
    public List<String> txt(String name) {
        return look(name, "TXT").stream().map(text -> text.replaceAll("\\s", "").replace("\"", "")).toList();
    }

    private List<String> look(String name, String type) {
        try {
            @Nullable
            List<String> found = client.getResourceRecordData(name, type);
            return found == null ? List.of() : found;
        } catch (com.mongodb.spi.dns.DnsException e) {
            throw new DnsException("The " + type + " record of " + name + " cannot be looked up: " + e.getMessage(), e);
        }
    }
}
