package dev.bowline.simulator.aggregate;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.expression.Expression;
import dev.bowline.simulator.expression.ExpressionParser;
import dev.bowline.simulator.expression.QueryError;
import dev.bowline.simulator.expression.Scope;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code $redact}. */
final class Redaction {
    private static final String DESCEND = "descend";
    private static final String PRUNE = "prune";
    private static final String KEEP = "keep";

    private Redaction() {}

    static Stage parse(@Nullable Object spec, ExpressionParser parser) {
        Expression expression = parser.with("DESCEND", "PRUNE", "KEEP").parse(spec);
        return (input, run) -> new Iterators.Pulling() {
            @Override
            @Nullable
            Document pull() {
                while (input.hasNext()) {
                    run.step();
                    Document next = input.next();
                    Scope scope = run.scope().over(next).with("DESCEND", DESCEND).with("PRUNE", PRUNE)
                            .with("KEEP", KEEP);
                    Document kept = redact(next, expression, scope);
                    if (kept != null) {
                        return kept;
                    }
                }
                return null;
            }
        };
    }

    private static @Nullable Document redact(Document document, Expression expression, Scope scope) {
        Object verdict = expression.evaluate(scope.with("CURRENT", document));
        if (PRUNE.equals(verdict)) {
            return null;
        }
        if (KEEP.equals(verdict)) {
            return document;
        }
        if (!DESCEND.equals(verdict)) {
            throw new QueryError(17053, "$redact's expression should not return anything aside from the variables "
                    + "$$KEEP, $$DESCEND, and $$PRUNE, but returned " + verdict);
        }
        Document result = new Document();
        for (int i = 0; i < document.size(); i++) {
            Object value = document.valueAt(i);
            if (value instanceof Document inner) {
                Document kept = redact(inner, expression, scope);
                if (kept != null) {
                    result.put(document.nameAt(i), kept);
                }
            } else {
                result.put(document.nameAt(i), value instanceof List<?> list
                        ? elements(list, expression, scope)
                        : value);
            }
        }
        return result;
    }

    private static List<@Nullable Object> elements(List<?> list, Expression expression, Scope scope) {
        List<@Nullable Object> result = new ArrayList<>();
        for (Object element : list) {
            if (element instanceof Document inner) {
                Document kept = redact(inner, expression, scope);
                if (kept != null) {
                    result.add(kept);
                }
            } else if (element instanceof List<?> nested) {
                result.add(elements(nested, expression, scope));
            } else {
                result.add(element);
            }
        }
        return result;
    }
}
