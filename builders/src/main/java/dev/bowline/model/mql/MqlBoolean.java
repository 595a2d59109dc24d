package dev.bowline.model.mql;

import java.util.function.Function;

/** An expression that is true or false. */
public sealed interface MqlBoolean extends MqlValue permits Expression {
    /** Whether this is false. */
    default MqlBoolean not() {
        return Expression.unary("$not", this);
    }

    /** Whether this or the other is true. */
    default MqlBoolean or(MqlBoolean other) {
        return Expression.operation("$or", this, other);
    }

    /** Whether this and the other are true. */
    default MqlBoolean and(MqlBoolean other) {
        return Expression.operation("$and", this, other);
    }

    /** The first value if this is true, otherwise the second. Only the one that is chosen is evaluated. */
    default <T extends MqlValue> T cond(T ifTrue, T ifFalse) {
        return Expression.operation("$cond", this, ifTrue, ifFalse);
    }

    /** What the function makes of this. */
    default <R extends MqlValue> R passBooleanTo(Function<? super MqlBoolean, ? extends R> function) {
        return function.apply(this);
    }

    /** The value of the first branch whose condition this meets. */
    default <R extends MqlValue> R switchBooleanOn(
            Function<Branches<MqlBoolean>, ? extends BranchesTerminal<MqlBoolean, ? extends R>> mapping) {
        return mapping.apply(new Branches<>()).on(this);
    }
}
