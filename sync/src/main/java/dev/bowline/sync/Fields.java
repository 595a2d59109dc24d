package dev.bowline.sync;

import com.mongodb.client.model.Collation;
import dev.bowline.options.CommandFields;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonValue;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Collects the fields that official options add to a command or statement. What is not set adds nothing. */
final class Fields {
    private final View view;
    private final Class<?> documentClass;
    private @Nullable CommandFields fields;

    Fields(View view, Class<?> documentClass) {
        this.view = view;
        this.documentClass = documentClass;
    }

    CommandFields get() {
        return fields == null ? CommandFields.NONE : fields;
    }

    private Fields put(String name, Object value) {
        if (fields == null) {
            fields = new CommandFields();
        }
        fields.put(name, value);
        return this;
    }

    Fields text(String name, @Nullable String value) {
        return value == null ? this : put(name, value);
    }

    Fields flag(String name, @Nullable Boolean value) {
        return value == null ? this : put(name, value);
    }

    /** A flag that is sent only if it is set. */
    Fields ifTrue(String name, boolean value) {
        return value ? put(name, true) : this;
    }

    Fields number(String name, @Nullable Number value) {
        return value == null ? this : put(name, value);
    }

    Fields ifNotZero(String name, int value) {
        return value == 0 ? this : put(name, value);
    }

    Fields value(String name, @Nullable BsonValue value) {
        return value == null ? this : put(name, value);
    }

    Fields bson(String name, @Nullable Bson value) {
        return value == null ? this : put(name, view.bson(value, documentClass));
    }

    Fields list(String name, @Nullable Iterable<? extends Bson> values) {
        if (values == null) {
            return this;
        }
        List<Bson> rendered = new ArrayList<>();
        values.forEach(value -> rendered.add(view.bson(value, documentClass)));
        return put(name, rendered);
    }

    /** The keys of an index win over its name. */
    Fields hint(@Nullable Bson hint, @Nullable String name) {
        return hint != null ? bson("hint", hint) : text("hint", name);
    }

    Fields collation(@Nullable Collation collation) {
        return collation == null ? this : put("collation", collation.asDocument());
    }

    Fields comment(@Nullable BsonValue comment) {
        return value("comment", comment);
    }

    Fields maxTime(long millis, TimeUnit unit) {
        return millis == 0 ? this : put("maxTimeMS", unit.toMillis(millis));
    }
}
