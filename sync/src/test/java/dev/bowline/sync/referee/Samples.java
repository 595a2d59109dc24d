package dev.bowline.sync.referee;

import com.mongodb.ClientSessionOptions;
import com.mongodb.CreateIndexCommitQuorum;
import com.mongodb.CursorType;
import com.mongodb.ExplainVerbosity;
import com.mongodb.Function;
import com.mongodb.MongoDriverInformation;
import com.mongodb.MongoNamespace;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.ServerAddress;
import com.mongodb.TransactionOptions;
import com.mongodb.WriteConcern;
import com.mongodb.client.ClientSession;
import com.mongodb.client.TransactionBody;
import com.mongodb.client.cursor.TimeoutMode;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.ChangeStreamPreAndPostImagesOptions;
import com.mongodb.client.model.Collation;
import com.mongodb.client.model.CountOptions;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.CreateIndexOptions;
import com.mongodb.client.model.CreateViewOptions;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.DeleteOptions;
import com.mongodb.client.model.DropCollectionOptions;
import com.mongodb.client.model.DropIndexOptions;
import com.mongodb.client.model.EstimatedDocumentCountOptions;
import com.mongodb.client.model.FindOneAndDeleteOptions;
import com.mongodb.client.model.FindOneAndReplaceOptions;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.IndexModel;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.InsertOneOptions;
import com.mongodb.client.model.MapReduceAction;
import com.mongodb.client.model.RenameCollectionOptions;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.SearchIndexModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.bulk.ClientBulkWriteOptions;
import com.mongodb.client.model.bulk.ClientDeleteOneOptions;
import com.mongodb.client.model.bulk.ClientNamespacedWriteModel;
import com.mongodb.client.model.bulk.ClientReplaceOneOptions;
import com.mongodb.client.model.bulk.ClientUpdateOneOptions;
import com.mongodb.client.model.changestream.FullDocument;
import com.mongodb.client.model.changestream.FullDocumentBeforeChange;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.bson.Document;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;

/** An argument for every parameter of every method, plain or with every option set. */
final class Samples {
    private final ClientSession session;
    private final CodecRegistry registry;
    private final boolean rich;

    Samples(ClientSession session, CodecRegistry registry, boolean rich) {
        this.session = session;
        this.registry = registry;
        this.rich = rich;
    }

    Object[] arguments(Method method) {
        Class<?>[] types = method.getParameterTypes();
        Object[] arguments = new Object[types.length];
        int documents = 0;
        for (int i = 0; i < types.length; i++) {
            boolean document = Bson.class.isAssignableFrom(types[i]) || types[i] == Object.class;
            arguments[i] = argument(method.getName(), types[i], document ? documents++ : 0, i);
        }
        return arguments;
    }

    private Object argument(String method, Class<?> type, int document, int position) {
        if (type == ClientSession.class) {
            return session;
        } else if (type == BsonDocument.class) {
            return BsonDocument.parse("{_data: 'ab'}");
        } else if (type == Bson.class) {
            return bson(method, document);
        } else if (type == List.class) {
            return list(method);
        } else if (type == Object.class) {
            return new Document("_id", method.startsWith("insert") ? 100 : 1).append("x", 5);
        } else if (type == String.class) {
            return string(method, position);
        } else if (type == Class.class) {
            return method.equals("distinct") ? Integer.class : Document.class;
        } else if (type == boolean.class || type == Boolean.class) {
            return true;
        } else if (type == int.class) {
            return 2;
        } else if (type == long.class) {
            return 30_000L;
        } else if (type == TimeUnit.class) {
            return TimeUnit.MILLISECONDS;
        } else if (type == BsonValue.class) {
            return new BsonString("a comment");
        } else if (type == Collection.class) {
            return new ArrayList<>();
        } else if (type == Function.class) {
            return (Function<Object, Object>) value -> value;
        } else if (type == Consumer.class) {
            return (Consumer<Object>) value -> {};
        } else if (type == TransactionBody.class) {
            return (TransactionBody<String>) () -> "body";
        }
        return value(type);
    }

    private Object string(String method, int position) {
        return switch (method) {
            case "getDatabase", "databaseName" -> "other";
            case "createView" -> position > 0 ? "things" : "view";
            case "distinct" -> "x";
            case "dropIndex" -> "a_1";
            case "mapReduce" -> "function() {}";
            default -> "made";
        };
    }

