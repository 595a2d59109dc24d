package dev.bowline.simulator.server;

import dev.bowline.simulator.bson.Document;
import java.util.List;
import java.util.Map;
import org.bson.BsonTimestamp;

/**
 * Which read concerns, write concerns, read preferences and time limits a command may carry, and what they look like.
 */
final class Concerns {
    private static final int MAX_VOTERS = 50;
    private static final int SHORTEST_STALENESS_SECONDS = 90;

    private Concerns() {}

    static void check(Request request) {
        readConcern(request);
        writeConcern(request);
        readPreference(request);
        maxTime(request);
    }

    // Read concern ----------------------------------------------------------------------------------------------------

    private static void readConcern(Request request) {
        Document concern = Values.document(request.body, "readConcern");
        if (concern == null) {
            return;
        }
        for (Map.Entry<String, Object> entry : concern.entrySet()) {
            boolean fits = switch (entry.getKey()) {
                case "level", "provenance" -> entry.getValue() instanceof String;
                case "afterClusterTime", "atClusterTime" -> entry.getValue() instanceof BsonTimestamp;
                case "afterOpTime", "$allowTransactionTableSnapshot", "$waitLastStableRecoveryTimestamp" -> true;
                default -> throw new ServerError(ErrorCodes.INVALID_OPTIONS,
                        "Unrecognized option in readConcern: " + entry.getKey());
            };
            if (!fits) {
                throw new ServerError(ErrorCodes.TYPE_MISMATCH, "\"" + entry.getKey()
                        + "\" had the wrong type. Found " + Values.typeName(entry.getValue()));
            }
        }
        if (request.inTransaction && !request.startsTransaction && !concern.isEmpty()) {
            throw invalid("Only the first command in a transaction may specify a readConcern");
        }
        String level = concern.get("level") instanceof String given ? given : "local";
        times(request, concern, level);
        if (request.inTransaction) {
            if (level.equals("available") || level.equals("linearizable")) {
                throw invalid("The readConcern level must be either 'local' (default), 'majority' or 'snapshot' in "
                        + "order to run in a transaction");
            }
        }
        level(request, level);
    }

    private static void times(Request request, Document concern, String level) {
        boolean after = concern.containsKey("afterClusterTime");
        boolean at = concern.containsKey("atClusterTime");
        if (after && at) {
            throw invalid("Specifying a timestamp for readConcern snapshot in a causally consistent session is not "
                    + "allowed.");
        }
        if (after && (level.equals("available") || level.equals("linearizable"))) {
            throw invalid("afterClusterTime field can be set only if level is equal to majority, local, or snapshot");
        }
        if (at && !level.equals("snapshot")) {
            throw invalid("atClusterTime field can be set only if level is equal to snapshot");
        }
        boolean replicated = level.equals("linearizable") || after || level.equals("snapshot");
        if (request.server.kind() == ServerKind.STANDALONE && replicated) {
            throw new ServerError(123, "node needs to be a replica set member to use read concern");
        }
    }

    private static void level(Request request, String level) {
        String name = request.command.name();
        boolean reads = switch (name) {
            case "find", "aggregate", "distinct", "count", "getMore", "mapReduce", "explain" -> true;
            default -> false;
        };
        boolean supported = switch (level) {
            case "local" -> true;
            case "available", "majority", "linearizable" -> reads;
            case "snapshot" -> request.server.generation().snapshotReads()
                    && (name.equals("find") || name.equals("aggregate") || name.equals("distinct"));
            default -> throw new ServerError(9,
                    "Enumeration value '" + level + "' for field 'readConcern.level' is not a valid value.");
        };
        if (!supported && !request.inTransaction) {
            throw invalid("Command " + name + " does not support { readConcern: { level: \"" + level
                    + "\", provenance: \"clientSupplied\" } } :: caused by :: read concern not supported");
        }
        boolean writes = request.body.get("pipeline") instanceof List<?> && name.equals("aggregate")
                && Pipelines.writes(Values.documents(request.body, "pipeline"));
        if (writes && request.server.generation().wireVersion() < 8 && !level.equals("local")) {
            throw invalid("Aggregation stage $out cannot run with a readConcern other than 'local'");
        }
        if (ChangeStreams.isChangeStream(request.body) && request.body.get("readConcern") instanceof Document concern
                && concern.containsKey("level") && !level.equals("majority")) {
            throw invalid("$changeStream cannot run with a readConcern other than 'majority'. Current readConcern: "
                    + level);
        }
    }

