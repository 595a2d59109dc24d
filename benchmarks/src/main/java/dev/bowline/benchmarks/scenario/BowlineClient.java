package dev.bowline.benchmarks.scenario;

import dev.bowline.MongoClient;
import dev.bowline.MongoCollection;
import dev.bowline.concern.WriteConcern;
import org.bson.Document;

/** Ours. */
final class BowlineClient implements Client {
    private final MongoClient client;
    private final MongoCollection<Document> things;
    private final MongoCollection<Document> written;

    BowlineClient(String uri) {
        client = MongoClient.connect(uri);
        things = client.database(DATABASE).collection("things");
        written = client.database(DATABASE).collection("written").with(WriteConcern.W1);
    }

    @Override
    public void find() {
        if (things.find(new Document("_id", 1)).first() == null) {
            throw new IllegalStateException("Nothing was found");
        }
    }

    @Override
    public void insert(String id) {
        written.insertOne(new Document("_id", id));
    }

    @Override
    public void close() {
        client.close();
    }
}