    private static Bson bson(String method, int document) {
        return switch (method) {
            case "runCommand" -> new Document("ping", 1);
            case "createIndex", "dropIndex", "sort", "hint" -> new Document("a", 1);
            case "min", "max" -> new Document("a", 1);
            case "projection" -> new Document("x", 1);
            case "updateOne", "updateMany", "findOneAndUpdate" -> document == 0
                    ? new Document("_id", 1)
                    : new Document("$set", new Document("x", 9));
            case "createSearchIndex", "updateSearchIndex" -> Document.parse("{mappings: {dynamic: true}}");
            case "let", "scope" -> new Document("v", 1);
            default -> new Document("_id", new Document("$lte", 2));
        };
    }

    private List<?> list(String method) {
        return switch (method) {
            case "insertMany" -> List.of(new Document("_id", 100), new Document("x", 1));
            case "bulkWrite" -> List.of(new InsertOneModel<>(new Document("_id", 200)), new UpdateOneModel<>(
                    new Document("_id", 1), new Document("$inc", new Document("x", 1)), updateOptions()),
                    new DeleteOneModel<>(new Document("_id", 2), deleteOptions()));
            case "updateOne", "updateMany", "findOneAndUpdate" -> List.of(new Document("$set", new Document("x", 9)));
            case "createIndexes" -> List.of(new IndexModel(new Document("a", 1)), new IndexModel(new Document("b", -1),
                    indexOptions()));
            case "createSearchIndexes" -> List.of(new SearchIndexModel("made", Document.parse(
                    "{mappings: {dynamic: true}}")));
            case "watch" -> List.of(new Document("$match", new Document()));
            default -> List.of(new Document("$match", new Document("_id", new Document("$lte", 2))));
        };
    }

    static List<ClientNamespacedWriteModel> clientModels() {
        MongoNamespace things = new MongoNamespace("test", "things");
        MongoNamespace others = new MongoNamespace("test", "others");
        return List.of(ClientNamespacedWriteModel.insertOne(things, new Document("_id", 400)),
                ClientNamespacedWriteModel.updateOne(things, new Document("_id", 1), new Document("$inc", new Document(
                        "x", 1)), ClientUpdateOneOptions.clientUpdateOneOptions().upsert(true)
                                .arrayFilters(List.of(
                                        new Document("e", 1)))
                                .collation(Collation.builder().locale("en").build()).hintString(
                                        "_id_")
                                .sort(new Document("_id", 1))),
                ClientNamespacedWriteModel.updateMany(others, new Document(), List.of(new Document("$set", new Document(
                        "y", 1)))),
                ClientNamespacedWriteModel.replaceOne(others, new Document("_id", 7), new Document("z", 1),
                        ClientReplaceOneOptions.clientReplaceOneOptions().upsert(true)),
                ClientNamespacedWriteModel
                        .deleteOne(things, new Document("_id", 2), ClientDeleteOneOptions
                                .clientDeleteOneOptions().hint(new Document("_id", 1))),
                ClientNamespacedWriteModel.deleteMany(things, new Document("_id", 3)));
    }

    private UpdateOptions updateOptions() {
        return rich
                ? new UpdateOptions().upsert(true).collation(collation()).hintString("_id_").comment("c").let(
                        new Document("v", 1)).arrayFilters(List.of(new Document("e", 1))).bypassDocumentValidation(true)
                        .sort(new Document("_id", 1))
                : new UpdateOptions();
    }

    private DeleteOptions deleteOptions() {
        return rich
                ? new DeleteOptions().collation(collation()).hint(new Document("_id", 1)).comment("c").let(
                        new Document("v", 1))
                : new DeleteOptions();
    }

    private IndexOptions indexOptions() {
        return rich
                ? new IndexOptions().unique(true).sparse(true).name("named").expireAfter(5L, TimeUnit.SECONDS)
                        .background(true).version(2).weights(new Document("a", 3)).defaultLanguage("english")
                        .languageOverride("l").textVersion(3).sphereVersion(3).bits(20).min(1.5).max(2.5).collation(
                                collation())
                        .partialFilterExpression(new Document("a", 1)).wildcardProjection(new Document("a", 1)).hidden(
                                true)
                        .storageEngine(new Document("wiredTiger", new Document()))
                : new IndexOptions();
    }

    private static Collation collation() {
        return Collation.builder().locale("en").caseLevel(true).numericOrdering(true).build();
    }

