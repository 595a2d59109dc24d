package dev.bowline.driver.uri;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Makes connection strings: well-formed ones with likely and unlikely values, and ones with a few characters changed.
 */
final class RandomConnectionStrings {
    private static final List<String> HOSTS = List.of("localhost", "Example.com", "127.0.0.1", "[::1]", "a", "b-c.d",
            "%2Ftmp%2Fmongodb-27017.sock", "256.0.0.1", "", "a b", "[::1", "x_y", "rel%2Fs.sock", "h%C3%BCl");
    private static final List<String> PORTS = List.of("", "", "", ":27017", ":1", ":65535", ":0", ":65536", ":", ":x",
            ":-1", ":+5", ":007");
    private static final List<String> USERS = List.of("", "", "", "alice@", "alice:secret@", "a%40b:c%3Ad@", "u:@",
            ":p@", "@", "a:b:c@", "a@b@", "a%:b@", "a%2:b@", "a+b:c+d@", "$x:!$&'()*+,;=@", "%C3%BC:%ff@");
    private static final List<String> DATABASES = List.of("", "", "/", "/", "/", "/db", "/admin", "/my%20db", "/a.b",
            "/a$b", "/a%2Fb", "/db/x", "/%zz");
    private static final List<String> NAMES = List.of("w", "wTimeoutMS", "journal", "readConcernLevel",
            "readPreference", "readPreferenceTags", "maxStalenessSeconds", "maxPoolSize", "minPoolSize",
            "maxConnecting", "maxIdleTimeMS", "waitQueueTimeoutMS", "connectTimeoutMS", "socketTimeoutMS",
            "timeoutMS", "serverSelectionTimeoutMS", "localThresholdMS", "heartbeatFrequencyMS", "replicaSet",
            "appName", "compressors", "zlibCompressionLevel", "tls", "ssl", "tlsInsecure", "tlsAllowInvalidHostnames",
            "directConnection", "loadBalanced", "retryReads", "retryWrites", "authMechanism", "authSource",
            "authMechanismProperties", "uuidRepresentation", "serverMonitoringMode", "proxyHost", "proxyPort",
            "proxyUsername", "proxyPassword", "srvMaxHosts", "srvServiceName", "tlsCAFile", "unknownOption",
            "APPNAME", "wtimeout", "j");
    private static final List<String> VALUES = List.of("true", "false", "0", "1", "2", "90", "100", "500", "-1", "-2",
            "10000", "", "x", "majority", "local", "primary", "secondary", "nearest", "secondaryPreferred", "dc:ny",
            "dc:ny,rack:1", "dc", "zlib", "snappy,zstd", "lzma", "yes", "a%20b", "a+b", "%", "%2", "a=b", "a;b",
            "stream",
            "poll", "auto", "standard", "javaLegacy", "SCRAM-SHA-1", "SCRAM-SHA-256", "PLAIN", "MONGODB-X509",
            "MONGODB-CR", "GSSAPI", "$external", "SERVICE_NAME:x", "3000000000", "1.5", " 7", "True", "h%C3%BC");
    private static final String MUTATIONS = "abz019:/?&=@%,;[]+-_. $#\\\"~\u00e9\t";

    private final RandomGenerator random;

    RandomConnectionStrings(RandomGenerator random) {
        this.random = random;
    }

    String next() {
        StringBuilder text = new StringBuilder("mongodb://").append(pick(USERS));
        int hosts = random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 1;
        List<String> list = new ArrayList<>();
        for (int i = 0; i < hosts; i++) {
            // Most hosts are plain, or hardly any string would be valid.
            list.add(random.nextInt(3) > 0 ? "host" + random.nextInt(4) : pick(HOSTS) + pick(PORTS));
        }
        text.append(String.join(",", list));
        String database = pick(DATABASES);
        text.append(database);
        int options = random.nextInt(5);
        for (int i = 0; i < options; i++) {
            text.append(i == 0 ? "?" : "&").append(pick(NAMES)).append('=').append(pick(VALUES));
        }
        return random.nextInt(3) == 0 ? mutate(text) : text.toString();
    }

    private String mutate(StringBuilder text) {
        int edits = 1 + random.nextInt(3);
        for (int i = 0; i < edits && !text.isEmpty(); i++) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(4)) {
                case 0 -> text.deleteCharAt(at);
                case 1 -> text.insert(at, MUTATIONS.charAt(random.nextInt(MUTATIONS.length())));
                case 2 -> text.setCharAt(at, MUTATIONS.charAt(random.nextInt(MUTATIONS.length())));
                default -> text.insert(at, text.substring(at, Math.min(text.length(), at + 1 + random.nextInt(6))));
            }
        }
        return text.toString();
    }

    private String pick(List<String> values) {
        return values.get(random.nextInt(values.size()));
    }
}