    // Write concern ---------------------------------------------------------------------------------------------------

    private static void writeConcern(Request request) {
        Document concern = Values.document(request.body, "writeConcern");
        if (concern == null) {
            return;
        }
        String name = request.command.name();
        boolean ends = name.equals("commitTransaction") || name.equals("abortTransaction");
        if (request.inTransaction && !ends) {
            throw invalid("writeConcern is not allowed within a multi-statement transaction");
        }
        boolean writes = !name.equals("aggregate") || Pipelines.writes(Values.documents(request.body, "pipeline"));
        if (!request.command.is(Command.CONCERNED) || !writes) {
            throw invalid("Command does not support writeConcern");
        }
        for (Map.Entry<String, Object> entry : concern.entrySet()) {
            Object value = entry.getValue();
            boolean fits = switch (entry.getKey()) {
                case "w" -> value == null || value instanceof String || value instanceof Document
                        || (value instanceof Number n && n.intValue() >= 0 && n.intValue() <= MAX_VOTERS);
                case "j", "fsync" -> FieldType.FLAG.accepts(value);
                case "wtimeout" -> value instanceof Number;
                case "provenance", "getLastError", "wOpTime", "wElectionId" -> true;
                default -> throw new ServerError(9, "unrecognized write concern field: " + entry.getKey());
            };
            if (!fits) {
                throw new ServerError(9, entry.getKey() + " of a write concern cannot be " + value);
            }
        }
    }

    // The rest --------------------------------------------------------------------------------------------------------

    private static void readPreference(Request request) {
        Document preference = Values.document(request.body, "$readPreference");
        if (preference == null) {
            return;
        }
        String mode = String.valueOf(preference.get("mode"));
        boolean primary = switch (mode) {
            case "primary" -> true;
            case "primaryPreferred", "secondary", "secondaryPreferred", "nearest" -> false;
            default -> throw new ServerError(9, "Could not parse $readPreference mode '" + mode + "'");
        };
        boolean tagged = preference.get("tags") instanceof List<?> tags && !tags.isEmpty()
                && !(tags.size() == 1 && tags.get(0) instanceof Document only && only.isEmpty());
        if (primary && tagged) {
            throw new ServerError(ErrorCodes.BAD_VALUE, "Only empty tags are allowed with primary read preference");
        }
        if (preference.get("maxStalenessSeconds") instanceof Number seconds && seconds.doubleValue() > 0) {
            if (primary) {
                throw new ServerError(ErrorCodes.BAD_VALUE,
                        "$maxStalenessSeconds can not be set for the primary mode");
            }
            if (seconds.doubleValue() < SHORTEST_STALENESS_SECONDS) {
                throw new ServerError(160, "$maxStalenessSeconds value can not be less than 90");
            }
        }
        if (primary && preference.containsKey("hedge") && request.server.generation().wireVersion() >= 9) {
            throw invalid("cannot enable hedging for reads with primary read preference");
        }
        if (request.inTransaction && !primary && request.server.kind() == ServerKind.ROUTER) {
            throw invalid("read preference in a transaction must be primary");
        }
    }

    private static void maxTime(Request request) {
        if (request.body.get("maxTimeMS") instanceof Number limit
                && (limit.doubleValue() < 0 || limit.doubleValue() > Integer.MAX_VALUE
                        || limit.doubleValue() != Math.rint(limit.doubleValue()))) {
            throw new ServerError(ErrorCodes.BAD_VALUE, limit + " value for maxTimeMS is out of range");
        }
    }

    private static ServerError invalid(String message) {
        return new ServerError(ErrorCodes.INVALID_OPTIONS, message);
    }
}
