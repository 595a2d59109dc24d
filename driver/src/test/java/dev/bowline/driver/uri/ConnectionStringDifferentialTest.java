package dev.bowline.driver.uri;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoCompressor;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.MongoConfigurationException;
import dev.bowline.settings.MongoCredential;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.random.RandomGeneratorFactory;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Random connection strings, valid and mutated, as we read them and as the official driver does. Each difference must
 * be explained by a row of the table below, and each row has a string that shows what it explains.
 */
class ConnectionStringDifferentialTest {
    private static final int STRINGS = 30_000;
    private static final String ERROR = "error";

    /** What differs in one string. A side that refuses the string has only an error. */
    private record Difference(String text, Map<String, Object> ours, Map<String, Object> theirs, String field) {
        boolean onlyOursRefuses(String reason) {
            return field.equals(ERROR) && !theirs.containsKey(ERROR) && found(reason, ours.get(ERROR));
        }

        boolean onlyTheirsRefuses(String reason) {
            return field.equals(ERROR) && !ours.containsKey(ERROR) && found(reason, theirs.get(ERROR));
        }

        boolean has(String pattern) {
            return found(pattern, text);
        }

        private static boolean found(String pattern, Object in) {
            return Pattern.compile(pattern, Pattern.CASE_INSENSITIVE).matcher(String.valueOf(in)).find();
        }

        @Override
        public String toString() {
            return text + ": " + field + " is " + ours.get(field) + " here and " + theirs.get(field) + " there";
        }
    }

    /** A reason for differences, with a string that shows one, and how to recognize them. */
    private record Explanation(String reason, String example, Predicate<Difference> covers) {
        @Override
        public String toString() {
            return reason;
        }
    }

