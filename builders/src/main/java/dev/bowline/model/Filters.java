package dev.bowline.model;

import dev.bowline.model.geojson.Geometry;
import dev.bowline.model.geojson.Point;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonRegularExpression;
import org.bson.BsonType;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Filters: which documents an operation is about. */
public final class Filters {
    private Filters() {}

    /** Documents whose {@code _id} is this. */
    public static Bson eq(@Nullable Object value) {
        return eq("_id", value);
    }

    /** Matches documents whose field equals a value; renders {@code {field: value}}. */
    public static Bson eq(String field, @Nullable Object value) {
        return Clause.of(field, value);
    }

    /** Matches documents whose field differs from a value or is missing; renders {@code {field: {$ne: value}}}. */
    public static Bson ne(String field, @Nullable Object value) {
        return Clause.operator(field, "$ne", value);
    }

    /** Matches documents whose field is greater than a value; renders {@code {field: {$gt: value}}}. */
    public static Bson gt(String field, @Nullable Object value) {
        return Clause.operator(field, "$gt", value);
    }

    /** Matches documents whose field is less than a value; renders {@code {field: {$lt: value}}}. */
    public static Bson lt(String field, @Nullable Object value) {
        return Clause.operator(field, "$lt", value);
    }

    /** Matches documents whose field is greater than or equal to a value; renders {@code {field: {$gte: value}}}. */
    public static Bson gte(String field, @Nullable Object value) {
        return Clause.operator(field, "$gte", value);
    }

    /** Matches documents whose field is less than or equal to a value; renders {@code {field: {$lte: value}}}. */
    public static Bson lte(String field, @Nullable Object value) {
        return Clause.operator(field, "$lte", value);
    }

    /** Matches documents whose field equals any of these values; renders {@code {field: {$in: [values]}}}. */
    @SafeVarargs
    public static <T> Bson in(String field, @Nullable T... values) {
        return in(field, Arrays.asList(values));
    }

    /**
     * Matches documents whose field equals any of these values; renders {@code {field: {$in: [values]}}}. The filter
     * keeps a copy of the values.
     */
    public static Bson in(String field, Iterable<?> values) {
        return Clause.operator(field, "$in", list(values));
    }

    /**
     * Matches documents whose field equals none of these values or is missing; renders {@code {field: {$nin:
     * [values]}}}.
     */
    @SafeVarargs
    public static <T> Bson nin(String field, @Nullable T... values) {
        return nin(field, Arrays.asList(values));
    }

    /**
     * Matches documents whose field equals none of these values or is missing; renders {@code {field: {$nin:
     * [values]}}}. The filter keeps a copy of the values.
     */
    public static Bson nin(String field, Iterable<?> values) {
        return Clause.operator(field, "$nin", list(values));
    }

    /** Documents that hold all of these values in an array. */
    @SafeVarargs
    public static <T> Bson all(String field, @Nullable T... values) {
        return all(field, Arrays.asList(values));
    }

    /** Documents that hold all of these values in an array. */
    public static Bson all(String field, Iterable<?> values) {
        return Clause.operator(field, "$all", list(values));
    }

    /** Matches documents that match all of these filters; renders {@code {$and: [filters]}}. */
    public static Bson and(Bson... filters) {
        return and(Arrays.asList(filters));
    }

    /** Matches documents that match all of these filters; renders {@code {$and: [filters]}}. */
    public static Bson and(Iterable<? extends Bson> filters) {
        return Clause.of("$and", list(filters));
    }

    /** Matches documents that match at least one of these filters; renders {@code {$or: [filters]}}. */
    public static Bson or(Bson... filters) {
        return or(Arrays.asList(filters));
    }

    /** Matches documents that match at least one of these filters; renders {@code {$or: [filters]}}. */
    public static Bson or(Iterable<? extends Bson> filters) {
        return Clause.of("$or", list(filters));
    }

    /** Matches documents that match none of these filters; renders {@code {$nor: [filters]}}. */
    public static Bson nor(Bson... filters) {
        return nor(Arrays.asList(filters));
    }

    /** Matches documents that match none of these filters; renders {@code {$nor: [filters]}}. */
    public static Bson nor(Iterable<? extends Bson> filters) {
        return Clause.of("$nor", list(filters));
    }

    /**
     * Negates a filter on one field: {@code not(gt("a", 1))} renders {@code {a: {$not: {$gt: 1}}}} and
     * {@code not(eq("a", 1))} renders {@code {a: {$not: {$eq: 1}}}}. Use {@link #nor(Bson...)} to negate several
     * conditions: the server rejects a {@code $not} at the top level, which is what any other filter renders.
     */
    public static Bson not(Bson filter) {
        return new Negation(filter);
    }

    /** Matches documents that have a field, even if it is null; renders {@code {field: {$exists: true}}}. */
    public static Bson exists(String field) {
        return exists(field, true);
    }

