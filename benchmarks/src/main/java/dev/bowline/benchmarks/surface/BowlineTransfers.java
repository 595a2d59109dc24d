package dev.bowline.benchmarks.surface;

import dev.bowline.MongoClient;
import dev.bowline.changestream.ChangeStreamDocument;
import dev.bowline.cursor.ChangeStreamCursor;
import dev.bowline.gridfs.GridFsBucket;
import java.io.OutputStream;
import org.bson.BsonInt32;
import org.bson.Document;

/** Bowline. */
final class BowlineTransfers implements Transfers {
    private final MongoClient client;
    private final GridFsBucket bucket;

    BowlineTransfers(String uri) {
        client = MongoClient.connect(uri);
        bucket = GridFsBucket.of(client.database("bench"));
    }

    @Override
    public long upload() {
        bucket.upload("file", new Content());
        return SurfaceReplies.FILE_BYTES;
    }

    @Override
    public long download() {
        Counting target = new Counting();
        bucket.download(new BsonInt32(1), (OutputStream) target);
        return target.count();
    }

    @Override
    public long watch(int events) {
        long seen = 0;
        try (ChangeStreamCursor<ChangeStreamDocument<Document>> stream = client.database("bench").collection("watched")
                .watch().cursor()) {
            while (seen < events) {
                seen += stream.next().fullDocument() == null ? 0 : 1;
            }
        }
        return seen;
    }

    @Override
    public void close() {
        client.close();
    }
}
