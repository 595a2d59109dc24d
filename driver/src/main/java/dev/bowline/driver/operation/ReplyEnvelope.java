package dev.bowline.driver.operation;

import dev.bowline.egress.wire.ElementCursor;
import dev.bowline.egress.wire.Reply;
import dev.bowline.error.MongoProtocolException;
import java.nio.charset.StandardCharsets;
import org.bson.BsonDocument;
import org.bson.BsonType;

/**
 * The fields of a reply that operations look at, found in one pass over its top level. It points into the connection's
 * buffer and is valid as long as the reply.
 */
final class ReplyEnvelope {
    static final int ABSENT = -1;

    private static final byte[] OK = utf8("ok");
    private static final byte[] N = utf8("n");
    private static final byte[] N_MODIFIED = utf8("nModified");
    private static final byte[] CURSOR = utf8("cursor");
    private static final byte[] VALUE = utf8("value");
    private static final byte[] VALUES = utf8("values");
    private static final byte[] UPSERTED = utf8("upserted");
    private static final byte[] WRITE_ERRORS = utf8("writeErrors");
    private static final byte[] WRITE_CONCERN_ERROR = utf8("writeConcernError");
    private static final byte[] CLUSTER_TIME = utf8("$clusterTime");
    private static final byte[] OPERATION_TIME = utf8("operationTime");
    private static final byte[] AT_CLUSTER_TIME = utf8("atClusterTime");
    private static final byte[] RECOVERY_TOKEN = utf8("recoveryToken");

    private final Reply reply;
    private boolean ok;
    long n = ABSENT;
    long nModified = ABSENT;
    int cursorOffset = ABSENT;
    int cursorLength;
    int valueOffset = ABSENT;
    int valueLength;
    boolean valueIsNull;
    int valuesOffset = ABSENT;
    int valuesLength;
    int upsertedOffset = ABSENT;
    int upsertedLength;
    boolean hasWriteErrors;
    boolean hasWriteConcernError;
    int clusterTimeOffset = ABSENT;
    int clusterTimeLength;
    int recoveryTokenOffset = ABSENT;
    int recoveryTokenLength;
    /** The raw bits, or 0. */
    long operationTime;
    /** When a read without a cursor saw what it saw; the raw bits, or 0. */
    long atClusterTime;

    ReplyEnvelope(Reply reply) {
        this.reply = reply;
        ElementCursor cursor = reply.cursor();
        while (cursor.next()) {
            scan(cursor);
        }
    }

    private void scan(ElementCursor cursor) {
        if (cursor.isNumber()) {
            if (cursor.nameEquals(OK)) {
                ok = cursor.doubleValue() == 1.0;
            } else if (cursor.nameEquals(N)) {
                n = cursor.longValue();
            } else if (cursor.nameEquals(N_MODIFIED)) {
                nModified = cursor.longValue();
            }
        } else if (cursor.is(BsonType.DOCUMENT)) {
            scanDocument(cursor);
        } else if (cursor.is(BsonType.ARRAY)) {
            if (cursor.nameEquals(WRITE_ERRORS)) {
                hasWriteErrors = true;
            } else if (cursor.nameEquals(UPSERTED)) {
                upsertedOffset = cursor.offset();
                upsertedLength = cursor.length();
            } else if (cursor.nameEquals(VALUES)) {
                valuesOffset = cursor.offset();
                valuesLength = cursor.length();
            }
        } else if (cursor.is(BsonType.TIMESTAMP)) {
            if (cursor.nameEquals(OPERATION_TIME)) {
                operationTime = cursor.int64Bits();
            } else if (cursor.nameEquals(AT_CLUSTER_TIME)) {
                atClusterTime = cursor.int64Bits();
            }
        } else if (cursor.is(BsonType.BOOLEAN)) {
            if (cursor.nameEquals(OK)) {
                ok = cursor.booleanValue();
            }
        } else if (cursor.is(BsonType.NULL) && cursor.nameEquals(VALUE)) {
            valueIsNull = true;
        }
    }

    private void scanDocument(ElementCursor cursor) {
        if (cursor.nameEquals(CURSOR)) {
            cursorOffset = cursor.offset();
            cursorLength = cursor.length();
        } else if (cursor.nameEquals(CLUSTER_TIME)) {
            clusterTimeOffset = cursor.offset();
            clusterTimeLength = cursor.length();
        } else if (cursor.nameEquals(VALUE)) {
            valueOffset = cursor.offset();
            valueLength = cursor.length();
        } else if (cursor.nameEquals(WRITE_CONCERN_ERROR)) {
            hasWriteConcernError = true;
        } else if (cursor.nameEquals(RECOVERY_TOKEN)) {
            recoveryTokenOffset = cursor.offset();
            recoveryTokenLength = cursor.length();
        }
    }

    boolean isOk() {
        return ok;
    }

    byte[] bytes() {
        return reply.bytes();
    }

    Reply reply() {
        return reply;
    }

    /** The reply's one cursor, on a document or array within it. */
    ElementCursor elements(int offset, int length) {
        return reply.cursor().on(reply.bytes(), offset, length);
    }

    BsonDocument toDocument() {
        return reply.toDocument();
    }

    /** The count of matched or changed documents; a reply without it cannot be taken for a success. */
    long requireN(String command) {
        if (n < 0) {
            throw missing(command, "n");
        }
        return n;
    }

    MongoProtocolException missing(String command, String field) {
        return new MongoProtocolException("The reply to '" + command + "' lacks the field '" + field + "': "
                + toDocument().toJson());
    }

    MongoProtocolException notDocuments(String command) {
        return new MongoProtocolException(
                "The reply to '" + command + "' has something other than documents in its batch");
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
