package dev.bowline.sync;

import com.mongodb.ClientSessionOptions;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.ChangeStreamIterable;
import com.mongodb.client.ClientSession;
import com.mongodb.client.ListDatabasesIterable;
import com.mongodb.client.MongoCluster;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.MongoIterable;
import com.mongodb.client.model.bulk.ClientBulkWriteOptions;
import com.mongodb.client.model.bulk.ClientBulkWriteResult;
import com.mongodb.client.model.bulk.ClientNamespacedWriteModel;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** A view of a deployment under the official interface. Immutable and cheap. */
public class BowlineMongoCluster implements MongoCluster {
    final View view;

    BowlineMongoCluster(View view) {
        this.view = view;
    }

    private static ClientSession requireSession(ClientSession session) {
        return Require.notNull("clientSession", session);
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
    public MongoCluster withCodecRegistry(CodecRegistry codecRegistry) {
        return new BowlineMongoCluster(view.with(codecRegistry));
    }

    @Override
    public MongoCluster withReadPreference(ReadPreference readPreference) {
        return new BowlineMongoCluster(view.with(readPreference));
    }

    @Override
    public MongoCluster withWriteConcern(WriteConcern writeConcern) {
        return new BowlineMongoCluster(view.with(writeConcern));
    }

    @Override
    public MongoCluster withReadConcern(ReadConcern readConcern) {
        return new BowlineMongoCluster(view.with(readConcern));
    }

    @Override
    public MongoCluster withTimeout(long timeout, TimeUnit timeUnit) {
        return new BowlineMongoCluster(view.withTimeout(timeout, timeUnit));
    }

    @Override
    public MongoDatabase getDatabase(String databaseName) {
        return new BowlineMongoDatabase(view, Require.notNull("databaseName", databaseName));
    }

    @Override
    public ClientSession startSession() {
        return startSession(ClientSessionOptions.builder().build());
    }

    @Override
    public ClientSession startSession(ClientSessionOptions options) {
        return BowlineClientSession.start(view, Require.notNull("options", options));
    }

    @Override
    public MongoIterable<String> listDatabaseNames() {
        return new BowlineListDatabasesIterable<>(view, null, BsonDocument.class).nameOnly(true)
                .map(info -> info.getString("name").getValue());
    }

    @Override
    public ListDatabasesIterable<Document> listDatabases() {
        return new BowlineListDatabasesIterable<>(view, null, Document.class);
    }

    @Override
    public <R> ListDatabasesIterable<R> listDatabases(Class<R> resultClass) {
        return new BowlineListDatabasesIterable<>(view, null, resultClass);
    }

    @Override
    public MongoIterable<String> listDatabaseNames(ClientSession clientSession) {
        return new BowlineListDatabasesIterable<>(view, requireSession(clientSession), BsonDocument.class)
                .nameOnly(true)
                .map(info -> info.getString("name").getValue());
    }

    @Override
    public ListDatabasesIterable<Document> listDatabases(ClientSession clientSession) {
        return new BowlineListDatabasesIterable<>(view, requireSession(clientSession), Document.class);
    }

    @Override
    public <R> ListDatabasesIterable<R> listDatabases(ClientSession clientSession, Class<R> resultClass) {
        return new BowlineListDatabasesIterable<>(view, requireSession(clientSession), resultClass);
    }

    private <R> ChangeStreamIterable<R> watchIterable(@Nullable ClientSession session, List<? extends Bson> pipeline,
            Class<R> resultClass) {
        return new BowlineChangeStreamIterable<>(view, session, null, null, Document.class, resultClass, pipeline);
    }

    @Override
    public ChangeStreamIterable<Document> watch() {
        return watchIterable(null, List.of(), Document.class);
    }

    @Override
    public <R> ChangeStreamIterable<R> watch(Class<R> resultClass) {
        return watchIterable(null, List.of(), resultClass);
    }

    @Override
    public ChangeStreamIterable<Document> watch(List<? extends Bson> pipeline) {
        return watchIterable(null, pipeline, Document.class);
    }

    @Override
    public <R> ChangeStreamIterable<R> watch(List<? extends Bson> pipeline, Class<R> resultClass) {
        return watchIterable(null, pipeline, resultClass);
    }

    @Override
    public ChangeStreamIterable<Document> watch(ClientSession clientSession) {
        return watchIterable(requireSession(clientSession), List.of(), Document.class);
    }

    @Override
    public <R> ChangeStreamIterable<R> watch(ClientSession clientSession, Class<R> resultClass) {
        return watchIterable(requireSession(clientSession), List.of(), resultClass);
    }

    @Override
    public ChangeStreamIterable<Document> watch(ClientSession clientSession, List<? extends Bson> pipeline) {
        return watchIterable(requireSession(clientSession), pipeline, Document.class);
    }

    @Override
    public <R> ChangeStreamIterable<R> watch(ClientSession clientSession, List<? extends Bson> pipeline,
            Class<R> resultClass) {
        return watchIterable(requireSession(clientSession), pipeline, resultClass);
    }

    @Override
    public ClientBulkWriteResult bulkWrite(List<? extends ClientNamespacedWriteModel> models) {
        return ClientBulkWrites.run(view, null, models, ClientBulkWriteOptions.clientBulkWriteOptions());
    }

    @Override
    public ClientBulkWriteResult bulkWrite(List<? extends ClientNamespacedWriteModel> models,
            ClientBulkWriteOptions options) {
        return ClientBulkWrites.run(view, null, models, options);
    }

    @Override
    public ClientBulkWriteResult bulkWrite(ClientSession clientSession,
            List<? extends ClientNamespacedWriteModel> models) {
        return ClientBulkWrites.run(view, requireSession(clientSession), models,
                ClientBulkWriteOptions.clientBulkWriteOptions());
    }

    @Override
    public ClientBulkWriteResult bulkWrite(ClientSession clientSession,
            List<? extends ClientNamespacedWriteModel> models, ClientBulkWriteOptions options) {
        return ClientBulkWrites.run(view, requireSession(clientSession), models, options);
    }
}