    private static final List<Explanation> TABLE = List.of(
            // What we refuse and the official driver does not.
            new Explanation("the connection string specification forbids / \\ space \" and $ in a database's name",
                    "mongodb://h/a$b",
                    d -> d.onlyOursRefuses(
                            "the database holds, at position .*, a character that no database name may")),
            new Explanation(
                    "a percent sign that begins no encoded character, or bytes that are not UTF-8, are an error",
                    "mongodb://u:%ff@h", d -> d.onlyOursRefuses("does not begin an encoded character")),
            new Explanation("a comma promises another host, and a host has a name", "mongodb://h,",
                    d -> d.onlyOursRefuses("host .* is empty|has no name")),
            new Explanation("a host with blanks, quotes or brackets in its name is a typing error", "mongodb://a b",
                    d -> d.onlyOursRefuses("holds a character that no host name has")),
            new Explanation("a port has digits and no sign", "mongodb://h:+5",
                    d -> d.onlyOursRefuses("the port of host")),
            new Explanation("a socket has no port", "mongodb://%2Ftmp%2Fa.sock:1",
                    d -> d.onlyOursRefuses("does not end in .sock")),
            new Explanation("brackets hold an IPv6 address, and nothing but a port follows them", "mongodb://[::1]0",
                    d -> d.onlyOursRefuses("no IPv6 address|after its bracket")),
            new Explanation("an option needs a name", "mongodb://h/?=x",
                    d -> d.onlyOursRefuses("not of the form name=value")),
            new Explanation("tls must agree with itself, the URI options specification says",
                    "mongodb://h/?tls=true&tls=false", d -> d.onlyOursRefuses("mean the same but are given different")),
            new Explanation("a slash or at-sign in the path is most likely part of a password and must be encoded",
                    "mongodb://a/b@c", d -> d.onlyOursRefuses("second '/'|unescaped '@' after")),
            new Explanation("a value of tls that cannot be read is no reason to connect in the clear",
                    "mongodb://h/?tls=ture", d -> d.onlyOursRefuses("option (tls|ssl)\\w* cannot be used as it is")),
            new Explanation("options of TLS and tls=false contradict each other",
                    "mongodb://h/?tls=false&tlsInsecure=true", d -> d.onlyOursRefuses("although tls=false forbids it")),
            new Explanation("an option of TLS asks for TLS", "mongodb://h/?tlsInsecure=true",
                    d -> d.field.equals("tls") && d.has("tls[A-Z]\\w+=")),
            // What the official driver refuses and we do not.
            new Explanation("an option with a value of the wrong type is ignored with a warning (data)",
                    "mongodb://h/?maxPoolSize=x",
                    d -> d.onlyTheirsRefuses("not a valid (integer|long)|For input string|key value pair"
                            + "|No match for read preference|Unknown uuid|ServerMonitoringMode|Unsupported compressor"
                            + "|Unsupported authMechanism: $")),
            new Explanation("an option out of its range is ignored with a warning (data)", "mongodb://h/?wTimeoutMS=-2",
                    d -> d.onlyTheirsRefuses("wTimeout >= 0|srvMaxHosts must be|mode must be specified|proxyPort")),
            new Explanation("any read concern level is passed on (data)", "mongodb://h/?readConcernLevel=x",
                    d -> d.onlyTheirsRefuses("not a valid readConcernLevel")),
            new Explanation("a user name without a password is valid (data); a client cannot be made of it",
                    "mongodb://u@h", d -> d.onlyTheirsRefuses("Password can not be null")),
            new Explanation("only the ampersand separates options", "mongodb://h/?appName=a;w=1", d -> d.has("\\?.*;")),
            new Explanation("a database's name may begin with a period, and a plus sign in it is no space",
                    "mongodb://h/.b", d -> d.onlyTheirsRefuses("databaseName is not empty|does not contain ' '")),
            new Explanation("1 is no value of loadBalanced (data), so nothing contradicts it",
                    "mongodb://a,b/?loadBalanced=1",
                    d -> d.onlyTheirsRefuses("loadBalanced=true") && d.has("loadBalanced=(1|yes)")),
            // Where both accept the string and read it differently.
            new Explanation("a plus sign is no space", "mongodb://h/?appName=a+b", d -> d.has("[/?].*\\+")),
            new Explanation("an empty value is ignored", "mongodb://h/?appName=",
                    d -> d.has("(appName|proxyHost|replicaSet|proxyUsername|proxyPassword|authSource|w)=(&|$)")),
            new Explanation("a number out of its range is ignored with a warning (data)", "mongodb://h/?timeoutMS=-1",
                    d -> (d.theirs.get(d.field) instanceof Long && d.ours.get(d.field) == null)
                            || (d.field.equals("writeConcern") && d.has("w=[0-9]{10}"))),
            new Explanation("only the oldest flags may have other values than true and false; -1 is one of them",
                    "mongodb://h/?retryReads=1",
                    d -> d.has("(directConnection|loadBalanced|retryReads|retryWrites)=\\s*(0|1|yes|no)")
                            || d.has("(tls|ssl|journal|j)=(-1|[ynft])(&|$)")),
            new Explanation("the source of a user is the whole database of the string, a period included",
                    "mongodb://u:p@h/a.b", d -> d.field.equals("credential") && d.has("/[^?]*\\.")),
            new Explanation("MONGODB-CR keeps its name (data), and a client cannot be made of it",
                    "mongodb://u:p@h/?authMechanism=MONGODB-CR",
                    d -> d.field.equals("credential") && d.has("authMechanism=MONGODB-CR")),
            new Explanation("a password for GSSAPI is kept (data)", "mongodb://u:p@h/?authMechanism=GSSAPI",
                    d -> d.field.equals("credential") && d.has("authMechanism=GSSAPI")),
            new Explanation("a host is decoded", "mongodb://h%C3%BC", d -> d.field.equals("hosts") && d.has("%")));

