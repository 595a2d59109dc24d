package dev.bowline.model.mql;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.conversions.Bson;
import org.bson.types.Decimal128;

/** Where expressions begin: constants, and the document that the server is at. */
public final class MqlValues {
    private MqlValues() {}

    /** A constant. */
    public static MqlBoolean of(boolean value) {
        return Expression.plain(BsonBoolean.valueOf(value));
    }

    /** An array of constants. */
    public static MqlArray<MqlBoolean> ofBooleanArray(boolean... values) {
        return Expression.array(IntStream.range(0, values.length).mapToObj(i -> of(values[i])).toList());
    }

    /** A constant. */
    public static MqlInteger of(int value) {
        return Expression.plain(new BsonInt32(value));
    }

    /** An array of constants. */
    public static MqlArray<MqlInteger> ofIntegerArray(int... values) {
        return Expression.array(IntStream.of(values).mapToObj(MqlValues::of).toList());
    }

    /** A constant. */
    public static MqlInteger of(long value) {
        return Expression.plain(new BsonInt64(value));
    }

    /** An array of constants. */
    public static MqlArray<MqlInteger> ofIntegerArray(long... values) {
        return Expression.array(LongStream.of(values).mapToObj(MqlValues::of).toList());
    }

    /** A constant. */
    public static MqlNumber of(double value) {
        return Expression.plain(new BsonDouble(value));
    }

    /** An array of constants. */
    public static MqlArray<MqlNumber> ofNumberArray(double... values) {
        return Expression.array(DoubleStream.of(values).mapToObj(MqlValues::of).toList());
    }

    /** A constant. */
    public static MqlNumber of(Decimal128 value) {
        return Expression.plain(new BsonDecimal128(value));
    }

    /** An array of constants. */
    public static MqlArray<MqlNumber> ofNumberArray(Decimal128... values) {
        return Expression.array(Stream.of(values).map(MqlValues::of).toList());
    }

    /** A constant, of which what is finer than a millisecond is lost. */
    public static MqlDate of(Instant value) {
        return Expression.plain(new BsonDateTime(value.toEpochMilli()));
    }

    /** An array of constants. */
    public static MqlArray<MqlDate> ofDateArray(Instant... values) {
        return Expression.array(Stream.of(values).map(MqlValues::of).toList());
    }

    /** A constant, also if it looks like a path or a variable. */
    public static MqlString of(String value) {
        return Expression.text(Objects.requireNonNull(value, "value"));
    }

    /** An array of constants. */
    public static MqlArray<MqlString> ofStringArray(String... values) {
        return Expression.array(Stream.of(values).map(MqlValues::of).toList());
    }

    /** The document that the pipeline is at. */
    public static MqlDocument current() {
        return Expression.variable("CURRENT");
    }

    /** The document that the pipeline is at, as a map. That its values are all of one type is not checked. */
    @SuppressWarnings("TypeParameterUnusedInFormals") // as in the official driver
    public static <R extends MqlValue> MqlMap<R> currentAsMap() {
        return Expression.variable("CURRENT");
    }

    /** An array of expressions. */
    @SafeVarargs
    public static <T extends MqlValue> MqlArray<T> ofArray(T... array) {
        return Expression.array(Arrays.asList(array));
    }

    /** An entry of a map. */
    public static <T extends MqlValue> MqlEntry<T> ofEntry(MqlString key, T value) {
        return Expression.of(new Node.Fields(List.of(Expression.field("k", key), Expression.field("v", value))));
    }

    /** A map without entries. */
    public static <T extends MqlValue> MqlMap<T> ofMap() {
        return ofMap(new BsonDocument());
    }

    /**
     * A constant map, whose entries are the fields of a document. That its values are all of one type is not checked.
     */
    public static <T extends MqlValue> MqlMap<T> ofMap(Bson map) {
        return Expression.document(map);
    }

    /** A constant document; nothing in it is taken for a path or an operator. */
    public static MqlDocument of(Bson document) {
        return Expression.document(document);
    }

    /** The constant null. */
    public static MqlValue ofNull() {
        return Expression.plain(BsonNull.VALUE);
    }

    /** A constant of whichever of the four types of numbers. */
    static MqlNumber number(Number number) {
        return switch (number) {
            case Integer value -> of(value.intValue());
            case Long value -> of(value.longValue());
            case Double value -> of(value.doubleValue());
            case Decimal128 value -> of(value);
            default -> throw new IllegalArgumentException("BSON has no type for " + number.getClass().getName()
                    + "; give an Integer, Long, Double or Decimal128");
        };
    }
}
