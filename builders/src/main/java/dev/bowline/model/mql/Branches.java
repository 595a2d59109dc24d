package dev.bowline.model.mql;

import java.util.List;
import java.util.function.Function;

/** The beginning of a decision by the value of an expression: the first branch says what type the decision has. */
public final class Branches<T extends MqlValue> {
    Branches() {}

    /** If the condition holds, what the function makes of the value. */
    public <R extends MqlValue> BranchesIntermediary<T, R> is(Function<? super T, MqlBoolean> condition,
            Function<? super T, ? extends R> function) {
        return Branches.<T, R>none().is(condition, function);
    }

    /** If the value is equal to this one, what the function makes of it. */
    public <R extends MqlValue> BranchesIntermediary<T, R> eq(T other, Function<? super T, ? extends R> function) {
        return Branches.<T, R>none().eq(other, function);
    }

    /** If the value is less than this one, what the function makes of it. */
    public <R extends MqlValue> BranchesIntermediary<T, R> lt(T other, Function<? super T, ? extends R> function) {
        return Branches.<T, R>none().lt(other, function);
    }

    /** If the value is less than or equal to this one, what the function makes of it. */
    public <R extends MqlValue> BranchesIntermediary<T, R> lte(T other, Function<? super T, ? extends R> function) {
        return Branches.<T, R>none().lte(other, function);
    }

    /** If the value is a boolean, what the function makes of it. */
    public <R extends MqlValue> BranchesIntermediary<T, R> isBoolean(
            Function<? super MqlBoolean, ? extends R> function) {
        return Branches.<T, R>none().isBoolean(function);
    }

    /** If the value is a number, what the function makes of it. */
    public <R extends MqlValue> BranchesIntermediary<T, R> isNumber(Function<? super MqlNumber, ? extends R> function) {
        return Branches.<T, R>none().isNumber(function);
    }

    /** If the value is a number without a fraction, whatever its BSON type, what the function makes of it. */
    public <R extends MqlValue> BranchesIntermediary<T, R> isInteger(
            Function<? super MqlInteger, ? extends R> function) {
        return Branches.<T, R>none().isInteger(function);
    }

    /** If the value is a string, what the function makes of it. */
    public <R extends MqlValue> BranchesIntermediary<T, R> isString(Function<? super MqlString, ? extends R> function) {
        return Branches.<T, R>none().isString(function);
    }

    /** If the value is a date, what the function makes of it. */
    public <R extends MqlValue> BranchesIntermediary<T, R> isDate(Function<? super MqlDate, ? extends R> function) {
        return Branches.<T, R>none().isDate(function);
    }

    /** If the value is an array, what the function makes of it. What its elements are is not checked. */
    public <R extends MqlValue, Q extends MqlValue> BranchesIntermediary<T, R> isArray(
            Function<? super MqlArray<Q>, ? extends R> function) {
        return Branches.<T, R>none().isArray(function);
    }

    /** If the value is a document (or a map, there is no difference), what the function makes of it. */
    public <R extends MqlValue> BranchesIntermediary<T, R> isDocument(
            Function<? super MqlDocument, ? extends R> function) {
        return Branches.<T, R>none().isDocument(function);
    }

    /** If the value is a map (or a document, there is no difference), what the function makes of it. */
    public <R extends MqlValue, Q extends MqlValue> BranchesIntermediary<T, R> isMap(
            Function<? super MqlMap<Q>, ? extends R> function) {
        return Branches.<T, R>none().isMap(function);
    }

    /** If the value is null, what the function makes of it. A field that is not there is not null. */
    public <R extends MqlValue> BranchesIntermediary<T, R> isNull(Function<? super MqlValue, ? extends R> function) {
        return Branches.<T, R>none().isNull(function);
    }

    private static <T extends MqlValue, R extends MqlValue> BranchesIntermediary<T, R> none() {
        return new BranchesIntermediary<>(List.of());
    }
}
