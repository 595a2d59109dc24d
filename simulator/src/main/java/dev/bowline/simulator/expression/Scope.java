package dev.bowline.simulator.expression;

import dev.bowline.simulator.bson.Missing;
import org.jspecify.annotations.Nullable;

/** The variables that an expression sees, the innermost first. */
public final class Scope {
    private final Evaluation evaluation;
    private final @Nullable Object root;
    private final @Nullable Object current;
    private final @Nullable Scope outer;
    private final String name;
    private final @Nullable Object value;

    private Scope(Evaluation evaluation, @Nullable Object root, @Nullable Object current, @Nullable Scope outer,
            String name, @Nullable Object value) {
        this.evaluation = evaluation;
        this.root = root;
        this.current = current;
        this.outer = outer;
        this.name = name;
        this.value = value;
    }

    public static Scope of(Evaluation evaluation, @Nullable Object root) {
        return new Scope(evaluation, root, root, null, "", null);
    }

    public Evaluation evaluation() {
        return evaluation;
    }

    public @Nullable Object root() {
        return root;
    }

    public @Nullable Object current() {
        return current;
    }

    /** This scope with one more variable. */
    public Scope with(String variable, @Nullable Object given) {
        if (variable.equals("CURRENT")) {
            return new Scope(evaluation, root, given, this, variable, given);
        }
        return new Scope(evaluation, root, current, this, variable, given);
    }

    /** The same variables over another document. */
    public Scope over(@Nullable Object document) {
        return new Scope(evaluation, document, document, outer, name, value);
    }

    public @Nullable Object variable(String wanted) {
        for (Scope scope = this; scope != null; scope = scope.outer) {
            if (scope.name.equals(wanted)) {
                return scope.value;
            }
        }
        return Missing.VALUE;
    }
}
