package dev.bowline.sync;

import com.mongodb.bulk.BulkWriteInsert;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.bulk.BulkWriteUpsert;
import com.mongodb.client.model.bulk.ClientBulkWriteResult;
import com.mongodb.client.result.DeleteResult;
import com.mongodb.client.result.InsertManyResult;
import com.mongodb.client.result.InsertOneResult;
import com.mongodb.client.result.UpdateResult;
import java.util.ArrayList;
import java.util.List;

/** Results of writes, as the official driver has them. Those of unacknowledged writes throw when asked. */
final class Results {
    private Results() {}

    static InsertOneResult of(dev.bowline.result.InsertOneResult result) {
        return result.acknowledged()
                ? InsertOneResult.acknowledged(result.insertedId())
                : InsertOneResult.unacknowledged();
    }

    static InsertManyResult insertMany(dev.bowline.result.BulkWriteResult result) {
        return result.acknowledged()
                ? InsertManyResult.acknowledged(result.insertedIds())
                : InsertManyResult.unacknowledged();
    }

    static UpdateResult of(dev.bowline.result.UpdateResult result) {
        return result.acknowledged()
                ? UpdateResult.acknowledged(result.matchedCount(), result.modifiedCount(), result.upsertedId())
                : UpdateResult.unacknowledged();
    }

    static DeleteResult of(dev.bowline.result.DeleteResult result) {
        return result.acknowledged()
                ? DeleteResult.acknowledged(result.deletedCount())
                : DeleteResult.unacknowledged();
    }

    static BulkWriteResult bulk(dev.bowline.result.BulkWriteResult result) {
        if (!result.acknowledged()) {
            return BulkWriteResult.unacknowledged();
        }
        List<BulkWriteInsert> inserts = new ArrayList<>(result.insertedIds().size());
        result.insertedIds().forEach((index, id) -> inserts.add(new BulkWriteInsert(index, id)));
        List<BulkWriteUpsert> upserts = new ArrayList<>(result.upsertedIds().size());
        result.upsertedIds().forEach((index, id) -> upserts.add(new BulkWriteUpsert(index, id)));
        return BulkWriteResult.acknowledged((int) result.insertedCount(), (int) result.matchedCount(),
                (int) result.deletedCount(), (int) result.modifiedCount(), upserts, inserts);
    }

    static ClientBulkWriteResult clientBulk(dev.bowline.result.ClientBulkWriteResult result) {
        return new BowlineClientBulkWriteResult(result);
    }
}
