package dev.bowline.sync;

import com.mongodb.ExplainVerbosity;
import com.mongodb.client.ClientSession;
import dev.bowline.driver.operation.Explain;
import dev.bowline.driver.operation.Operation;
import org.bson.BsonDocument;
import org.bson.BsonDocumentReader;
import org.bson.codecs.DecoderContext;
import org.jspecify.annotations.Nullable;

/** {@code explain} of a find or an aggregation. */
final class Explanations {
    private Explanations() {}

    static <E> E explain(View view, @Nullable ClientSession session, Operation<?> operation, Class<E> resultClass,
            @Nullable ExplainVerbosity verbosity) {
        BsonDocument reply = view
                .execute(new Explain(operation, verbosity == null ? null : ours(verbosity)).limitingWithin(), session);
        return view.codec(resultClass).decode(new BsonDocumentReader(reply), DecoderContext.builder().build());
    }

    private static dev.bowline.options.ExplainVerbosity ours(ExplainVerbosity verbosity) {
        return switch (verbosity) {
            case QUERY_PLANNER -> dev.bowline.options.ExplainVerbosity.QUERY_PLANNER;
            case EXECUTION_STATS -> dev.bowline.options.ExplainVerbosity.EXECUTION_STATS;
            case ALL_PLANS_EXECUTIONS -> dev.bowline.options.ExplainVerbosity.ALL_PLANS_EXECUTION;
        };
    }
}
