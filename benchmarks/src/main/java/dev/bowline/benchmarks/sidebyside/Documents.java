package dev.bowline.benchmarks.sidebyside;

import java.util.ArrayList;
import java.util.List;
import org.bson.Document;

/**
 * The documents that are written. On a server that stores them each write needs new ids; on the canned server they stay
 * the same, so that nothing but the driver's work is measured.
 */
final class Documents {
    static final int MANY = 10_000;
    static final int FEW = 10;
    static final int MIXED_RUN = 111;
    static final int MIXED_RUNS_OF_EACH = 3;
    private static final int LARGE_CHARACTERS = 2_700_000;

    private final boolean stored;
    private long next;

    /** @param stored whether the server keeps what is written */
    Documents(boolean stored, int caller) {
        this.stored = stored;
        this.next = ProcessHandle.current().pid() << 40 | (long) caller << 28;
    }

    Document small() {
        return small(next++);
    }

    static Document small(long id) {
        return new Document("_id", id).append("name", "a name of usual length").append("email", "somebody@example.com")
                .append("age", 42).append("score", 3.25).append("active", true).append("visits", 123_456_789_012L);
    }

    Document of100Kilobytes() {
        return new Document("_id", next++).append("text", "x".repeat(100 * 1024));
    }

    List<Document> many() {
        List<Document> documents = new ArrayList<>(MANY);
        for (int i = 0; i < MANY; i++) {
            documents.add(small());
        }
        return documents;
    }

    List<Document> few() {
        List<Document> documents = new ArrayList<>(FEW);
        for (int i = 0; i < FEW; i++) {
            documents.add(new Document("_id", next++).append("text", "x".repeat(LARGE_CHARACTERS)));
        }
        return documents;
    }

    List<Document> mixedRun() {
        return many().subList(0, MIXED_RUN);
    }

    /** Gives a document that was written before an id of its own, if the server would notice. */
    void renew(Document document) {
        if (stored) {
            document.put("_id", next++);
        }
    }

    void renew(List<Document> documents) {
        if (stored) {
            documents.forEach(this::renew);
        }
    }
}
