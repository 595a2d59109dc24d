package dev.bowline.cli.demo;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import com.mongodb.event.CommandSucceededEvent;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.bson.Document;

/** The official driver in the demo, with the same settings. */
final class OfficialContestant implements Contestant {
    private final AtomicLong retries = new AtomicLong();
    private final Set<Long> attempted = ConcurrentHashMap.newKeySet();
    private final MongoClient client;
    private final MongoCollection<Document> collection;

    OfficialContestant(String uri, String collectionName) {
        client = MongoClients.create(MongoClientSettings.builder().applyConnectionString(new ConnectionString(uri))
                .applyToServerSettings(server -> server.heartbeatFrequency(500, TimeUnit.MILLISECONDS))
                .applyToSocketSettings(socket -> socket.connectTimeout(1, TimeUnit.SECONDS))
                .addCommandListener(new CommandListener() {
                    @Override
                    public void commandStarted(CommandStartedEvent event) {
                        if (!attempted.add(event.getOperationId())) {
                            retries.incrementAndGet();
                        }
                    }

                    @Override
                    public void commandSucceeded(CommandSucceededEvent event) {
                        attempted.remove(event.getOperationId());
                    }
                }).build());
        collection = client.getDatabase("test").getCollection(collectionName).withWriteConcern(WriteConcern.MAJORITY);
    }

    @Override
    public String name() {
        return "official driver";
    }

    @Override
    public void insert(String id) {
        collection.insertOne(new Document("_id", id));
    }

    @Override
    public void increment(int writer) {
        collection.updateOne(Filters.eq("_id", writer), Updates.inc("n", 1), new UpdateOptions().upsert(true));
    }

    @Override
    public void forEach(Consumer<Document> action) {
        collection.find().forEach(action);
    }

    @Override
    public void drop() {
        collection.drop();
    }

    @Override
    public String status() {
        return "";
    }

    @Override
    public long retries() {
        return retries.get();
    }

    @Override
    public void close() {
        client.close();
    }
}
