package dev.bowline.options;

import java.time.Duration;
import org.bson.conversions.Bson;

/** Options of one index. */
public final class IndexOptions {
    private final CommandFields fields = new CommandFields();

    /** The name; made of the keys unless set. */
    public IndexOptions name(String name) {
        return put("name", name);
    }

    /** Whether no two documents may have the same keys. */
    public IndexOptions unique(boolean unique) {
        return put("unique", unique);
    }

    /** Whether documents without the keys are left out. */
    public IndexOptions sparse(boolean sparse) {
        return put("sparse", sparse);
    }

    /** Whether the planner is to ignore the index. */
    public IndexOptions hidden(boolean hidden) {
        return put("hidden", hidden);
    }

    /** After which time documents are removed, in whole seconds. */
    public IndexOptions expireAfter(Duration expireAfter) {
        return put("expireAfterSeconds", expireAfter.toSeconds());
    }

    /** Which documents the index holds. */
    public IndexOptions partialFilterExpression(Bson partialFilterExpression) {
        return put("partialFilterExpression", partialFilterExpression);
    }

    /**
     * Sets the rules by which the index compares strings. The default is the collation of the collection. A query uses
     * the index for string comparisons only if its collation is the same.
     */
    public IndexOptions collation(Collation collation) {
        return put("collation", collation.toDocument());
    }

    /**
     * Sets options for the storage engine, as a document with the engine's name as its field, such as {@code
     * wiredTiger}. By default, the server uses the settings that it was started with.
     */
    public IndexOptions storageEngine(Bson storageEngine) {
        return put("storageEngine", storageEngine);
    }

    /** The weights of the fields of a text index. */
    public IndexOptions weights(Bson weights) {
        return put("weights", weights);
    }

    /** Sets the language whose stop words and stemming rules a text index uses. The default is {@code english}. */
    public IndexOptions defaultLanguage(String defaultLanguage) {
        return put("default_language", defaultLanguage);
    }

    /**
     * Sets the name of the field in which a document names its own language for a text index. The default is {@code
     * language}.
     */
    public IndexOptions languageOverride(String languageOverride) {
        return put("language_override", languageOverride);
    }

    /** Sets the version of the text index format. By default, the server chooses the version. */
    public IndexOptions textVersion(int textVersion) {
        return put("textIndexVersion", textVersion);
    }

    /** Sets the version of the {@code 2dsphere} index format. By default, the server chooses the version. */
    public IndexOptions sphereVersion(int sphereVersion) {
        return put("2dsphereIndexVersion", sphereVersion);
    }

    /**
     * Sets the precision, in bits, of the geohashes in a {@code 2d} index. The server accepts 1 to 32. The default is
     * 26.
     */
    public IndexOptions bits(int bits) {
        return put("bits", bits);
    }

    /** Sets the lower bound of the coordinates in a {@code 2d} index. The default is -180. */
    public IndexOptions min(double min) {
        return put("min", min);
    }

    /** Sets the upper bound of the coordinates in a {@code 2d} index. The default is 180. */
    public IndexOptions max(double max) {
        return put("max", max);
    }

    /** Which fields a wildcard index includes or leaves out. */
    public IndexOptions wildcardProjection(Bson wildcardProjection) {
        return put("wildcardProjection", wildcardProjection);
    }

    /** Ignored by servers from 4.2 on. */
    public IndexOptions background(boolean background) {
        return put("background", background);
    }

    /** Returns the options that are set, under the names that {@code createIndexes} uses. Empty if no option is set. */
    public CommandFields fields() {
        return fields;
    }

    private IndexOptions put(String name, Object value) {
        fields.put(name, value);
        return this;
    }
}
