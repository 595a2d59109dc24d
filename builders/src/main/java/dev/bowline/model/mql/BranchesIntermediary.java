package dev.bowline.model.mql;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * Branches to which more can be added. The first whose condition holds is taken; if there is none and no default, the
 * server says that it is an error.
 */
public final class BranchesIntermediary<T extends MqlValue, R extends MqlValue> extends BranchesTerminal<T, R> {
    BranchesIntermediary(List<Branch<T, R>> branches) {
        super(branches, null);
    }

    /** If the condition holds, what the function makes of the value. */
    public BranchesIntermediary<T, R> is(Function<? super T, MqlBoolean> condition,
            Function<? super T, ? extends R> function) {
        List<Branch<T, R>> more = new ArrayList<>(branches);
        more.add(new Branch<>(condition, function));
        return new BranchesIntermediary<>(more);
    }

    /** If the value is equal to this one, what the function makes of it. */
    public BranchesIntermediary<T, R> eq(T other, Function<? super T, ? extends R> function) {
        return is(value -> value.eq(other), function);
    }

    /** If the value is less than this one, what the function makes of it. */
    public BranchesIntermediary<T, R> lt(T other, Function<? super T, ? extends R> function) {
        return is(value -> value.lt(other), function);
    }

    /** If the value is less than or equal to this one, what the function makes of it. */
    public BranchesIntermediary<T, R> lte(T other, Function<? super T, ? extends R> function) {
        return is(value -> value.lte(other), function);
    }

    /** If the value is a boolean, what the function makes of it. */
    public BranchesIntermediary<T, R> isBoolean(Function<? super MqlBoolean, ? extends R> function) {
        return isOf(Kind.BOOLEAN, function);
    }

    /** If the value is a number, what the function makes of it. */
    public BranchesIntermediary<T, R> isNumber(Function<? super MqlNumber, ? extends R> function) {
        return isOf(Kind.NUMBER, function);
    }

    /** If the value is a number without a fraction, whatever its BSON type, what the function makes of it. */
    public BranchesIntermediary<T, R> isInteger(Function<? super MqlInteger, ? extends R> function) {
        return isOf(Kind.INTEGER, function);
    }

    /** If the value is a string, what the function makes of it. */
    public BranchesIntermediary<T, R> isString(Function<? super MqlString, ? extends R> function) {
        return isOf(Kind.STRING, function);
    }

    /** If the value is a date, what the function makes of it. */
    public BranchesIntermediary<T, R> isDate(Function<? super MqlDate, ? extends R> function) {
        return isOf(Kind.DATE, function);
    }

    /** If the value is an array, what the function makes of it. What its elements are is not checked. */
    public <Q extends MqlValue> BranchesIntermediary<T, R> isArray(
            Function<? super MqlArray<Q>, ? extends R> function) {
        return isOf(Kind.ARRAY, function);
    }

    /** If the value is a document (or a map, there is no difference), what the function makes of it. */
    public BranchesIntermediary<T, R> isDocument(Function<? super MqlDocument, ? extends R> function) {
        return isOf(Kind.DOCUMENT, function);
    }

    /** If the value is a map (or a document, there is no difference), what the function makes of it. */
    public <Q extends MqlValue> BranchesIntermediary<T, R> isMap(Function<? super MqlMap<Q>, ? extends R> function) {
        return isOf(Kind.DOCUMENT, function);
    }

    /** If the value is null, what the function makes of it. A field that is not there is not null. */
    public BranchesIntermediary<T, R> isNull(Function<? super MqlValue, ? extends R> function) {
        return isOf(Kind.NULL, function);
    }

    /** If no condition holds, what the function makes of the value. */
    public BranchesTerminal<T, R> defaults(Function<? super T, ? extends R> function) {
        return new BranchesTerminal<>(branches, Objects.requireNonNull(function, "function"));
    }

    private <V extends MqlValue> BranchesIntermediary<T, R> isOf(Kind kind, Function<? super V, ? extends R> function) {
        Objects.requireNonNull(function, "function");
        return is(kind::test, value -> function.apply(Expression.as(value)));
    }
}
