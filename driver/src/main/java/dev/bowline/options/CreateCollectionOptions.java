package dev.bowline.options;

import java.time.Duration;
import java.util.List;
import org.bson.conversions.Bson;

/** Options of {@code createCollection} and {@code createView}. */
public final class CreateCollectionOptions extends CommandOptions<CreateCollectionOptions> {
    /** Whether the collection has a fixed size and forgets its oldest documents. */
    public CreateCollectionOptions capped(boolean capped) {
        return put("capped", capped);
    }

    /** The size of a capped collection in bytes. */
    public CreateCollectionOptions size(long size) {
        return put("size", size);
    }

    /** The number of documents of a capped collection. */
    public CreateCollectionOptions max(long max) {
        return put("max", max);
    }

    /** The validation rules. */
    public CreateCollectionOptions validator(Bson validator) {
        return put("validator", validator);
    }

    /** {@code off}, {@code strict} or {@code moderate}. */
    public CreateCollectionOptions validationLevel(String validationLevel) {
        return put("validationLevel", validationLevel);
    }

    /** {@code error} or {@code warn}. */
    public CreateCollectionOptions validationAction(String validationAction) {
        return put("validationAction", validationAction);
    }

    /** The rules by which strings are compared. */
    public CreateCollectionOptions collation(Collation collation) {
        return put("collation", collation.toDocument());
    }

    /** Options of the storage engine. */
    public CreateCollectionOptions storageEngine(Bson storageEngine) {
        return put("storageEngine", storageEngine);
    }

    /** Defaults for indexes. */
    public CreateCollectionOptions indexOptionDefaults(Bson indexOptionDefaults) {
        return put("indexOptionDefaults", indexOptionDefaults);
    }

    /** Makes it a time series collection. */
    public CreateCollectionOptions timeseries(Bson timeseries) {
        return put("timeseries", timeseries);
    }

    /** After how many seconds documents of a time series or clustered collection expire. */
    public CreateCollectionOptions expireAfterSeconds(long expireAfterSeconds) {
        return put("expireAfterSeconds", expireAfterSeconds);
    }

    /** Clusters the collection by its key. */
    public CreateCollectionOptions clusteredIndex(Bson clusteredIndex) {
        return put("clusteredIndex", clusteredIndex);
    }

    /** Whether change streams see documents before and after. */
    public CreateCollectionOptions changeStreamPreAndPostImages(Bson changeStreamPreAndPostImages) {
        return put("changeStreamPreAndPostImages", changeStreamPreAndPostImages);
    }

    /** The description of encrypted fields. */
    public CreateCollectionOptions encryptedFields(Bson encryptedFields) {
        return put("encryptedFields", encryptedFields);
    }

    /** Makes it a view of this collection. */
    public CreateCollectionOptions viewOn(String viewOn) {
        return put("viewOn", viewOn);
    }

    /** The pipeline of a view. */
    public CreateCollectionOptions pipeline(List<? extends Bson> pipeline) {
        return put("pipeline", pipeline);
    }

    /** How long the server may take. Not used where there is a timeout. */
    public CreateCollectionOptions maxTime(Duration maxTime) {
        return limitTime(maxTime);
    }
}