    /**
     * Matches documents that have a field, or that lack it if {@code exists} is false; renders {@code {field: {$exists:
     * exists}}}.
     */
    public static Bson exists(String field, boolean exists) {
        return Clause.operator(field, "$exists", exists);
    }

    /**
     * Matches documents whose field has a BSON type; renders {@code {field: {$type: number}}} with the number of the
     * type.
     */
    public static Bson type(String field, BsonType type) {
        return Clause.operator(field, "$type", type.getValue());
    }

    /** By the name of the type, such as {@code number}. */
    public static Bson type(String field, String type) {
        return Clause.operator(field, "$type", type);
    }

    /**
     * Matches documents whose field leaves this remainder when divided; renders {@code {field: {$mod: [divisor,
     * remainder]}}}.
     */
    public static Bson mod(String field, long divisor, long remainder) {
        return Clause.operator(field, "$mod", List.of(new BsonInt64(divisor), new BsonInt64(remainder)));
    }

    /**
     * Matches documents whose field matches a regular expression of the server's dialect (PCRE); renders {@code {field:
     * /pattern/}}.
     */
    public static Bson regex(String field, String pattern) {
        return Clause.of(field, new BsonRegularExpression(pattern));
    }

    /**
     * Matches documents whose field matches a regular expression of the server's dialect (PCRE); renders {@code {field:
     * /pattern/options}}. The options are letters such as {@code i} and {@code m}; null stands for none.
     */
    public static Bson regex(String field, String pattern, @Nullable String options) {
        return Clause.of(field, new BsonRegularExpression(pattern, options));
    }

    /** Flags of the pattern that the server does not know are an error when the filter is used. */
    public static Bson regex(String field, Pattern pattern) {
        return Clause.of(field, pattern);
    }

    /** Searches the text index of the collection; renders {@code {$text: {$search: search}}}. */
    public static Bson text(String search) {
        return text(search, options -> {});
    }

    /**
     * Searches the text index of the collection with options; renders {@code {$text: {$search: search, ...}}}. The call
     * runs {@code options} once, before it returns.
     */
    public static Bson text(String search, Consumer<TextSearchOptions> options) {
        TextSearchOptions given = new TextSearchOptions();
        options.accept(given);
        return Clause.of("$text", Clause.of("$search", search).andIfGiven("$language", given.language)
                .andIfGiven("$caseSensitive", given.caseSensitive)
                .andIfGiven("$diacriticSensitive", given.diacriticSensitive));
    }

    /** Documents for which a JavaScript expression holds. */
    public static Bson where(String javaScript) {
        return Clause.of("$where", javaScript);
    }

    /** Documents for which an aggregation expression holds. */
    public static Bson expr(Object expression) {
        return Clause.of("$expr", expression);
    }

    /** Documents with an element in this array that matches. */
    public static Bson elemMatch(String field, Bson filter) {
        return Clause.operator(field, "$elemMatch", filter);
    }

    /** Matches documents whose array has exactly this many elements; renders {@code {field: {$size: size}}}. */
    public static Bson size(String field, int size) {
        return Clause.operator(field, "$size", size);
    }

    /**
     * Matches documents whose number has all bits of the mask clear; renders {@code {field: {$bitsAllClear: bitmask}}}.
     */
    public static Bson bitsAllClear(String field, long bitmask) {
        return Clause.operator(field, "$bitsAllClear", bitmask);
    }

    /** Matches documents whose number has all bits of the mask set; renders {@code {field: {$bitsAllSet: bitmask}}}. */
    public static Bson bitsAllSet(String field, long bitmask) {
        return Clause.operator(field, "$bitsAllSet", bitmask);
    }

    /**
     * Matches documents whose number has at least one bit of the mask clear; renders {@code {field: {$bitsAnyClear:
     * bitmask}}}.
     */
    public static Bson bitsAnyClear(String field, long bitmask) {
        return Clause.operator(field, "$bitsAnyClear", bitmask);
    }

    /**
     * Matches documents whose number has at least one bit of the mask set; renders {@code {field: {$bitsAnySet:
     * bitmask}}}.
     */
    public static Bson bitsAnySet(String field, long bitmask) {
        return Clause.operator(field, "$bitsAnySet", bitmask);
    }

    /** Documents whose place is within a GeoJSON geometry. */
    public static Bson geoWithin(String field, Bson geometry) {
        return Clause.operator(field, "$geoWithin", Clause.of("$geometry", geometry));
    }

    /**
     * Matches documents whose place is within a geometry; renders {@code {field: {$geoWithin: {$geometry: geometry}}}}.
     */
    public static Bson geoWithin(String field, Geometry geometry) {
        return Clause.operator(field, "$geoWithin", Clause.of("$geometry", geometry));
    }

    /**
     * Matches documents whose legacy point is within a rectangle; renders {@code {field: {$geoWithin: {$box:
     * [[lowerLeftX, lowerLeftY], [upperRightX, upperRightY]]}}}}.
     */
    public static Bson geoWithinBox(String field, double lowerLeftX, double lowerLeftY, double upperRightX,
            double upperRightY) {
        return Clause.operator(field, "$geoWithin", Clause.of("$box",
                List.of(List.of(lowerLeftX, lowerLeftY), List.of(upperRightX, upperRightY))));
    }

