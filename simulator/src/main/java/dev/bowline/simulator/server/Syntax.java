package dev.bowline.simulator.server;

import dev.bowline.simulator.bson.Document;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The commands' fields as the server's parser knows them, by the public command reference. What is not refused here is
 * not necessarily right: where the reference is silent, anything goes.
 */
final class Syntax {
    /**
     * Fields that any command may have. Concerns are looked at in {@link Concerns}, the session's in
     * {@link SessionRules}.
     */
    private static final String GENERIC = """
            lsid: id uuidBinary!, uid binary, txnNumber long, txnUUID uuidBinary, stmtId int
            signature: hash binary!, keyId number!
            $clusterTime: clusterTime timestamp!, signature {signature}
            hedge: enabled bool
            $readPreference: mode string!, tags objects, maxStalenessSeconds number, hedge {hedge}
            generic: lsid {lsid}, txnNumber long, autocommit bool, startTransaction bool, readConcern object, \
            writeConcern object, maxTimeMS number, comment any, apiVersion string, apiStrict bool, \
            apiDeprecationErrors bool, help any, stmtId int, stmtIds array, $db string, $readPreference {$readPreference}, \
            $clusterTime {$clusterTime}, maxTimeMSOpOnly number, databaseVersion object, shardVersion object, \
            tracking_info object, rawData bool, serialization_context object, coordinator bool, \
            mayBypassWriteBlocking bool, clientOperationKey uuidBinary, expectPrefix bool
            """;

    /** Shapes of documents in commands, then the commands themselves, without the field that names them. */
    private static final String COMMANDS = """
            cursor: batchSize count
            collation: locale string!, caseLevel flag, caseFirst string, strength number, numericOrdering flag, \
            alternate string, maxVariable string, normalization flag, backwards flag, version string
            find: filter object, projection object, sort object, hint hint, collation {collation}, skip count, \
            limit number, batchSize count, singleBatch bool, allowDiskUse bool@9, max object~, min object~, \
            returnKey bool~, showRecordId bool~, tailable bool~, awaitData bool~, oplogReplay bool~, \
            noCursorTimeout bool~, allowPartialResults bool, let object@13, term long, ntoreturn number, \
            maxScan number, snapshot bool, encryptionInformation object, resumeAfter object, startAt object, \
            requestResumeToken bool, readOnce bool, includeQueryStatsMetrics bool
            aggregate: pipeline objects!, cursor {cursor}, explain bool, allowDiskUse bool, hint hint, \
            collation {collation}, let object@13, bypassDocumentValidation flag, needsMerge bool, fromMongos bool, \
            fromRouter bool, exchange object, isMapReduceCommand bool, runtimeConstants object, \
            encryptionInformation object, includeQueryStatsMetrics bool, requestReshardingResumeToken bool
            count: query object, limit number, skip count, hint hint, collation {collation}, fields any, \
            encryptionInformation object
            distinct: key string!, query object, collation {collation}, hint hint@22
            getMore: collection string!, batchSize count, term long, lastKnownCommittedOpTime object, \
            includeQueryStatsMetrics bool
            killCursors: cursors longs!
            explain: verbosity string
            insert: documents objects!, ordered bool, bypassDocumentValidation flag, encryptionInformation object, \
            bypassEmptyTsReplacement bool, isTimeseriesNamespace bool
            update.updates: q object!, u update!, c object, arrayFilters objects, multi bool, upsert bool, \
            upsertSupplied bool, collation {collation}, hint hint@8, sort object@25, sampleId uuidBinary, \
            allowShardKeyUpdatesWithoutFullShardKeyInQuery bool
            update: updates [update.updates]!, ordered bool, bypassDocumentValidation flag, let object@13, \
            runtimeConstants object, encryptionInformation object, bypassEmptyTsReplacement bool, \
            isTimeseriesNamespace bool
            delete.deletes: q object!, limit number!, collation {collation}, hint hint@9, sampleId uuidBinary
            delete: deletes [delete.deletes]!, ordered bool, let object@13, runtimeConstants object, \
            encryptionInformation object, isTimeseriesNamespace bool
            findAndModify: query object, sort object, remove flag, update update, new flag, fields object, \
            upsert flag, bypassDocumentValidation flag, arrayFilters objects, collation {collation}, hint hint@9, \
            let object@13, encryptionInformation object, runtimeConstants object, bypassEmptyTsReplacement bool
            bulkWrite.nsInfo: ns string!, collectionUUID uuidBinary, encryptionInformation object, \
            isTimeseriesNamespace bool
            bulkWrite.insert: insert number!, document object!
            bulkWrite.update: update number!, filter object!, updateMods update!, multi bool, upsert bool, \
            upsertSupplied object, arrayFilters objects, hint hint, collation {collation}, constants object, \
            sort object, sampleId uuidBinary
            bulkWrite.delete: delete number!, filter object!, multi bool, hint hint, collation {collation}, \
            sampleId uuidBinary
            bulkWrite: ops objects!, nsInfo [bulkWrite.nsInfo]!, ordered bool, bypassDocumentValidation flag, \
            let object, errorsOnly bool, cursor {cursor}, bypassEmptyTsReplacement bool
            create: capped flag~, size number~, max number~, autoIndexId flag~, idIndex object, \
            validator object, validationLevel string, validationAction string, viewOn string, pipeline objects, \
            collation {collation}, timeseries object@13, expireAfterSeconds any, clusteredIndex any@16, \
            changeStreamPreAndPostImages object@17, storageEngine object~, indexOptionDefaults object~, \
            encryptedFields object@17, recordPreImages bool, temp flag, flags number
            drop: collectionUUID uuidBinary
            dropDatabase:
            createIndexes.indexes: key object!, name string!, v number, unique flag, background flag~, sparse flag~, \
            expireAfterSeconds number, hidden flag@9, partialFilterExpression object, collation {collation}, \
            storageEngine object~, weights any, default_language string, language_override string, \
            textIndexVersion number, 2dsphereIndexVersion number, 2dIndexVersion number, bits number, min number, \
            max number, bucketSize number~, wildcardProjection object@8, ns string, dropDups flag, \
            prepareUnique flag, clustered flag, columnstoreProjection object, finestIndexedLevel number, \
            coarsestIndexedLevel number, originalSpec object, collectionUUID uuidBinary
            createIndexes: indexes [createIndexes.indexes]!, commitQuorum textOrNumber@9, \
            ignoreUnknownIndexOptions bool, v number
            dropIndexes: index any!
            collMod.index: name string, keyPattern object, expireAfterSeconds number, hidden flag@9, unique flag, \
            prepareUnique flag
            collMod: index {collMod.index}, validator object, validationLevel string, validationAction string, \
            viewOn string, pipeline objects, expireAfterSeconds any, timeseries object, cappedSize number, \
            cappedMax number, changeStreamPreAndPostImages object@17, recordPreImages bool, dryRun bool, \
            noPadding flag, usePowerOf2Sizes flag
            renameCollection: to string!, dropTarget any, stayTemp bool, collectionUUID uuidBinary
            listCollections: cursor {cursor}, filter object, nameOnly flag, authorizedCollections flag, \
            includePendingDrops bool
            listDatabases: filter object, nameOnly flag, authorizedDatabases flag, listDatabasesForAllTenants flag
            listIndexes: cursor {cursor}, includeBuildUUIDs flag, includeIndexBuildInfo flag, isTimeseriesNamespace bool
            endSessions:
            refreshSessions:
            killAllSessions:
            commitTransaction: recoveryToken object, commitTimestamp timestamp, durableTimestamp timestamp
            abortTransaction: recoveryToken object
            saslOptions: skipEmptyExchange bool
            saslStart: mechanism string!, payload any!, options {saslOptions}, autoAuthorize flag, db string
            saslContinue: conversationId number!, payload any!
            authenticate: mechanism string, user string, db string
            topologyVersion: processId objectId!, counter long!
            hello: helloOk flag, client object, compression strings, topologyVersion {topologyVersion}, \
            maxAwaitTimeMS count, saslSupportedMechs textOrObject, speculativeAuthenticate object, \
            loadBalanced flag, internalClient object, hangUpOnStepDown flag, forShell any
            ping:
            $changeStream: fullDocument string, fullDocumentBeforeChange string@17, resumeAfter object, \
            startAfter object@8, startAtOperationTime timestamp@7, allChangesForCluster bool@7, \
            showExpandedEvents bool@17, showSystemEvents bool@17, showRawUpdateDescription bool@17, \
            matchCollectionUUIDForUpdateLookup bool
            """;

