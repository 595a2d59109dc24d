package dev.bowline.model.mql;

import java.util.List;

/** The types that an expression can ask a value for. */
enum Kind {
    BOOLEAN {
        @Override
        MqlBoolean test(MqlValue value) {
            return type(value).eq(Expression.text("bool"));
        }
    },
    NUMBER {
        @Override
        MqlBoolean test(MqlValue value) {
            return Expression.operation("$isNumber", value);
        }
    },
    INTEGER {
        @Override
        MqlBoolean test(MqlValue value) {
            return value.switchOn(on -> on.isNumber(Kind::isWhole).defaults(other -> MqlValues.of(false)));
        }
    },
    STRING {
        @Override
        MqlBoolean test(MqlValue value) {
            return type(value).eq(Expression.text("string"));
        }
    },
    DATE {
        @Override
        MqlBoolean test(MqlValue value) {
            return Expression.<MqlArray<MqlString>>array(List.of(Expression.text("date"))).contains(type(value));
        }
    },
    ARRAY {
        @Override
        MqlBoolean test(MqlValue value) {
            return Expression.operation("$isArray", value);
        }
    },
    /** Also that of maps. */
    DOCUMENT {
        @Override
        MqlBoolean test(MqlValue value) {
            return type(value).eq(Expression.text("object"));
        }
    },
    NULL {
        @Override
        MqlBoolean test(MqlValue value) {
            return value.eq(MqlValues.ofNull());
        }
    };

    abstract MqlBoolean test(MqlValue value);

    /** Whether a number has no fraction. */
    static MqlBoolean isWhole(MqlNumber number) {
        return number.round().eq(number);
    }

    private static MqlString type(MqlValue value) {
        return Expression.operation("$type", value);
    }
}
