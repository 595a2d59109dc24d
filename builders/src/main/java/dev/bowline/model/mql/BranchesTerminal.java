package dev.bowline.model.mql;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Branches that are complete: nothing can be added to them any more. */
public sealed class BranchesTerminal<T extends MqlValue, R extends MqlValue> permits BranchesIntermediary {
    /** A condition, and the value where it holds. */
    record Branch<T extends MqlValue, R extends MqlValue>(Function<? super T, MqlBoolean> condition,
            Function<? super T, ? extends R> value) {
        Branch {
            Objects.requireNonNull(condition, "condition");
            Objects.requireNonNull(value, "value");
        }

        Node on(T subject) {
            return new Node.Fields(List.of(Expression.field("case", condition.apply(subject)),
                    Expression.field("then", value.apply(subject))));
        }
    }

    final List<Branch<T, R>> branches;
    private final @Nullable Function<? super T, ? extends R> otherwise;

    BranchesTerminal(List<Branch<T, R>> branches, @Nullable Function<? super T, ? extends R> otherwise) {
        this.branches = List.copyOf(branches);
        this.otherwise = otherwise;
    }

    /** The expression that decides about this value. */
    R on(T subject) {
        List<Node> cases = new ArrayList<>();
        branches.forEach(branch -> cases.add(branch.on(subject)));
        return Expression.choice(cases, otherwise == null ? null : otherwise.apply(subject));
    }
}
