package dev.bowline.model.mql;

import java.util.List;
import java.util.function.Function;

/**
 * An expression that is an array. A function over elements is called once, with an expression that stands for each of
 * them.
 */
public sealed interface MqlArray<T extends MqlValue> extends MqlValue permits Expression {
    /** The elements for which the condition holds. */
    default MqlArray<T> filter(Function<? super T, ? extends MqlBoolean> condition) {
        return Expression.each("$filter", this, "cond", condition);
    }

    /** What the function makes of each element. */
    default <R extends MqlValue> MqlArray<R> map(Function<? super T, ? extends R> function) {
        return Expression.each("$map", this, "in", function);
    }

    /** How many elements there are. */
    default MqlInteger size() {
        return Expression.operation("$size", this);
    }

    /** Whether the condition holds for an element; false if there is none. */
    default MqlBoolean any(Function<? super T, MqlBoolean> condition) {
        return Expression.reduce(map(condition), MqlValues.of(false), "$or");
    }

    /** Whether the condition holds for each element; true if there is none. */
    default MqlBoolean all(Function<? super T, MqlBoolean> condition) {
        return Expression.reduce(map(condition), MqlValues.of(true), "$and");
    }

    /** The sum of what the function makes of each element; 0 if there is none. */
    default MqlNumber sum(Function<? super T, ? extends MqlNumber> function) {
        return Expression.reduce(map(function), MqlValues.of(0), "$add");
    }

    /** The product of what the function makes of each element; 1 if there is none. */
    default MqlNumber multiply(Function<? super T, ? extends MqlNumber> function) {
        return Expression.reduce(map(function), MqlValues.of(1), "$multiply");
    }

    /** The greatest element, or the other value if there is none. Needs MongoDB 5.2. */
    default T max(T other) {
        return size().eq(MqlValues.of(0)).cond(other, maxN(MqlValues.of(1)).first());
    }

    /** The smallest element, or the other value if there is none. Needs MongoDB 5.2. */
    default T min(T other) {
        return size().eq(MqlValues.of(0)).cond(other, minN(MqlValues.of(1)).first());
    }

    /** The greatest elements, at most so many, the greatest first. Needs MongoDB 5.2. */
    default MqlArray<T> maxN(MqlInteger n) {
        return Expression.named("$maxN", Expression.field("input", this), Expression.field("n", n));
    }

    /** The smallest elements, at most so many, the smallest first. Needs MongoDB 5.2. */
    default MqlArray<T> minN(MqlInteger n) {
        return Expression.named("$minN", Expression.field("input", this), Expression.field("n", n));
    }

    /** The strings that the function makes of the elements, in one. */
    default MqlString joinStrings(Function<? super T, MqlString> function) {
        return Expression.reduce(map(function), Expression.text(""), "$concat");
    }

    /** The arrays that the function makes of the elements, one after the other in one. */
    default <R extends MqlValue> MqlArray<R> concatArrays(
            Function<? super T, ? extends MqlArray<? extends R>> function) {
        return Expression.reduce(map(function), Expression.array(List.of()), "$concatArrays");
    }

    /** What is in any of the arrays that the function makes of the elements, once each and in no order. */
    default <R extends MqlValue> MqlArray<R> unionArrays(
            Function<? super T, ? extends MqlArray<? extends R>> function) {
        return Expression.reduce(map(function), Expression.array(List.of()), "$setUnion");
    }

    /**
     * The map of the entries that the function makes of the elements; of entries with the same key the last one stays.
     */
    default <R extends MqlValue> MqlMap<R> asMap(Function<? super T, ? extends MqlEntry<? extends R>> function) {
        return Expression.operation("$arrayToObject", map(function));
    }

    /** The element at a position, from 0, or counted from the end if negative. That there is one is not checked. */
    default T elementAt(MqlInteger position) {
        return Expression.operation("$arrayElemAt", this, position);
    }

    /** The element at a position, from 0, or counted from the end if negative. That there is one is not checked. */
    default T elementAt(int position) {
        return elementAt(MqlValues.of(position));
    }

    /** The first element. That there is one is not checked. */
    default T first() {
        return Expression.operation("$first", this);
    }

    /** The last element. That there is one is not checked. */
    default T last() {
        return Expression.operation("$last", this);
    }

    /** Whether an element is equal to the value. */
    default MqlBoolean contains(T value) {
        return Expression.operation("$in", value, this);
    }

    /** The elements of this, and then those of the other. */
    default MqlArray<T> concat(MqlArray<? extends T> other) {
        return Expression.operation("$concatArrays", this, other);
    }

    /** At most so many elements, from a position on, which is counted from the end if negative. */
    default MqlArray<T> slice(MqlInteger start, MqlInteger length) {
        return Expression.operation("$slice", this, start, length);
    }

    /** At most so many elements, from a position on, which is counted from the end if negative. */
    default MqlArray<T> slice(int start, int length) {
        return slice(MqlValues.of(start), MqlValues.of(length));
    }

    /** What is in this or in the other, once each and in no order. */
    default MqlArray<T> union(MqlArray<? extends T> other) {
        return Expression.operation("$setUnion", this, other);
    }

    /** What is in this, once each and in no order. */
    default MqlArray<T> distinct() {
        return Expression.operation("$setUnion", this);
    }

    /** What the function makes of this. */
    default <R extends MqlValue> R passArrayTo(Function<? super MqlArray<T>, ? extends R> function) {
        return function.apply(this);
    }

    /** The value of the first branch whose condition this meets. */
    default <R extends MqlValue> R switchArrayOn(
            Function<Branches<MqlArray<T>>, ? extends BranchesTerminal<MqlArray<T>, ? extends R>> mapping) {
        return mapping.apply(new Branches<>()).on(this);
    }
}
