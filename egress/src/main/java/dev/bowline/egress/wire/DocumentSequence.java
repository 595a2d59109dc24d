package dev.bowline.egress.wire;

/** Sections of kind 1: a name and documents one after another, meant as an array of that name in the body. */
final class DocumentSequence {
    private DocumentSequence() {}

    /** Checks the section whose length is at {@code start}, down to the length of each document; returns its length. */
    static int check(byte[] bytes, int start, int limit, int origin) {
        int available = limit - start;
        if (available < 5) {
            throw Malformed.message("section length", start - origin, "is cut off");
        }
        int length = LittleEndian.getInt(bytes, start);
        if (length < 5 || length > available) {
            throw Malformed.message("section length", start - origin,
                    "is " + length + ", not between 5 and " + available);
        }
        int end = start + length;
        int position = start + 4 + BsonSize.ofCString(bytes, "section identifier", start + 4, end, origin);
        while (position < end) {
            position += BsonSize.ofDocument(bytes, "document length", position, end, origin);
        }
        return length;
    }

    /**
     * Puts the body into the target with the sequences of these sections, all of them checked, as arrays at its end.
     */
    static void merge(byte[] bytes, int sections, int limit, int body, int bodyLength, WireBuffer target) {
        BsonBufferWriter writer = new BsonBufferWriter(target);
        writer.writeStartDocument();
        writer.appendElements(bytes, body, bodyLength);
        int position = sections;
        while (position < limit) {
            int kind = bytes[position++];
            if (kind == 0) {
                position += bodyLength;
                continue;
            }
            int end = position + LittleEndian.getInt(bytes, position);
            int name = position + 4;
            int nameSize = BsonSize.ofCString(bytes, "section identifier", name, end, sections);
            writer.writeStartArray(Utf8.get(bytes, name, nameSize - 1, sections));
            int document = name + nameSize;
            while (document < end) {
                int length = LittleEndian.getInt(bytes, document);
                writer.writeRaw(bytes, document, length);
                document += length;
            }
            writer.writeEndArray();
            position = end;
        }
        writer.writeEndDocument();
    }
}
