package dev.bowline.benchmarks.sidebyside;

import dev.bowline.AsyncMongoCollection;
import dev.bowline.AsyncMongoDatabase;
import dev.bowline.MongoClient;
import dev.bowline.bulk.WriteModel;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.bson.Document;
import org.bson.conversions.Bson;

/** Bowline's asynchronous form. */
final class BowlineAsyncContestant implements Contestant {
    private final MongoClient client;
    private final AsyncMongoDatabase database;
    private final boolean stored;

    BowlineAsyncContestant(String uri, boolean stored) {
        this.client = MongoClient.connect(uri);
        this.database = client.async().database(BowlineContestant.DATABASE);
        this.stored = stored;
    }

    @Override
    public Operation operation(Work work, int caller) {
        AsyncMongoCollection<Document> collection = database.collection(work.collection());
        Documents documents = new Documents(stored, caller);
        return switch (work) {
            case FIND_BY_ID -> {
                Bson filter = new Document("_id", 1);
                yield (Operation.Asynchronous) () -> collection.findFirst(filter);
            }
            case RUN_COMMAND -> {
                Document ping = new Document("ping", 1);
                yield (Operation.Asynchronous) () -> database.runCommand(ping);
            }
            case FIND_1, FIND_10, FIND_100, FIND_10K -> (Operation.Asynchronous) () -> Count
                    .of(collection.find(new Document()), work.documents());
            case INSERT_ONE -> insertOne(collection, documents, documents.small());
            case INSERT_LARGE -> insertOne(collection, documents, documents.of100Kilobytes());
            case INSERT_MANY_SMALL -> insertMany(collection, documents, documents.many());
            case INSERT_MANY_LARGE -> insertMany(collection, documents, documents.few());
            case BULK_SMALL -> bulkInserts(collection, documents, documents.many());
            case BULK_LARGE -> bulkInserts(collection, documents, documents.few());
            default -> throw new IllegalArgumentException(work + " has no asynchronous form here");
        };
    }

    private static Operation.Asynchronous insertOne(AsyncMongoCollection<Document> collection, Documents documents,
            Document document) {
        return () -> {
            documents.renew(document);
            return collection.insertOne(document);
        };
    }

    private static Operation.Asynchronous insertMany(AsyncMongoCollection<Document> collection, Documents documents,
            List<Document> many) {
        return () -> {
            documents.renew(many);
            return collection.insertMany(many, options -> {});
        };
    }

    private static Operation.Asynchronous bulkInserts(AsyncMongoCollection<Document> collection, Documents documents,
            List<Document> many) {
        List<WriteModel<Document>> models = many.stream().map(WriteModel::insertOne).toList();
        return () -> {
            documents.renew(many);
            return collection.bulkWrite(models, options -> {});
        };
    }

    /** Asks for everything and counts it. */
    private static final class Count extends CompletableFuture<Integer> implements Flow.Subscriber<Document> {
        private final int expected;
        private int count;

        private Count(int expected) {
            this.expected = expected;
        }

        static CompletionStage<?> of(Flow.Publisher<Document> publisher, int expected) {
            Count count = new Count(expected);
            publisher.subscribe(count);
            return count;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(Document document) {
            count++;
        }

        @Override
        public void onError(Throwable failure) {
            completeExceptionally(failure);
        }

        @Override
        public void onComplete() {
            if (count == expected) {
                complete(count);
            } else {
                completeExceptionally(new IllegalStateException("Expected " + expected + " but got " + count));
            }
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
