package dev.bowline.options;

import java.util.List;
import org.bson.conversions.Bson;

/** Options of {@code modifyCollection}. */
public final class ModifyCollectionOptions extends CommandOptions<ModifyCollectionOptions> {
    /** The validation rules. */
    public ModifyCollectionOptions validator(Bson validator) {
        return put("validator", validator);
    }

    /** {@code off}, {@code strict} or {@code moderate}. */
    public ModifyCollectionOptions validationLevel(String validationLevel) {
        return put("validationLevel", validationLevel);
    }

    /** {@code error} or {@code warn}. */
    public ModifyCollectionOptions validationAction(String validationAction) {
        return put("validationAction", validationAction);
    }

    /** Whether change streams see documents before and after. */
    public ModifyCollectionOptions changeStreamPreAndPostImages(Bson changeStreamPreAndPostImages) {
        return put("changeStreamPreAndPostImages", changeStreamPreAndPostImages);
    }

    /** The index to change, and how. */
    public ModifyCollectionOptions index(Bson index) {
        return put("index", index);
    }

    /** After how many seconds documents of a time series expire. */
    public ModifyCollectionOptions expireAfterSeconds(long expireAfterSeconds) {
        return put("expireAfterSeconds", expireAfterSeconds);
    }

    /** The collection a view shows. */
    public ModifyCollectionOptions viewOn(String viewOn) {
        return put("viewOn", viewOn);
    }

    /** The pipeline of a view. */
    public ModifyCollectionOptions pipeline(List<? extends Bson> pipeline) {
        return put("pipeline", pipeline);
    }

    /** Settings of a time series collection. */
    public ModifyCollectionOptions timeseries(Bson timeseries) {
        return put("timeseries", timeseries);
    }

    /** The size of a capped collection in bytes. */
    public ModifyCollectionOptions cappedSize(long cappedSize) {
        return put("cappedSize", cappedSize);
    }

    /** The number of documents of a capped collection. */
    public ModifyCollectionOptions cappedMax(long cappedMax) {
        return put("cappedMax", cappedMax);
    }
}
