package dev.bowline.sync;

import com.mongodb.MongoNamespace;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.client.AggregateIterable;
import com.mongodb.client.ChangeStreamIterable;
import com.mongodb.client.ClientSession;
import com.mongodb.client.DistinctIterable;
import com.mongodb.client.FindIterable;
import com.mongodb.client.ListIndexesIterable;
import com.mongodb.client.ListSearchIndexesIterable;
import com.mongodb.client.MapReduceIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.CountOptions;
import com.mongodb.client.model.CreateIndexOptions;
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
import com.mongodb.client.model.InsertOneOptions;
import com.mongodb.client.model.RenameCollectionOptions;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.SearchIndexModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.WriteModel;
import com.mongodb.client.result.DeleteResult;
import com.mongodb.client.result.InsertManyResult;
import com.mongodb.client.result.InsertOneResult;
import com.mongodb.client.result.UpdateResult;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * A collection under the official interface. Immutable and cheap: frameworks ask for one with every operation.
 *
 * @param <T> the type of its documents
 */
@SuppressWarnings("deprecation") // The interface has what the server has deprecated.
public final class BowlineMongoCollection<T> implements MongoCollection<T> {
    private static final BsonDocument NOTHING = new BsonDocument();
    private static final CountOptions COUNT = new CountOptions();
    private static final InsertOneOptions INSERT_ONE = new InsertOneOptions();
    private static final DeleteOptions DELETE = new DeleteOptions();
    private static final UpdateOptions UPDATE = new UpdateOptions();

    private final View view;
    private final ClientContext.Name name;
    private final Class<T> documentClass;

    BowlineMongoCollection(View view, ClientContext.Name name, Class<T> documentClass) {
        this.view = view;
        this.name = name;
        this.documentClass = documentClass;
    }

    private static ClientSession requireSession(ClientSession session) {
        return Require.notNull("clientSession", session);
    }

    // Views -----------------------------------------------------------------------------------------------------------

    @Override
    public MongoNamespace getNamespace() {
        return name.official();
    }

    @Override
    public Class<T> getDocumentClass() {
        return documentClass;
    }

    @Override
    public CodecRegistry getCodecRegistry() {
        return view.registry();
    }

    @Override
    public ReadPreference getReadPreference() {
        return view.readPreference;
    }

    @Override
    public WriteConcern getWriteConcern() {
        return view.writeConcern;
    }

    @Override
    public ReadConcern getReadConcern() {
        return view.readConcern;
    }

    @Override
    public @Nullable Long getTimeout(TimeUnit timeUnit) {
        return view.timeout(timeUnit);
    }

    @Override
    public <N> MongoCollection<N> withDocumentClass(Class<N> clazz) {
        return new BowlineMongoCollection<>(view, name, Require.notNull("clazz", clazz));
    }

    @Override
    public MongoCollection<T> withCodecRegistry(CodecRegistry codecRegistry) {
        return new BowlineMongoCollection<>(view.with(codecRegistry), name, documentClass);
    }

    @Override
    public MongoCollection<T> withReadPreference(ReadPreference readPreference) {
        return new BowlineMongoCollection<>(view.with(readPreference), name, documentClass);
    }

    @Override
    public MongoCollection<T> withWriteConcern(WriteConcern writeConcern) {
        return new BowlineMongoCollection<>(view.with(writeConcern), name, documentClass);
    }

    @Override
    public MongoCollection<T> withReadConcern(ReadConcern readConcern) {
        return new BowlineMongoCollection<>(view.with(readConcern), name, documentClass);
    }

    @Override
    public MongoCollection<T> withTimeout(long timeout, TimeUnit timeUnit) {
        return new BowlineMongoCollection<>(view.withTimeout(timeout, timeUnit), name, documentClass);
    }

    // Reads -----------------------------------------------------------------------------------------------------------

    @Override
    public long countDocuments() {
        return CollectionReads.countDocuments(view, name, documentClass, null, NOTHING, COUNT);
    }

    @Override
    public long countDocuments(Bson filter) {
        return CollectionReads.countDocuments(view, name, documentClass, null, filter, COUNT);
    }

