package dev.bowline.sync;

import com.mongodb.client.model.DeleteManyModel;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.DeleteOptions;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.UpdateManyModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.WriteModel;
import dev.bowline.driver.operation.BulkStatement;
import dev.bowline.options.CommandFields;
import java.util.ArrayList;
import java.util.List;
import org.bson.codecs.Codec;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Official write models as statements of a bulk write. */
final class WriteModels {
    private WriteModels() {}

    static <T> BulkStatement<T> statement(WriteModel<? extends T> model, View view, Class<T> documentClass,
            Codec<T> codec) {
        Fields fields = new Fields(view, documentClass);
        return switch (model) {
            case InsertOneModel<? extends T> insert -> BulkStatement.insert(insert.getDocument());
            case ReplaceOneModel<? extends T> replace -> BulkStatement.replace(view.bson(replace.getFilter(),
                    documentClass), replace.getReplacement(), codec, statement(replace.getReplaceOptions(), fields));
            case UpdateOneModel<? extends T> update -> BulkStatement.update(view.bson(update.getFilter(),
                    documentClass), update(update.getUpdate(), update.getUpdatePipeline(), view, documentClass), false,
                    statement(update.getOptions(), false, fields));
            case UpdateManyModel<? extends T> update -> BulkStatement.update(view.bson(update.getFilter(),
                    documentClass), update(update.getUpdate(), update.getUpdatePipeline(), view, documentClass), true,
                    statement(update.getOptions(), true, fields));
            case DeleteOneModel<? extends T> delete -> BulkStatement.delete(view.bson(delete.getFilter(),
                    documentClass), false, statement(delete.getOptions(), fields));
            case DeleteManyModel<? extends T> delete -> BulkStatement.delete(view.bson(delete.getFilter(),
                    documentClass), true, statement(delete.getOptions(), fields));
            default -> throw new UnsupportedOperationException(
                    "WriteModel of type " + model.getClass() + " is not supported");
        };
    }

    static Object update(@Nullable Bson update, @Nullable Iterable<? extends Bson> pipeline, View view,
            Class<?> documentClass) {
        return update != null
                ? view.bson(update, documentClass)
                : stages(Require.notNull("update", pipeline), view, documentClass);
    }

    /** The stages of an update by pipeline. */
    static List<Bson> stages(Object pipeline, View view, Class<?> documentClass) {
        List<Bson> stages = new ArrayList<>();
        for (Object stage : (Iterable<?>) pipeline) {
            if (stage == null) {
                throw new IllegalArgumentException("pipeline can not contain a null value");
            }
            stages.add(view.bson((Bson) stage, documentClass));
        }
        return stages;
    }

    /** An order means nothing to an update of every match, and is left out. */
    static CommandFields statement(UpdateOptions options, boolean multi, Fields fields) {
        return fields.ifTrue("upsert", options.isUpsert()).collation(options.getCollation())
                .list("arrayFilters", options.getArrayFilters()).hint(options.getHint(), options.getHintString())
                .bson("sort", multi ? null : options.getSort()).get();
    }

    static CommandFields statement(ReplaceOptions options, Fields fields) {
        return fields.ifTrue("upsert", options.isUpsert()).collation(options.getCollation())
                .hint(options.getHint(), options.getHintString()).bson("sort", options.getSort()).get();
    }

    static CommandFields statement(DeleteOptions options, Fields fields) {
        return fields.collation(options.getCollation()).hint(options.getHint(), options.getHintString()).get();
    }
}
