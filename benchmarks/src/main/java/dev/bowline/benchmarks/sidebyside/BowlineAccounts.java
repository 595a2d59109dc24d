package dev.bowline.benchmarks.sidebyside;

import dev.bowline.ClientSession;
import dev.bowline.MongoClient;
import dev.bowline.MongoCollection;
import java.util.List;
import java.util.Objects;
import org.bson.Document;

/** The accounts by Bowline. */
final class BowlineAccounts implements Accounts {
    private final ClientSession session;
    private final MongoCollection<Account> accounts;
    private final MongoCollection<Account> scanned;

    BowlineAccounts(MongoClient client, boolean inTransactions) {
        session = client.startSession();
        MongoCollection<Account> all = client.database(BowlineContestant.DATABASE).collection(COLLECTION,
                Account.class);
        accounts = inTransactions ? all.with(session) : all;
        scanned = client.database(BowlineContestant.DATABASE).collection(SCANNED, Account.class);
    }

    @Override
    public Account find(int id) {
        return Objects.requireNonNull(accounts.find(new Document("_id", id)).first());
    }

    @Override
    public void update(int id, Document update) {
        Checks.counted(accounts.updateOne(new Document("_id", id), update).matchedCount(), 1);
    }

    @Override
    public int scan() {
        int count = 0;
        for (Account account : scanned.find()) {
            count += account.lines().isEmpty() ? 0 : 1;
        }
        return count;
    }

    @Override
    public Account aggregate(List<Document> pipeline) {
        return Objects.requireNonNull(accounts.aggregate(pipeline, Account.class).first());
    }

    @Override
    public void startTransaction() {
        session.startTransaction();
    }

    @Override
    public void commitTransaction() {
        session.commitTransaction();
    }
}