    @Override
    public long countDocuments(Bson filter, CountOptions options) {
        return CollectionReads.countDocuments(view, name, documentClass, null, filter, options);
    }

    @Override
    public long countDocuments(ClientSession clientSession) {
        return CollectionReads.countDocuments(view, name, documentClass, requireSession(clientSession), NOTHING, COUNT);
    }

    @Override
    public long countDocuments(ClientSession clientSession, Bson filter) {
        return CollectionReads.countDocuments(view, name, documentClass, requireSession(clientSession), filter, COUNT);
    }

    @Override
    public long countDocuments(ClientSession clientSession, Bson filter, CountOptions options) {
        return CollectionReads.countDocuments(view, name, documentClass, requireSession(clientSession), filter,
                options);
    }

    @Override
    public long estimatedDocumentCount() {
        return estimatedDocumentCount(new EstimatedDocumentCountOptions());
    }

    @Override
    public long estimatedDocumentCount(EstimatedDocumentCountOptions options) {
        return CollectionReads.estimatedDocumentCount(view, name, options);
    }

    private <R> DistinctIterable<R> distinctIterable(@Nullable ClientSession session, String fieldName, Bson filter,
            Class<R> resultClass) {
        return new BowlineDistinctIterable<>(view, session, name, documentClass, resultClass, fieldName, filter);
    }

    @Override
    public <R> DistinctIterable<R> distinct(String fieldName, Class<R> resultClass) {
        return distinctIterable(null, fieldName, NOTHING, resultClass);
    }

    @Override
    public <R> DistinctIterable<R> distinct(String fieldName, Bson filter, Class<R> resultClass) {
        return distinctIterable(null, fieldName, filter, resultClass);
    }

    @Override
    public <R> DistinctIterable<R> distinct(ClientSession clientSession, String fieldName, Class<R> resultClass) {
        return distinctIterable(requireSession(clientSession), fieldName, NOTHING, resultClass);
    }

    @Override
    public <R> DistinctIterable<R> distinct(ClientSession clientSession, String fieldName, Bson filter,
            Class<R> resultClass) {
        return distinctIterable(requireSession(clientSession), fieldName, filter, resultClass);
    }

    private <R> FindIterable<R> findIterable(@Nullable ClientSession session, Bson filter, Class<R> resultClass) {
        return new BowlineFindIterable<>(view, session, name, documentClass, resultClass, filter);
    }

    @Override
    public FindIterable<T> find() {
        return findIterable(null, NOTHING, documentClass);
    }

    @Override
    public <R> FindIterable<R> find(Class<R> resultClass) {
        return findIterable(null, NOTHING, resultClass);
    }

    @Override
    public FindIterable<T> find(Bson filter) {
        return findIterable(null, filter, documentClass);
    }

    @Override
    public <R> FindIterable<R> find(Bson filter, Class<R> resultClass) {
        return findIterable(null, filter, resultClass);
    }

    @Override
    public FindIterable<T> find(ClientSession clientSession) {
        return findIterable(requireSession(clientSession), NOTHING, documentClass);
    }

    @Override
    public <R> FindIterable<R> find(ClientSession clientSession, Class<R> resultClass) {
        return findIterable(requireSession(clientSession), NOTHING, resultClass);
    }

    @Override
    public FindIterable<T> find(ClientSession clientSession, Bson filter) {
        return findIterable(requireSession(clientSession), filter, documentClass);
    }

    @Override
    public <R> FindIterable<R> find(ClientSession clientSession, Bson filter, Class<R> resultClass) {
        return findIterable(requireSession(clientSession), filter, resultClass);
    }

    private <R> AggregateIterable<R> aggregateIterable(@Nullable ClientSession session, List<? extends Bson> pipeline,
            Class<R> resultClass) {
        return new BowlineAggregateIterable<>(view, session, name.ours().database(), name.ours().collection(),
                documentClass, resultClass, pipeline);
    }

    @Override
    public AggregateIterable<T> aggregate(List<? extends Bson> pipeline) {
        return aggregateIterable(null, pipeline, documentClass);
    }

