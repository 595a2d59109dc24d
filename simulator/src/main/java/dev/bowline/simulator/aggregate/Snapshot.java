package dev.bowline.simulator.aggregate;

import dev.bowline.simulator.bson.Document;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The collections that a pipeline reads, as they were when the member's data lock was held. */
public final class Snapshot {
    /** A view: the collection, or view, it is on, and what it makes of it. */
    public record View(String on, Pipeline pipeline) {}

    private final Map<String, List<Document>> documents = new HashMap<>();
    private final Map<String, View> views = new HashMap<>();
    private final Map<String, List<Document>> indexes = new HashMap<>();

    public void add(String collection, List<Document> content, List<Document> indexSpecs) {
        documents.put(collection, content);
        indexes.put(collection, indexSpecs);
    }

    public void add(String collection, View view) {
        views.put(collection, view);
    }

    public boolean has(String collection) {
        return documents.containsKey(collection) || views.containsKey(collection);
    }

    public @Nullable View view(String collection) {
        return views.get(collection);
    }

    public List<Document> documents(String collection) {
        return documents.getOrDefault(collection, List.of());
    }

    /** The fields of a collection that have an index of this kind. */
    public List<String> indexed(String collection, String kind) {
        return indexedFields(indexes.getOrDefault(collection, List.of()), kind);
    }

    /** The fields that have an index of this kind, such as "2dsphere" or "text". */
    public static List<String> indexedFields(List<Document> indexSpecs, String kind) {
        List<String> result = new java.util.ArrayList<>();
        for (Document index : indexSpecs) {
            if (index.get("key") instanceof Document key) {
                for (int i = 0; i < key.size(); i++) {
                    if (kind.equals(key.valueAt(i))) {
                        result.add(key.nameAt(i));
                    }
                }
            }
        }
        return result;
    }
}
