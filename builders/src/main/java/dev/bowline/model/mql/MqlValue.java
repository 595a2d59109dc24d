package dev.bowline.model.mql;

import java.util.function.Function;
import org.bson.BsonValue;
import org.bson.codecs.configuration.CodecRegistry;
import org.jspecify.annotations.Nullable;

/** An expression of any type, null included. Comparisons follow the order of BSON types. */
public sealed interface MqlValue
        permits MqlBoolean, MqlNumber, MqlString, MqlDate, MqlArray, MqlMap, MqlDocument, MqlEntry {
    /** What the server gets, if values are encoded with these codecs. */
    BsonValue toBsonValue(CodecRegistry codecs);

    /** Whether this is the very same object. The expression that compares values is {@link #eq}. */
    @Override
    boolean equals(@Nullable Object other);

    /** Whether this and the other value are equal. */
    default MqlBoolean eq(MqlValue other) {
        return Expression.operation("$eq", this, other);
    }

    /** Whether this and the other value are not equal. */
    default MqlBoolean ne(MqlValue other) {
        return Expression.operation("$ne", this, other);
    }

    /** Whether this is greater than the other value. */
    default MqlBoolean gt(MqlValue other) {
        return Expression.operation("$gt", this, other);
    }

    /** Whether this is greater than or equal to the other value. */
    default MqlBoolean gte(MqlValue other) {
        return Expression.operation("$gte", this, other);
    }

    /** Whether this is less than the other value. */
    default MqlBoolean lt(MqlValue other) {
        return Expression.operation("$lt", this, other);
    }

    /** Whether this is less than or equal to the other value. */
    default MqlBoolean lte(MqlValue other) {
        return Expression.operation("$lte", this, other);
    }

    /** This if it is a boolean, otherwise the other value. */
    default MqlBoolean isBooleanOr(MqlBoolean other) {
        return Kind.BOOLEAN.test(this).cond(Expression.as(this), other);
    }

    /** This if it is a number, otherwise the other value. */
    default MqlNumber isNumberOr(MqlNumber other) {
        return Kind.NUMBER.test(this).cond(Expression.as(this), other);
    }

    /** This if it is a number without a fraction, whatever its BSON type, otherwise the other value. */
    default MqlInteger isIntegerOr(MqlInteger other) {
        return switchOn(on -> on.isNumber(number -> Kind.isWhole(number).cond(Expression.as(number), other))
                .defaults(value -> other));
    }

    /** This if it is a string, otherwise the other value. */
    default MqlString isStringOr(MqlString other) {
        return Kind.STRING.test(this).cond(Expression.as(this), other);
    }

    /** This if it is a date, otherwise the other value. */
    default MqlDate isDateOr(MqlDate other) {
        return Kind.DATE.test(this).cond(Expression.as(this), other);
    }

    /** This if it is an array, otherwise the other value. What its elements are is not checked. */
    default <T extends MqlValue> MqlArray<T> isArrayOr(MqlArray<? extends T> other) {
        return Kind.ARRAY.test(this).cond(Expression.as(this), Expression.as(other));
    }

    /** This if it is a document (or a map, there is no difference), otherwise the other value. */
    default <T extends MqlDocument> T isDocumentOr(T other) {
        return Kind.DOCUMENT.test(this).cond(Expression.as(this), other);
    }

    /** This if it is a map (or a document, there is no difference), otherwise the other value. */
    default <T extends MqlValue> MqlMap<T> isMapOr(MqlMap<? extends T> other) {
        return Kind.DOCUMENT.test(this).cond(Expression.as(this), Expression.as(other));
    }

    /** This as a string; an error of the server for what has none, as arrays and documents. */
    default MqlString asString() {
        return Expression.operation("$toString", this);
    }

    /** What the function makes of this: lets a function of one's own stand in a chain of calls. */
    default <R extends MqlValue> R passTo(Function<? super MqlValue, ? extends R> function) {
        return function.apply(this);
    }

    /** The value of the first branch whose condition this meets. */
    default <R extends MqlValue> R switchOn(
            Function<Branches<MqlValue>, ? extends BranchesTerminal<MqlValue, ? extends R>> mapping) {
        return mapping.apply(new Branches<>()).on(this);
    }
}
