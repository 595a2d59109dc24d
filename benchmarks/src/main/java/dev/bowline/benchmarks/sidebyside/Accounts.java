package dev.bowline.benchmarks.sidebyside;

import java.util.List;
import java.util.SplittableRandom;
import org.bson.Document;

/** The accounts of a service as one caller uses them, by one of the drivers. */
interface Accounts {
    String COLLECTION = "accounts";
    String SCANNED = "hundred_accounts";
    Document INCREASE = new Document("$inc", new Document("balance", 1L));

    /** Returns the account; the service fails if there is none. */
    Account find(int id);

    /** Updates an account by its id. */
    void update(int id, Document update);

    /** Reads a hundred accounts and returns how many there were. */
    int scan();

    /** Returns an account by an aggregation. */
    Account aggregate(List<Document> pipeline);

    void startTransaction();

    void commitTransaction();

    /** One operation of a service: a mix of reads and writes, or a whole request. */
    static Operation.Blocking operation(Work work, Accounts accounts, int caller) {
        SplittableRandom random = new SplittableRandom(caller);
        return switch (work) {
            case MIX_READ_MOSTLY -> () -> readOrUpdate(accounts, random, 0.95);
            case MIX_UPDATE_HEAVY -> () -> readOrUpdate(accounts, random, 0.5);
            case MIX_READ_MODIFY_WRITE -> () -> {
                Account account = accounts.find(key(random));
                accounts.update(account.id(),
                        new Document("$set", new Document("balance", account.balance() + 1)));
            };
            case MIX_SCANS -> () -> {
                if (random.nextDouble() < 0.95) {
                    Checks.counted(accounts.scan(), Account.SCANNED);
                } else {
                    accounts.update(key(random), INCREASE);
                }
            };
            case REQUEST -> () -> request(accounts, random);
            case REQUEST_IN_TRANSACTION -> () -> {
                accounts.startTransaction();
                request(accounts, random);
                accounts.commitTransaction();
            };
            default -> throw new IllegalArgumentException(work + " is not the work of a service");
        };
    }

    private static void readOrUpdate(Accounts accounts, SplittableRandom random, double reads) {
        if (random.nextDouble() < reads) {
            Checks.found(accounts.find(key(random)));
        } else {
            accounts.update(key(random), INCREASE);
        }
    }

    private static void request(Accounts accounts, SplittableRandom random) {
        for (int i = 0; i < 3; i++) {
            Checks.found(accounts.find(key(random)));
        }
        int id = key(random);
        accounts.update(id, INCREASE);
        Checks.found(accounts.aggregate(
                List.of(new Document("$match", new Document("_id", id)), new Document("$limit", 1))));
    }

    /** Half of the requests are for an eighth of the accounts. */
    private static int key(SplittableRandom random) {
        return 1 + (int) (Account.COUNT * Math.pow(random.nextDouble(), 3));
    }
}
