package dev.bowline.simulator.aggregate;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Types;
import dev.bowline.simulator.expression.QueryError;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks the stages that write: {@code $out} and {@code $merge}. The server carries them out. */
public final class Outputs {
    private static final Set<String> MATCHED = Set.of("replace", "keepExisting", "merge", "fail", "pipeline");
    private static final Set<String> NOT_MATCHED = Set.of("insert", "discard", "fail");

    private Outputs() {}

    static void check(String name, @Nullable Object spec, PipelineParser parser) {
        if (name.equals("$out")) {
            if (spec instanceof Document document) {
                if (document.containsKey("s3") || document.containsKey("timeseries")) {
                    throw QueryError.notSimulated("$out to time series or other stores");
                }
                if (!(document.get("db") instanceof String) || !(document.get("coll") instanceof String)) {
                    throw new QueryError(16994, "If an object is passed to $out it must have exactly 2 fields: 'db' and"
                            + " 'coll'");
                }
            } else if (!(spec instanceof String)) {
                throw new QueryError(16990, "$out only supports a string or object argument, but found "
                        + Types.name(spec));
            }
            return;
        }
        if (spec instanceof String) {
            return;
        }
        if (!(spec instanceof Document document)) {
            throw new QueryError(51182, "$merge only supports a string or object argument, but found "
                    + Types.name(spec));
        }
        for (String field : document.keySet()) {
            if (!Set.of("into", "on", "let", "whenMatched", "whenNotMatched", "targetCollectionVersion",
                    "allowMergeOnNullishValues").contains(field)) {
                throw new QueryError(40415, "BSON field '$merge." + field + "' is an unknown field.");
            }
        }
        if (!(document.get("into") instanceof String) && !(document.get("into") instanceof Document)) {
            throw new QueryError(document.containsKey("into") ? 51178 : 40414,
                    "BSON field '$merge.into' is missing but a required field");
        }
        Object matched = document.getOrDefault("whenMatched", "merge");
        Object notMatched = document.getOrDefault("whenNotMatched", "insert");
        if (matched instanceof List<?>) {
            parser.nested("$merge", matched, "new");
        } else if (!(matched instanceof String mode) || !MATCHED.contains(mode)) {
            throw new QueryError(2, "Enumeration value '" + matched
                    + "' for field '$merge.whenMatched' is not a valid value.");
        }
        if (!(notMatched instanceof String mode) || !NOT_MATCHED.contains(mode)) {
            throw new QueryError(2, "Enumeration value '" + notMatched
                    + "' for field '$merge.whenNotMatched' is not a valid value.");
        }
    }
}
