package dev.bowline.options;

import dev.bowline.driver.argument.Arguments;
import java.time.Duration;
import java.util.Objects;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * What the options of all operations share. An options object is made for one call and configured in it:
 * {@code collection.insertOne(document, o -> o.comment("import"))}.
 *
 * @param <S> the options class itself
 */
public abstract class CommandOptions<S extends CommandOptions<S>> {
    private final CommandFields fields = new CommandFields();
    private @Nullable Duration maxTime;

    /** For the options of each operation. */
    protected CommandOptions() {}

    /** A comment that shows in the server's logs and profiler. */
    public final S comment(String comment) {
        return comment(new BsonString(comment));
    }

    /** A comment of any type; servers before 4.4 understand strings only. */
    public final S comment(BsonValue comment) {
        return put("comment", comment);
    }

    /**
     * Whether to work on the data as it is stored, such as the buckets of a time series, rather than as it is seen.
     * Needs server 8.2; older ones do not get it.
     */
    public final S rawData(boolean rawData) {
        return put("rawData", rawData);
    }

    /** Adds a field to the command. */
    protected final S put(String name, Object value) {
        fields.put(name, Objects.requireNonNull(value, name));
        return self();
    }

    /** Limits how long the server may take; zero for no limit. */
    protected final S limitTime(Duration maxTime) {
        if (maxTime.isNegative()) {
            throw new IllegalArgumentException("The maxTime is " + maxTime + ", which is below 0");
        }
        this.maxTime = maxTime;
        return self();
    }

    /** Returns the fields that these options add to the command. Empty if no such option is set. */
    public final CommandFields fields() {
        return fields;
    }

    /**
     * Whether a list of names is all that is needed: servers leave the rest out before they look at the filter, which
     * must therefore not ask for it.
     */
    public final boolean namesSuffice(CodecRegistry registry) {
        return !(fields.get("filter") instanceof Bson filter)
                || filter.toBsonDocument(BsonDocument.class, registry).keySet().stream().allMatch("name"::equals);
    }

    /** In milliseconds; 0 if there is no limit. */
    public final long maxTimeMillis() {
        return Arguments.limitMillis(maxTime);
    }

    @SuppressWarnings("unchecked")
    final S self() {
        return (S) this;
    }
}
