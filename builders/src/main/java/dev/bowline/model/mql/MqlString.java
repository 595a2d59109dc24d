package dev.bowline.model.mql;

import java.util.function.Function;

/** An expression that is a string. */
public sealed interface MqlString extends MqlValue permits Expression {
    /** This in lower case; letters other than ASCII ones stay. */
    default MqlString toLower() {
        return Expression.unary("$toLower", this);
    }

    /** This in upper case; letters other than ASCII ones stay. */
    default MqlString toUpper() {
        return Expression.unary("$toUpper", this);
    }

    /** This with the other at its end. */
    default MqlString append(MqlString other) {
        return Expression.operation("$concat", this, other);
    }

    /** How many code points this has. */
    default MqlInteger length() {
        return Expression.unary("$strLenCP", this);
    }

    /** How many bytes this has in UTF-8. */
    default MqlInteger lengthBytes() {
        return Expression.unary("$strLenBytes", this);
    }

    /** The part of this from a code point on, counted from 0, and so many code points long. */
    default MqlString substr(MqlInteger start, MqlInteger length) {
        return Expression.operation("$substrCP", this, start, length);
    }

    /** The part of this from a code point on, counted from 0, and so many code points long. */
    default MqlString substr(int start, int length) {
        return substr(MqlValues.of(start), MqlValues.of(length));
    }

    /** The part of this from a byte on, counted from 0, and so many bytes long; both must fall between characters. */
    default MqlString substrBytes(MqlInteger start, MqlInteger length) {
        return Expression.operation("$substrBytes", this, start, length);
    }

    /** The part of this from a byte on, counted from 0, and so many bytes long; both must fall between characters. */
    default MqlString substrBytes(int start, int length) {
        return substrBytes(MqlValues.of(start), MqlValues.of(length));
    }

    /** The integer of 32 bits that this says in decimal digits, or that of 64 bits if it is too large. */
    default MqlInteger parseInteger() {
        return Expression.named("$convert", Expression.field("input", this),
                Expression.field("onError", Expression.unary("$toLong", this)),
                Expression.field("to", Expression.text("int")));
    }

    /** The date that this says, in a usual form of ISO 8601. */
    default MqlDate parseDate() {
        return Expression.named("$dateFromString", Expression.field("dateString", this));
    }

    /** The date that this says in a format of the server's, which must have a time zone if it is not UTC. */
    default MqlDate parseDate(MqlString format) {
        return Expression.named("$dateFromString", Expression.field("dateString", this),
                Expression.field("format", format));
    }

    /** The date that this says in a format of the server's and a time zone, by its name or offset. */
    default MqlDate parseDate(MqlString timezone, MqlString format) {
        return Expression.named("$dateFromString", Expression.field("dateString", this),
                Expression.field("format", format), Expression.field("timezone", timezone));
    }

    /** What the function makes of this. */
    default <R extends MqlValue> R passStringTo(Function<? super MqlString, ? extends R> function) {
        return function.apply(this);
    }

    /** The value of the first branch whose condition this meets. */
    default <R extends MqlValue> R switchStringOn(
            Function<Branches<MqlString>, ? extends BranchesTerminal<MqlString, ? extends R>> mapping) {
        return mapping.apply(new Branches<>()).on(this);
    }
}
