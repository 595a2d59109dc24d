package dev.bowline.bulk;

import dev.bowline.options.Collation;
import dev.bowline.options.CommandFields;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.bson.conversions.Bson;

/**
 * One write of a {@code bulkWrite}. Made by the static methods.
 *
 * @param <T> the type of the collection's documents
 */
public sealed interface WriteModel<T> {
    /** Insert a document. */
    record InsertOne<T>(T document) implements WriteModel<T> {
        /** Creates a model; {@code document} must not be null. */
        public InsertOne {
            Objects.requireNonNull(document, "document");
        }
    }

    /** Replace the first document that matches. */
    record ReplaceOne<T>(Bson filter, T replacement, Statement options) implements WriteModel<T> {
        /** Creates a model; the filter and the replacement must not be null. */
        public ReplaceOne {
            Objects.requireNonNull(filter, "filter");
            Objects.requireNonNull(replacement, "replacement");
        }
    }

    /** Update the first document that matches, by update operators or by a pipeline. */
    record UpdateOne<T>(Bson filter, Object update, Statement options) implements WriteModel<T> {
        /** Creates a model; the filter and the update must not be null. */
        public UpdateOne {
            Objects.requireNonNull(filter, "filter");
            Objects.requireNonNull(update, "update");
        }
    }

    /** Update every document that matches. A command that holds one is not retried. */
    record UpdateMany<T>(Bson filter, Object update, Statement options) implements WriteModel<T> {
        /** Creates a model; the filter and the update must not be null. */
        public UpdateMany {
            Objects.requireNonNull(filter, "filter");
            Objects.requireNonNull(update, "update");
        }
    }

    /** Delete the first document that matches. */
    record DeleteOne<T>(Bson filter, Statement options) implements WriteModel<T> {
        /** Creates a model; the filter must not be null. */
        public DeleteOne {
            Objects.requireNonNull(filter, "filter");
        }
    }

    /** Delete every document that matches. A command that holds one is not retried. */
    record DeleteMany<T>(Bson filter, Statement options) implements WriteModel<T> {
        /** Creates a model; the filter must not be null. */
        public DeleteMany {
            Objects.requireNonNull(filter, "filter");
        }
    }

    /** Options of one statement. */
    final class Statement {
        private final CommandFields fields = new CommandFields();

        /** Whether to insert a document if none matches. Not for deletes. */
        public Statement upsert(boolean upsert) {
            return put("upsert", upsert);
        }

        /** The rules by which strings are compared. */
        public Statement collation(Collation collation) {
            return put("collation", collation.toDocument());
        }

        /** The index to use, by its keys. */
        public Statement hint(Bson hint) {
            return put("hint", hint);
        }

        /** The index to use, by its name. */
        public Statement hint(String hint) {
            return put("hint", hint);
        }

        /** Which elements of arrays the update applies to. For updates only. */
        public Statement arrayFilters(List<? extends Bson> arrayFilters) {
            return put("arrayFilters", arrayFilters);
        }

        /** Which document to change if several match. For updateOne and replaceOne only; needs server 8.0. */
        public Statement sort(Bson sort) {
            return put("sort", sort);
        }

        /** Returns the options that are set, under the names that the server uses. Empty if no option is set. */
        public CommandFields fields() {
            return fields;
        }

        private Statement put(String name, Object value) {
            fields.put(name, value);
            return this;
        }
    }

    /** Creates a write that inserts a document. */
    public static <T> WriteModel<T> insertOne(T document) {
        return new InsertOne<>(document);
    }

    /** Creates a write that replaces the first document that matches the filter, with default options. */
    public static <T> WriteModel<T> replaceOne(Bson filter, T replacement) {
        return replaceOne(filter, replacement, options -> {});
    }

    /**
     * Creates a write that replaces the first document that matches the filter. The consumer sets the options of the
     * write.
     */
    public static <T> WriteModel<T> replaceOne(Bson filter, T replacement, Consumer<Statement> options) {
        return new ReplaceOne<>(filter, replacement, statement(options));
    }

    /** Creates a write that updates the first document that matches the filter, with default options. */
    public static <T> WriteModel<T> updateOne(Bson filter, Bson update) {
        return updateOne(filter, update, options -> {});
    }

    /**
     * Creates a write that updates the first document that matches the filter. The consumer sets the options of the
     * write.
     */
    public static <T> WriteModel<T> updateOne(Bson filter, Bson update, Consumer<Statement> options) {
        return new UpdateOne<>(filter, update, statement(options));
    }

    /**
     * Creates a write that uses an aggregation pipeline and updates the first document that matches the filter. The
     * consumer sets the options of the write.
     */
    public static <T> WriteModel<T> updateOne(Bson filter, List<? extends Bson> pipeline, Consumer<Statement> options) {
        return new UpdateOne<>(filter, List.copyOf(pipeline), statement(options));
    }

    /** Creates a write that updates every document that matches the filter, with default options. */
    public static <T> WriteModel<T> updateMany(Bson filter, Bson update) {
        return updateMany(filter, update, options -> {});
    }

    /**
     * Creates a write that updates every document that matches the filter. The consumer sets the options of the write.
     */
    public static <T> WriteModel<T> updateMany(Bson filter, Bson update, Consumer<Statement> options) {
        return new UpdateMany<>(filter, update, statement(options));
    }

    /**
     * Creates a write that uses an aggregation pipeline and updates every document that matches the filter. The
     * consumer sets the options of the write.
     */
    public static <T> WriteModel<T> updateMany(Bson filter, List<? extends Bson> pipeline,
            Consumer<Statement> options) {
        return new UpdateMany<>(filter, List.copyOf(pipeline), statement(options));
    }

    /** Creates a write that deletes the first document that matches the filter, with default options. */
    public static <T> WriteModel<T> deleteOne(Bson filter) {
        return deleteOne(filter, options -> {});
    }

    /**
     * Creates a write that deletes the first document that matches the filter. The consumer sets the options of the
     * write.
     */
    public static <T> WriteModel<T> deleteOne(Bson filter, Consumer<Statement> options) {
        return new DeleteOne<>(filter, statement(options));
    }

    /** Creates a write that deletes every document that matches the filter, with default options. */
    public static <T> WriteModel<T> deleteMany(Bson filter) {
        return deleteMany(filter, options -> {});
    }

    /**
     * Creates a write that deletes every document that matches the filter. The consumer sets the options of the write.
     */
    public static <T> WriteModel<T> deleteMany(Bson filter, Consumer<Statement> options) {
        return new DeleteMany<>(filter, statement(options));
    }

    private static Statement statement(Consumer<Statement> options) {
        Statement statement = new Statement();
        options.accept(statement);
        return statement;
    }
}
