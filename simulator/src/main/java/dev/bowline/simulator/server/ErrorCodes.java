package dev.bowline.simulator.server;

import java.util.HashMap;
import java.util.Map;

/** The server's names for its error codes, and the kinds that matter to drivers. */
final class ErrorCodes {
    static final int BAD_VALUE = 2;
    static final int INTERNAL = 1;
    static final int UNAUTHORIZED = 13;
    static final int TYPE_MISMATCH = 14;
    static final int AUTHENTICATION_FAILED = 18;
    static final int ILLEGAL_OPERATION = 20;
    static final int INVALID_BSON = 22;
    static final int NAMESPACE_NOT_FOUND = 26;
    static final int INDEX_NOT_FOUND = 27;
    static final int CURSOR_NOT_FOUND = 43;
    static final int NAMESPACE_EXISTS = 48;
    static final int MAX_TIME_EXPIRED = 50;
    static final int COMMAND_NOT_FOUND = 59;
    static final int WRITE_CONCERN_FAILED = 64;
    static final int INVALID_OPTIONS = 72;
    static final int INVALID_NAMESPACE = 73;
    static final int CANNOT_SATISFY_WRITE_CONCERN = 100;
    static final int WRITE_CONFLICT = 112;
    static final int NOT_WRITABLE_PRIMARY = 10107;
    static final int NOT_PRIMARY_NO_SECONDARY_OK = 13435;
    static final int NOT_PRIMARY_OR_SECONDARY = 13436;
    static final int PRIMARY_STEPPED_DOWN = 189;
    static final int INTERRUPTED_DUE_TO_REPL_STATE_CHANGE = 11602;
    static final int TRANSACTION_TOO_OLD = 225;
    static final int NOT_IMPLEMENTED = 238;
    static final int NO_SUCH_TRANSACTION = 251;
    static final int TRANSACTION_COMMITTED = 256;

    private static final Map<Integer, String> NAMES = new HashMap<>();

