package dev.bowline.benchmarks.surface;

import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.gridfs.GridFSBucket;
import com.mongodb.client.gridfs.GridFSBuckets;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import org.bson.BsonInt32;
import org.bson.Document;

/** The official driver. */
final class OfficialTransfers implements Transfers {
    private final MongoClient client;
    private final GridFSBucket bucket;

    OfficialTransfers(String uri) {
        client = MongoClients.create(uri);
        bucket = GridFSBuckets.create(client.getDatabase("bench"));
    }

    @Override
    public long upload() {
        bucket.uploadFromStream("file", new Content());
        return SurfaceReplies.FILE_BYTES;
    }

    @Override
    public long download() {
        Counting target = new Counting();
        bucket.downloadToStream(new BsonInt32(1), target);
        return target.count();
    }

    @Override
    public long watch(int events) {
        long seen = 0;
        try (MongoChangeStreamCursor<ChangeStreamDocument<Document>> stream = client.getDatabase("bench")
                .getCollection("watched").watch().cursor()) {
            while (seen < events) {
                seen += stream.next().getFullDocument() == null ? 0 : 1;
            }
        }
        return seen;
    }

    @Override
    public void close() {
        client.close();
    }
}
