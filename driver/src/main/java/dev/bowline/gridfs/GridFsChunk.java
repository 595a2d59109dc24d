package dev.bowline.gridfs;

import dev.bowline.egress.wire.BsonBufferReader;
import java.util.ArrayDeque;
import org.bson.BsonReader;
import org.bson.BsonType;
import org.bson.BsonWriter;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;

/**
 * A chunk of a file as it was read.
 *
 * @param n its place in the file, -1 if it does not say
 * @param bytes an array that holds the content, and may be longer
 * @param length of the content, -1 if there is none
 */
record GridFsChunk(int n, byte[] bytes, int length) {
    private static final byte[] NOTHING = {};

    /** Reads chunks into arrays that are used again once their content has been read; one thread at a time. */
    static final class Codec implements org.bson.codecs.Codec<GridFsChunk> {
        private final ArrayDeque<byte[]> free = new ArrayDeque<>();

        /** Takes back an array that is no longer used. */
        void recycle(byte[] bytes) {
            if (bytes.length > 0) {
                free.push(bytes);
            }
        }

        @Override
        public GridFsChunk decode(BsonReader reader, DecoderContext context) {
            int n = -1;
            byte[] bytes = NOTHING;
            int length = -1;
            reader.readStartDocument();
            while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
                String name = reader.readName();
                BsonType type = reader.getCurrentBsonType();
                if (name.equals("n") && type == BsonType.INT32) {
                    n = reader.readInt32();
                } else if (name.equals("n") && type == BsonType.INT64) {
                    long wide = reader.readInt64();
                    n = wide == (int) wide ? (int) wide : -1;
                } else if (name.equals("n") && type == BsonType.DOUBLE) {
                    n = (int) reader.readDouble();
                } else if (name.equals("data") && type == BsonType.BINARY) {
                    if (reader instanceof BsonBufferReader direct) {
                        bytes = array(direct.peekBinarySize());
                        length = direct.readBinaryData(bytes);
                    } else {
                        bytes = reader.readBinaryData().getData();
                        length = bytes.length;
                    }
                } else {
                    reader.skipValue();
                }
            }
            reader.readEndDocument();
            return new GridFsChunk(n, bytes, length);
        }

        /** One that is there already if it is large enough; all chunks but the last have the same size. */
        private byte[] array(int size) {
            byte[] known = free.poll();
            return known != null && known.length >= size ? known : new byte[size];
        }

        @Override
        public void encode(BsonWriter writer, GridFsChunk value, EncoderContext context) {
            throw new UnsupportedOperationException("Chunks are written as documents");
        }

        @Override
        public Class<GridFsChunk> getEncoderClass() {
            return GridFsChunk.class;
        }
    }
}
