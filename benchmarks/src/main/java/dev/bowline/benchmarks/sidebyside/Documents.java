package dev.bowline.benchmarks.sidebyside;

import java.util.ArrayList;
import java.util.List;
import org.bson.Document;

/** The documents that are written. */
final class Documents {
    static final int MANY = 10_000;

    private Documents() {}

    static Document small(int id) {
        return new Document("_id", id).append("name", "a name of usual length").append("email", "somebody@example.com")
                .append("age", 42).append("score", 3.25).append("active", true).append("visits", 123_456_789_012L);
    }

    static Document large() {
        return new Document("_id", 1).append("text", "x".repeat(100 * 1024));
    }

    static List<Document> many() {
        List<Document> documents = new ArrayList<>(MANY);
        for (int i = 0; i < MANY; i++) {
            documents.add(small(i));
        }
        return documents;
    }
}