    /** Commands that refused unknown fields already before 5.0; of the others we do not know. */
    private static final Set<String> LONG_STRICT = Set.of("find", "aggregate", "insert", "update", "delete",
            "findAndModify", "getMore", "createIndexes");

    private static final Set<String> VERBOSITIES = Set.of("queryPlanner", "executionStats", "allPlansExecution");

    private static final Map<String, Shape> SHAPES = shapes();
    private static final Shape ANY_COMMAND = Objects.requireNonNull(SHAPES.get("generic"));

    private Syntax() {}

    private static Map<String, Shape> shapes() {
        Map<String, Shape> shapes = new HashMap<>();
        for (String line : GENERIC.split("\n")) {
            add(line, shapes);
        }
        Shape generic = Objects.requireNonNull(shapes.get("generic"));
        for (String line : COMMANDS.split("\n")) {
            Shape shape = add(line, shapes);
            boolean part = shape.name().contains(".") || Set
                    .of("cursor", "collation", "saslOptions", "topologyVersion", "$changeStream")
                    .contains(shape.name());
            if (!part) {
                generic.fields().forEach(shape.fields()::putIfAbsent);
            }
        }
        return shapes;
    }

    private static Shape add(String line, Map<String, Shape> shapes) {
        Shape shape = Shape.parse(line, shapes);
        shapes.put(shape.name(), shape);
        return shape;
    }

    /** Whether any command may have this field. */
    static boolean isGeneric(String field) {
        return field.startsWith("$") || ANY_COMMAND.fields().containsKey(field);
    }

