package dev.bowline.benchmarks.sidebyside;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.reactivestreams.client.MongoClient;
import com.mongodb.reactivestreams.client.MongoClients;
import com.mongodb.reactivestreams.client.MongoCollection;
import com.mongodb.reactivestreams.client.MongoDatabase;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** The official driver's reactive sibling, in the newest version that has been released. */
final class ReactiveContestant implements Contestant {
    private final MongoClient client;
    private final MongoDatabase database;
    private final boolean stored;

    ReactiveContestant(String uri, boolean stored) {
        this.client = MongoClients.create(uri);
        this.database = client.getDatabase(BowlineContestant.DATABASE);
        this.stored = stored;
    }

    @Override
    public Operation operation(Work work, int caller) {
        MongoCollection<Document> collection = database.getCollection(work.collection());
        Documents documents = new Documents(stored, caller);
        return switch (work) {
            case FIND_BY_ID -> {
                Bson filter = Filters.eq("_id", 1);
                yield (Operation.Asynchronous) () -> Count.of(collection.find(filter).first(), 1);
            }
            case RUN_COMMAND -> {
                Document ping = new Document("ping", 1);
                yield (Operation.Asynchronous) () -> Count.of(database.runCommand(ping), 1);
            }
            case FIND_1, FIND_10, FIND_100, FIND_10K -> (Operation.Asynchronous) () -> Count
                    .of(collection.find(), work.documents());
            case INSERT_ONE -> insertOne(collection, documents, documents.small());
            case INSERT_LARGE -> insertOne(collection, documents, documents.of100Kilobytes());
            case INSERT_MANY_SMALL -> insertMany(collection, documents, documents.many());
            case INSERT_MANY_LARGE -> insertMany(collection, documents, documents.few());
            case BULK_SMALL -> bulkInserts(collection, documents, documents.many());
            case BULK_LARGE -> bulkInserts(collection, documents, documents.few());
            default -> throw new IllegalArgumentException(work + " has no asynchronous form here");
        };
    }

    private static Operation.Asynchronous insertOne(MongoCollection<Document> collection, Documents documents,
            Document document) {
        return () -> {
            documents.renew(document);
            return Count.of(collection.insertOne(document), 1);
        };
    }

    private static Operation.Asynchronous insertMany(MongoCollection<Document> collection, Documents documents,
            List<Document> many) {
        return () -> {
            documents.renew(many);
            return Count.of(collection.insertMany(many), 1);
        };
    }

    private static Operation.Asynchronous bulkInserts(MongoCollection<Document> collection, Documents documents,
            List<Document> many) {
        List<InsertOneModel<Document>> models = many.stream().map(InsertOneModel::new).toList();
        return () -> {
            documents.renew(many);
            return Count.of(collection.bulkWrite(models), 1);
        };
    }

    /** Asks for everything and counts it. */
    private static final class Count<T> extends CompletableFuture<Integer> implements Subscriber<T> {
        private final int expected;
        private int count;

        private Count(int expected) {
            this.expected = expected;
        }

        static <T> CompletionStage<?> of(Publisher<T> publisher, int expected) {
            Count<T> count = new Count<>(expected);
            publisher.subscribe(count);
            return count;
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(T item) {
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