    @Override
    public <R> AggregateIterable<R> aggregate(List<? extends Bson> pipeline, Class<R> resultClass) {
        return aggregateIterable(null, pipeline, resultClass);
    }

    @Override
    public AggregateIterable<T> aggregate(ClientSession clientSession, List<? extends Bson> pipeline) {
        return aggregateIterable(requireSession(clientSession), pipeline, documentClass);
    }

    @Override
    public <R> AggregateIterable<R> aggregate(ClientSession clientSession, List<? extends Bson> pipeline,
            Class<R> resultClass) {
        return aggregateIterable(requireSession(clientSession), pipeline, resultClass);
    }

    private <R> ChangeStreamIterable<R> watchIterable(@Nullable ClientSession session, List<? extends Bson> pipeline,
            Class<R> resultClass) {
        return new BowlineChangeStreamIterable<>(view, session, name.ours().database(), name.ours().collection(),
                documentClass, resultClass, pipeline);
    }

    @Override
    public ChangeStreamIterable<T> watch() {
        return watchIterable(null, List.of(), documentClass);
    }

    @Override
    public <R> ChangeStreamIterable<R> watch(Class<R> resultClass) {
        return watchIterable(null, List.of(), resultClass);
    }

    @Override
    public ChangeStreamIterable<T> watch(List<? extends Bson> pipeline) {
        return watchIterable(null, pipeline, documentClass);
    }

    @Override
    public <R> ChangeStreamIterable<R> watch(List<? extends Bson> pipeline, Class<R> resultClass) {
        return watchIterable(null, pipeline, resultClass);
    }

    @Override
    public ChangeStreamIterable<T> watch(ClientSession clientSession) {
        return watchIterable(requireSession(clientSession), List.of(), documentClass);
    }

    @Override
    public <R> ChangeStreamIterable<R> watch(ClientSession clientSession, Class<R> resultClass) {
        return watchIterable(requireSession(clientSession), List.of(), resultClass);
    }

    @Override
    public ChangeStreamIterable<T> watch(ClientSession clientSession, List<? extends Bson> pipeline) {
        return watchIterable(requireSession(clientSession), pipeline, documentClass);
    }

    @Override
    public <R> ChangeStreamIterable<R> watch(ClientSession clientSession, List<? extends Bson> pipeline,
            Class<R> resultClass) {
        return watchIterable(requireSession(clientSession), pipeline, resultClass);
    }

    private <R> MapReduceIterable<R> mapReduceIterable(@Nullable ClientSession session, String mapFunction,
            String reduceFunction, Class<R> resultClass) {
        return new BowlineMapReduceIterable<>(view, session, name, documentClass, resultClass, mapFunction,
                reduceFunction);
    }

    @Override
    public MapReduceIterable<T> mapReduce(String mapFunction, String reduceFunction) {
        return mapReduceIterable(null, mapFunction, reduceFunction, documentClass);
    }

    @Override
    public <R> MapReduceIterable<R> mapReduce(String mapFunction, String reduceFunction, Class<R> resultClass) {
        return mapReduceIterable(null, mapFunction, reduceFunction, resultClass);
    }

    @Override
    public MapReduceIterable<T> mapReduce(ClientSession clientSession, String mapFunction, String reduceFunction) {
        return mapReduceIterable(requireSession(clientSession), mapFunction, reduceFunction, documentClass);
    }

    @Override
    public <R> MapReduceIterable<R> mapReduce(ClientSession clientSession, String mapFunction, String reduceFunction,
            Class<R> resultClass) {
        return mapReduceIterable(requireSession(clientSession), mapFunction, reduceFunction, resultClass);
    }

    // Writes ----------------------------------------------------------------------------------------------------------

    @Override
    public BulkWriteResult bulkWrite(List<? extends WriteModel<? extends T>> requests) {
        return new CollectionWrites<>(view, name, documentClass).bulkWrite(null, requests, new BulkWriteOptions());
    }

    @Override
    public BulkWriteResult bulkWrite(List<? extends WriteModel<? extends T>> requests, BulkWriteOptions options) {
        return new CollectionWrites<>(view, name, documentClass).bulkWrite(null, requests, options);
    }

