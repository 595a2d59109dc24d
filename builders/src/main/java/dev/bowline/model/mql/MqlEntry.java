package dev.bowline.model.mql;

/** An expression that is a key of a map, and its value: a document with the fields {@code k} and {@code v}. */
public sealed interface MqlEntry<T extends MqlValue> extends MqlValue permits Expression {
    /** The key. */
    default MqlString getKey() {
        return Expression.as(Expression.<MqlDocument>as(this).getField("k"));
    }

    /** The value. */
    default T getValue() {
        return Expression.as(Expression.<MqlDocument>as(this).getField("v"));
    }

    /** This with another value. */
    default MqlEntry<T> setValue(T value) {
        return Expression.as(Expression.<MqlDocument>as(this).setField("v", value));
    }

    /** This with another key. */
    default MqlEntry<T> setKey(MqlString key) {
        return Expression.as(Expression.<MqlDocument>as(this).setField("k", key));
    }
}
