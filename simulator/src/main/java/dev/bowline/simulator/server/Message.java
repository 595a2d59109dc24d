package dev.bowline.simulator.server;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.DocumentDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A request message, decoded: document sequences are merged into the body.
 *
 * @param query true if it came as OP_QUERY and wants an OP_REPLY
 * @param duplicate a field that the body has twice, or null
 */
record Message(int requestId, boolean query, boolean moreToCome, boolean exhaustAllowed, Document body,
        @Nullable String duplicate) {
    static final int OP_REPLY = 1;
    static final int OP_QUERY = 2004;
    static final int OP_COMPRESSED = 2012;
    static final int OP_MSG = 2013;

    private static final int HEADER = 16;
    private static final int CHECKSUM_PRESENT = 1;
    private static final int MORE_TO_COME = 1 << 1;
    private static final int EXHAUST_ALLOWED = 1 << 16;
    /** The flag of OP_QUERY by which a client lets a secondary answer. */
    private static final int SECONDARY_OK = 1 << 2;

    /** The bytes are no message we know; the connection is beyond repair. */
    static final class UnreadableMessageException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UnreadableMessageException(String message) {
            super(message, null, false, false);
        }
    }

    /** Decodes the payload of a message, which starts after its header. */
    static Message decode(int requestId, int opCode, byte[] bytes, int offset, int limit) {
        return switch (opCode) {
            case OP_MSG -> opMsg(requestId, bytes, offset, limit);
            case OP_QUERY -> opQuery(requestId, bytes, offset, limit);
            default -> throw new UnreadableMessageException("Unknown opcode " + opCode);
        };
    }

    private static Message opMsg(int requestId, byte[] bytes, int offset, int limit) {
        if (limit - offset < 5) {
            throw new UnreadableMessageException("OP_MSG is too short");
        }
        int flags = DocumentDecoder.intAt(bytes, offset);
        if ((flags & 0xffff & ~(CHECKSUM_PRESENT | MORE_TO_COME)) != 0) {
            throw new UnreadableMessageException("Unknown required flag bits " + Integer.toHexString(flags));
        }
        int end = (flags & CHECKSUM_PRESENT) != 0 ? limit - 4 : limit;
        if (end < limit && offset >= HEADER && !sums(bytes, offset - HEADER, end)) {
            throw new ServerError(51252, "Checksum does not match contents");
        }
        int at = offset + 4;
        Document body = null;
        String duplicate = null;
        List<String> names = new ArrayList<>(1);
        List<List<Document>> sequences = new ArrayList<>(1);
        while (at < end) {
            int kind = bytes[at++];
            if (kind == 0) {
                if (body != null) {
                    throw new ServerError(40430, "Multiple body sections in message");
                }
                int length = DocumentDecoder.lengthAt(bytes, at, end);
                DocumentDecoder.Command command = DocumentDecoder.decodeCommand(bytes, at, end);
                body = command.document();
                duplicate = command.duplicate();
                at += length;
            } else if (kind == 1) {
                if (end - at < 5) {
                    throw new UnreadableMessageException("Document sequence is too short");
                }
                int size = DocumentDecoder.intAt(bytes, at);
                int sequenceEnd = at + size;
                if (size < 6 || sequenceEnd > end) {
                    throw new UnreadableMessageException("Document sequence has length " + size);
                }
                int nameStart = at + 4;
                int nameEnd = nameStart;
                while (nameEnd < sequenceEnd && bytes[nameEnd] != 0) {
                    nameEnd++;
                }
                names.add(new String(bytes, nameStart, nameEnd - nameStart, StandardCharsets.UTF_8));
                List<Document> documents = new ArrayList<>();
                at = nameEnd + 1;
                while (at < sequenceEnd) {
                    int length = DocumentDecoder.lengthAt(bytes, at, sequenceEnd);
                    documents.add(DocumentDecoder.decode(bytes, at, sequenceEnd));
                    at += length;
                }
                sequences.add(documents);
            } else {
                throw new ServerError(40432, "Unknown section kind " + kind);
            }
        }
        if (body == null) {
            throw new ServerError(40587, "OP_MSG messages must have a body");
        }
        for (int i = 0; i < names.size(); i++) {
            if (names.indexOf(names.get(i)) != i) {
                throw new ServerError(40431, "Duplicate document sequence: " + names.get(i));
            }
            if (body.containsKey(names.get(i))) {
                throw new ServerError(40433,
                        "Duplicate field between body and document sequence " + names.get(i));
            }
            body.put(names.get(i), sequences.get(i));
        }
        return new Message(requestId, false, (flags & MORE_TO_COME) != 0, (flags & EXHAUST_ALLOWED) != 0, body,
                duplicate);
    }

    /** Whether the checksum at the end is that of the message before it, header included. */
    private static boolean sums(byte[] bytes, int start, int end) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, start, end - start);
        return (int) checksum.getValue() == DocumentDecoder.intAt(bytes, end);
    }

    private static Message opQuery(int requestId, byte[] bytes, int offset, int limit) {
        boolean secondaryOk = limit - offset >= 4 && (DocumentDecoder.intAt(bytes, offset) & SECONDARY_OK) != 0;
        int at = offset + 4;
        int nameStart = at;
        while (at < limit && bytes[at] != 0) {
            at++;
        }
        String name = new String(bytes, Math.min(nameStart, limit), Math.max(at - nameStart, 0),
                StandardCharsets.UTF_8);
        at += 1 + 8;
        if (at >= limit || !name.endsWith(".$cmd")) {
            throw new UnreadableMessageException("OP_QUERY is not a command");
        }
        int wanted = DocumentDecoder.intAt(bytes, at - 4);
        if (wanted != 1 && wanted != -1) {
            throw new ServerError(16979,
                    "Bad numberToReturn (" + wanted + ") for $cmd type ns - can only be 1 or -1");
        }
        DocumentDecoder.Command command = DocumentDecoder.decodeCommand(bytes, at, limit);
        Document body = command.document();
        Document wrapper = body;
        if (body.get("$query") instanceof Document inner) {
            body = inner;
        } else if (body.get("query") instanceof Document inner && body.keySet().iterator().next().equals("query")) {
            body = inner;
        }
        if (wrapper.get("$readPreference") instanceof Document preference) {
            body.put("$readPreference", preference);
        } else if (secondaryOk) {
            body.putIfAbsent("$readPreference", new Document("mode", "secondaryPreferred"));
        }
        body.put("$db", name.substring(0, name.length() - ".$cmd".length()));
        return new Message(requestId, true, false, false, body, command.duplicate());
    }

}
