package dev.bowline.benchmarks.sidebyside;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import dev.bowline.sync.BowlineMongoClients;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.bson.conversions.Bson;

/** The official blocking interfaces, implemented by the official driver or by Bowline. */
final class OfficialContestant implements Contestant {
    private final MongoClient client;
    private final MongoDatabase database;
    private final boolean stored;
    private final boolean fetched;

    private OfficialContestant(MongoClient client, boolean stored, boolean fetched) {
        this.client = client;
        this.database = client.getDatabase(BowlineContestant.DATABASE);
        this.stored = stored;
        this.fetched = fetched;
    }

    /** The official driver. */
    static OfficialContestant official(String uri, boolean stored) {
        return new OfficialContestant(MongoClients.create(uri), stored, false);
    }

    /** @param fetched whether each operation asks for database and collection anew, as Spring Data does */
    static OfficialContestant overBowline(String uri, boolean stored, boolean fetched) {
        return new OfficialContestant(BowlineMongoClients.create(uri), stored, fetched);
    }

    @Override
    public Operation operation(Work work, int caller) {
        if (work.isOfService()) {
            return Accounts.operation(work, new OfficialAccounts(client, work == Work.REQUEST_IN_TRANSACTION), caller);
        }
        String name = work.collection();
        MongoCollection<Document> collection = database.getCollection(name);
        Documents documents = new Documents(stored, caller);
        return switch (work) {
            case FIND_BY_ID -> {
                Bson filter = new Document("_id", 1);
                yield fetched
                        ? (Operation.Blocking) () -> Checks.found(fetch(name).find(filter).first())
                        : (Operation.Blocking) () -> Checks.found(collection.find(filter).first());
            }
            case RUN_COMMAND -> {
                Document ping = new Document("ping", 1);
                yield (Operation.Blocking) () -> Checks.found(database.runCommand(ping));
            }
            case FIND_1, FIND_10, FIND_100, FIND_10K -> (Operation.Blocking) () -> {
                int count = 0;
                for (Document document : collection.find()) {
                    count += document.isEmpty() ? 0 : 1;
                }
                Checks.counted(count, work.documents());
            };
            case INSERT_ONE -> fetched
                    ? insertOneFetched(name, documents, documents.small())
                    : insertOne(collection, documents, documents.small());
            case INSERT_LARGE -> insertOne(collection, documents, documents.of100Kilobytes());
            case INSERT_MANY_SMALL -> insertMany(collection, documents, documents.many());
            case INSERT_MANY_LARGE -> insertMany(collection, documents, documents.few());
            case BULK_SMALL -> bulkInserts(collection, documents, documents.many());
            case BULK_LARGE -> bulkInserts(collection, documents, documents.few());
            case BULK_MIXED -> mixed(collection, documents);
            case TRANSACTION -> transaction(collection, documents, documents.small());
            default -> throw new IllegalArgumentException(work + " needs no client");
        };
    }

    private static Operation.Blocking insertOne(MongoCollection<Document> collection, Documents documents,
            Document document) {
        return () -> {
            documents.renew(document);
            Checks.found(collection.insertOne(document));
        };
    }

    private Operation.Blocking insertOneFetched(String name, Documents documents, Document document) {
        return () -> {
            documents.renew(document);
            Checks.found(fetch(name).insertOne(document));
        };
    }

    private MongoCollection<Document> fetch(String name) {
        return client.getDatabase(BowlineContestant.DATABASE).getCollection(name);
    }

    private Operation.Blocking transaction(MongoCollection<Document> collection, Documents documents,
            Document document) {
        ClientSession session = client.startSession();
        return () -> {
            documents.renew(document);
            session.startTransaction();
            Checks.found(collection.insertOne(session, document));
            session.commitTransaction();
        };
    }

    private static Operation.Blocking insertMany(MongoCollection<Document> collection, Documents documents,
            List<Document> many) {
        return () -> {
            documents.renew(many);
            Checks.counted(collection.insertMany(many).getInsertedIds().size(), many.size());
        };
    }

    private static Operation.Blocking bulkInserts(MongoCollection<Document> collection, Documents documents,
            List<Document> many) {
        List<InsertOneModel<Document>> models = many.stream().map(InsertOneModel::new).toList();
        return () -> {
            documents.renew(many);
            Checks.counted(collection.bulkWrite(models).getInsertedCount(), models.size());
        };
    }

    private static Operation.Blocking mixed(MongoCollection<Document> collection, Documents documents) {
        List<Document> run = documents.mixedRun();
        Bson update = new Document("$set", new Document("age", 43));
        return () -> {
            documents.renew(run);
            Checks.counted(collection.bulkWrite(mixed(run, update)).getInsertedCount(),
                    Documents.MIXED_RUN * Documents.MIXED_RUNS_OF_EACH);
        };
    }

    private static List<WriteModel<Document>> mixed(List<Document> run, Bson update) {
        List<WriteModel<Document>> models = new ArrayList<>(Documents.MIXED_RUN * Documents.MIXED_RUNS_OF_EACH * 3);
        for (int i = 0; i < Documents.MIXED_RUNS_OF_EACH; i++) {
            run.forEach(document -> models.add(new InsertOneModel<>(document)));
            run.forEach(document -> models.add(new UpdateOneModel<>(id(document), update)));
            run.forEach(document -> models.add(new DeleteOneModel<>(id(document))));
        }
        return models;
    }

    private static Bson id(Document document) {
        return new Document("_id", document.get("_id"));
    }

    @Override
    public void close() {
        client.close();
    }
}
