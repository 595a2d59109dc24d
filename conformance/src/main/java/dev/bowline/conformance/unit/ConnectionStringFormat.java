package dev.bowline.conformance.unit;

import dev.bowline.concern.ReadConcern;
import dev.bowline.concern.ReadPreferenceMode;
import dev.bowline.concern.TagSet;
import dev.bowline.concern.WriteConcern;
import dev.bowline.conformance.OmittedOptions;
import dev.bowline.conformance.Skips;
import dev.bowline.conformance.SpecCase;
import dev.bowline.conformance.SpecFile;
import dev.bowline.conformance.SpecFormat;
import dev.bowline.conformance.format.Documents;
import dev.bowline.conformance.match.MismatchException;
import dev.bowline.driver.uri.ConnectionString;
import dev.bowline.driver.uri.UriOption;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.MongoConfigurationException;
import dev.bowline.settings.MongoCredential;
import dev.bowline.settings.ServerMonitoringMode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Connection strings: whether they are valid, what they warn of, and the hosts, credential, options and concerns in
 * them.
 */
public final class ConnectionStringFormat implements SpecFormat {
    private static final Set<String> KEYS = Set.of("description", "uri", "valid", "warning", "hosts", "auth", "options",
            "credential", "readConcern", "writeConcern");

    private final Skips skips;

    public ConnectionStringFormat(Skips skips) {
        this.skips = skips;
    }

    @Override
    public boolean reads(SpecFile file) {
        return file.hasTestWith("uri");
    }

    @Override
    public List<SpecCase> cases(SpecFile file) {
        return Documents.list(file.contents(), "tests").map(test -> new SpecCase(file.suite(), file.path(),
                test.getString("description").getValue(), () -> check(test, skips))).toList();
    }

    private static void check(BsonDocument test, Skips skips) {
        Check.knownKeys(test, KEYS, "the case");
        String text = test.getString("uri").getValue();
        OmittedOptions.check(Arrays.stream(text.substring(text.indexOf('?') + 1).split("&"))
                .map(option -> option.substring(0, Math.max(0, option.indexOf('=')))).toList(), skips);
        ConnectionString string;
        try {
            string = ConnectionString.parse(text);
        } catch (MongoConfigurationException e) {
            if (test.getBoolean("valid").getValue()) {
                throw new MismatchException("expected to be valid, but: " + e.getMessage(), e);
            }
            return;
        }
        // The concerns' own files call an option out of range invalid; by the settled reading it is ignored and warned
        // of.
        boolean valid = test.getBoolean("valid").getValue();
        boolean concern = test.containsKey("warning") && test.get("warning") instanceof org.bson.BsonNull
                && !test.containsKey("hosts");
        if (!valid && concern) {
            Check.that(!string.warnings().isEmpty(), "expected to be refused or warned of");
            return;
        }
        Check.that(valid, "expected to be refused");
        Boolean warning = Documents.bool(test, "warning");
        Check.that(warning == null || warning == !string.warnings().isEmpty(),
                "warning: expected " + warning + ", was " + string.warnings());
        checkParts(test, string);
    }

    private static void checkParts(BsonDocument test, ConnectionString string) {
        if (test.get("hosts") instanceof BsonArray hosts) {
            checkHosts(hosts, string.hosts());
        }
        BsonDocument auth = Documents.document(test, "auth");
        if (auth != null) {
            checkAuth(auth, string);
        }
        if (test.containsKey("credential")) {
            checkCredential(Documents.document(test, "credential"), string.credential().orElse(null));
        }
        BsonDocument options = Documents.document(test, "options");
        if (options != null) {
            options.forEach((name, value) -> checkOption(name, value, string));
        }
        BsonDocument readConcern = Documents.document(test, "readConcern");
        if (readConcern != null) {
            Check.equal(readConcern, string.readConcern().orElse(ReadConcern.DEFAULT).toDocument(), "readConcern");
        }
        BsonDocument writeConcern = Documents.document(test, "writeConcern");
        if (writeConcern != null) {
            checkWriteConcern(writeConcern, string.writeConcern().orElse(WriteConcern.DEFAULT));
        }
    }

    private static void checkHosts(BsonArray expected, List<ServerAddress> actual) {
        Check.equal(expected.size(), actual.size(), "hosts");
        for (int i = 0; i < actual.size(); i++) {
            BsonDocument host = expected.get(i).asDocument();
            Check.equal(host.getString("host").getValue(), actual.get(i).host(), "hosts[" + i + "].host");
            boolean unix = host.getString("type").getValue().equals("unix");
            Check.equal(unix, actual.get(i).isUnixSocket(), "hosts[" + i + "].type");
            int port = host.get("port") instanceof BsonNumber number ? number.intValue() : ServerAddress.DEFAULT_PORT;
            Check.that(unix || port == actual.get(i).port(),
                    "hosts[" + i + "].port: expected " + port + ", was " + actual.get(i).port());
        }
    }