    @Override
    public BulkWriteResult bulkWrite(ClientSession clientSession, List<? extends WriteModel<? extends T>> requests) {
        return new CollectionWrites<>(view, name, documentClass).bulkWrite(requireSession(clientSession), requests,
                new BulkWriteOptions());
    }

    @Override
    public BulkWriteResult bulkWrite(ClientSession clientSession, List<? extends WriteModel<? extends T>> requests,
            BulkWriteOptions options) {
        return new CollectionWrites<>(view, name, documentClass).bulkWrite(requireSession(clientSession), requests,
                options);
    }

    @Override
    public InsertOneResult insertOne(T document) {
        return new CollectionWrites<>(view, name, documentClass).insertOne(null, document, INSERT_ONE);
    }

    @Override
    public InsertOneResult insertOne(T document, InsertOneOptions options) {
        return new CollectionWrites<>(view, name, documentClass).insertOne(null, document, options);
    }

    @Override
    public InsertOneResult insertOne(ClientSession clientSession, T document) {
        return new CollectionWrites<>(view, name, documentClass).insertOne(requireSession(clientSession), document,
                INSERT_ONE);
    }

    @Override
    public InsertOneResult insertOne(ClientSession clientSession, T document, InsertOneOptions options) {
        return new CollectionWrites<>(view, name, documentClass).insertOne(requireSession(clientSession), document,
                options);
    }

    @Override
    public InsertManyResult insertMany(List<? extends T> documents) {
        return new CollectionWrites<>(view, name, documentClass).insertMany(null, documents, new InsertManyOptions());
    }

    @Override
    public InsertManyResult insertMany(List<? extends T> documents, InsertManyOptions options) {
        return new CollectionWrites<>(view, name, documentClass).insertMany(null, documents, options);
    }

    @Override
    public InsertManyResult insertMany(ClientSession clientSession, List<? extends T> documents) {
        return new CollectionWrites<>(view, name, documentClass).insertMany(requireSession(clientSession), documents,
                new InsertManyOptions());
    }

    @Override
    public InsertManyResult insertMany(ClientSession clientSession, List<? extends T> documents,
            InsertManyOptions options) {
        return new CollectionWrites<>(view, name, documentClass).insertMany(requireSession(clientSession), documents,
                options);
    }

    @Override
    public DeleteResult deleteOne(Bson filter) {
        return new CollectionWrites<>(view, name, documentClass).delete(null, filter, false, DELETE);
    }

    @Override
    public DeleteResult deleteOne(Bson filter, DeleteOptions options) {
        return new CollectionWrites<>(view, name, documentClass).delete(null, filter, false, options);
    }

    @Override
    public DeleteResult deleteOne(ClientSession clientSession, Bson filter) {
        return new CollectionWrites<>(view, name, documentClass).delete(requireSession(clientSession), filter, false,
                DELETE);
    }

    @Override
    public DeleteResult deleteOne(ClientSession clientSession, Bson filter, DeleteOptions options) {
        return new CollectionWrites<>(view, name, documentClass).delete(requireSession(clientSession), filter, false,
                options);
    }

    @Override
    public DeleteResult deleteMany(Bson filter) {
        return new CollectionWrites<>(view, name, documentClass).delete(null, filter, true, DELETE);
    }

    @Override
    public DeleteResult deleteMany(Bson filter, DeleteOptions options) {
        return new CollectionWrites<>(view, name, documentClass).delete(null, filter, true, options);
    }

    @Override
    public DeleteResult deleteMany(ClientSession clientSession, Bson filter) {
        return new CollectionWrites<>(view, name, documentClass).delete(requireSession(clientSession), filter, true,
                DELETE);
    }

    @Override
    public DeleteResult deleteMany(ClientSession clientSession, Bson filter, DeleteOptions options) {
        return new CollectionWrites<>(view, name, documentClass).delete(requireSession(clientSession), filter, true,
                options);
    }

    @Override
    public UpdateResult replaceOne(Bson filter, T replacement) {
        return new CollectionWrites<>(view, name, documentClass).replaceOne(null, filter, replacement,
                new ReplaceOptions());
    }

