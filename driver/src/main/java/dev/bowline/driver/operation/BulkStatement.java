package dev.bowline.driver.operation;

import dev.bowline.driver.operation.WriteCommands.Update;
import dev.bowline.options.CommandFields;
import java.util.List;
import org.bson.codecs.Codec;
import org.bson.conversions.Bson;

/** One statement of a bulk write. */
public sealed interface BulkStatement<T> {
    record Insert<T>(T document) implements BulkStatement<T> {}

    record Change<T>(Bson filter, Update<T> update, boolean multi, CommandFields fields) implements BulkStatement<T> {}

    record Delete<T>(Bson filter, boolean multi, CommandFields fields) implements BulkStatement<T> {}

    static <T> BulkStatement<T> insert(T document) {
        return new Insert<>(document);
    }

    /**
     * An update of one document, or of all that match.
     *
     * @param update {@code Bson} with update operators, or a list of stages
     */
    static <T> BulkStatement<T> update(Bson filter, Object update, boolean multi, CommandFields fields) {
        if (!(update instanceof Bson) && !(update instanceof List<?>)) {
            throw new IllegalArgumentException("An update is neither Bson nor a pipeline: " + update.getClass());
        }
        return new Change<>(filter, new Update<>(update, null), multi, fields);
    }

    static <T> BulkStatement<T> replace(Bson filter, T replacement, Codec<T> codec, CommandFields fields) {
        return new Change<>(filter, new Update<>(replacement, codec), false, fields);
    }

    static <T> BulkStatement<T> delete(Bson filter, boolean multi, CommandFields fields) {
        return new Delete<>(filter, multi, fields);
    }

    /** Which command it belongs to. */
    default Kind kind() {
        return switch (this) {
            case Insert<T> insert -> Kind.INSERT;
            case Change<T> change -> Kind.UPDATE;
            case Delete<T> delete -> Kind.DELETE;
        };
    }

    /** Whether it may change several documents, so that the server cannot run it at most once. */
    default boolean isMulti() {
        return switch (this) {
            case Insert<T> insert -> false;
            case Change<T> change -> change.multi();
            case Delete<T> delete -> delete.multi();
        };
    }

    /** The write commands, in the order in which an unordered bulk write sends them. */
    enum Kind {
        INSERT("insert", "documents"), UPDATE("update", "updates"), DELETE("delete", "deletes");

        final String command;
        final String sequence;

        Kind(String command, String sequence) {
            this.command = command;
            this.sequence = sequence;
        }
    }
}
