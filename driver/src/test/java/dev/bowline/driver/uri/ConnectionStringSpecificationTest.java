package dev.bowline.driver.uri;

import static dev.bowline.driver.SpecificationData.onlyFields;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.bowline.MongoCredential;
import dev.bowline.ReadConcern;
import dev.bowline.ReadPreferenceMode;
import dev.bowline.ServerMonitoringMode;
import dev.bowline.TagSet;
import dev.bowline.WriteConcern;
import dev.bowline.driver.SpecificationData;
import dev.bowline.driver.SpecificationData.Case;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.error.MongoConfigurationException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** The suites whose cases are a connection string and what it must yield. */
class ConnectionStringSpecificationTest {
    private static final Set<String> FIELDS = Set.of("description", "uri", "valid", "warning", "hosts", "auth",
            "options", "credential", "readConcern", "writeConcern");

    /** Cases that contradict others, with the reason for following the others. */
    private static final Map<String, String> NOT_APPLICABLE = Map.of("wtimeoutMS as an invalid number",
            "says error where uri-options, \"Too low wTimeoutMS causes a warning\", says warning; a connection string's "
                    + "option out of range is ignored with a warning");

    @TestFactory
    List<DynamicNode> connectionString() {
        return SpecificationData.suite("connection-string", ConnectionStringSpecificationTest::cases);
    }

    @TestFactory
    List<DynamicNode> uriOptions() {
        return SpecificationData.suite("uri-options", ConnectionStringSpecificationTest::cases);
    }

    @TestFactory
    List<DynamicNode> auth() {
        return SpecificationData.suite("auth/legacy", ConnectionStringSpecificationTest::cases);
    }

    @TestFactory
    List<DynamicNode> concerns() {
        return SpecificationData.suite("read-write-concern/connection-string",
                ConnectionStringSpecificationTest::cases);
    }

    private static List<Case> cases(BsonDocument file) {
        onlyFields(file, Set.of("tests"));
        List<Case> cases = new ArrayList<>();
        for (BsonValue test : file.getArray("tests")) {
            BsonDocument one = test.asDocument();
            cases.add(new Case(one.getString("description").getValue(), () -> run(one)));
        }
        return cases;
    }

    private static void run(BsonDocument test) {
        onlyFields(test, FIELDS);
        String reason = NOT_APPLICABLE.get(test.getString("description").getValue());
        if (reason != null) {
            abort(reason);
        }
        String uri = test.getString("uri").getValue();
        if (!test.getBoolean("valid").getValue()) {
            assertThatThrownBy(() -> ConnectionString.parse(uri)).isInstanceOf(MongoConfigurationException.class);
            return;
        }
        ConnectionString parsed = ConnectionString.parse(uri);
        if (isGiven(test, "warning")) {
            assertThat(!parsed.warnings().isEmpty()).as(parsed.warnings().toString())
                    .isEqualTo(test.getBoolean("warning").getValue());
        }
        if (isGiven(test, "hosts")) {
            checkHosts(parsed, test);
        }
        if (isGiven(test, "auth")) {
            checkAuth(parsed, test.getDocument("auth"));
        }
        if (isGiven(test, "options")) {
            test.getDocument("options").forEach((name, value) -> checkOption(parsed, name, value));
        }
        if (test.containsKey("credential")) {
            checkCredential(parsed, test);
        }
        if (isGiven(test, "readConcern")) {
            assertThat(parsed.readConcern().orElse(ReadConcern.DEFAULT).toDocument())
                    .isEqualTo(test.getDocument("readConcern"));
        }
        if (isGiven(test, "writeConcern")) {
            BsonDocument expected = test.getDocument("writeConcern");
            onlyFields(expected, Set.of("w", "wtimeoutMS", "journal"));
            BsonDocument actual = parsed.writeConcern().orElse(WriteConcern.DEFAULT).toDocument();
            assertThat(actual.get("w")).isEqualTo(expected.get("w"));
            assertThat(actual.get("wtimeout")).isEqualTo(expected.get("wtimeoutMS"));
            assertThat(actual.get("j")).isEqualTo(expected.get("journal"));
        }
    }

