package dev.bowline.simulator.server;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.expression.Evaluation;
import dev.bowline.simulator.expression.ExpressionParser;
import dev.bowline.simulator.expression.QueryError;
import dev.bowline.simulator.expression.Scope;
import dev.bowline.simulator.query.Filter;
import dev.bowline.simulator.query.FilterParser;
import dev.bowline.simulator.query.JsonSchema;
import dev.bowline.simulator.query.Matching;
import dev.bowline.simulator.store.StoredCollection;
import org.jspecify.annotations.Nullable;

/** The rules that collections have for their documents. */
final class Validators {
    private static final int FAILED = 121;

    private final Server server;

    Validators(Server server) {
        this.server = server;
    }

    /** Refuses a validator that could not be evaluated. */
    void parse(@Nullable Object validator) {
        if (validator instanceof Document rule) {
            filter(rule);
        }
    }

    private Filter filter(Document rule) {
        return new FilterParser(ExpressionParser.of(server.generation().wireVersion())).parse(rule);
    }

    /**
     * Refuses a document that breaks the collection's rule.
     *
     * @param before what it takes the place of, or null if it is new: a moderate rule lets stay bad what was bad
     */
    void check(StoredCollection collection, @Nullable Document before, Document after, boolean validate) {
        Document options = collection.collectionOptions();
        if (!validate || !(options.get("validator") instanceof Document rule) || rule.isEmpty()) {
            return;
        }
        Object level = options.getOrDefault("validationLevel", "strict");
        if ("off".equals(level) || "warn".equals(options.get("validationAction"))) {
            return;
        }
        Filter filter = filter(rule);
        Matching matching = new Matching(Scope.of(Evaluation.CONSTANT, after));
        if (filter.matches(after, matching)
                || ("moderate".equals(level) && before != null && !filter.matches(before, matching))) {
            return;
        }
        Document details = rule.size() == 1 && rule.get("$jsonSchema") instanceof Document schema
                ? JsonSchema.parse(schema).failure(after)
                : new Document("operatorName", rule.size() == 1 ? rule.nameAt(0) : "$and").append("specifiedAs", rule)
                        .append("reason", "expression did not match");
        throw new QueryError(FAILED, "Document failed validation", new Document("errInfo",
                new Document("failingDocumentId", after.get("_id")).append("details", details)));
    }
}