    @Test
    void everyDifferenceFromTheOfficialDriverIsExplained() {
        long seed = Long.getLong("bowline.seed", 20240510);
        System.out.println("connection strings of seed " + seed + " (-Dbowline.seed)");
        RandomConnectionStrings strings = new RandomConnectionStrings(
                RandomGeneratorFactory.of("L64X128MixRandom").create(seed));
        List<Difference> unexplained = new ArrayList<>();
        int bothAccept = 0;
        for (int i = 0; i < STRINGS; i++) {
            String text = strings.next();
            Map<String, Object> ours = ours(text);
            Map<String, Object> theirs = theirs(text);
            bothAccept += ours.containsKey(ERROR) || theirs.containsKey(ERROR) ? 0 : 1;
            for (Difference difference : differences(text, ours, theirs)) {
                if (TABLE.stream().noneMatch(row -> row.covers().test(difference))) {
                    unexplained.add(difference);
                }
            }
        }
        assertThat(unexplained).isEmpty();
        assertThat(bothAccept).as("strings that both accept").isGreaterThan(STRINGS / 20);
    }

    @ParameterizedTest
    @FieldSource("TABLE")
    void everyExplanationHasAnExample(Explanation row) {
        String text = row.example();
        assertThat(differences(text, ours(text), theirs(text))).anyMatch(row.covers());
    }

    private static List<Difference> differences(String text, Map<String, Object> ours, Map<String, Object> theirs) {
        if (ours.containsKey(ERROR) || theirs.containsKey(ERROR)) {
            boolean both = ours.containsKey(ERROR) && theirs.containsKey(ERROR);
            return both ? List.of() : List.of(new Difference(text, ours, theirs, ERROR));
        }
        List<Difference> differences = new ArrayList<>();
        for (String field : ours.keySet()) {
            if (!Objects.equals(ours.get(field), theirs.get(field))) {
                differences.add(new Difference(text, ours, theirs, field));
            }
        }
        return differences;
    }

    private static Map<String, Object> ours(String text) {
        Map<String, Object> view = new LinkedHashMap<>();
        ConnectionString parsed;
        try {
            parsed = ConnectionString.parse(text);
        } catch (MongoConfigurationException e) {
            view.put(ERROR, String.valueOf(e.getMessage()));
            return view;
        }
        view.put("hosts", new TreeSet<>(parsed.hosts().stream().map(ServerAddress::toString).toList()));
        view.put("database", parsed.database().orElse(null));
        MongoCredential credential = parsed.credential().orElse(null);
        view.put("credential", credential == null
                ? null
                : credential.mechanism().orElse(null) + "|" + credential.source() + "|"
                        + credential.userName().orElse(null) + "|"
                        + credential.password().map(String::new).orElse(null));
        view.put("readPreference", parsed.readPreference().map(p -> (Object) p.toDocument()).orElse(null));
        view.put("readConcern", parsed.readConcern().map(c -> (Object) c.toDocument()).orElse(null));
        view.put("writeConcern", parsed.writeConcern().map(c -> (Object) c.toDocument()).orElse(null));
        put(view, parsed, UriOption.RETRY_WRITES);
        put(view, parsed, UriOption.RETRY_READS);
        put(view, parsed, UriOption.MIN_POOL_SIZE);
        put(view, parsed, UriOption.MAX_POOL_SIZE);
        put(view, parsed, UriOption.WAIT_QUEUE_TIMEOUT_MS);
        put(view, parsed, UriOption.MAX_IDLE_TIME_MS);
        put(view, parsed, UriOption.MAX_CONNECTING);
        put(view, parsed, UriOption.TIMEOUT_MS);
        put(view, parsed, UriOption.CONNECT_TIMEOUT_MS);
        put(view, parsed, UriOption.SOCKET_TIMEOUT_MS);
        view.put("tls", parsed.tls().orElse(null));
        put(view, parsed, UriOption.REPLICA_SET);
        put(view, parsed, UriOption.SERVER_SELECTION_TIMEOUT_MS);
        put(view, parsed, UriOption.LOCAL_THRESHOLD_MS);
        put(view, parsed, UriOption.HEARTBEAT_FREQUENCY_MS);
        put(view, parsed, UriOption.APP_NAME);
        view.put("compressors", parsed.option(UriOption.COMPRESSORS).orElse(List.of()));
        put(view, parsed, UriOption.UUID_REPRESENTATION);
        put(view, parsed, UriOption.DIRECT_CONNECTION);
        put(view, parsed, UriOption.LOAD_BALANCED);
        view.put("serverMonitoringMode",
                parsed.option(UriOption.SERVER_MONITORING_MODE).map(mode -> (Object) mode.name()).orElse(null));
        put(view, parsed, UriOption.PROXY_HOST);
        put(view, parsed, UriOption.PROXY_PORT);
        put(view, parsed, UriOption.PROXY_USERNAME);
        put(view, parsed, UriOption.PROXY_PASSWORD);
        return view;
    }

