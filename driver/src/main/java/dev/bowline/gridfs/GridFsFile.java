package dev.bowline.gridfs;

import dev.bowline.error.MongoGridFsException;
import java.time.Instant;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a stored file.
 *
 * @param length in bytes
 * @param chunkSizeBytes the size of all its chunks but the last
 * @param metadata what was stored with it, or null
 */
public record GridFsFile(BsonValue id, @Nullable String filename, long length, int chunkSizeBytes,
        @Nullable Instant uploadDate, @Nullable BsonDocument metadata) {
    static GridFsFile of(BsonDocument document) {
        BsonValue id = document.get("_id");
        if (id == null || !document.isNumber("length") || !document.isNumber("chunkSize")) {
            throw new MongoGridFsException("The file " + document.get("_id") + " has no id, length or chunk size");
        }
        return new GridFsFile(id, document.isString("filename") ? document.getString("filename").getValue() : null,
                document.getNumber("length").longValue(), document.getNumber("chunkSize").intValue(),
                document.isDateTime("uploadDate")
                        ? Instant.ofEpochMilli(document.getDateTime("uploadDate").getValue())
                        : null,
                document.isDocument("metadata") ? document.getDocument("metadata") : null);
    }
}
