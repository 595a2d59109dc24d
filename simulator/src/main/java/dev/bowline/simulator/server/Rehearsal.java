package dev.bowline.simulator.server;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.expression.QueryError;
import dev.bowline.simulator.store.Namespace;
import dev.bowline.simulator.store.StoredCollection;

/**
 * Evaluates the filters of writes on large collections before the write takes the member's lock, so that a slow filter
 * blocks no other command. The write itself then evaluates only documents that were changed or added in between.
 */
final class Rehearsal {
    /** Collections with fewer candidates are quickly searched inside the lock. */
    private static final int MANY = 1000;

    private Rehearsal() {}

    /**
     * Evaluates the filter of one statement, whose failures the statement itself will report.
     *
     * @param one whether the statement ends with the first document that matches
     */
    static void run(Request request, Namespace namespace, Document statement, String filterField, boolean one) {
        if (request.inTransaction || !(statement.get(filterField) instanceof Document filter)) {
            return;
        }
        boolean large = request.node.read(store -> {
            StoredCollection collection = store.collection(namespace);
            return collection != null && !collection.isView() && collection.count() >= MANY
                    && collection.byId(filter) == null;
        });
        if (!large) {
            return;
        }
        try {
            Document sort = Values.document(statement, "sort");
            Queries queries = new Queries(request, Values.document(request.body, "let"),
                    Values.document(statement, "collation"));
            FindPlan plan = new FindPlan(queries, filter, sort, Values.document(statement, "fields"),
                    statement.get("hint"), new Document());
            boolean begun = request.node.read(store -> {
                StoredCollection collection = store.collection(namespace);
                return collection != null && !collection.isView() && plan.begin(collection) != null;
            });
            if (begun) {
                plan.rehearse(one && sort == null);
                request.rehearsed(filter, plan);
            }
        } catch (QueryError e) {
            if (e.code() == ErrorCodes.MAX_TIME_EXPIRED) {
                throw e;
            }
        }
    }
}
