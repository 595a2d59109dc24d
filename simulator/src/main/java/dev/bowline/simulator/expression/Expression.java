package dev.bowline.simulator.expression;

import org.jspecify.annotations.Nullable;

/** A parsed expression. */
@FunctionalInterface
public interface Expression {
    /** Its value, which is {@link dev.bowline.simulator.bson.Missing#VALUE} where there is none. */
    @Nullable
    Object evaluate(Scope scope);

    /** A value that is the same for every document. */
    record Literal(@Nullable Object value) implements Expression {
        @Override
        public @Nullable Object evaluate(Scope scope) {
            return value;
        }
    }
}
