package dev.bowline.conformance;

import org.bson.BsonDocument;

/**
 * A file of the data.
 *
 * @param suite the specification: the first directory of the path
 * @param path below the data directory, with slashes
 */
public record SpecFile(String suite, String path, BsonDocument contents) {
    /** The directory of the file, without a slash at its end. */
    public String directory() {
        return path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }
}
