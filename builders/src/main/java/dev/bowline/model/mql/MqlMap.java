package dev.bowline.model.mql;

import java.util.function.Function;

/** An expression that is a document whose names are keys, and whose values are of one type. */
public sealed interface MqlMap<T extends MqlValue> extends MqlValue permits Expression {
    /** Whether there is a value for the key. */
    default MqlBoolean has(MqlString key) {
        return get(key).ne(Expression.MISSING);
    }

    /** Whether there is a value for the key. */
    default MqlBoolean has(String key) {
        return has(MqlValues.of(key));
    }

    /** The value for the key. That there is one is not checked. */
    default T get(MqlString key) {
        return Expression.named("$getField", Expression.field("input", this), Expression.field("field", key));
    }

    /** The value for the key. That there is one is not checked. */
    default T get(String key) {
        return get(MqlValues.of(key));
    }

    /** The value for the key, or the other one if there is none. */
    default T get(MqlString key, T other) {
        T value = get(key);
        return value.eq(Expression.MISSING).cond(other, value);
    }

    /** The value for the key, or the other one if there is none. */
    default T get(String key, T other) {
        return get(MqlValues.of(key), other);
    }

    /** This with a value for the key, in place of any there was. */
    default MqlMap<T> set(MqlString key, T value) {
        return Expression.named("$setField", Expression.field("field", key), Expression.field("input", this),
                Expression.field("value", value));
    }

    /** This with a value for the key, in place of any there was. */
    default MqlMap<T> set(String key, T value) {
        return set(MqlValues.of(key), value);
    }

    /** This without a value for the key. */
    default MqlMap<T> unset(MqlString key) {
        return Expression.named("$unsetField", Expression.field("field", key), Expression.field("input", this));
    }

    /** This without a value for the key. */
    default MqlMap<T> unset(String key) {
        return unset(MqlValues.of(key));
    }

    /** The entries of both; of those with the same key, the other's. */
    default MqlMap<T> merge(MqlMap<? extends T> other) {
        return Expression.operation("$mergeObjects", this, other);
    }

    /** The keys and values of this, in order. */
    default MqlArray<MqlEntry<T>> entries() {
        return Expression.unary("$objectToArray", this);
    }

    /** This as a document, which it is. */
    @SuppressWarnings("TypeParameterUnusedInFormals") // as in the official driver
    default <R extends MqlDocument> R asDocument() {
        return Expression.as(this);
    }

    /** What the function makes of this. */
    default <R extends MqlValue> R passMapTo(Function<? super MqlMap<T>, ? extends R> function) {
        return function.apply(this);
    }

    /** The value of the first branch whose condition this meets. */
    default <R extends MqlValue> R switchMapOn(
            Function<Branches<MqlMap<T>>, ? extends BranchesTerminal<MqlMap<T>, ? extends R>> mapping) {
        return mapping.apply(new Branches<>()).on(this);
    }
}
