package dev.bowline.model.mql;

import java.time.Instant;
import java.util.function.Function;
import org.bson.conversions.Bson;

/**
 * An expression that is a document. The functions that get a field without another value to fall back on do not check
 * that it is there and of that type. A name is one name: dots in it do not lead further in.
 */
public sealed interface MqlDocument extends MqlValue permits Expression {
    /** Whether there is a field of this name, be it null. */
    default MqlBoolean hasField(String fieldName) {
        return getField(fieldName).ne(Expression.MISSING);
    }

    /** This with a field of this name and value, in place of any there was. */
    default MqlDocument setField(String fieldName, MqlValue value) {
        return Expression.<MqlMap<MqlValue>>as(this).set(fieldName, value).asDocument();
    }

    /** This without the field. */
    default MqlDocument unsetField(String fieldName) {
        return Expression.<MqlMap<MqlValue>>as(this).unset(fieldName).asDocument();
    }

    /** The value of a field. */
    default MqlValue getField(String fieldName) {
        return Expression.<MqlMap<MqlValue>>as(this).get(fieldName);
    }

    /** The value of a field, a boolean. */
    default MqlBoolean getBoolean(String fieldName) {
        return Expression.as(getField(fieldName));
    }

    /** The value of a field, or the other one if it is not a boolean. */
    default MqlBoolean getBoolean(String fieldName, MqlBoolean other) {
        return getField(fieldName).isBooleanOr(other);
    }

    /** The value of a field, or the other one if it is not a boolean. */
    default MqlBoolean getBoolean(String fieldName, boolean other) {
        return getBoolean(fieldName, MqlValues.of(other));
    }

    /** The value of a field, a number. */
    default MqlNumber getNumber(String fieldName) {
        return Expression.as(getField(fieldName));
    }

    /** The value of a field, or the other one if it is not a number. */
    default MqlNumber getNumber(String fieldName, MqlNumber other) {
        return getField(fieldName).isNumberOr(other);
    }

    /** The value of a field, or the other one (an Integer, Long, Double or Decimal128) if it is not a number. */
    default MqlNumber getNumber(String fieldName, Number other) {
        return getNumber(fieldName, MqlValues.number(other));
    }

    /** The value of a field, an integer. */
    default MqlInteger getInteger(String fieldName) {
        return Expression.as(getField(fieldName));
    }

    /** The value of a field, or the other one if it is not an integer. */
    default MqlInteger getInteger(String fieldName, MqlInteger other) {
        return getField(fieldName).isIntegerOr(other);
    }

    /** The value of a field, or the other one if it is not an integer. */
    default MqlInteger getInteger(String fieldName, int other) {
        return getInteger(fieldName, MqlValues.of(other));
    }

    /** The value of a field, or the other one if it is not an integer. */
    default MqlInteger getInteger(String fieldName, long other) {
        return getInteger(fieldName, MqlValues.of(other));
    }

    /** The value of a field, a string. */
    default MqlString getString(String fieldName) {
        return Expression.as(getField(fieldName));
    }

    /** The value of a field, or the other one if it is not a string. */
    default MqlString getString(String fieldName, MqlString other) {
        return getField(fieldName).isStringOr(other);
    }

    /** The value of a field, or the other one if it is not a string. */
    default MqlString getString(String fieldName, String other) {
        return getString(fieldName, MqlValues.of(other));
    }

    /** The value of a field, a date. */
    default MqlDate getDate(String fieldName) {
        return Expression.as(getField(fieldName));
    }

    /** The value of a field, or the other one if it is not a date. */
    default MqlDate getDate(String fieldName, MqlDate other) {
        return getField(fieldName).isDateOr(other);
    }

    /** The value of a field, or the other one if it is not a date. */
    default MqlDate getDate(String fieldName, Instant other) {
        return getDate(fieldName, MqlValues.of(other));
    }

    /** The value of a field, a document. */
    default MqlDocument getDocument(String fieldName) {
        return Expression.as(getField(fieldName));
    }

    /** The value of a field, or the other one if it is not a document. */
    default MqlDocument getDocument(String fieldName, MqlDocument other) {
        return getField(fieldName).isDocumentOr(other);
    }

    /** The value of a field, or the other one if it is not a document. */
    default MqlDocument getDocument(String fieldName, Bson other) {
        return getDocument(fieldName, MqlValues.of(other));
    }

    /** The value of a field, a map. */
    default <T extends MqlValue> MqlMap<T> getMap(String fieldName) {
        return Expression.as(getField(fieldName));
    }

    /** The value of a field, or the other one if it is not a map. */
    default <T extends MqlValue> MqlMap<T> getMap(String fieldName, MqlMap<? extends T> other) {
        return getField(fieldName).isMapOr(other);
    }

    /** The value of a field, or the other one if it is not a map. */
    default <T extends MqlValue> MqlMap<T> getMap(String fieldName, Bson other) {
        return getMap(fieldName, MqlValues.<T>ofMap(other));
    }

    /** The value of a field, an array. */
    default <T extends MqlValue> MqlArray<T> getArray(String fieldName) {
        return Expression.as(getField(fieldName));
    }

    /** The value of a field, or the other one if it is not an array. */
    default <T extends MqlValue> MqlArray<T> getArray(String fieldName, MqlArray<? extends T> other) {
        return getField(fieldName).isArrayOr(other);
    }

    /** The fields of both; of those with the same name, the other's. */
    default MqlDocument merge(MqlDocument other) {
        return Expression.operation("$mergeObjects", this, other);
    }

    /** This as a map. That its values are all of one type is not checked. */
    default <T extends MqlValue> MqlMap<T> asMap() {
        return Expression.as(this);
    }

    /** What the function makes of this. */
    default <R extends MqlValue> R passDocumentTo(Function<? super MqlDocument, ? extends R> function) {
        return function.apply(this);
    }

    /** The value of the first branch whose condition this meets. */
    default <R extends MqlValue> R switchDocumentOn(
            Function<Branches<MqlDocument>, ? extends BranchesTerminal<MqlDocument, ? extends R>> mapping) {
        return mapping.apply(new Branches<>()).on(this);
    }
}
