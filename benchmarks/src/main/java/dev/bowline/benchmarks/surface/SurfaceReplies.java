package dev.bowline.benchmarks.surface;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonBinary;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/** The documents that the canned server sends, encoded once. */
final class SurfaceReplies {
    static final int FILE_BYTES = 50_000_000;
    static final int CHUNK_BYTES = 255 * 1024;
    static final int EVENTS_PER_BATCH = 1000;

    final byte[] file = encode(BsonDocument.parse("{_id: 1, length: {$numberLong: '" + FILE_BYTES + "'}, chunkSize: "
            + CHUNK_BYTES + ", uploadDate: {$date: '2024-05-10T00:00:00Z'}, filename: 'file'}"));
    final List<byte[]> chunks = new ArrayList<>();
    final List<byte[]> events = new ArrayList<>();
    final byte[] token = encode(BsonDocument.parse("{_data: '" + "8".repeat(80) + "'}"));

    SurfaceReplies() {
        for (int n = 0; n * CHUNK_BYTES < FILE_BYTES; n++) {
            byte[] data = new byte[Math.min(CHUNK_BYTES, FILE_BYTES - n * CHUNK_BYTES)];
            Arrays.fill(data, (byte) n);
            chunks.add(encode(BsonDocument.parse("{_id: {$oid: '664000000000000000000001'}, files_id: 1, n: " + n + "}")
                    .append("data", new BsonBinary(data))));
        }
        for (int i = 0; i < EVENTS_PER_BATCH; i++) {
            String hex = Integer.toHexString(0x1000000 + i);
            events.add(encode(BsonDocument.parse("{_id: {_data: '" + "8".repeat(73) + hex
                    + "'}, operationType: 'insert', clusterTime: {$timestamp: {t: 1715299200, i: " + i
                    + "}}, wallTime: {$date: '2024-05-10T00:00:00Z'}, fullDocument: {_id: {$oid: '6640000000000000"
                    + "0" + hex + "'}, name: 'order " + i + "', quantity: " + i
                    + ", price: 12.5, customer: {name: 'Ada', city: 'London'}, tags: ['a', 'b', 'c']}, "
                    + "ns: {db: 'bench', coll: 'watched'}, documentKey: {_id: {$oid: '66400000000000000" + hex
                    + "'}}}")));
        }
    }

    static byte[] encode(BsonDocument document) {
        BasicOutputBuffer buffer = new BasicOutputBuffer();
        new BsonDocumentCodec().encode(new BsonBinaryWriter(buffer), document, EncoderContext.builder().build());
        return buffer.toByteArray();
    }
}
