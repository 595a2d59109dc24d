package dev.bowline.simulator.store;

import dev.bowline.simulator.bson.Document;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the members remember, through the log, of a session: the highest transaction number, the result of each
 * statement executed under it, and, if it was a transaction, that it committed.
 */
public record SessionRecord(long txnNumber, Map<Integer, Document> statements, @Nullable Boolean committed,
        long logIndex) {}
