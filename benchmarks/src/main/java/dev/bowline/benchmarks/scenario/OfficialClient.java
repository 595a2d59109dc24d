package dev.bowline.benchmarks.scenario;

import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import org.bson.Document;

/** The official driver's. */
final class OfficialClient implements Client {
    private final MongoClient client;
    private final MongoCollection<Document> things;
    private final MongoCollection<Document> written;

    OfficialClient(String uri) {
        client = MongoClients.create(uri);
        things = client.getDatabase(DATABASE).getCollection("things");
        written = client.getDatabase(DATABASE).getCollection("written").withWriteConcern(WriteConcern.W1);
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
