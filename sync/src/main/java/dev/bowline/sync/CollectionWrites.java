package dev.bowline.sync;

import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.client.ClientSession;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.DeleteOptions;
import com.mongodb.client.model.FindOneAndDeleteOptions;
import com.mongodb.client.model.FindOneAndReplaceOptions;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.InsertOneOptions;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.WriteModel;
import com.mongodb.client.result.DeleteResult;
import com.mongodb.client.result.InsertManyResult;
import com.mongodb.client.result.InsertOneResult;
import com.mongodb.client.result.UpdateResult;
import dev.bowline.driver.operation.BulkStatement;
import dev.bowline.driver.operation.BulkWrite;
import dev.bowline.driver.operation.DeleteStatement;
import dev.bowline.driver.operation.FindAndModify;
import dev.bowline.driver.operation.InsertOne;
import dev.bowline.driver.operation.UpdateStatement;
import dev.bowline.options.CommandFields;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.RawBsonDocument;
import org.bson.codecs.Codec;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** What the writing methods of a collection come down to. */
final class CollectionWrites<T> {
    private final View view;
    private final ClientContext.Name name;
    private final Class<T> documentClass;

    CollectionWrites(View view, ClientContext.Name name, Class<T> documentClass) {
        this.view = view;
        this.name = name;
        this.documentClass = documentClass;
    }

    private Codec<T> codec() {
        return view.registry().get(documentClass);
    }

    /** The codec of documents to insert. */
    private Codec<T> inserting() {
        return RawDocuments.codec(codec(), documentClass);
    }

    private Fields fields() {
        return new Fields(view, documentClass);
    }

    private Bson filter(Bson filter) {
        return view.bson(Require.notNull("filter", filter), documentClass);
    }

    InsertOneResult insertOne(@Nullable ClientSession session, T document, InsertOneOptions options) {
        Require.notNull("document", document);
        Require.notNull("options", options);
        CommandFields fields = options.getComment() == null && options.getBypassDocumentValidation() == null
                ? CommandFields.NONE
                : fields().flag("bypassDocumentValidation", options.getBypassDocumentValidation())
                        .comment(options.getComment()).get();
        return Results.of(view.execute(new InsertOne<>(name.ours(), document, inserting(), fields),
                session));
    }

    InsertManyResult insertMany(@Nullable ClientSession session, List<? extends T> documents,
            InsertManyOptions options) {
        Require.notNull("documents", documents);
        Require.notNull("options", options);
        List<BulkStatement<T>> statements = new ArrayList<>(documents.size());
        for (T document : documents) {
            if (document == null) {
                throw new IllegalArgumentException("documents can not contain a null value");
            }
            statements.add(BulkStatement.insert(document));
        }
        CommandFields fields = fields().flag("bypassDocumentValidation", options.getBypassDocumentValidation())
                .comment(options.getComment()).get();
        dev.bowline.result.BulkWriteResult result = run(session, statements, options.isOrdered(), fields);
        return documentClass == RawBsonDocument.class && result.acknowledged()
                ? InsertManyResult.acknowledged(RawDocuments.unknownIds(documents.size()))
                : Results.insertMany(result);
    }

    BulkWriteResult bulkWrite(@Nullable ClientSession session, List<? extends WriteModel<? extends T>> models,
            BulkWriteOptions options) {
        Require.notNull("requests", models);
        Require.notNull("options", options);
        List<BulkStatement<T>> statements = new ArrayList<>(models.size());
        for (WriteModel<? extends T> model : models) {
            if (model == null) {
                throw new IllegalArgumentException("requests can not contain a null value");
            }
            statements.add(WriteModels.statement(model, view, documentClass, codec()));
        }
        CommandFields fields = fields().flag("bypassDocumentValidation", options.getBypassDocumentValidation())
                .comment(options.getComment()).bson("let", options.getLet()).get();
        return Results.bulk(run(session, statements, options.isOrdered(), fields));
    }

    private dev.bowline.result.BulkWriteResult run(@Nullable ClientSession session, List<BulkStatement<T>> statements,
            boolean ordered, CommandFields fields) {
        Require.argument("writes is not an empty list", !statements.isEmpty());
        BulkWrite<T> bulk = new BulkWrite<>(name.ours(), statements, ordered, fields, inserting());
        return view.call(bulk::run, session);
    }

