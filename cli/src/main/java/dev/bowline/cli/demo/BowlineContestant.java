package dev.bowline.cli.demo;

import dev.bowline.MongoClient;
import dev.bowline.MongoClientSettings;
import dev.bowline.MongoCollection;
import dev.bowline.concern.WriteConcern;
import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.ServerType;
import dev.bowline.model.Filters;
import dev.bowline.model.Updates;
import java.time.Duration;
import java.util.function.Consumer;
import org.bson.Document;

/** Bowline in the demo. */
final class BowlineContestant implements Contestant {
    private final Counters counters = new Counters();
    private final MongoClient client;
    private final MongoCollection<Document> collection;

    BowlineContestant(String uri, String collectionName) {
        client = MongoClient.connect(MongoClientSettings.builder().connectionString(uri)
                .heartbeatFrequency(Duration.ofMillis(500)).connectTimeout(Duration.ofSeconds(1))
                .addCommandListener(counters).addConnectionPoolListener(counters).build());
        collection = client.database("test").collection(collectionName).with(WriteConcern.MAJORITY);
    }

    @Override
    public String name() {
        return "Bowline";
    }

    @Override
    public void insert(String id) {
        collection.insertOne(new Document("_id", id));
    }

    @Override
    public void increment(int writer) {
        collection.updateOne(Filters.eq("_id", writer), Updates.inc("n", 1), o -> o.upsert(true));
    }

    @Override
    public void forEach(Consumer<Document> action) {
        for (Document document : collection.find()) {
            action.accept(document);
        }
    }

    @Override
    public void drop() {
        collection.drop();
    }

    @Override
    public String status() {
        ServerDescription primary = client.topology().primary();
        StringBuilder text = new StringBuilder(primary == null
                ? "no primary"
                : "primary " + primary.address().port());
        for (ServerDescription server : client.topology().servers()) {
            if (server.type() != ServerType.RS_PRIMARY) {
                text.append(", ").append(server.address().port()).append(switch (server.type()) {
                    case RS_SECONDARY -> " secondary";
                    case UNKNOWN -> " unknown";
                    default -> " " + server.type();
                });
            }
        }
        return text.append(" | pool ").append(counters.connections.get()).append(" open, ")
                .append(counters.inUse.get()).append(" in use, ").append(counters.clears.get()).append(" clears")
                .toString();
    }

    @Override
    public long retries() {
        return counters.retries.get();
    }

    @Override
    public void close() {
        client.close();
    }
}
