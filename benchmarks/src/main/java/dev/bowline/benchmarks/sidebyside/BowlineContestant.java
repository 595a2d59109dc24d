package dev.bowline.benchmarks.sidebyside;

import dev.bowline.ClientSession;
import dev.bowline.MongoClient;
import dev.bowline.MongoCollection;
import dev.bowline.MongoDatabase;
import dev.bowline.bulk.WriteModel;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.bson.conversions.Bson;

/** Bowline, blocking. */
final class BowlineContestant implements Contestant {
    static final String DATABASE = "bowline_bench";

    private final MongoClient client;
    private final MongoDatabase database;
    private final boolean stored;

    BowlineContestant(String uri, boolean stored) {
        this(MongoClient.connect(uri), stored);
    }

    /** Closes the client when it is closed. */
    BowlineContestant(MongoClient client, boolean stored) {
        this.client = client;
        this.database = client.database(DATABASE);
        this.stored = stored;
    }

    @Override
    public Operation operation(Work work, int caller) {
        if (work.isOfService()) {
            return Accounts.operation(work, new BowlineAccounts(client, work == Work.REQUEST_IN_TRANSACTION), caller);
        }
        MongoCollection<Document> collection = database.collection(work.collection());
        Documents documents = new Documents(stored, caller);
        return switch (work) {
            case FIND_BY_ID -> {
                Bson filter = new Document("_id", 1);
                yield (Operation.Blocking) () -> Checks.found(collection.find(filter).first());
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
            case INSERT_ONE -> insertOne(collection, documents, documents.small());
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

    private Operation.Blocking transaction(MongoCollection<Document> collection, Documents documents,
            Document document) {
        ClientSession session = client.startSession();
        MongoCollection<Document> inSession = collection.with(session);
        return () -> {
            documents.renew(document);
            session.startTransaction();
            Checks.found(inSession.insertOne(document));
            session.commitTransaction();
        };
    }

    private static Operation.Blocking insertMany(MongoCollection<Document> collection, Documents documents,
            List<Document> many) {
        return () -> {
            documents.renew(many);
            Checks.counted(collection.insertMany(many).insertedIds().size(), many.size());
        };
    }

    private static Operation.Blocking bulkInserts(MongoCollection<Document> collection, Documents documents,
            List<Document> many) {
        List<WriteModel<Document>> models = many.stream().map(WriteModel::insertOne).toList();
        return () -> {
            documents.renew(many);
            Checks.counted(collection.bulkWrite(models).insertedCount(), models.size());
        };
    }

    private static Operation.Blocking mixed(MongoCollection<Document> collection, Documents documents) {
        List<Document> run = documents.mixedRun();
        Bson update = new Document("$set", new Document("age", 43));
        return () -> {
            documents.renew(run);
            Checks.counted(collection.bulkWrite(mixed(run, update)).insertedCount(),
                    Documents.MIXED_RUN * Documents.MIXED_RUNS_OF_EACH);
        };
    }

    private static List<WriteModel<Document>> mixed(List<Document> run, Bson update) {
        List<WriteModel<Document>> models = new ArrayList<>(Documents.MIXED_RUN * Documents.MIXED_RUNS_OF_EACH * 3);
        for (int i = 0; i < Documents.MIXED_RUNS_OF_EACH; i++) {
            run.forEach(document -> models.add(WriteModel.insertOne(document)));
            run.forEach(document -> models.add(WriteModel.updateOne(id(document), update)));
            run.forEach(document -> models.add(WriteModel.deleteOne(id(document))));
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
