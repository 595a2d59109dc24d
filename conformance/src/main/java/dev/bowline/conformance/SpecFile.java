package dev.bowline.conformance;

import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * A file of test data.
 *
 * @param suite the specification that it belongs to: the first part of its path
 * @param path where it stands in the data, with slashes: the specification, its folders, the name
 * @param contents what it says; empty if it could not be read
 * @param problem why it could not be read, or null
 */
public record SpecFile(String suite, String path, BsonDocument contents, @Nullable String problem) {
    public SpecFile(String suite, String path, BsonDocument contents) {
        this(suite, path, contents, null);
    }

    /** The directory of the file, without a slash at its end. */
    public String directory() {
        return path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }

    /** Whether the file has all of these keys. Formats know their files by what is in them: folders come and go. */
    public boolean has(String... keys) {
        for (String key : keys) {
            if (!contents.containsKey(key)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the file is a list of tests, one of which has this key. */
    public boolean hasTestWith(String key) {
        return contents.get("tests") instanceof BsonArray tests && tests.stream()
                .anyMatch(test -> test instanceof BsonDocument document && document.containsKey(key));
    }
}
