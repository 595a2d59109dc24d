package dev.bowline.egress.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.Decoder;
import org.bson.codecs.DecoderContext;

/**
 * A view of a message that was received, in the buffer it was read into: valid until the next message is read from the
 * same {@link MessageReader}. Servers in tests and simulations see requests through it.
 *
 * <p>The body has been checked to be one document of the right length; its content is checked by the code that reads
 * it. If the message had document sequences they are arrays of the body here.
 */
public final class Reply {
    private static final byte[] OK = "ok".getBytes(US_ASCII);
    private static final DecoderContext DECODER_CONTEXT = DecoderContext.builder().build();

    private static final byte[] NOTHING = new byte[0];

    private final BsonBufferReader reader = new BsonBufferReader(NOTHING);
    private final ElementCursor cursor = new ElementCursor();
    private byte[] bytes = NOTHING;
    private int opCode;
    private int requestId;
    private int responseTo;
    private int flags;
    private String namespace = "";
    private int offset;
    private int length;
    private int messageBytes;

    void header(int newOpCode, int newRequestId, int newResponseTo, int newMessageBytes) {
        opCode = newOpCode;
        requestId = newRequestId;
        responseTo = newResponseTo;
        messageBytes = newMessageBytes;
        namespace = "";
        flags = 0;
    }

    void flags(int newFlags) {
        flags = newFlags;
    }

    void namespace(String newNamespace) {
        namespace = newNamespace;
    }

    void body(byte[] newBytes, int newOffset, int newLength) {
        bytes = newBytes;
        offset = newOffset;
        length = newLength;
    }

    /**
     * Becomes empty, unless its bytes are in this array, which is to be used again: a large array must not live on
     * here.
     */
    void letGoUnlessIn(byte[] kept) {
        reader.letGo();
        if (bytes != kept) {
            body(NOTHING, 0, 0);
            reader.reset(NOTHING, 0, 0);
            cursor.letGo();
        }
    }

    void forgetKeys() {
        reader.forgetKeys();
    }

    /** {@link OpCode#OP_MSG} or {@link OpCode#OP_REPLY}; for a server also {@link OpCode#OP_QUERY}. */
    public int opCode() {
        return opCode;
    }

    public int requestId() {
        return requestId;
    }

    public int responseTo() {
        return responseTo;
    }

    public int flags() {
        return flags;
    }

    /** Whether the server will send another reply without being asked; in a request, that it wants none. */
    public boolean moreToCome() {
        return opCode == OpCode.OP_MSG && (flags & OpCode.MORE_TO_COME) != 0;
    }

    /** In a request: whether replies with {@link #moreToCome} may be sent. */
    public boolean exhaustAllowed() {
        return opCode == OpCode.OP_MSG && (flags & OpCode.EXHAUST_ALLOWED) != 0;
    }

    /** Of an OP_QUERY: database and collection; otherwise empty. */
    public String namespace() {
        return namespace;
    }

    /** How many bytes came over the wire for this message. */
    public int messageBytes() {
        return messageBytes;
    }

    /** The array that holds the body. */
    public byte[] bytes() {
        return bytes;
    }

    /** Where the body's document starts in {@link #bytes}. */
    public int offset() {
        return offset;
    }

    /** How many bytes the body's document has. */
    public int length() {
        return length;
    }

    /** Whether the body says {@code ok: 1}. */
    public boolean isOk() {
        ElementCursor elements = cursor.on(bytes, offset, length);
        while (elements.next()) {
            if (elements.nameEquals(OK)) {
                return elements.booleanValue();
            }
        }
        return false;
    }

    /** This reply's cursor, before the first element of the body. There is only one: {@link #isOk} moves it. */
    public ElementCursor cursor() {
        return cursor.on(bytes, offset, length);
    }

    /** This reply's reader, at the start of the body. There is only one, and it remembers keys from reply to reply. */
    public BsonBufferReader reader() {
        reader.reset(bytes, offset, length);
        return reader;
    }

    /** This reply's reader, at the start of a document within {@link #bytes}. */
    public BsonBufferReader reader(int documentOffset, int documentLength) {
        reader.reset(bytes, documentOffset, documentLength);
        return reader;
    }

    /** Decodes the body. */
    public <T> T decode(Decoder<T> decoder) {
        return decoder.decode(reader(), DECODER_CONTEXT);
    }

    /** The body as a tree of values that stays valid. */
    public BsonDocument toDocument() {
        return decode(FastCodecs.bsonDocument());
    }

    /** A copy of the body's bytes, checked. */
    public RawBsonDocument toRawDocument() {
        return decode(FastCodecs.rawBsonDocument());
    }
}