    static {
        String table = "1 InternalError,2 BadValue,4 NoSuchKey,5 GraphContainsCycle,6 HostUnreachable,7 HostNotFound,"
                + "8 UnknownError,9 FailedToParse,10 CannotMutateObject,11 UserNotFound,12 UnsupportedFormat,13 "
                + "Unauthorized,"
                + "14 TypeMismatch,15 Overflow,16 InvalidLength,17 ProtocolError,18 AuthenticationFailed,20 "
                + "IllegalOperation,"
                + "21 EmptyArrayOperation,22 InvalidBSON,23 AlreadyInitialized,24 LockTimeout,26 NamespaceNotFound,"
                + "27 IndexNotFound,28 PathNotViable,29 NonExistentPath,31 RoleNotFound,40 ConflictingUpdateOperators,"
                + "43 CursorNotFound,47 NoMatchingDocument,48 NamespaceExists,50 MaxTimeMSExpired,51 "
                + "ManualInterventionRequired,"
                + "52 DollarPrefixedFieldName,53 InvalidIdField,54 NotSingleValueField,55 InvalidDBRef,59 "
                + "CommandNotFound,"
                + "61 ShardKeyNotFound,63 StaleShardVersion,64 WriteConcernFailed,66 ImmutableField,67 "
                + "CannotCreateIndex,"
                + "72 InvalidOptions,73 InvalidNamespace,75 WriteConcernLegacyOK,76 NoReplicationEnabled,79 "
                + "UnknownReplWriteConcern,"
                + "85 IndexOptionsConflict,86 IndexKeySpecsConflict,89 NetworkTimeout,91 ShutdownInProgress,"
                + "94 NotYetInitialized,95 NotSecondary,96 OperationFailed,100 UnsatisfiableWriteConcern,"
                + "103 NewReplicaSetConfigurationIncompatible,112 WriteConflict,116 DocTooLargeForCapped,117 "
                + "ConflictingOperationInProgress,"
                + "121 DocumentValidationFailure,123 NotAReplicaSet,125 CommandFailed,111 NotExactValueField,128 "
                + "LockNotFound,133 FailedToSatisfyReadPreference,"
                + "134 ReadConcernMajorityNotAvailableYet,136 CappedPositionLost,148 "
                + "ReadConcernMajorityNotEnabled,150 StaleEpoch,"
                + "165 ViewDepthLimitExceeded,166 CommandNotSupportedOnView,167 OptionNotSupportedOnView,175 "
                + "QueryPlanKilled,"
                + "160 MaxStalenessOutOfRange,183 ClientMetadataMissingField,184 ClientMetadataAppNameTooLarge,"
                + "185 ClientMetadataDocumentTooLarge,186 ClientMetadataCannotBeMutated,"
                + "197 InvalidIndexSpecificationOption,189 PrimarySteppedDown,202 "
                + "NetworkInterfaceExceededTimeLimit,206 NoSuchSession,211 KeyNotFound,217 "
                + "IncompleteTransactionHistory,"
                + "222 CloseChangeStream,224 QueryFeatureNotAllowed,225 TransactionTooOld,228 "
                + "SessionTransferIncomplete,233 TooManyDocumentSequences,234 RetryChangeStream,"
                + "235 InternalErrorNotSupported,237 CursorKilled,238 NotImplemented,239 SnapshotTooOld,241 "
                + "ConversionFailure,"
                + "244 TransactionAborted,246 SnapshotUnavailable,251 NoSuchTransaction,256 TransactionCommitted,257 "
                + "TransactionTooLarge,"
                + "260 InvalidResumeToken,262 ExceededTimeLimit,263 OperationNotSupportedInTransaction,264 "
                + "TooManyFilesOpen,266 FailPointSetFailed,"
                + "267 PreparedTransactionInProgress,280 ChangeStreamFatalError,286 ChangeStreamHistoryLost,"
                + "290 TransactionExceededLifetimeLimitSeconds,317 ConnectionPoolExpired,322 APIVersionError,"
                + "323 APIStrictError,324 APIDeprecationError,325 APIMismatchError,334 MechanismUnavailable,352 "
                + "UnsupportedOpQueryCommand,391 ReauthenticationRequired,"
                + "462 IngressRequestRateLimitExceeded,9001 SocketException,"
                + "10003 CannotGrowDocumentInCappedNamespace,10107 NotWritablePrimary,10334 BSONObjectTooLarge,11000 "
                + "DuplicateKey,"
                + "11600 InterruptedAtShutdown,11601 Interrupted,11602 InterruptedDueToReplStateChange,13388 "
                + "StaleConfig,"
                + "13435 NotPrimaryNoSecondaryOk,13436 NotPrimaryOrSecondary,14031 OutOfDiskSpace";
        for (String row : table.split(",")) {
            int space = row.indexOf(' ');
            NAMES.put(Integer.parseInt(row.substring(0, space)), row.substring(space + 1).trim());
        }
    }

    private ErrorCodes() {}

    /** The name that a server of this generation has for a code; some were renamed with 4.4. */
    static String name(int code, Generation generation) {
        if (generation.wireVersion() >= 9) {
            return name(code);
        }
        return switch (code) {
            case NOT_WRITABLE_PRIMARY -> "NotMaster";
            case NOT_PRIMARY_NO_SECONDARY_OK -> "NotMasterNoSlaveOk";
            case NOT_PRIMARY_OR_SECONDARY -> "NotMasterOrSecondary";
            default -> name(code);
        };
    }

    static String name(int code) {
        String name = NAMES.get(code);
        return name == null ? "Location" + code : name;
    }

    static boolean isNotPrimary(int code) {
        return code == 10107 || code == 13435 || code == 10058;
    }

    /** The member is shutting down, recovering or changing its role. */
    static boolean isStateChange(int code) {
        return isNotPrimary(code) || code == 11600 || code == 11602 || code == 13436 || code == 189 || code == 91;
    }

    /** Not primary, not any more, or not yet a member with data: errors that carry a topology version. */
    static boolean isRoleChange(int code) {
        return isNotPrimary(code) || code == 11602 || code == 13436 || code == 189;
    }

    static boolean isRetryable(int code) {
        return isStateChange(code) || code == 6 || code == 7 || code == 89 || code == 9001 || code == 262
                || code == 134;
    }

    /** Errors for which the server labels a retryable write. */
    static boolean isRetryableWrite(int code) {
        return isRetryable(code) && code != 134;
    }
}
