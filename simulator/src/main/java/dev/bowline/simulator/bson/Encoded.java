package dev.bowline.simulator.bson;

/** A document already in its wire form; written as it is. */
@SuppressWarnings("ArrayRecordComponent")
public record Encoded(byte[] bytes) {
    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return bytes.length;
    }
}
