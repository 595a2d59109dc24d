package dev.bowline.model.mql;

import java.util.function.Function;

/**
 * An expression that is a date: a moment, in milliseconds. A part of it, as its hour, depends on the time zone, which
 * is given by its name ({@code Europe/Lisbon}) or its offset ({@code +05:30}).
 */
public sealed interface MqlDate extends MqlValue permits Expression {
    /** The year of this. */
    default MqlInteger year(MqlString timezone) {
        return part("$year", timezone);
    }

    /** The month of this, 1 for January. */
    default MqlInteger month(MqlString timezone) {
        return part("$month", timezone);
    }

    /** The day of the month of this, from 1. */
    default MqlInteger dayOfMonth(MqlString timezone) {
        return part("$dayOfMonth", timezone);
    }

    /** The day of the week of this, 1 for Sunday. */
    default MqlInteger dayOfWeek(MqlString timezone) {
        return part("$dayOfWeek", timezone);
    }

    /** The day of the year of this, from 1. */
    default MqlInteger dayOfYear(MqlString timezone) {
        return part("$dayOfYear", timezone);
    }

    /** The hour of this, from 0 to 23. */
    default MqlInteger hour(MqlString timezone) {
        return part("$hour", timezone);
    }

    /** The minute of this, from 0 to 59. */
    default MqlInteger minute(MqlString timezone) {
        return part("$minute", timezone);
    }

    /** The second of this, from 0 to 59, and 60 in a leap second. */
    default MqlInteger second(MqlString timezone) {
        return part("$second", timezone);
    }

    /** The week of the year of this, from 0 to 53; weeks begin on Sundays, week 1 with the first of them. */
    default MqlInteger week(MqlString timezone) {
        return part("$week", timezone);
    }

    /** The milliseconds of this, from 0 to 999. */
    default MqlInteger millisecond(MqlString timezone) {
        return part("$millisecond", timezone);
    }

    /** This in a format of the server's, as {@code %Y-%m-%d}. */
    default MqlString asString(MqlString timezone, MqlString format) {
        return Expression.named("$dateToString", Expression.field("date", this), Expression.field("format", format),
                Expression.field("timezone", timezone));
    }

    /** What the function makes of this. */
    default <R extends MqlValue> R passDateTo(Function<? super MqlDate, ? extends R> function) {
        return function.apply(this);
    }

    /** The value of the first branch whose condition this meets. */
    default <R extends MqlValue> R switchDateOn(
            Function<Branches<MqlDate>, ? extends BranchesTerminal<MqlDate, ? extends R>> mapping) {
        return mapping.apply(new Branches<>()).on(this);
    }

    private MqlInteger part(String operator, MqlString timezone) {
        return Expression.named(operator, Expression.field("date", this), Expression.field("timezone", timezone));
    }
}
