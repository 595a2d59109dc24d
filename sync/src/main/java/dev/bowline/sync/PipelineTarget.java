package dev.bowline.sync;

import dev.bowline.driver.operation.Namespace;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Where the last stage of a pipeline writes to. */
final class PipelineTarget {
    private PipelineTarget() {}

    static Namespace of(BsonDocument stage, String database) {
        boolean out = stage.containsKey("$out");
        BsonValue target = out ? stage.get("$out") : stage.get("$merge");
        if (!out && target instanceof BsonDocument merge) {
            target = merge.get("into");
        }
        if (target == null) {
            throw new IllegalStateException("$merge requires an 'into' field");
        }
        if (target.isString()) {
            return new Namespace(database, target.asString().getValue());
        }
        if (target instanceof BsonDocument document) {
            if (out && document.containsKey("s3")) {
                throw new IllegalStateException("Cannot return a cursor when the value for $out stage is not a "
                        + "namespace document");
            }
            String named = document.containsKey("db") ? document.getString("db").getValue() : database;
            return new Namespace(named, document.getString("coll").getValue());
        }
        throw new IllegalStateException("Cannot return a cursor when the value for " + stage.getFirstKey()
                + " stage is not a string or namespace document");
    }
}
