package dev.bowline.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The corpus: commands with the answers that real servers give, one to a line, in {@code src/test/resources/corpus}.
 * Its README says how a line is read. Every line runs on the oldest and on the newest generation it holds for.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.SAME_THREAD)
class CorpusTest {
    private static final List<String> FILES = List.of("filters", "projections", "updates", "expressions", "dates",
            "strings", "arrays", "stages", "groups", "indexes", "commands", "geo", "edges", "errors");
    private static final List<Integer> GENERATIONS = List.of(9, 13, 17, 21, 25);
    private static final Pattern VERSIONS = Pattern.compile("\\[(\\d*)-(\\d*)] (.*)");
    private static final JsonWriterSettings EXACT = JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED).build();

    private final Map<Integer, Deployment> deployments = new HashMap<>();
    private final Map<Integer, MongoClient> clients = new HashMap<>();
    private final Map<Integer, List<BsonDocument>> present = new HashMap<>();

    /** One line of the corpus. */
    record Row(String place, List<BsonDocument> data, int since, int until, String verb, List<BsonValue> arguments,
            String expected) {}

    @AfterAll
    void stop() {
        clients.values().forEach(MongoClient::close);
        deployments.values().forEach(Deployment::close);
    }

    @Test
    void hasAThousandRows() throws IOException {
        assertThat(rows().size()).isGreaterThanOrEqualTo(1000);
    }

    @Test
    void everyRowIsAnsweredAsByARealServer() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (Row row : rows()) {
            TreeSet<Integer> versions = new TreeSet<>();
            GENERATIONS.stream().filter(one -> one >= row.since() && one <= row.until()).forEach(versions::add);
            assertThat(versions).as(row.place()).isNotEmpty();
            for (int version : new TreeSet<>(List.of(versions.first(), versions.last()))) {
                String answer = answer(row, version);
                if (!answer.equals(row.expected())) {
                    wrong.add(row.place() + " at wire version " + version + "\n    expected " + row.expected()
                            + "\n    answered " + answer);
                }
            }
        }
        assertThat(wrong).as("%d rows", wrong.size()).isEmpty();
    }

    @Test
    void anUnknownOperatorIsAWrongAnswerAndNotASkip() {
        Row row = new Row("here", List.of(), 9, 25, "find", List.of(BsonDocument.parse("{a: {$doesNotExist: 1}}")),
                "[]");
        assertThat(answer(row, 21)).isEqualTo("!2");
    }

    private MongoDatabase database(int version) {
        return clients.computeIfAbsent(version, wireVersion -> {
            Deployment deployment = Deployment.builder().standalone().wireVersion(wireVersion).start();
            deployments.put(wireVersion, deployment);
            return MongoClients.create(MongoClientSettings.builder()
                    .applyConnectionString(new ConnectionString(deployment.connectionString()))
                    .retryWrites(false).retryReads(false).build());
        }).getDatabase("corpus");
    }

    private String answer(Row row, int version) {
        MongoDatabase database = database(version);
        // Rows that only read leave the documents to the next one.
        if (!row.data().equals(present.get(version))) {
            reset(database, row.data());
        }
        boolean reads = List.of("find", "proj", "sort", "expr", "count", "distinct").contains(row.verb())
                && !row.data().isEmpty();
        if (reads) {
            present.put(version, row.data());
        } else {
            present.remove(version);
        }
        try {
            return answer(row, database);
        } catch (MongoCommandException e) {
            return "!" + e.getErrorCode();
        }
    }

    private static void reset(MongoDatabase database, List<BsonDocument> data) {
        for (String name : database.listCollectionNames()) {
            database.runCommand(new BsonDocument("drop", new BsonString(name)));
        }
        if (!data.isEmpty()) {
            database.runCommand(
                    new BsonDocument("insert", new BsonString("c")).append("documents", new BsonArray(data)));
        }
    }

    private static String answer(Row row, MongoDatabase database) {
        List<BsonValue> given = row.arguments();
        BsonDocument command = new BsonDocument();
        switch (row.verb()) {
            case "find", "proj", "sort" -> {
                command.append("find", new BsonString("c"));
                command.append(row.verb().equals("find") ? "filter" : row.verb().equals("proj") ? "projection" : "sort",
                        given.get(0));
                if (given.size() > 1) {
                    command.putAll(given.get(1).asDocument());
                }
                return batch(run(database, command), row.expected());
            }
            case "agg" -> {
                command.append("aggregate", given.size() > 1 && given.get(1).isInt32()
                        ? given.get(1)
                        : new BsonString("c")).append("pipeline", given.get(0)).append("cursor", new BsonDocument());
                if (given.size() > 1 && given.get(1).isDocument()) {
                    command.putAll(given.get(1).asDocument());
                }
                return batch(run(database, command), row.expected());
            }
            case "expr" -> {
                if (row.data().isEmpty()) {
                    reset(database, List.of(new BsonDocument("_id", new BsonInt32(1))));
                }
                BsonArray pipeline = new BsonArray(List.of(new BsonDocument("$replaceWith",
                        new BsonDocument("r", given.get(0)))));
                command.append("aggregate", new BsonString("c")).append("pipeline", pipeline)
                        .append("cursor", new BsonDocument());
                BsonDocument first = run(database, command).getDocument("cursor").getArray("firstBatch").get(0)
                        .asDocument();
                return first.containsKey("r") ? show(first.get("r")) : "missing";
            }
            case "upd" -> {
                BsonDocument statement = new BsonDocument("q", given.get(0)).append("u", given.get(1));
                if (given.size() > 2) {
                    statement.putAll(given.get(2).asDocument());
                }
                command.append("update", new BsonString("c"))
                        .append("updates", new BsonArray(List.of(statement)));
                return written(database, run(database, command));
            }
            case "ins" -> {
                command.append("insert", new BsonString("c")).append("documents",
                        given.get(0).isArray() ? given.get(0) : new BsonArray(List.of(given.get(0))));
                return written(database, run(database, command));
            }
            case "del" -> {
                command.append("delete", new BsonString("c")).append("deletes", new BsonArray(List.of(
                        new BsonDocument("q", given.get(0)).append("limit", new BsonInt32(0)))));
                return written(database, run(database, command));
            }
            case "fam" -> {
                command.append("findAndModify", new BsonString("c"));
                command.putAll(given.get(0).asDocument());
                return show(run(database, command).get("value"));
            }
            case "count", "distinct" -> {
                command.append(row.verb(), new BsonString("c"));
                command.putAll(given.get(0).asDocument());
                BsonDocument reply = run(database, command);
                return show(row.verb().equals("count") ? reply.get("n") : reply.get("values"));
            }
            case "do" -> {
                // Several commands; the last one's answer counts, in as far as the row speaks of it.
                BsonDocument reply = new BsonDocument();
                for (BsonValue one : given) {
                    reply = run(database, one.asDocument());
                    if (reply.containsKey("writeErrors")) {
                        return "!" + reply.getArray("writeErrors").get(0).asDocument().getInt32("code").getValue();
                    }
                }
                if (row.expected().startsWith("[")) {
                    return batch(reply, row.expected());
                }
                BsonDocument shown = new BsonDocument();
                if (!row.expected().startsWith("!")) {
                    for (String field : BsonDocument.parse(row.expected()).keySet()) {
                        if (reply.containsKey(field)) {
                            shown.append(field, reply.get(field));
                        }
                    }
                }
                return show(shown);
            }
            default -> throw new IllegalArgumentException("There is no verb " + row.verb());
        }
    }

    private static String written(MongoDatabase database, BsonDocument reply) {
        if (reply.containsKey("writeErrors")) {
            return "!" + reply.getArray("writeErrors").get(0).asDocument().getInt32("code").getValue();
        }
        return show(run(database, BsonDocument.parse("{find: 'c', sort: {_id: 1}}")).getDocument("cursor")
                .getArray("firstBatch"));
    }

    /** The first batch; only the _ids if that is what the row expects. */
    private static String batch(BsonDocument reply, String expected) {
        BsonArray batch = reply.getDocument("cursor").getArray("firstBatch");
        boolean ids = !expected.startsWith("!") && !BsonArray.parse(expected).isEmpty()
                && !BsonArray.parse(expected).get(0).isDocument();
        if (!ids) {
            return show(batch);
        }
        BsonArray result = new BsonArray();
        batch.forEach(document -> result.add(document.asDocument().get("_id", BsonNull.VALUE)));
        return show(result);
    }

    private static BsonDocument run(MongoDatabase database, BsonDocument command) {
        return database.runCommand(command, BsonDocument.class);
    }

    private static String show(BsonValue value) {
        String text = new BsonDocument("v", value).toJson(EXACT);
        return text.substring(6, text.length() - 1);
    }

    static List<Row> rows() throws IOException {
        List<Row> rows = new ArrayList<>();
        for (String file : FILES) {
            try (var stream = Objects.requireNonNull(CorpusTest.class.getResourceAsStream("/corpus/" + file + ".txt"),
                    file);
                    BufferedReader reader = new BufferedReader(
                            new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                rows.addAll(rows(file, reader.lines()));
            }
        }
        return rows;
    }

    private static List<Row> rows(String file, Stream<String> lines) {
        List<Row> rows = new ArrayList<>();
        List<BsonDocument> data = new ArrayList<>();
        int number = 0;
        for (String line : lines.toList()) {
            number++;
            String place = file + ":" + number + " " + line;
            try {
                if (line.startsWith("@")) {
                    data = new ArrayList<>();
                    for (BsonValue value : BsonArray.parse("[" + line.substring(1) + "]")) {
                        data.add(value.asDocument());
                    }
                } else if (!line.isBlank() && !line.startsWith("#")) {
                    rows.add(row(place, data, line));
                }
            } catch (RuntimeException e) {
                throw new IllegalArgumentException(place, e);
            }
        }
        return rows;
    }

    private static Row row(String place, List<BsonDocument> data, String line) {
        Matcher versions = VERSIONS.matcher(line);
        boolean bounded = versions.matches();
        int since = bounded && !versions.group(1).isEmpty() ? Integer.parseInt(versions.group(1)) : 9;
        int until = bounded && !versions.group(2).isEmpty() ? Integer.parseInt(versions.group(2)) : 25;
        String text = bounded ? versions.group(3) : line;
        int arrow = text.lastIndexOf(" => ");
        int space = text.indexOf(' ');
        List<BsonValue> arguments = BsonArray.parse("[" + text.substring(space + 1, arrow) + "]");
        String expected = text.substring(arrow + 4).trim();
        if (!expected.startsWith("!") && !expected.equals("missing")) {
            expected = show(BsonDocument.parse("{v: " + expected + "}").get("v"));
        }
        return new Row(place, List.copyOf(data), since, until, text.substring(0, space), arguments, expected);
    }

}
