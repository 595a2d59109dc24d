package dev.bowline.benchmarks.sidebyside;

import dev.bowline.MongoClient;
import dev.bowline.MongoCollection;
import dev.bowline.MongoDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.Document;

/** Puts what is looked for into a deployment that stores things, in a database that bears our name. */
final class Preparation {
    private Preparation() {}

    private static void prepare(MongoDatabase database, String name, int count) {
        MongoCollection<Account> collection = database.collection(name, Account.class);
        collection.drop();
        collection.insertMany(IntStream.rangeClosed(1, count).mapToObj(Account::of).toList());
    }

    static void prepare(String uri) {
        try (MongoClient client = MongoClient.connect(uri)) {
            MongoDatabase database = client.database(BowlineContestant.DATABASE);
            for (Work work : List.of(Work.FIND_BY_ID, Work.FIND_1, Work.FIND_10, Work.FIND_100, Work.FIND_10K)) {
                MongoCollection<Document> collection = database.collection(work.collection());
                collection.drop();
                List<Document> documents = new ArrayList<>();
                for (int i = 1; i <= work.documents(); i++) {
                    documents.add(Documents.small(i));
                }
                collection.insertMany(documents);
            }
            prepare(database, Accounts.COLLECTION, Account.COUNT);
            prepare(database, Accounts.SCANNED, Account.SCANNED);
        }
    }
}
