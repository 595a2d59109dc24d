package dev.bowline.conformance.unified;

import dev.bowline.ClientSession;
import dev.bowline.MongoClient;
import dev.bowline.MongoCollection;
import dev.bowline.bulk.WriteModel;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/**
 * Lets the JVM load and compile what operations run through before the first test. Some tests give an operation a tenth
 * of a second and mean the server's time, not that of a class loader.
 */
final class WarmUp {
    static final String DATABASE = "bowline-warm-up";
    private static final int ROUNDS = 20;
    private static boolean done;

    private WarmUp() {}

    /** The first caller does it, others wait for it to be done. */
    static synchronized void once(MongoClient client) {
        if (done) {
            return;
        }
        done = true;
        MongoCollection<BsonDocument> things = client.database(DATABASE).collection("things", BsonDocument.class);
        BsonDocument all = new BsonDocument();
        BsonDocument change = new BsonDocument("$set", new BsonDocument("x", new BsonInt32(1)));
        for (int i = 0; i < ROUNDS; i++) {
            things.insertOne(new BsonDocument("x", new BsonInt32(i)));
            things.insertMany(List.of(new BsonDocument("y", new BsonInt32(i)), new BsonDocument()));
            things.bulkWrite(List.of(WriteModel.insertOne(new BsonDocument("z", new BsonInt32(i))),
                    WriteModel.updateOne(all, change), WriteModel.deleteOne(change.getDocument("$set"))));
            things.updateMany(all, change);
            things.findOneAndUpdate(all, change);
            things.find(all, options -> options.batchSize(2)).toList();
            things.aggregate(List.of()).toList();
            things.countDocuments();
            try (ClientSession session = client.startSession()) {
                things.with(session).find().first();
            }
            things.deleteMany(all);
        }
        client.database(DATABASE).drop();
    }
}