    private static void checkAuth(BsonDocument expected, ConnectionString string) {
        Check.knownKeys(expected, Set.of("username", "password", "db"), "auth");
        Check.equal(Documents.string(expected, "username"),
                string.credential().flatMap(MongoCredential::userName).orElse(null), "auth.username");
        Check.equal(Documents.string(expected, "password"),
                string.credential().flatMap(MongoCredential::password).map(String::new).orElse(null), "auth.password");
        Check.equal(Documents.string(expected, "db"), string.database().orElse(null), "auth.db");
    }

    private static void checkCredential(@Nullable BsonDocument expected, @Nullable MongoCredential actual) {
        if (expected == null || actual == null) {
            Check.that(expected == null && actual == null, "credential: expected " + expected + ", was " + actual);
            return;
        }
        Check.knownKeys(expected, Set.of("username", "password", "source", "mechanism", "mechanism_properties"),
                "credential");
        checkPart(expected, "username", actual.userName().orElse(null));
        checkPart(expected, "password", actual.password().map(String::new).orElse(null));
        checkPart(expected, "source", actual.source());
        checkPart(expected, "mechanism", actual.mechanism().orElse(null));
        if (expected.isNull("mechanism_properties")) {
            Check.equal(Map.of(), actual.properties(), "credential.mechanism_properties");
        }
        BsonDocument properties = Documents.document(expected, "mechanism_properties");
        (properties == null ? new BsonDocument() : properties).forEach((key, value) -> Check.equal(
                value instanceof BsonString string ? string.getValue() : String.valueOf(value.asBoolean().getValue()),
                actual.properties().get(key), "credential.mechanism_properties." + key));
    }

    /** A part that is not mentioned is not asserted; null asserts that there is none. */
    private static void checkPart(BsonDocument expected, String part, @Nullable String actual) {
        if (expected.containsKey(part)) {
            Check.equal(Documents.string(expected, part), actual, "credential." + part);
        }
    }

    private static void checkWriteConcern(BsonDocument expected, WriteConcern actual) {
        BsonDocument document = actual.toDocument();
        for (Map.Entry<String, BsonValue> part : expected.entrySet()) {
            String key = switch (part.getKey()) {
                case "journal" -> "j";
                case "wtimeoutMS" -> "wtimeout";
                default -> part.getKey();
            };
            BsonValue value = document.get(key);
            boolean same = (part.getValue() instanceof BsonNumber number && value instanceof BsonNumber other)
                    ? number.longValue() == other.longValue()
                    : part.getValue().equals(value);
            Check.that(same, "writeConcern." + part.getKey() + ": expected " + part.getValue() + ", was " + value);
        }
        Check.equal(expected.size(), document.size(), "the number of parts of the write concern");
    }

    private static void checkOption(String name, BsonValue expected, ConnectionString string) {
        UriOption<?> option = UriOption.all().stream().filter(known -> known.name().equalsIgnoreCase(name)).findFirst()
                .orElseThrow(() -> new MismatchException("there is no option \"" + name + "\""));
        Object actual = name.equalsIgnoreCase("tls") ? string.tls().orElse(null) : string.option(option).orElse(null);
        if (name.equalsIgnoreCase("authMechanismProperties")) {
            actual = string.credential().map(MongoCredential::properties).orElse(Map.of());
        }
        Check.equal(plain(expected), actual == null ? null : plain(actual), "options." + name);
    }

    private static Object plain(Object value) {
        return switch (value) {
            case BsonString string -> string.getValue();
            case BsonBoolean bool -> bool.getValue();
            case BsonNumber number -> number.longValue();
            case Integer number -> number.longValue();
            case BsonArray array -> array.stream().map(ConnectionStringFormat::plain).toList();
            case BsonDocument document -> {
                Map<String, Object> map = new TreeMap<>();
                document.forEach((key, element) -> map.put(key, String.valueOf(plain(element))));
                yield map;
            }
            case Map<?, ?> map -> new TreeMap<>(map);
            case List<?> list -> list.stream().map(ConnectionStringFormat::plain).toList();
            case TagSet tags -> new TreeMap<>(tags.tags());
            case ReadPreferenceMode mode -> mode.wireName();
            case ServerMonitoringMode mode -> mode.wireName();
            default -> value;
        };
    }
}
