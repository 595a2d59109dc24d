package dev.bowline.sync;

import com.mongodb.MongoClientException;
import com.mongodb.MongoNamespace;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.AggregateIterable;
import com.mongodb.client.ChangeStreamIterable;
import com.mongodb.client.ClientSession;
import com.mongodb.client.ListCollectionNamesIterable;
import com.mongodb.client.ListCollectionsIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.CreateViewOptions;
import dev.bowline.driver.operation.AdministrativeCommand;
import dev.bowline.driver.operation.OperationScope;
import dev.bowline.driver.operation.RunCommand;
import dev.bowline.options.CommandFields;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** A database under the official interface. Immutable and cheap: frameworks ask for one with every operation. */
public final class BowlineMongoDatabase implements MongoDatabase {
    private final View view;
    private final String name;

    BowlineMongoDatabase(View view, String name) {
        MongoNamespace.checkDatabaseNameValidity(name);
        this.view = view;
        this.name = name;
    }

    private static ClientSession requireSession(ClientSession session) {
        return Require.notNull("clientSession", session);
    }

    // Views -----------------------------------------------------------------------------------------------------------

    @Override
    public String getName() {
        return name;
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
    public MongoDatabase withCodecRegistry(CodecRegistry codecRegistry) {
        return new BowlineMongoDatabase(view.with(codecRegistry), name);
    }

    @Override
    public MongoDatabase withReadPreference(ReadPreference readPreference) {
        return new BowlineMongoDatabase(view.with(readPreference), name);
    }

    @Override
    public MongoDatabase withWriteConcern(WriteConcern writeConcern) {
        return new BowlineMongoDatabase(view.with(writeConcern), name);
    }

    @Override
    public MongoDatabase withReadConcern(ReadConcern readConcern) {
        return new BowlineMongoDatabase(view.with(readConcern), name);
    }

    @Override
    public MongoDatabase withTimeout(long timeout, TimeUnit timeUnit) {
        return new BowlineMongoDatabase(view.withTimeout(timeout, timeUnit), name);
    }

    @Override
    public MongoCollection<Document> getCollection(String collectionName) {
        return getCollection(collectionName, Document.class);
    }

    @Override
    public <T> MongoCollection<T> getCollection(String collectionName, Class<T> documentClass) {
        return new BowlineMongoCollection<>(view,
                view.client.name(name, Require.notNull("collectionName", collectionName)),
                Require.notNull("documentClass", documentClass));
    }

    // Commands --------------------------------------------------------------------------------------------------------

    private <R> R run(@Nullable ClientSession session, Bson command, ReadPreference readPreference,
            Class<R> resultClass) {
        Require.notNull("command", command);
        Require.notNull("readPreference", readPreference);
        if (session != null && session.hasActiveTransaction() && !readPreference.equals(ReadPreference.primary())) {
            throw new MongoClientException("Read preference in a transaction must be primary");
        }
        BsonDocument document = command.toBsonDocument(BsonDocument.class, view.registry());
        OperationScope scope = readPreference.equals(ReadPreference.primary())
                ? view.primaryScope(session)
                : view.with(readPreference).scope(session);
        return view.client.execute(new RunCommand<>(name, document, view.codec(resultClass)), scope);
    }

    @Override
    public Document runCommand(Bson command) {
        return run(null, command, ReadPreference.primary(), Document.class);
    }

    @Override
    public Document runCommand(Bson command, ReadPreference readPreference) {
        return run(null, command, readPreference, Document.class);
    }

    @Override
    public <R> R runCommand(Bson command, Class<R> resultClass) {
        return run(null, command, ReadPreference.primary(), resultClass);
    }

    @Override
    public <R> R runCommand(Bson command, ReadPreference readPreference, Class<R> resultClass) {
        return run(null, command, readPreference, resultClass);
    }

    @Override
    public Document runCommand(ClientSession clientSession, Bson command) {
        return run(requireSession(clientSession), command, ReadPreference.primary(), Document.class);
    }

    @Override
    public Document runCommand(ClientSession clientSession, Bson command, ReadPreference readPreference) {
        return run(requireSession(clientSession), command, readPreference, Document.class);
    }

    @Override
    public <R> R runCommand(ClientSession clientSession, Bson command, Class<R> resultClass) {
        return run(requireSession(clientSession), command, ReadPreference.primary(), resultClass);
    }

    @Override
    public <R> R runCommand(ClientSession clientSession, Bson command, ReadPreference readPreference,
            Class<R> resultClass) {
        return run(requireSession(clientSession), command, readPreference, resultClass);
    }

    @Override
    public void drop() {
        view.execute(AdministrativeCommand.dropDatabase(name, CommandFields.NONE), null);
    }

    @Override
    public void drop(ClientSession clientSession) {
        view.execute(AdministrativeCommand.dropDatabase(name, CommandFields.NONE), requireSession(clientSession));
    }

    // Collections -----------------------------------------------------------------------------------------------------

    @Override
    public ListCollectionNamesIterable listCollectionNames() {
        return new BowlineListCollectionNamesIterable(
                new BowlineListCollectionsIterable<>(view, null, name, BsonDocument.class, true));
    }

    @Override
    public ListCollectionsIterable<Document> listCollections() {
        return new BowlineListCollectionsIterable<>(view, null, name, Document.class, false);
    }

    @Override
    public <R> ListCollectionsIterable<R> listCollections(Class<R> resultClass) {
        return new BowlineListCollectionsIterable<>(view, null, name, resultClass, false);
    }

    @Override
    public ListCollectionNamesIterable listCollectionNames(ClientSession clientSession) {
        return new BowlineListCollectionNamesIterable(
                new BowlineListCollectionsIterable<>(view, requireSession(clientSession), name, BsonDocument.class,
                        true));
    }

    @Override
    public ListCollectionsIterable<Document> listCollections(ClientSession clientSession) {
        return new BowlineListCollectionsIterable<>(view, requireSession(clientSession), name, Document.class, false);
    }

    @Override
    public <R> ListCollectionsIterable<R> listCollections(ClientSession clientSession, Class<R> resultClass) {
        return new BowlineListCollectionsIterable<>(view, requireSession(clientSession), name, resultClass, false);
    }

    @Override
    public void createCollection(String collectionName) {
        Creations.collection(view, null, name, collectionName, new CreateCollectionOptions());
    }

    @Override
    public void createCollection(String collectionName, CreateCollectionOptions options) {
        Creations.collection(view, null, name, collectionName, options);
    }

    @Override
    public void createView(String viewName, String viewOn, List<? extends Bson> pipeline) {
        Creations.view(view, null, name, viewName, viewOn, pipeline, new CreateViewOptions());
    }

    @Override
    public void createView(String viewName, String viewOn, List<? extends Bson> pipeline, CreateViewOptions options) {
        Creations.view(view, null, name, viewName, viewOn, pipeline, options);
    }

    @Override
    public void createCollection(ClientSession clientSession, String collectionName) {
        Creations.collection(view, requireSession(clientSession), name, collectionName, new CreateCollectionOptions());
    }

    @Override
    public void createCollection(ClientSession clientSession, String collectionName, CreateCollectionOptions options) {
        Creations.collection(view, requireSession(clientSession), name, collectionName, options);
    }

    @Override
    public void createView(ClientSession clientSession, String viewName, String viewOn, List<? extends Bson> pipeline) {
        Creations.view(view, requireSession(clientSession), name, viewName, viewOn, pipeline, new CreateViewOptions());
    }

    @Override
    public void createView(ClientSession clientSession, String viewName, String viewOn, List<? extends Bson> pipeline,
            CreateViewOptions options) {
        Creations.view(view, requireSession(clientSession), name, viewName, viewOn, pipeline, options);
    }

    // Change streams and aggregations ---------------------------------------------------------------------------------

    private <R> ChangeStreamIterable<R> watchIterable(@Nullable ClientSession session, List<? extends Bson> pipeline,
            Class<R> resultClass) {
        return new BowlineChangeStreamIterable<>(view, session, name, null, Document.class, resultClass, pipeline);
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

    private <R> AggregateIterable<R> aggregateIterable(@Nullable ClientSession session, List<? extends Bson> pipeline,
            Class<R> resultClass) {
        return new BowlineAggregateIterable<>(view, session, name, null, Document.class, resultClass, pipeline);
    }

    @Override
    public AggregateIterable<Document> aggregate(List<? extends Bson> pipeline) {
        return aggregateIterable(null, pipeline, Document.class);
    }

    @Override
    public <R> AggregateIterable<R> aggregate(List<? extends Bson> pipeline, Class<R> resultClass) {
        return aggregateIterable(null, pipeline, resultClass);
    }

    @Override
    public AggregateIterable<Document> aggregate(ClientSession clientSession, List<? extends Bson> pipeline) {
        return aggregateIterable(requireSession(clientSession), pipeline, Document.class);
    }

    @Override
    public <R> AggregateIterable<R> aggregate(ClientSession clientSession, List<? extends Bson> pipeline,
            Class<R> resultClass) {
        return aggregateIterable(requireSession(clientSession), pipeline, resultClass);
    }
}