    private static void put(Map<String, Object> view, ConnectionString parsed, UriOption<?> option) {
        Object value = parsed.option(option).orElse(null);
        view.put(option.name(), value instanceof Integer number ? Long.valueOf(number) : value);
    }

    private static Map<String, Object> theirs(String text) {
        Map<String, Object> view = new LinkedHashMap<>();
        com.mongodb.ConnectionString parsed;
        try {
            parsed = new com.mongodb.ConnectionString(text);
        } catch (RuntimeException e) {
            view.put(ERROR, String.valueOf(e.getMessage()));
            return view;
        }
        TreeSet<String> hosts = new TreeSet<>();
        for (String host : parsed.getHosts()) {
            try {
                hosts.add(ServerAddress.parse(host).toString());
            } catch (IllegalArgumentException e) {
                hosts.add(host);
            }
        }
        view.put("hosts", hosts);
        view.put("database", parsed.getDatabase() == null || parsed.getCollection() == null
                ? parsed.getDatabase()
                : parsed.getDatabase() + "." + parsed.getCollection());
        com.mongodb.MongoCredential credential = parsed.getCredential();
        view.put("credential", credential == null
                ? null
                : credential.getMechanism() + "|" + credential.getSource() + "|" + credential.getUserName() + "|"
                        + (credential.getPassword() == null ? null : new String(credential.getPassword())));
        view.put("readPreference", parsed.getReadPreference() == null ? null : parsed.getReadPreference().toDocument());
        view.put("readConcern", parsed.getReadConcern() == null ? null : parsed.getReadConcern().asDocument());
        view.put("writeConcern", parsed.getWriteConcern() == null ? null : parsed.getWriteConcern().asDocument());
        view.put("retryWrites", parsed.getRetryWritesValue());
        view.put("retryReads", parsed.getRetryReads());
        view.put("minPoolSize", number(parsed.getMinConnectionPoolSize()));
        view.put("maxPoolSize", number(parsed.getMaxConnectionPoolSize()));
        view.put("waitQueueTimeoutMS", number(parsed.getMaxWaitTime()));
        view.put("maxIdleTimeMS", number(parsed.getMaxConnectionIdleTime()));
        view.put("maxConnecting", number(parsed.getMaxConnecting()));
        view.put("timeoutMS", number(parsed.getTimeout()));
        view.put("connectTimeoutMS", number(parsed.getConnectTimeout()));
        view.put("socketTimeoutMS", number(parsed.getSocketTimeout()));
        view.put("tls", parsed.getSslEnabled());
        view.put("replicaSet", parsed.getRequiredReplicaSetName());
        view.put("serverSelectionTimeoutMS", number(parsed.getServerSelectionTimeout()));
        view.put("localThresholdMS", number(parsed.getLocalThreshold()));
        view.put("heartbeatFrequencyMS", number(parsed.getHeartbeatFrequency()));
        view.put("appName", parsed.getApplicationName());
        view.put("compressors", parsed.getCompressorList().stream().map(MongoCompressor::getName).toList());
        view.put("uuidRepresentation", parsed.getUuidRepresentation());
        view.put("directConnection", parsed.isDirectConnection());
        view.put("loadBalanced", parsed.isLoadBalanced());
        view.put("serverMonitoringMode",
                parsed.getServerMonitoringMode() == null ? null : parsed.getServerMonitoringMode().name());
        view.put("proxyHost", parsed.getProxyHost());
        view.put("proxyPort", number(parsed.getProxyPort()));
        view.put("proxyUsername", parsed.getProxyUsername());
        view.put("proxyPassword", parsed.getProxyPassword());
        return view;
    }

    private static @Nullable Long number(@Nullable Number value) {
        return value == null ? null : value.longValue();
    }
}
