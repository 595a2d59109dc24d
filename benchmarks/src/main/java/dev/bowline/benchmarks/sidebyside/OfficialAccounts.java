package dev.bowline.benchmarks.sidebyside;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import java.util.List;
import java.util.Objects;
import org.bson.Document;

/** The accounts by the official interfaces. */
final class OfficialAccounts implements Accounts {
    private final ClientSession session;
    private final MongoCollection<Account> accounts;
    private final MongoCollection<Account> scanned;
    private final boolean inTransactions;

    OfficialAccounts(MongoClient client, boolean inTransactions) {
        this.session = client.startSession();
        this.inTransactions = inTransactions;
        accounts = client.getDatabase(BowlineContestant.DATABASE).getCollection(COLLECTION, Account.class);
        scanned = client.getDatabase(BowlineContestant.DATABASE).getCollection(SCANNED, Account.class);
    }

    @Override
    public Account find(int id) {
        Document filter = new Document("_id", id);
        return Objects.requireNonNull(
                (inTransactions ? accounts.find(session, filter) : accounts.find(filter)).first());
    }

    @Override
    public void update(int id, Document update) {
        Document filter = new Document("_id", id);
        Checks.counted((inTransactions
                ? accounts.updateOne(session, filter, update)
                : accounts.updateOne(filter, update)).getMatchedCount(), 1);
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
        return Objects.requireNonNull((inTransactions
                ? accounts.aggregate(session, pipeline, Account.class)
                : accounts.aggregate(pipeline, Account.class)).first());
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
