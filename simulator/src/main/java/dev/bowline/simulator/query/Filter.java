package dev.bowline.simulator.query;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.expression.Expression;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A parsed filter. */
public sealed interface Filter {
    boolean matches(Document document, Matching matching);

    /** Matches every document, or none. */
    record Constant(boolean value) implements Filter {
        @Override
        public boolean matches(Document document, Matching matching) {
            return value;
        }
    }

    record And(List<Filter> parts) implements Filter {
        @Override
        public boolean matches(Document document, Matching matching) {
            for (Filter part : parts) {
                if (!part.matches(document, matching)) {
                    return false;
                }
            }
            return true;
        }
    }

    record Or(List<Filter> parts) implements Filter {
        @Override
        public boolean matches(Document document, Matching matching) {
            for (Filter part : parts) {
                if (part.matches(document, matching)) {
                    return true;
                }
            }
            return false;
        }
    }

    record Nor(List<Filter> parts) implements Filter {
        @Override
        public boolean matches(Document document, Matching matching) {
            for (Filter part : parts) {
                if (part.matches(document, matching)) {
                    return false;
                }
            }
            return true;
        }
    }

    record Expr(Expression expression) implements Filter {
        @Override
        public boolean matches(Document document, Matching matching) {
            return Truth.of(expression.evaluate(matching.scope().over(document)));
        }
    }

    record Schema(JsonSchema schema) implements Filter {
        @Override
        public boolean matches(Document document, Matching matching) {
            return schema.accepts(document);
        }
    }

    record Text(TextSearch search) implements Filter {
        @Override
        public boolean matches(Document document, Matching matching) {
            return search.score(document, matching.textFields()) > 0;
        }
    }

    /** Each of these conditions holds somewhere at the path. */
    record Field(FieldPath path, List<Condition> conditions) implements Filter {
        @Override
        public boolean matches(Document document, Matching matching) {
            for (Condition condition : conditions) {
                if (!condition.at(path, document, matching)) {
                    return false;
                }
            }
            return true;
        }
    }

    /** The first text search in a filter, or null. */
    static @Nullable TextSearch textSearch(Filter filter) {
        if (filter instanceof Text text) {
            return text.search();
        }
        if (filter instanceof And and) {
            for (Filter part : and.parts()) {
                TextSearch found = textSearch(part);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    /** The nearness that a filter sorts by, or null. */
    static @Nullable Near near(Filter filter) {
        if (filter instanceof And and) {
            for (Filter part : and.parts()) {
                Near found = near(part);
                if (found != null) {
                    return found;
                }
            }
        }
        if (filter instanceof Field field) {
            for (Condition condition : field.conditions()) {
                if (condition instanceof Condition.Some some && some.test() instanceof Test.IsNear near) {
                    return new Near(field.path(), near.geometry());
                }
            }
        }
        return null;
    }

    /** Documents are to come in the order of their distance. */
    record Near(FieldPath path, Geo.Nearness nearness) {}
}