    /**
     * Matches documents whose legacy point is within a polygon; renders {@code {field: {$geoWithin: {$polygon:
     * points}}}}. Each point is a list of x and y.
     */
    public static Bson geoWithinPolygon(String field, List<List<Double>> points) {
        return Clause.operator(field, "$geoWithin", Clause.of("$polygon", list(points)));
    }

    /**
     * Matches documents whose legacy point is within a circle on a plane; renders {@code {field: {$geoWithin: {$center:
     * [[x, y], radius]}}}}. The radius has the unit of the coordinates.
     */
    public static Bson geoWithinCenter(String field, double x, double y, double radius) {
        return Clause.operator(field, "$geoWithin", Clause.of("$center", List.of(List.of(x, y), radius)));
    }

    /** As {@link #geoWithinCenter}, on a sphere and with the radius in radians. */
    public static Bson geoWithinCenterSphere(String field, double x, double y, double radius) {
        return Clause.operator(field, "$geoWithin", Clause.of("$centerSphere", List.of(List.of(x, y), radius)));
    }

    /** Documents whose geometry intersects a GeoJSON geometry. */
    public static Bson geoIntersects(String field, Bson geometry) {
        return Clause.operator(field, "$geoIntersects", Clause.of("$geometry", geometry));
    }

    /**
     * Matches documents whose geometry intersects another; renders {@code {field: {$geoIntersects: {$geometry:
     * geometry}}}}.
     */
    public static Bson geoIntersects(String field, Geometry geometry) {
        return Clause.operator(field, "$geoIntersects", Clause.of("$geometry", geometry));
    }

    /** Documents near a GeoJSON point, nearest first; distances in metres, null for no limit. */
    public static Bson near(String field, Bson point, @Nullable Double maxDistance, @Nullable Double minDistance) {
        return Clause.operator(field, "$near", distances(Clause.of("$geometry", point), maxDistance, minDistance));
    }

    /**
     * Matches documents near a point, nearest first; renders {@code {field: {$near: {$geometry: point, $maxDistance:
     * max, $minDistance: min}}}}. Distances are in metres; the filter leaves out a distance that is null.
     */
    public static Bson near(String field, Point point, @Nullable Double maxDistance, @Nullable Double minDistance) {
        return Clause.operator(field, "$near", distances(Clause.of("$geometry", point), maxDistance, minDistance));
    }

    /** Documents near a legacy point, nearest first. */
    public static Bson near(String field, double x, double y, @Nullable Double maxDistance,
            @Nullable Double minDistance) {
        return Clause.of(field, distances(Clause.of("$near", List.of(x, y)), maxDistance, minDistance));
    }

    /** As {@link #near(String, Bson, Double, Double)}, on a sphere. */
    public static Bson nearSphere(String field, Bson point, @Nullable Double maxDistance,
            @Nullable Double minDistance) {
        return Clause.operator(field, "$nearSphere",
                distances(Clause.of("$geometry", point), maxDistance, minDistance));
    }

    /**
     * Matches documents near a point on a sphere, nearest first; renders {@code {field: {$nearSphere: {$geometry:
     * point, $maxDistance: max, $minDistance: min}}}}. Distances are in metres; the filter leaves out a distance that
     * is null.
     */
    public static Bson nearSphere(String field, Point point, @Nullable Double maxDistance,
            @Nullable Double minDistance) {
        return Clause.operator(field, "$nearSphere",
                distances(Clause.of("$geometry", point), maxDistance, minDistance));
    }

    /** As {@link #near(String, double, double, Double, Double)}, on a sphere. */
    public static Bson nearSphere(String field, double x, double y, @Nullable Double maxDistance,
            @Nullable Double minDistance) {
        return Clause.of(field, distances(Clause.of("$nearSphere", List.of(x, y)), maxDistance, minDistance));
    }

    /** Documents that a JSON schema accepts. */
    public static Bson jsonSchema(Bson schema) {
        return Clause.of("$jsonSchema", schema);
    }

    /** All documents. */
    public static Bson empty() {
        return new BsonDocument();
    }

    private static Clause distances(Clause clause, @Nullable Double max, @Nullable Double min) {
        return clause.andIfGiven("$maxDistance", max).andIfGiven("$minDistance", min);
    }

    static List<Bson> bsons(Iterable<? extends Bson> values) {
        List<Bson> list = new ArrayList<>();
        values.forEach(list::add);
        return list;
    }

    /** A copy, so that a list which the caller changes later does not change the filter. */
    static List<@Nullable Object> list(Iterable<?> values) {
        if (values instanceof Collection<?> collection) {
            return new ArrayList<>(collection);
        }
        List<@Nullable Object> list = new ArrayList<>();
        values.forEach(list::add);
        return list;
    }
}
