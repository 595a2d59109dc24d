package dev.bowline.benchmarks.results;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;

/**
 * Everything that was measured.
 *
 * @param surroundings machine, JDK, commit, command and the like
 */
public record Results(Map<String, String> surroundings, List<Entry> entries) {
    private static final JsonWriterSettings JSON = JsonWriterSettings.builder().outputMode(JsonMode.RELAXED)
            .indent(true).build();

    public Results {
        surroundings = new LinkedHashMap<>(surroundings);
        entries = List.copyOf(entries);
    }

    public Optional<Entry> entry(String task, String contestant) {
        return entries.stream()
                .filter(entry -> entry.task().equals(task) && entry.contestant().equals(contestant)).findFirst();
    }

    /** The titles of the tasks, in the order in which they were run. */
    public List<String> tasks() {
        return entries.stream().map(Entry::task).distinct().toList();
    }

    public List<Entry> of(String task) {
        return entries.stream().filter(entry -> entry.task().equals(task)).toList();
    }

    /** These results with the tasks of the newer ones in place of the same tasks here; new tasks come last. */
    public Results updatedBy(Results newer) {
        List<Entry> merged = new ArrayList<>();
        for (String task : tasks()) {
            merged.addAll(newer.tasks().contains(task) ? newer.of(task) : of(task));
        }
        for (String task : newer.tasks()) {
            if (!tasks().contains(task)) {
                merged.addAll(newer.of(task));
            }
        }
        Map<String, String> about = new LinkedHashMap<>(newer.surroundings);
        if (!newer.tasks().containsAll(tasks())) {
            surroundings.forEach((name, value) -> about.merge(name, value, Results::both));
        }
        return new Results(about, merged);
    }

    private static String both(String newer, String older) {
        return older.contains(newer) ? older : older + "; then " + newer;
    }

    public String toJson() {
        BsonDocument about = new BsonDocument();
        surroundings.forEach((name, value) -> about.append(name, new BsonString(value)));
        BsonArray all = new BsonArray();
        entries.forEach(entry -> all.add(entry.toDocument()));
        return new BsonDocument("surroundings", about).append("entries", all).toJson(JSON) + "\n";
    }

    public static Results parse(String json) {
        BsonDocument document = BsonDocument.parse(json);
        Map<String, String> about = new LinkedHashMap<>();
        document.getDocument("surroundings").forEach((name, value) -> about.put(name, value.asString().getValue()));
        return new Results(about, document.getArray("entries").stream().map(value -> Entry.of(value.asDocument()))
                .toList());
    }
}
