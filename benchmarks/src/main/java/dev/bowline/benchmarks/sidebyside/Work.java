package dev.bowline.benchmarks.sidebyside;

import dev.bowline.benchmarks.bson.Shape;
import org.jspecify.annotations.Nullable;

/** What one operation is. */
public enum Work {
    FIND_BY_ID,
    INSERT_ONE,
    INSERT_LARGE,
    RUN_COMMAND,
    /** All documents of a collection of 1, 10 or 100, in one reply. */
    FIND_1,
    FIND_10,
    FIND_100,
    FIND_10K,
    INSERT_MANY_SMALL,
    INSERT_MANY_LARGE,
    BULK_SMALL,
    BULK_LARGE,
    BULK_MIXED,
    /** One insertOne and the commit. */
    TRANSACTION,
    /** 95% finds and 5% updates of accounts of 1 KB by skewed keys. */
    MIX_READ_MOSTLY,
    /** Half finds, half updates. */
    MIX_UPDATE_HEAVY,
    /** A find, and an update that depends on what was found. */
    MIX_READ_MODIFY_WRITE,
    /** 95% finds of a hundred accounts, 5% updates. */
    MIX_SCANS,
    /** Three finds, one update and one aggregation, as one request of a service. */
    REQUEST,
    REQUEST_IN_TRANSACTION,
    ENCODE_FLAT(Shape.SPECIFIED_FLAT, true),
    ENCODE_DEEP(Shape.DEEP, true),
    ENCODE_WIDE(Shape.WIDE, true),
    ENCODE_FULL(Shape.FULL, true),
    DECODE_FLAT(Shape.SPECIFIED_FLAT, false),
    DECODE_DEEP(Shape.DEEP, false),
    DECODE_WIDE(Shape.WIDE, false),
    DECODE_FULL(Shape.FULL, false),
    /** Check-out and check-in of a connection that does nothing. */
    CHECK_OUT,
    /** The same with the connection held for 100 us, ten connections for all callers. */
    CHECK_OUT_AND_HOLD,
    SELECT_OF_3,
    SELECT_OF_1000,
    /** The check before each operation whether a flight recording wants an event of it. */
    CHECK_RECORDING;

    private final @Nullable Shape shape;
    private final boolean encodes;

    Work() {
        this(null, false);
    }

    Work(@Nullable Shape shape, boolean encodes) {
        this.shape = shape;
        this.encodes = encodes;
    }

    /** The document that is encoded or decoded, if that is the work. */
    @Nullable
    Shape shape() {
        return shape;
    }

    boolean encodes() {
        return encodes;
    }

    /** Whether it is done within the client's process. */
    boolean isLocal() {
        return compareTo(ENCODE_FLAT) >= 0;
    }

    /** Whether it is done with {@link Accounts}. */
    boolean isOfService() {
        return compareTo(MIX_READ_MOSTLY) >= 0 && compareTo(REQUEST_IN_TRANSACTION) <= 0;
    }

    /** The documents that a find by cursor returns. */
    int documents() {
        return switch (this) {
            case FIND_10 -> 10;
            case FIND_100 -> 100;
            case FIND_10K -> Documents.MANY;
            default -> 1;
        };
    }

    /** The collection that holds them. */
    String collection() {
        return switch (this) {
            case FIND_10 -> "ten";
            case FIND_100 -> "hundred";
            case FIND_10K -> "large";
            case FIND_1 -> "one";
            default -> "things";
        };
    }
}