    DeleteResult delete(@Nullable ClientSession session, Bson filter, boolean multi, DeleteOptions options) {
        Require.notNull("options", options);
        CommandFields fields = fields().comment(options.getComment()).bson("let", options.getLet()).get();
        return Results.of(view.execute(new DeleteStatement(name.ours(), filter(filter), multi,
                WriteModels.statement(options, fields()), fields), session));
    }

    /** @param update {@code Bson} or a pipeline */
    UpdateResult update(@Nullable ClientSession session, Bson filter, Object update, boolean multi,
            UpdateOptions options) {
        Require.notNull("update", update);
        Require.notNull("updateOptions", options);
        CommandFields statement = WriteModels.statement(options, multi, fields());
        CommandFields fields = fields().flag("bypassDocumentValidation", options.getBypassDocumentValidation())
                .comment(options.getComment()).bson("let", options.getLet()).get();
        UpdateStatement operation = update instanceof Bson bson
                ? UpdateStatement.update(name.ours(), filter(filter), view.bson(bson, documentClass), multi, statement,
                        fields)
                : UpdateStatement.pipeline(name.ours(), filter(filter), WriteModels.stages(update, view, documentClass),
                        multi, statement, fields);
        return Results.of(view.execute(operation, session));
    }

    UpdateResult replaceOne(@Nullable ClientSession session, Bson filter, T replacement, ReplaceOptions options) {
        Require.notNull("replacement", replacement);
        Require.notNull("replaceOptions", options);
        CommandFields fields = fields().flag("bypassDocumentValidation", options.getBypassDocumentValidation())
                .comment(options.getComment()).bson("let", options.getLet()).get();
        return Results.of(view.execute(UpdateStatement.replace(name.ours(), filter(filter), replacement, codec(),
                WriteModels.statement(options, fields()), fields), session));
    }

    @Nullable
    T findOneAndDelete(@Nullable ClientSession session, Bson filter, FindOneAndDeleteOptions options) {
        Require.notNull("options", options);
        CommandFields fields = fields().bson("fields", options.getProjection()).bson("sort", options.getSort())
                .collation(options.getCollation()).hint(options.getHint(), options.getHintString())
                .comment(options.getComment()).bson("let", options.getLet()).get();
        return view.execute(FindAndModify.delete(name.ours(), filter(filter), codec(), fields,
                options.getMaxTime(TimeUnit.MILLISECONDS)), session);
    }

    @Nullable
    T findOneAndReplace(@Nullable ClientSession session, Bson filter, T replacement,
            FindOneAndReplaceOptions options) {
        Require.notNull("replacement", replacement);
        Require.notNull("options", options);
        CommandFields fields = fields().flag("new", options.getReturnDocument() == ReturnDocument.AFTER)
                .bson("fields", options.getProjection()).bson("sort", options.getSort())
                .ifTrue("upsert", options.isUpsert())
                .flag("bypassDocumentValidation", options.getBypassDocumentValidation())
                .collation(options.getCollation()).hint(options.getHint(), options.getHintString())
                .comment(options.getComment()).bson("let", options.getLet()).get();
        return view.execute(FindAndModify.replace(name.ours(), filter(filter), replacement, codec(), fields,
                options.getMaxTime(TimeUnit.MILLISECONDS)), session);
    }

    /** @param update {@code Bson} or a pipeline */
    @Nullable
    T findOneAndUpdate(@Nullable ClientSession session, Bson filter, Object update, FindOneAndUpdateOptions options) {
        Require.notNull("update", update);
        Require.notNull("options", options);
        CommandFields fields = fields().flag("new", options.getReturnDocument() == ReturnDocument.AFTER)
                .bson("fields", options.getProjection()).bson("sort", options.getSort())
                .ifTrue("upsert", options.isUpsert())
                .flag("bypassDocumentValidation", options.getBypassDocumentValidation())
                .collation(options.getCollation()).list("arrayFilters", options.getArrayFilters())
                .hint(options.getHint(), options.getHintString()).comment(options.getComment())
                .bson("let", options.getLet()).get();
        long maxTime = options.getMaxTime(TimeUnit.MILLISECONDS);
        FindAndModify<T> operation = update instanceof Bson bson
                ? FindAndModify.update(name.ours(), filter(filter), view.bson(bson, documentClass), codec(), fields,
                        maxTime)
                : FindAndModify.pipeline(name.ours(), filter(filter),
                        WriteModels.stages(update, view, documentClass), codec(), fields, maxTime);
        return view.execute(operation, session);
    }
}
