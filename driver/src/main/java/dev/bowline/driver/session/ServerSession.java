package dev.bowline.driver.session;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;
import org.bson.BsonBinary;
import org.bson.BsonDocument;

/**
 * A session as the server knows it: an id and the number of its last transaction. Used by one operation or client
 * session at a time; the transaction number survives its stay in the pool.
 */
public final class ServerSession {
    /** {@code {id: <16 bytes, subtype 4>}} is always this long. */
    private static final int LSID_LENGTH = 30;
    private static final int ID_OFFSET = 13;

    private final byte[] lsid;
    private long transactionNumber;
    private long lastUseNanos;
    private boolean dirty;

    ServerSession(UUID id, long nowNanos) {
        lsid = encode(id);
        lastUseNanos = nowNanos;
    }

    /** The BSON of the {@code lsid} field, ready to be copied into a command. Not to be changed. */
    public byte[] lsid() {
        return lsid;
    }

    public BsonDocument lsidDocument() {
        byte[] id = new byte[16];
        System.arraycopy(lsid, ID_OFFSET, id, 0, id.length);
        return new BsonDocument("id", new BsonBinary((byte) 4, id));
    }

    public long transactionNumber() {
        return transactionNumber;
    }

    /** The number for the next retryable write or transaction: larger than any used before with this id. */
    public long nextTransactionNumber() {
        return ++transactionNumber;
    }

    /**
     * Notes that a command with this id met a network error. The server may still be running it, so the session must
     * not be used again.
     */
    public void markDirty() {
        dirty = true;
    }

    public boolean isDirty() {
        return dirty;
    }

    public void touch(long nowNanos) {
        lastUseNanos = nowNanos;
    }

    /** When the last command of this session was sent. */
    public long lastUseNanos() {
        return lastUseNanos;
    }

    private static byte[] encode(UUID id) {
        byte[] bytes = new byte[LSID_LENGTH];
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        buffer.putInt(LSID_LENGTH).put((byte) 0x05).put((byte) 'i').put((byte) 'd').put((byte) 0);
        buffer.putInt(16).put((byte) 4).order(ByteOrder.BIG_ENDIAN);
        buffer.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits()).put((byte) 0);
        return bytes;
    }
}