    private Object value(Class<?> type) {
        return switch (type.getSimpleName()) {
            case "MongoNamespace" -> new MongoNamespace("test", "renamed");
            case "ReadPreference" -> ReadPreference.primaryPreferred();
            case "ReadConcern" -> ReadConcern.MAJORITY;
            case "WriteConcern" -> WriteConcern.W1;
            case "CodecRegistry" -> registry;
            case "ExplainVerbosity" -> ExplainVerbosity.EXECUTION_STATS;
            case "CursorType" -> CursorType.NonTailable;
            case "Collation" -> collation();
            case "TimeoutMode" -> TimeoutMode.CURSOR_LIFETIME;
            case "MapReduceAction" -> MapReduceAction.MERGE;
            case "FullDocument" -> FullDocument.UPDATE_LOOKUP;
            case "FullDocumentBeforeChange" -> FullDocumentBeforeChange.OFF;
            case "BsonTimestamp" -> new BsonTimestamp(1, 1);
            case "ServerAddress" -> new ServerAddress("localhost", 1);
            case "MongoDriverInformation" -> MongoDriverInformation.builder().driverName("on top").build();
            case "ClientSessionOptions" -> ClientSessionOptions.builder().causallyConsistent(false).build();
            case "TransactionOptions" -> TransactionOptions.builder().readConcern(ReadConcern.MAJORITY).writeConcern(
                    WriteConcern.MAJORITY).maxCommitTime(5L, TimeUnit.SECONDS).build();
            case "ClientBulkWriteOptions" -> ClientBulkWriteOptions.clientBulkWriteOptions().verboseResults(true)
                    .ordered(false).comment(new BsonString("c")).let(new Document("v", 1)).bypassDocumentValidation(
                            true);
            default -> options(type);
        };
    }

    private Object options(Class<?> type) {
        if (!rich) {
            try {
                return type.getConstructor().newInstance();
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("There is no sample of " + type, e);
            }
        }
        return switch (type.getSimpleName()) {
            case "UpdateOptions" -> updateOptions();
            case "DeleteOptions" -> deleteOptions();
            case "IndexOptions" -> indexOptions();
            case "ReplaceOptions" -> new ReplaceOptions().upsert(true).collation(collation()).hintString("_id_")
                    .comment("c").let(new Document("v", 1)).bypassDocumentValidation(true).sort(new Document("_id",
                            1));
            case "InsertOneOptions" -> new InsertOneOptions().comment("c").bypassDocumentValidation(false);
            case "InsertManyOptions" -> new InsertManyOptions().ordered(false).comment("c").bypassDocumentValidation(
                    true);
            case "BulkWriteOptions" -> new BulkWriteOptions().ordered(false).comment("c").let(new Document("v", 1))
                    .bypassDocumentValidation(true);
            case "CountOptions" -> new CountOptions().skip(1).limit(5).hintString("_id_").collation(collation())
                    .comment("c").maxTime(9, TimeUnit.SECONDS);
            case "EstimatedDocumentCountOptions" -> new EstimatedDocumentCountOptions().comment("c").maxTime(9,
                    TimeUnit.SECONDS);
            case "FindOneAndDeleteOptions" -> new FindOneAndDeleteOptions().projection(new Document("x", 1)).sort(
                    new Document("_id", 1)).collation(collation()).hint(new Document("_id", 1)).comment("c").let(
                            new Document("v", 1))
                    .maxTime(9, TimeUnit.SECONDS);
            case "FindOneAndReplaceOptions" -> new FindOneAndReplaceOptions().projection(new Document("x", 1)).sort(
                    new Document("_id", 1)).upsert(true).returnDocument(ReturnDocument.AFTER).collation(collation())
                    .hint(new Document("_id", 1)).comment("c").let(new Document("v", 1)).maxTime(9, TimeUnit.SECONDS)
                    .bypassDocumentValidation(true);
            case "FindOneAndUpdateOptions" -> new FindOneAndUpdateOptions().projection(new Document("x", 1)).sort(
                    new Document("_id", 1)).upsert(true).returnDocument(ReturnDocument.AFTER).collation(collation())
                    .hint(new Document("_id", 1)).comment("c").let(new Document("v", 1)).maxTime(9, TimeUnit.SECONDS)
                    .arrayFilters(List.of(new Document("e", 1))).bypassDocumentValidation(true);
            case "CreateCollectionOptions" -> new CreateCollectionOptions().capped(true).sizeInBytes(4096).maxDocuments(
                    9).collation(collation()).expireAfter(5, TimeUnit.SECONDS).storageEngineOptions(new Document(
                            "wiredTiger", new Document()))
                    .changeStreamPreAndPostImagesOptions(
                            new ChangeStreamPreAndPostImagesOptions(true));
            case "CreateViewOptions" -> new CreateViewOptions().collation(collation());
            case "CreateIndexOptions" -> new CreateIndexOptions().maxTime(9, TimeUnit.SECONDS).commitQuorum(
                    CreateIndexCommitQuorum.MAJORITY);
            case "DropIndexOptions" -> new DropIndexOptions().maxTime(9, TimeUnit.SECONDS);
            case "DropCollectionOptions" -> new DropCollectionOptions();
            case "RenameCollectionOptions" -> new RenameCollectionOptions().dropTarget(true);
            default -> throw new IllegalStateException("There is no sample of " + type);
        };
    }
}