    @Override
    public UpdateResult replaceOne(Bson filter, T replacement, ReplaceOptions options) {
        return new CollectionWrites<>(view, name, documentClass).replaceOne(null, filter, replacement, options);
    }

    @Override
    public UpdateResult replaceOne(ClientSession clientSession, Bson filter, T replacement) {
        return new CollectionWrites<>(view, name, documentClass).replaceOne(requireSession(clientSession), filter,
                replacement, new ReplaceOptions());
    }

    @Override
    public UpdateResult replaceOne(ClientSession clientSession, Bson filter, T replacement, ReplaceOptions options) {
        return new CollectionWrites<>(view, name, documentClass).replaceOne(requireSession(clientSession), filter,
                replacement, options);
    }

    @Override
    public UpdateResult updateOne(Bson filter, Bson update) {
        return new CollectionWrites<>(view, name, documentClass).update(null, filter, update, false, UPDATE);
    }

    @Override
    public UpdateResult updateOne(Bson filter, Bson update, UpdateOptions options) {
        return new CollectionWrites<>(view, name, documentClass).update(null, filter, update, false, options);
    }

    @Override
    public UpdateResult updateOne(Bson filter, List<? extends Bson> update) {
        return new CollectionWrites<>(view, name, documentClass).update(null, filter, update, false, UPDATE);
    }

    @Override
    public UpdateResult updateOne(Bson filter, List<? extends Bson> update, UpdateOptions options) {
        return new CollectionWrites<>(view, name, documentClass).update(null, filter, update, false, options);
    }

    @Override
    public UpdateResult updateOne(ClientSession clientSession, Bson filter, Bson update) {
        return new CollectionWrites<>(view, name, documentClass).update(requireSession(clientSession), filter, update,
                false, UPDATE);
    }

    @Override
    public UpdateResult updateOne(ClientSession clientSession, Bson filter, Bson update, UpdateOptions options) {
        return new CollectionWrites<>(view, name, documentClass).update(requireSession(clientSession), filter, update,
                false, options);
    }

    @Override
    public UpdateResult updateOne(ClientSession clientSession, Bson filter, List<? extends Bson> update) {
        return new CollectionWrites<>(view, name, documentClass).update(requireSession(clientSession), filter, update,
                false, UPDATE);
    }

    @Override
    public UpdateResult updateOne(ClientSession clientSession, Bson filter, List<? extends Bson> update,
            UpdateOptions options) {
        return new CollectionWrites<>(view, name, documentClass).update(requireSession(clientSession), filter, update,
                false, options);
    }

    @Override
    public UpdateResult updateMany(Bson filter, Bson update) {
        return new CollectionWrites<>(view, name, documentClass).update(null, filter, update, true, UPDATE);
    }

    @Override
    public UpdateResult updateMany(Bson filter, Bson update, UpdateOptions options) {
        return new CollectionWrites<>(view, name, documentClass).update(null, filter, update, true, options);
    }

    @Override
    public UpdateResult updateMany(Bson filter, List<? extends Bson> update) {
        return new CollectionWrites<>(view, name, documentClass).update(null, filter, update, true, UPDATE);
    }

    @Override
    public UpdateResult updateMany(Bson filter, List<? extends Bson> update, UpdateOptions options) {
        return new CollectionWrites<>(view, name, documentClass).update(null, filter, update, true, options);
    }

    @Override
    public UpdateResult updateMany(ClientSession clientSession, Bson filter, Bson update) {
        return new CollectionWrites<>(view, name, documentClass).update(requireSession(clientSession), filter, update,
                true, UPDATE);
    }

    @Override
    public UpdateResult updateMany(ClientSession clientSession, Bson filter, Bson update, UpdateOptions options) {
        return new CollectionWrites<>(view, name, documentClass).update(requireSession(clientSession), filter, update,
                true, options);
    }

    @Override
    public UpdateResult updateMany(ClientSession clientSession, Bson filter, List<? extends Bson> update) {
        return new CollectionWrites<>(view, name, documentClass).update(requireSession(clientSession), filter, update,
                true, UPDATE);
    }

