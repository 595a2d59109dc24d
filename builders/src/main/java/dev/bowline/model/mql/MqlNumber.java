package dev.bowline.model.mql;

import java.util.function.Function;

/** An expression that is a number, with or without a fraction. */
public sealed interface MqlNumber extends MqlValue permits MqlInteger {
    /** The product of this and the other. */
    default MqlNumber multiply(MqlNumber other) {
        return Expression.operation("$multiply", this, other);
    }

    /** The product of this and the other, which is an Integer, Long, Double or Decimal128. */
    default MqlNumber multiply(Number other) {
        return multiply(MqlValues.number(other));
    }

    /**
     * The quotient of this and the other, with its fraction also for integers; an error of the server if the other is
     * 0.
     */
    default MqlNumber divide(MqlNumber other) {
        return Expression.operation("$divide", this, other);
    }

    /** The quotient of this and the other, which is an Integer, Long, Double or Decimal128. */
    default MqlNumber divide(Number other) {
        return divide(MqlValues.number(other));
    }

    /** The sum of this and the other. */
    default MqlNumber add(MqlNumber other) {
        return Expression.operation("$add", this, other);
    }

    /** The sum of this and the other, which is an Integer, Long, Double or Decimal128. */
    default MqlNumber add(Number other) {
        return add(MqlValues.number(other));
    }

    /** This less the other. */
    default MqlNumber subtract(MqlNumber other) {
        return Expression.operation("$subtract", this, other);
    }

    /** This less the other, which is an Integer, Long, Double or Decimal128. */
    default MqlNumber subtract(Number other) {
        return subtract(MqlValues.number(other));
    }

    /** The greater of this and the other. */
    default MqlNumber max(MqlNumber other) {
        return Expression.operation("$max", this, other);
    }

    /** The smaller of this and the other. */
    default MqlNumber min(MqlNumber other) {
        return Expression.operation("$min", this, other);
    }

    /** This without its fraction, rounded to the nearest integer, halves to the even one. */
    default MqlInteger round() {
        return Expression.unary("$round", this);
    }

    /** This rounded to as many decimal places; negative ones are before the point. */
    default MqlNumber round(MqlInteger place) {
        return Expression.operation("$round", this, place);
    }

    /** This without its sign. */
    default MqlNumber abs() {
        return Expression.unary("$abs", this);
    }

    /** What the function makes of this. */
    default <R extends MqlValue> R passNumberTo(Function<? super MqlNumber, ? extends R> function) {
        return function.apply(this);
    }

    /** The value of the first branch whose condition this meets. */
    default <R extends MqlValue> R switchNumberOn(
            Function<Branches<MqlNumber>, ? extends BranchesTerminal<MqlNumber, ? extends R>> mapping) {
        return mapping.apply(new Branches<>()).on(this);
    }
}