    private static boolean isGiven(BsonDocument test, String field) {
        return test.containsKey(field) && !test.isNull(field);
    }

    private static void checkHosts(ConnectionString parsed, BsonDocument test) {
        List<ServerAddress> expected = new ArrayList<>();
        for (BsonValue value : test.getArray("hosts")) {
            BsonDocument host = value.asDocument();
            onlyFields(host, Set.of("type", "host", "port"));
            int port = host.isNull("port") ? ServerAddress.DEFAULT_PORT : host.getInt32("port").getValue();
            ServerAddress address = new ServerAddress(host.getString("host").getValue(), port);
            assertThat(address.isUnixSocket()).isEqualTo(host.getString("type").getValue().equals("unix"));
            expected.add(address);
        }
        assertThat(parsed.hosts()).isEqualTo(expected);
    }

    private static void checkAuth(ConnectionString parsed, BsonDocument auth) {
        onlyFields(auth, Set.of("username", "password", "db"));
        assertThat(parsed.database().orElse(null)).isEqualTo(text(auth, "db"));
        assertThat(parsed.credential().flatMap(MongoCredential::userName).orElse(null))
                .isEqualTo(text(auth, "username"));
        assertThat(password(parsed)).isEqualTo(text(auth, "password"));
    }

    private static void checkCredential(ConnectionString parsed, BsonDocument test) {
        if (test.isNull("credential")) {
            assertThat(parsed.credential()).isEmpty();
            return;
        }
        BsonDocument expected = test.getDocument("credential");
        onlyFields(expected, Set.of("username", "password", "source", "mechanism", "mechanism_properties"));
        MongoCredential credential = parsed.credential().orElseThrow();
        assertThat(credential.userName().orElse(null)).isEqualTo(text(expected, "username"));
        assertThat(password(parsed)).isEqualTo(text(expected, "password"));
        assertThat(credential.source()).isEqualTo(text(expected, "source"));
        assertThat(credential.mechanism().orElse(null)).isEqualTo(text(expected, "mechanism"));
        Map<String, String> properties = new LinkedHashMap<>();
        if (!expected.isNull("mechanism_properties")) {
            expected.getDocument("mechanism_properties")
                    .forEach((name, value) -> properties.put(name, value.asString().getValue()));
        }
        assertThat(credential.properties()).isEqualTo(properties);
    }

    private static String password(ConnectionString parsed) {
        return parsed.credential().flatMap(MongoCredential::password).map(String::new).orElse(null);
    }

    private static String text(BsonDocument document, String field) {
        return document.isNull(field) ? null : document.getString(field).getValue();
    }

    private static void checkOption(ConnectionString parsed, String name, BsonValue expected) {
        UriOption<?> option = Objects.requireNonNull(UriOption.named(name), () -> "no option " + name);
        Object value = parsed.option(option).orElseThrow(() -> new AssertionError(name + " was not read"));
        if (value instanceof Map<?, ?> properties) {
            Map<String, String> wanted = new LinkedHashMap<>();
            expected.asDocument().forEach((key, one) -> wanted.put(key, one.asString().getValue()));
            assertThat(properties).isEqualTo(wanted);
        } else if (value instanceof List<?> list) {
            assertThat(list.stream().map(ConnectionStringSpecificationTest::toBson).toList())
                    .isEqualTo(expected.asArray().getValues());
        } else {
            assertThat(toBson(value)).isEqualTo(expected);
        }
    }

    private static BsonValue toBson(Object value) {
        return switch (value) {
            case Integer number -> new BsonInt32(number);
            case Boolean flag -> BsonBoolean.valueOf(flag);
            case String text -> new BsonString(text);
            case TagSet tags -> tags.toDocument();
            case ReadPreferenceMode mode -> new BsonString(mode.wireName());
            case ServerMonitoringMode mode -> new BsonString(mode.wireName());
            default -> throw new AssertionError("an option of type " + value.getClass());
        };
    }
}
