package dev.bowline.benchmarks.sidebyside;

import dev.bowline.MongoClient;
import dev.bowline.MongoCollection;
import dev.bowline.MongoDatabase;
import dev.bowline.WriteModel;
import java.util.List;
import org.bson.Document;
import org.bson.conversions.Bson;

/** Bowline. */
final class BowlineContestant implements Contestant {
    private final MongoClient client;
    private final MongoDatabase database;

    BowlineContestant(String uri) {
        client = MongoClient.connect(uri);
        database = client.database("bench");
    }

    @Override
    public Runnable operation(Task task) {
        MongoCollection<Document> things = database.collection("things");
        return switch (task) {
            case FIND_BY_ID -> {
                Bson filter = new Document("_id", 1);
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
                MongoCollection<Document> large = database.collection("large");
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
                List<WriteModel<Document>> models = Documents.many().stream()
                        .<WriteModel<Document>>map(WriteModel.InsertOne::new).toList();
                yield () -> Checks.counted(things.bulkWrite(models).insertedCount());
            }
        };
    }

    @Override
    public void close() {
        client.close();
    }
}
