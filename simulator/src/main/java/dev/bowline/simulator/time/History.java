package dev.bowline.simulator.time;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/** A fingerprint of everything that was delivered over the network, with when and where. */
public final class History {
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer header = ByteBuffer.allocate(24);
    private long deliveries;
    private long bytes;

    History() {}

    void delivered(long nanos, long stream, byte[] data, int offset, int length) {
        header.clear();
        header.putLong(nanos).putLong(stream).putLong(length);
        crc.update(header.array(), 0, header.position());
        crc.update(data, offset, length);
        deliveries++;
        bytes += length;
    }

    /** How often bytes were handed to a reader. */
    public long deliveries() {
        return deliveries;
    }

    /** How many bytes were delivered. */
    public long bytes() {
        return bytes;
    }

    /** Equal for two runs exactly if (but for hash collisions) the same bytes arrived at the same times. */
    public String fingerprint() {
        return HexFormat.of().toHexDigits(crc.getValue()) + "-" + deliveries + "-" + bytes;
    }

    @Override
    public String toString() {
        return fingerprint();
    }
}
