package dev.bowline.benchmarks.sidebyside;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.InsertOneModel;
import java.util.List;
import org.bson.Document;
import org.bson.conversions.Bson;

/** The official driver. */
final class OfficialContestant implements Contestant {
    private final MongoClient client;
    private final MongoDatabase database;

    OfficialContestant(String uri) {
        client = MongoClients.create(uri);
        database = client.getDatabase("bench");
    }

    @Override
    public Runnable operation(Task task) {
        MongoCollection<Document> things = database.getCollection("things");
        return switch (task) {
            case FIND_BY_ID -> {
                Bson filter = Filters.eq("_id", 1);
                yield () -> Checks.found(things.find(filter).first());
            }
            case INSERT_ONE -> {
                Document document = Documents.small(1);
                yield () -> things.insertOne(document);
            }
            case INSERT_LARGE -> {
                Document document = Documents.large();
                yield () -> things.insertOne(document);
            }
            case RUN_COMMAND -> {
                Document ping = new Document("ping", 1);
                yield () -> Checks.found(database.runCommand(ping));
            }
            case CURSOR -> {
                MongoCollection<Document> large = database.getCollection("large");
                yield () -> {
                    int count = 0;
                    for (Document document : large.find()) {
                        count += document.isEmpty() ? 0 : 1;
                    }
                    Checks.counted(count);
                };
            }
            case INSERT_MANY -> {
                List<Document> many = Documents.many();
                yield () -> things.insertMany(many);
            }
            case BULK_WRITE -> {
                List<InsertOneModel<Document>> models = Documents.many().stream().map(InsertOneModel::new).toList();
                yield () -> Checks.counted(things.bulkWrite(models).getInsertedCount());
            }
        };
    }

    @Override
    public void close() {
        client.close();
    }
}