    @Override
    public UpdateResult updateMany(ClientSession clientSession, Bson filter, List<? extends Bson> update,
            UpdateOptions options) {
        return new CollectionWrites<>(view, name, documentClass).update(requireSession(clientSession), filter, update,
                true, options);
    }

    @Override
    public @Nullable T findOneAndDelete(Bson filter) {
        return new CollectionWrites<>(view, name, documentClass).findOneAndDelete(null, filter,
                new FindOneAndDeleteOptions());
    }

    @Override
    public @Nullable T findOneAndDelete(Bson filter, FindOneAndDeleteOptions options) {
        return new CollectionWrites<>(view, name, documentClass).findOneAndDelete(null, filter, options);
    }

    @Override
    public @Nullable T findOneAndDelete(ClientSession clientSession, Bson filter) {
        return new CollectionWrites<>(view, name, documentClass).findOneAndDelete(requireSession(clientSession), filter,
                new FindOneAndDeleteOptions());
    }

    @Override
    public @Nullable T findOneAndDelete(ClientSession clientSession, Bson filter, FindOneAndDeleteOptions options) {
        return new CollectionWrites<>(view, name, documentClass).findOneAndDelete(requireSession(clientSession), filter,
                options);
    }

    @Override
    public @Nullable T findOneAndReplace(Bson filter, T replacement) {
        return new CollectionWrites<>(view, name, documentClass).findOneAndReplace(null, filter, replacement,
                new FindOneAndReplaceOptions());
    }

    @Override
    public @Nullable T findOneAndReplace(Bson filter, T replacement, FindOneAndReplaceOptions options) {
        return new CollectionWrites<>(view, name, documentClass).findOneAndReplace(null, filter, replacement, options);
    }

    @Override
    public @Nullable T findOneAndReplace(ClientSession clientSession, Bson filter, T replacement) {
        return new CollectionWrites<>(view, name, documentClass).findOneAndReplace(requireSession(clientSession),
                filter, replacement, new FindOneAndReplaceOptions());
    }

    @Override
    public @Nullable T findOneAndReplace(ClientSession clientSession, Bson filter, T replacement,
            FindOneAndReplaceOptions options) {
        return new CollectionWrites<>(view, name, documentClass).findOneAndReplace(requireSession(clientSession),
                filter, replacement, options);
    }

    @Override
    public @Nullable T findOneAndUpdate(Bson filter, Bson update) {
        return new CollectionWrites<>(view, name, documentClass).findOneAndUpdate(null, filter, update,
                new FindOneAndUpdateOptions());
    }

    @Override
    public @Nullable T findOneAndUpdate(Bson filter, Bson update, FindOneAndUpdateOptions options) {
        return new CollectionWrites<>(view, name, documentClass).findOneAndUpdate(null, filter, update, options);
    }

    @Override
    public @Nullable T findOneAndUpdate(ClientSession clientSession, Bson filter, Bson update) {
        return new CollectionWrites<>(view, name, documentClass).findOneAndUpdate(requireSession(clientSession), filter,
                update, new FindOneAndUpdateOptions());
    }

    @Override
    public @Nullable T findOneAndUpdate(ClientSession clientSession, Bson filter, Bson update,
            FindOneAndUpdateOptions options) {
        return new CollectionWrites<>(view, name, documentClass).findOneAndUpdate(requireSession(clientSession), filter,
                update, options);
    }

    @Override
    public @Nullable T findOneAndUpdate(Bson filter, List<? extends Bson> update) {
        return new CollectionWrites<>(view, name, documentClass).findOneAndUpdate(null, filter, update,
                new FindOneAndUpdateOptions());
    }

    @Override
    public @Nullable T findOneAndUpdate(Bson filter, List<? extends Bson> update, FindOneAndUpdateOptions options) {
        return new CollectionWrites<>(view, name, documentClass).findOneAndUpdate(null, filter, update, options);
    }

