package dev.bowline.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

/** What the cases without a deployment expect, changed: each of them must fail then, or it would never fail. */
class UnitFormatsCanFailTest {
    @Test
    void discovery() {
        everyCaseFails("server-discovery-and-monitoring/errors", file -> last(file, "phases").getDocument("outcome")
                .put("topologyType", new BsonString("Other")));
        everyCaseFails("server-discovery-and-monitoring/rs", file -> last(file, "phases").getDocument("outcome")
                .getDocument("servers").put("stranger:27017", new BsonDocument()));
        everyCaseFails("server-discovery-and-monitoring/monitoring", file -> last(file, "phases")
                .getDocument("outcome").getArray("events").add(new BsonDocument("none", new BsonDocument())));
    }

    @Test
    void selection() {
        for (String suite : List.of("server-selection/server_selection", "max-staleness")) {
            everyCaseFails(suite, file -> {
                if (file.containsKey("error")) {
                    file.remove("error");
                    file.append("suitable_servers", new BsonArray()).append("in_latency_window", new BsonArray());
                } else {
                    file.getArray("in_latency_window").add(new BsonDocument("address", new BsonString("x:1")));
                }
            });
        }
        everyCaseFails("server-selection/rtt", file -> file.put("new_avg_rtt",
                new BsonDouble(file.getNumber("new_avg_rtt").doubleValue() + 0.001)));
        everyCaseFails("server-selection/in_window", file -> {
            BsonDocument rates = file.getDocument("outcome").getDocument("expected_frequencies");
            rates.put(rates.getFirstKey(), new BsonDouble(rates.getNumber(rates.getFirstKey()).doubleValue() + 0.5));
        });
    }

    @Test
    void connectionStrings() {
        for (String suite : List.of("connection-string", "uri-options", "auth/legacy")) {
            everyCaseFails(suite, file -> tests(file).forEach(test -> test.put("valid",
                    BsonBoolean.valueOf(!test.getBoolean("valid").getValue()))));
        }
        everyCaseFails("connection-string", file -> {
            file.getArray("tests").removeIf(test -> !(test.asDocument().get("hosts") instanceof BsonArray));
            tests(file).forEach(test -> test.getArray("hosts").get(0).asDocument().put("host", new BsonString("x")));
        });
        everyCaseFails("auth/legacy", file -> {
            file.getArray("tests").removeIf(test -> !test.asDocument().getBoolean("valid").getValue());
            tests(file).forEach(test -> test.put("credential", test.asDocument().isNull("credential")
                    ? new BsonDocument("username", new BsonString("somebody"))
                    : test.getDocument("credential").append("source", new BsonString("elsewhere"))));
        });
        everyCaseFails("initial-dns-seedlist-discovery", file -> {
            if (file.containsKey("numHosts")) {
                file.put("numHosts", new BsonInt32(77));
            } else if (!file.containsKey("error")) {
                file.getArray("hosts").add(new BsonString("stranger:27017"));
            } else {
                file.put("error", BsonBoolean.FALSE);
            }
        });
        everyCaseFails("initial-dns-seedlist-discovery", file -> file.put("error",
                BsonBoolean.valueOf(!file.getBoolean("error", BsonBoolean.FALSE).getValue())));
    }

    @Test
    void concerns() {
        everyCaseFails("read-write-concern/document", file -> tests(file).forEach(test -> {
            if (test.getBoolean("valid").getValue()) {
                test.put("isServerDefault", BsonBoolean.valueOf(!test.getBoolean("isServerDefault").getValue()));
            } else {
                test.put("valid", BsonBoolean.TRUE);
                test.append("writeConcernDocument", new BsonDocument());
            }
        }));
    }

    @Test
    void pooling() {
        everyCaseFails("connection-monitoring-and-pooling/cmap-format",
                file -> last(file, "events").put("type", new BsonString("Other")));
    }

    @Test
    void bson() {
        everyCaseFails("bson-corpus", file -> {
            file.remove("parseErrors");
            file.remove("decodeErrors");
            file.getArray("valid", new BsonArray()).forEach(value -> {
                BsonDocument test = value.asDocument();
                test.put("canonical_extjson", new BsonString("{\"other\": 1}"));
                test.remove("lossy");
            });
            if (!file.containsKey("valid")) {
                file.append("parseErrors", new BsonArray(List.of(new BsonDocument("description", new BsonString("fine"))
                        .append("string", new BsonString("{}")))));
            }
        });
    }

    private static Stream<BsonDocument> tests(BsonDocument file) {
        return file.getArray("tests").stream().map(BsonValue::asDocument);
    }

    private static BsonDocument last(BsonDocument file, String key) {
        BsonArray array = file.getArray(key);
        return array.get(array.size() - 1).asDocument();
    }

    private static void everyCaseFails(String suite, Consumer<BsonDocument> change) {
        Path directory = SpecDirectory.path();
        List<String> passed = new ArrayList<>();
        int failed = 0;
        try (Formats formats = new Formats(SpecOptions.of(directory), Skips.load(), 1);
                Stream<Path> files = Files.walk(directory.resolve(suite))) {
            for (Path file : files.filter(path -> path.toString().endsWith(".json")).sorted().toList()) {
                BsonDocument contents = BsonDocument.parse(Files.readString(file));
                change.accept(contents);
                if (contents.get("tests") instanceof BsonArray left && left.isEmpty()) {
                    continue;
                }
                String path = directory.relativize(file).toString();
                SpecFile changed = new SpecFile(suite.split("/")[0], path, contents);
                for (SpecCase next : formats.casesOf(changed)) {
                    try {
                        next.body().run();
                        passed.add(next.key());
                    } catch (Exception | AssertionError e) {
                        failed++;
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assertThat(passed).as("cases that pass although what they expect was changed").isEmpty();
        assertThat(failed).isPositive();
    }
}