    static void check(Command command, Document body, Generation generation) {
        int wireVersion = generation.wireVersion();
        boolean hello = command.name().equals("isMaster") || command.name().equals("hello");
        Shape shape = SHAPES.get(hello ? "hello" : command.name());
        boolean strictApi = Values.isTrue(body.get("apiStrict")) && generation.stableApi();
        if (shape == null) {
            ANY_COMMAND.check(body, Values.commandName(body), wireVersion, true, strictApi);
            return;
        }
        // Before 4.4 servers ignored further fields of a hello, and no server refuses unknown ones.
        boolean open = hello || (wireVersion < 13 && !LONG_STRICT.contains(command.name()));
        if (!hello || generation.modernHello()) {
            shape.check(body, Values.commandName(body), wireVersion, open, strictApi);
        }
        switch (command.name()) {
            case "find" -> find(body);
            case "delete" -> deletes(body);
            case "bulkWrite" -> operations(body, wireVersion);
            case "getMore" -> cursorId(body);
            case "dropIndexes" -> index(body);
            case "explain" -> explained(body, wireVersion, strictApi);
            case "endSessions", "refreshSessions" -> sessions(command.name(), body, wireVersion);
            default -> {
            }
        }
    }

    /** The options of a change stream, of which there may be one at most that says where to start. */
    static void checkChangeStream(Document options, int wireVersion) {
        Objects.requireNonNull(SHAPES.get("$changeStream")).check(options, null, wireVersion, false, false);
        boolean after = options.get("resumeAfter") != null;
        boolean start = options.get("startAfter") != null;
        if (after && start) {
            throw new ServerError(50865, "Do not specify both 'resumeAfter' and 'startAfter' in a $changeStream stage");
        }
        if ((after || start) && options.get("startAtOperationTime") != null) {
            throw new ServerError(40674, "Only one type of resume option is allowed, but multiple were found.");
        }
    }

    private static void find(Document body) {
        if (Values.isTrue(body.get("awaitData")) && !Values.isTrue(body.get("tailable"))) {
            throw new ServerError(9, "Cannot set 'awaitData' without also setting 'tailable'");
        }
        if (Values.isTrue(body.get("tailable")) && Values.isTrue(body.get("singleBatch"))) {
            throw new ServerError(9, "cannot use tailable option with the 'singleBatch' option");
        }
        if (body.get("limit") instanceof Number limit && limit.doubleValue() < 0) {
            throw new ServerError(51024, "BSON field 'limit' value must be >= 0, actual value '" + limit + "'");
        }
        boolean bounded = body.get("min") instanceof Document || body.get("max") instanceof Document;
        if (bounded && body.get("hint") == null) {
            throw new ServerError(51173, "When using min()/max() a hint of which index to use must be provided");
        }
    }

    private static void deletes(Document body) {
        for (Document statement : Values.documents(body, "deletes")) {
            if (statement.get("limit") instanceof Number limit && limit.doubleValue() != 0
                    && limit.doubleValue() != 1) {
                throw new ServerError(9, "The limit field in delete objects must be 0 or 1. Got " + limit);
            }
        }
    }

    private static void operations(Document body, int wireVersion) {
        for (Document operation : Values.documents(body, "ops")) {
            String kind = Values.commandName(operation);
            Shape shape = SHAPES.get("bulkWrite." + kind);
            if (shape == null || kind.equals("nsInfo")) {
                throw new ServerError(9, "Unrecognized operation in the bulk write: " + kind);
            }
            shape.check(operation, null, wireVersion, false, false);
        }
    }

    /** The command to be explained must be right itself. */
    private static void explained(Document body, int wireVersion, boolean strictApi) {
        Document inner = Values.requiredDocument(body, "explain", "explain");
        Shape shape = SHAPES.get(Values.commandName(inner));
        if (shape != null) {
            boolean open = wireVersion < 13 && !LONG_STRICT.contains(shape.name());
            shape.check(inner, Values.commandName(inner), wireVersion, open, strictApi);
        }
        Object verbosity = body.get("verbosity");
        if (verbosity != null && !VERBOSITIES.contains(verbosity)) {
            throw new ServerError(ErrorCodes.BAD_VALUE, "Enumeration value '" + verbosity
                    + "' for field 'explain.verbosity' is not a valid value.");
        }
    }

    private static void sessions(String command, Document body, int wireVersion) {
        for (Document session : Values.documents(body, command)) {
            Objects.requireNonNull(SHAPES.get("lsid")).check(session, null, wireVersion, false, false);
        }
    }

    private static void cursorId(Document body) {
        Object id = body.get("getMore");
        if (!(id instanceof Long)) {
            throw new ServerError(ErrorCodes.TYPE_MISMATCH, "BSON field 'getMore.getMore' is the wrong type '"
                    + Values.typeName(id) + "', expected type 'long'");
        }
    }

    private static void index(Document body) {
        Object index = body.get("index");
        if (index == null) {
            throw Values.missing("dropIndexes", "index");
        }
        if (!FieldType.HINT.accepts(index) && !FieldType.STRINGS.accepts(index)) {
            throw Values.wrongType(body, "index", index, "string");
        }
    }
}