    @Override
    public @Nullable T findOneAndUpdate(ClientSession clientSession, Bson filter, List<? extends Bson> update) {
        return new CollectionWrites<>(view, name, documentClass).findOneAndUpdate(requireSession(clientSession), filter,
                update, new FindOneAndUpdateOptions());
    }

    @Override
    public @Nullable T findOneAndUpdate(ClientSession clientSession, Bson filter, List<? extends Bson> update,
            FindOneAndUpdateOptions options) {
        return new CollectionWrites<>(view, name, documentClass).findOneAndUpdate(requireSession(clientSession), filter,
                update, options);
    }

    // The collection itself -------------------------------------------------------------------------------------------

    @Override
    public void drop() {
        new CollectionAdministration(view, name, documentClass).drop(null, new DropCollectionOptions());
    }

    @Override
    public void drop(ClientSession clientSession) {
        new CollectionAdministration(view, name, documentClass).drop(requireSession(clientSession),
                new DropCollectionOptions());
    }

    @Override
    public void drop(DropCollectionOptions options) {
        new CollectionAdministration(view, name, documentClass).drop(null, options);
    }

    @Override
    public void drop(ClientSession clientSession, DropCollectionOptions options) {
        new CollectionAdministration(view, name, documentClass).drop(requireSession(clientSession), options);
    }

    @Override
    public String createSearchIndex(String indexName, Bson definition) {
        Require.notNull("indexName", indexName);
        Require.notNull("definition", definition);
        return new CollectionAdministration(view, name, documentClass)
                .createSearchIndexes(List.of(new SearchIndexModel(indexName, definition))).get(0);
    }

    @Override
    public String createSearchIndex(Bson definition) {
        Require.notNull("definition", definition);
        return new CollectionAdministration(view, name, documentClass)
                .createSearchIndexes(List.of(new SearchIndexModel(definition))).get(0);
    }

    @Override
    public List<String> createSearchIndexes(List<SearchIndexModel> models) {
        return new CollectionAdministration(view, name, documentClass).createSearchIndexes(models);
    }

    @Override
    public void updateSearchIndex(String indexName, Bson definition) {
        new CollectionAdministration(view, name, documentClass).updateSearchIndex(indexName, definition);
    }

    @Override
    public void dropSearchIndex(String indexName) {
        new CollectionAdministration(view, name, documentClass).dropSearchIndex(indexName);
    }

    @Override
    public ListSearchIndexesIterable<Document> listSearchIndexes() {
        return listSearchIndexes(Document.class);
    }

    @Override
    public <R> ListSearchIndexesIterable<R> listSearchIndexes(Class<R> resultClass) {
        return new BowlineListSearchIndexesIterable<>(view, name, resultClass);
    }

    @Override
    public String createIndex(Bson keys) {
        return new CollectionAdministration(view, name, documentClass).createIndex(null, keys, new IndexOptions());
    }

    @Override
    public String createIndex(Bson keys, IndexOptions options) {
        return new CollectionAdministration(view, name, documentClass).createIndex(null, keys, options);
    }

    @Override
    public List<String> createIndexes(List<IndexModel> indexes) {
        return new CollectionAdministration(view, name, documentClass).createIndexes(null, indexes,
                new CreateIndexOptions());
    }

    @Override
    public List<String> createIndexes(List<IndexModel> indexes, CreateIndexOptions options) {
        return new CollectionAdministration(view, name, documentClass).createIndexes(null, indexes, options);
    }

    @Override
    public String createIndex(ClientSession clientSession, Bson keys) {
        return new CollectionAdministration(view, name, documentClass).createIndex(requireSession(clientSession), keys,
                new IndexOptions());
    }

    @Override
    public String createIndex(ClientSession clientSession, Bson keys, IndexOptions options) {
        return new CollectionAdministration(view, name, documentClass).createIndex(requireSession(clientSession), keys,
                options);
    }

    @Override
    public List<String> createIndexes(ClientSession clientSession, List<IndexModel> indexes) {
        return new CollectionAdministration(view, name, documentClass).createIndexes(requireSession(clientSession),
                indexes, new CreateIndexOptions());
    }

