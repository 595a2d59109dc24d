package dev.bowline.sync;

import com.mongodb.client.model.bulk.ClientBulkWriteResult;
import com.mongodb.client.model.bulk.ClientDeleteResult;
import com.mongodb.client.model.bulk.ClientInsertOneResult;
import com.mongodb.client.model.bulk.ClientUpdateResult;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.bson.BsonUndefined;
import org.bson.BsonValue;

/**
 * The result of a client's bulk write under the official interface. One that was not acknowledged throws when asked.
 */
public final class BowlineClientBulkWriteResult implements ClientBulkWriteResult {
    private final dev.bowline.result.ClientBulkWriteResult result;

    BowlineClientBulkWriteResult(dev.bowline.result.ClientBulkWriteResult result) {
        this.result = result;
    }

    private dev.bowline.result.ClientBulkWriteResult acknowledged() {
        if (!result.acknowledged()) {
            throw new UnsupportedOperationException(
                    "Cannot get information about an unacknowledged write");
        }
        return result;
    }

    @Override
    public boolean isAcknowledged() {
        return result.acknowledged();
    }

    @Override
    public long getInsertedCount() {
        return acknowledged().insertedCount();
    }

    @Override
    public long getUpsertedCount() {
        return acknowledged().upsertedCount();
    }

    @Override
    public long getMatchedCount() {
        return acknowledged().matchedCount();
    }

    @Override
    public long getModifiedCount() {
        return acknowledged().modifiedCount();
    }

    @Override
    public long getDeletedCount() {
        return acknowledged().deletedCount();
    }

    @Override
    public Optional<VerboseResults> getVerboseResults() {
        return acknowledged().verbose() ? Optional.of(new Verbose(result)) : Optional.empty();
    }

    @Override
    public String toString() {
        return result.toString();
    }

    private static <A, B> Map<Integer, B> mapped(Map<Integer, A> results, Function<A, B> mapper) {
        Map<Integer, B> mapped = new LinkedHashMap<>();
        results.forEach((index, each) -> mapped.put(index, mapper.apply(each)));
        return mapped;
    }

    private record Verbose(dev.bowline.result.ClientBulkWriteResult result) implements VerboseResults {
        @Override
        public Map<Integer, ClientInsertOneResult> getInsertResults() {
            return mapped(result.insertResults(),
                    each -> () -> Optional.of(each.insertedId()).filter(id -> !(id instanceof BsonUndefined)));
        }

        @Override
        public Map<Integer, ClientUpdateResult> getUpdateResults() {
            return mapped(result.updateResults(), each -> new Updated(each));
        }

        @Override
        public Map<Integer, ClientDeleteResult> getDeleteResults() {
            return mapped(result.deleteResults(), each -> each::deletedCount);
        }
    }

    private record Updated(dev.bowline.result.ClientBulkWriteResult.Update result) implements ClientUpdateResult {
        @Override
        public long getMatchedCount() {
            return result.matchedCount();
        }

        @Override
        public long getModifiedCount() {
            return result.modifiedCount();
        }

        @Override
        public Optional<BsonValue> getUpsertedId() {
            return Optional.ofNullable(result.upsertedId());
        }
    }
}
