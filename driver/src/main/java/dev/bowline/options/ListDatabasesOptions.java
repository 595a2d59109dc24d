package dev.bowline.options;

import java.time.Duration;
import org.bson.conversions.Bson;

/** Options of {@code listDatabases}. */
public final class ListDatabasesOptions extends CommandOptions<ListDatabasesOptions> {
    /** Which databases to list. */
    public ListDatabasesOptions filter(Bson filter) {
        return put("filter", filter);
    }

    /** Whether to list only databases the user may use. */
    public ListDatabasesOptions authorizedDatabasesOnly(boolean authorizedDatabasesOnly) {
        return put("authorizedDatabases", authorizedDatabasesOnly);
    }

    /** Whether to list names and nothing else. */
    public ListDatabasesOptions nameOnly(boolean nameOnly) {
        return put("nameOnly", nameOnly);
    }

    /** How long the server may take. Not used where there is a timeout. */
    public ListDatabasesOptions maxTime(Duration maxTime) {
        return limitTime(maxTime);
    }
}
