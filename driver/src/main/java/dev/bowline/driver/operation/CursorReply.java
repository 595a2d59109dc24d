package dev.bowline.driver.operation;

import dev.bowline.egress.wire.ElementCursor;
import dev.bowline.error.MongoProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.BsonType;
import org.bson.codecs.Decoder;
import org.bson.codecs.DecoderContext;
import org.jspecify.annotations.Nullable;

/** The {@code cursor} of a reply, found in one pass; its documents are decoded from where they lie. */
final class CursorReply {
    static final DecoderContext CONTEXT = DecoderContext.builder().build();

    private static final byte[] ID = utf8("id");
    private static final byte[] NS = utf8("ns");
    private static final byte[] FIRST_BATCH = utf8("firstBatch");
    private static final byte[] NEXT_BATCH = utf8("nextBatch");
    private static final byte[] POST_BATCH_RESUME_TOKEN = utf8("postBatchResumeToken");
    private static final byte[] AT_CLUSTER_TIME = utf8("atClusterTime");

    /** The type, a name of one digit and its end. */
    private static final int SHORTEST_ELEMENT_HEAD = 3;

    private final ReplyEnvelope reply;
    private final String command;
    private long id;
    private boolean hasId;
    private String namespace = "";
    private int batchOffset = ReplyEnvelope.ABSENT;
    private int batchLength;
    private @Nullable BsonTimestamp atClusterTime;
    private @Nullable BsonDocument postBatchResumeToken;

    CursorReply(ReplyEnvelope reply, String command, @Nullable String expectedNamespace) {
        this.reply = reply;
        this.command = command;
        if (reply.cursorOffset < 0) {
            throw reply.missing(command, "cursor");
        }
        ElementCursor elements = reply.elements(reply.cursorOffset, reply.cursorLength);
        while (elements.next()) {
            scan(elements, expectedNamespace);
        }
        if (!hasId || batchOffset < 0 || namespace.isEmpty()) {
            throw reply.missing(command,
                    !hasId ? "cursor.id" : namespace.isEmpty() ? "cursor.ns" : "cursor.firstBatch");
        }
        if (expectedNamespace != null && !namespace.equals(expectedNamespace)) {
            throw new MongoProtocolException("The reply to '" + command + "' brings a cursor of '" + namespace
                    + "' where one of '" + expectedNamespace + "' was asked for");
        }
        if (expectedNamespace == null && id != 0) {
            requireNamespace();
        }
    }

    /** Later commands of the cursor name it. */
    private void requireNamespace() {
        try {
            Namespace.parse(namespace);
        } catch (IllegalArgumentException e) {
            throw new MongoProtocolException(
                    "The reply to '" + command + "' brings a cursor of '" + namespace + "', which is no namespace", e);
        }
    }

    private void scan(ElementCursor elements, @Nullable String expectedNamespace) {
        if (elements.nameEquals(ID)) {
            id = elements.longValue();
            hasId = true;
        } else if (elements.nameEquals(NS)) {
            namespace = sameText(elements, expectedNamespace) && expectedNamespace != null
                    ? expectedNamespace
                    : elements.stringValue();
        } else if (elements.is(BsonType.ARRAY)
                && (elements.nameEquals(FIRST_BATCH) || elements.nameEquals(NEXT_BATCH))) {
            batchOffset = elements.offset();
            batchLength = elements.length();
        } else if (elements.is(BsonType.TIMESTAMP) && elements.nameEquals(AT_CLUSTER_TIME)) {
            atClusterTime = new BsonTimestamp(elements.int64Bits());
        } else if (elements.is(BsonType.DOCUMENT) && elements.nameEquals(POST_BATCH_RESUME_TOKEN)) {
            postBatchResumeToken = BsonFields.value(elements).asDocument();
        }
    }

    /** Whether a string element is this ASCII text; saves making a string of a name that is known. */
    private static boolean sameText(ElementCursor element, @Nullable String text) {
        if (text == null || !element.is(BsonType.STRING) || element.length() != text.length() + 5) {
            return false;
        }
        byte[] bytes = element.bytes();
        int start = element.offset() + 4;
        for (int i = 0; i < text.length(); i++) {
            if (bytes[start + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    long id() {
        return id;
    }

    String namespace() {
        return namespace;
    }

    @Nullable
    BsonTimestamp atClusterTime() {
        return atClusterTime;
    }

    /** The raw bits, or 0. */
    long operationTime() {
        return reply.operationTime;
    }

    @Nullable
    BsonDocument postBatchResumeToken() {
        return postBatchResumeToken;
    }

    <T> List<T> decodeAll(Decoder<T> decoder) {
        ElementCursor elements = reply.elements(batchOffset, batchLength);
        if (!elements.next()) {
            return List.of();
        }
        // If all are as long as the first, none of the list is wasted and it need not grow.
        List<T> documents = new ArrayList<>(1 + batchLength / (elements.length() + SHORTEST_ELEMENT_HEAD));
        do {
            documents.add(decode(elements, decoder));
        } while (elements.next());
        return documents;
    }

    /** The first document, or null if there is none. */
    <T> @Nullable T decodeFirst(Decoder<T> decoder) {
        ElementCursor elements = reply.elements(batchOffset, batchLength);
        return elements.next() ? decode(elements, decoder) : null;
    }

    private <T> T decode(ElementCursor element, Decoder<T> decoder) {
        if (!element.is(BsonType.DOCUMENT)) {
            throw reply.notDocuments(command);
        }
        return decoder.decode(reply.reply().reader(element.offset(), element.length()), CONTEXT);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
