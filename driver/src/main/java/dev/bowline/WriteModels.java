package dev.bowline;

import dev.bowline.bulk.WriteModel;
import dev.bowline.driver.operation.BulkStatement;
import java.util.function.Function;
import org.bson.codecs.Codec;

/** Turns the models of bulk writes into statements. */
final class WriteModels {
    private WriteModels() {}

    /** @param codec what writes a replacement */
    static <T> BulkStatement<T> statement(WriteModel<T> model, Function<T, Codec<T>> codec) {
        return switch (model) {
            case WriteModel.InsertOne<T> insert -> BulkStatement.insert(insert.document());
            case WriteModel.ReplaceOne<T> replace -> BulkStatement.replace(replace.filter(), replace.replacement(),
                    codec.apply(replace.replacement()), replace.options().fields());
            case WriteModel.UpdateOne<T> update -> BulkStatement.update(update.filter(), update.update(), false,
                    update.options().fields());
            case WriteModel.UpdateMany<T> update -> BulkStatement.update(update.filter(), update.update(), true,
                    update.options().fields());
            case WriteModel.DeleteOne<T> delete -> BulkStatement.delete(delete.filter(), false,
                    delete.options().fields());
            case WriteModel.DeleteMany<T> delete -> BulkStatement.delete(delete.filter(), true,
                    delete.options().fields());
        };
    }
}
