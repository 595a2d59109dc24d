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

    public IndexOptions collation(Collation collation) {
        return put("collation", collation.toDocument());
    }

    public IndexOptions storageEngine(Bson storageEngine) {
        return put("storageEngine", storageEngine);
    }

    /** The weights of the fields of a text index. */
    public IndexOptions weights(Bson weights) {
        return put("weights", weights);
    }

    public IndexOptions defaultLanguage(String defaultLanguage) {
        return put("default_language", defaultLanguage);
    }

    public IndexOptions languageOverride(String languageOverride) {
        return put("language_override", languageOverride);
    }

    public IndexOptions textVersion(int textVersion) {
        return put("textIndexVersion", textVersion);
    }

    public IndexOptions sphereVersion(int sphereVersion) {
        return put("2dsphereIndexVersion", sphereVersion);
    }

    public IndexOptions bits(int bits) {
        return put("bits", bits);
    }

    public IndexOptions min(double min) {
        return put("min", min);
    }

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

    public CommandFields fields() {
        return fields;
    }

    private IndexOptions put(String name, Object value) {
        fields.put(name, value);
        return this;
    }
}
