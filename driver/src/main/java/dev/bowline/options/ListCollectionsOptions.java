package dev.bowline.options;

import java.time.Duration;
import org.bson.conversions.Bson;

/** Options of {@code listCollections}. */
public final class ListCollectionsOptions extends CursorOptions<ListCollectionsOptions> {
    /** Which collections to list. */
    public ListCollectionsOptions filter(Bson filter) {
        return put("filter", filter);
    }

    /** Whether to list only collections the user may use; for names only. */
    public ListCollectionsOptions authorizedCollections(boolean authorizedCollections) {
        return put("authorizedCollections", authorizedCollections);
    }

    /** Whether to list names and types and nothing else. */
    public ListCollectionsOptions nameOnly(boolean nameOnly) {
        return put("nameOnly", nameOnly);
    }

    /** How long the server may take. Not used where there is a timeout. */
    public ListCollectionsOptions maxTime(Duration maxTime) {
        return limitTime(maxTime);
    }
}
