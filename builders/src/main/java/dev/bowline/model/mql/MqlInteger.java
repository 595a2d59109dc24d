package dev.bowline.model.mql;

import java.util.function.Function;

/** An expression that is a number without a fraction. Which of the BSON types it has is not said. */
public sealed interface MqlInteger extends MqlNumber permits Expression {
    /** The product of this and the other. */
    default MqlInteger multiply(MqlInteger other) {
        return Expression.operation("$multiply", this, other);
    }

    /** The product of this and the other. */
    default MqlInteger multiply(int other) {
        return multiply(MqlValues.of(other));
    }

    /** The sum of this and the other. */
    default MqlInteger add(MqlInteger other) {
        return Expression.operation("$add", this, other);
    }

    /** The sum of this and the other. */
    default MqlInteger add(int other) {
        return add(MqlValues.of(other));
    }

    /** This less the other. */
    default MqlInteger subtract(MqlInteger other) {
        return Expression.operation("$subtract", this, other);
    }

    /** This less the other. */
    default MqlInteger subtract(int other) {
        return subtract(MqlValues.of(other));
    }

    /** The greater of this and the other. */
    default MqlInteger max(MqlInteger other) {
        return Expression.operation("$max", this, other);
    }

    /** The smaller of this and the other. */
    default MqlInteger min(MqlInteger other) {
        return Expression.operation("$min", this, other);
    }

    /** This without its sign. */
    @Override
    default MqlInteger abs() {
        return Expression.unary("$abs", this);
    }

    /** The date so many milliseconds after the beginning of 1970, in UTC; the server wants an integer of 64 bits. */
    default MqlDate millisecondsAsDate() {
        return Expression.unary("$toDate", this);
    }

    /** What the function makes of this. */
    default <R extends MqlValue> R passIntegerTo(Function<? super MqlInteger, ? extends R> function) {
        return function.apply(this);
    }

    /** The value of the first branch whose condition this meets. */
    default <R extends MqlValue> R switchIntegerOn(
            Function<Branches<MqlInteger>, ? extends BranchesTerminal<MqlInteger, ? extends R>> mapping) {
        return mapping.apply(new Branches<>()).on(this);
    }
}
