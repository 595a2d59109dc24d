package dev.bowline.benchmarks.sidebyside;

import java.util.Collections;
import java.util.List;
import org.bson.codecs.pojo.annotations.BsonId;

/** A document of about 1 KB, mapped as a record by both drivers. */
public record Account(@BsonId int id, long balance, List<String> lines) {
    static final int COUNT = 1000;
    static final int SCANNED = 100;

    static Account of(int id) {
        return new Account(id, 100, Collections.nCopies(10, "x".repeat(90)));
    }
}