    @Override
    public List<String> createIndexes(ClientSession clientSession, List<IndexModel> indexes,
            CreateIndexOptions options) {
        return new CollectionAdministration(view, name, documentClass).createIndexes(requireSession(clientSession),
                indexes, options);
    }

    @Override
    public ListIndexesIterable<Document> listIndexes() {
        return new BowlineListIndexesIterable<>(view, null, name, Document.class);
    }

    @Override
    public <R> ListIndexesIterable<R> listIndexes(Class<R> resultClass) {
        return new BowlineListIndexesIterable<>(view, null, name, resultClass);
    }

    @Override
    public ListIndexesIterable<Document> listIndexes(ClientSession clientSession) {
        return new BowlineListIndexesIterable<>(view, requireSession(clientSession), name, Document.class);
    }

    @Override
    public <R> ListIndexesIterable<R> listIndexes(ClientSession clientSession, Class<R> resultClass) {
        return new BowlineListIndexesIterable<>(view, requireSession(clientSession), name, resultClass);
    }

    @Override
    public void dropIndex(String indexName) {
        new CollectionAdministration(view, name, documentClass).dropIndex(null, indexName, new DropIndexOptions());
    }

    @Override
    public void dropIndex(String indexName, DropIndexOptions options) {
        new CollectionAdministration(view, name, documentClass).dropIndex(null, indexName, options);
    }

    @Override
    public void dropIndex(Bson keys) {
        new CollectionAdministration(view, name, documentClass).dropIndex(null, keys, new DropIndexOptions());
    }

    @Override
    public void dropIndex(Bson keys, DropIndexOptions options) {
        new CollectionAdministration(view, name, documentClass).dropIndex(null, keys, options);
    }

    @Override
    public void dropIndex(ClientSession clientSession, String indexName) {
        new CollectionAdministration(view, name, documentClass).dropIndex(requireSession(clientSession), indexName,
                new DropIndexOptions());
    }

    @Override
    public void dropIndex(ClientSession clientSession, String indexName, DropIndexOptions options) {
        new CollectionAdministration(view, name, documentClass).dropIndex(requireSession(clientSession), indexName,
                options);
    }

    @Override
    public void dropIndex(ClientSession clientSession, Bson keys) {
        new CollectionAdministration(view, name, documentClass).dropIndex(requireSession(clientSession), keys,
                new DropIndexOptions());
    }

    @Override
    public void dropIndex(ClientSession clientSession, Bson keys, DropIndexOptions options) {
        new CollectionAdministration(view, name, documentClass).dropIndex(requireSession(clientSession), keys, options);
    }

    @Override
    public void dropIndexes() {
        new CollectionAdministration(view, name, documentClass).dropIndex(null, "*", new DropIndexOptions());
    }

    @Override
    public void dropIndexes(ClientSession clientSession) {
        new CollectionAdministration(view, name, documentClass).dropIndex(requireSession(clientSession), "*",
                new DropIndexOptions());
    }

    @Override
    public void dropIndexes(DropIndexOptions options) {
        new CollectionAdministration(view, name, documentClass).dropIndex(null, "*", options);
    }

    @Override
    public void dropIndexes(ClientSession clientSession, DropIndexOptions options) {
        new CollectionAdministration(view, name, documentClass).dropIndex(requireSession(clientSession), "*", options);
    }

    @Override
    public void renameCollection(MongoNamespace newNamespace) {
        new CollectionAdministration(view, name, documentClass).rename(null, newNamespace,
                new RenameCollectionOptions());
    }

    @Override
    public void renameCollection(MongoNamespace newNamespace, RenameCollectionOptions options) {
        new CollectionAdministration(view, name, documentClass).rename(null, newNamespace, options);
    }

    @Override
    public void renameCollection(ClientSession clientSession, MongoNamespace newNamespace) {
        new CollectionAdministration(view, name, documentClass).rename(requireSession(clientSession), newNamespace,
                new RenameCollectionOptions());
    }

    @Override
    public void renameCollection(ClientSession clientSession, MongoNamespace newNamespace,
            RenameCollectionOptions options) {
        new CollectionAdministration(view, name, documentClass).rename(requireSession(clientSession), newNamespace,
                options);
    }
}
