package dev.bowline.simulator.query;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Numbers;
import dev.bowline.simulator.bson.Types;
import dev.bowline.simulator.expression.QueryError;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Points, lines and polygons. Containment is decided on the plane of longitude and latitude, distances on the sphere:
 * right for shapes of the size of cities and countries, not for edges that go a good way around the earth.
 */
public final class Geo {
    private static final double EARTH_METRES = 6_378_100;

    private Geo() {}

    /** A place: longitude and latitude, or coordinates of a plane. */
    public record Point(double x, double y) {}

    /** A geometry of points, lines and polygons with holes. */
    record Shape(List<Point> points, List<List<Point>> lines, List<List<List<Point>>> polygons) {
        boolean intersects(Shape other) {
            for (Point point : points) {
                if (other.touches(point)) {
                    return true;
                }
            }
            for (Point point : other.points) {
                if (touches(point)) {
                    return true;
                }
            }
            for (List<Point> line : edges()) {
                for (List<Point> edge : other.edges()) {
                    if (cross(line, edge)) {
                        return true;
                    }
                }
            }
            return firstWithin(other) || other.firstWithin(this);
        }

        private boolean firstWithin(Shape other) {
            for (List<Point> line : edges()) {
                if (!line.isEmpty() && other.touches(line.get(0))) {
                    return true;
                }
            }
            return false;
        }

        private List<List<Point>> edges() {
            List<List<Point>> result = new ArrayList<>(lines);
            polygons.forEach(result::addAll);
            return result;
        }

        boolean touches(Point point) {
            return points.contains(point) || polygons.stream().anyMatch(polygon -> inside(polygon, point))
                    || lines.stream().anyMatch(line -> on(line, point));
        }

        /** Every point that the shape is made of. */
        List<Point> corners() {
            List<Point> result = new ArrayList<>(points);
            lines.forEach(result::addAll);
            polygons.forEach(polygon -> polygon.forEach(result::addAll));
            return result;
        }
    }

    /** Where {@code $geoWithin} looks. */
    interface Region {
        boolean contains(Shape shape);
    }

    /** A point and the distances at which something is near it. */
    public record Nearness(Point centre, boolean sphere, double factor, double least, double most) {
        public double distance(@Nullable Object value) {
            Shape shape = shape(value);
            if (shape == null) {
                return Double.NaN;
            }
            double best = Double.POSITIVE_INFINITY;
            for (Point point : shape.corners()) {
                best = Math.min(best, sphere
                        ? angle(centre, point) * factor
                        : Math.hypot(point.x() - centre.x(), point.y() - centre.y()));
            }
            return best;
        }

        boolean accepts(double distance) {
            return distance >= least && distance <= most;
        }
    }

    /** How far apart a document's geometry and a point are, for {@code $geoNear}; NaN if it has none. */
    public static double distance(@Nullable Object near, @Nullable Object value, boolean spherical) {
        boolean json = near instanceof Document;
        return new Nearness(centre(near), json || spherical, json ? EARTH_METRES : 1, 0, Double.MAX_VALUE)
                .distance(value);
    }

    private static Point centre(@Nullable Object near) {
        Shape shape = shape(near);
        if (shape == null || shape.points().size() != 1) {
            throw new QueryError(2, "$near requires a point, given " + near);
        }
        return shape.points().get(0);
    }

    static Nearness nearness(String operator, @Nullable Object value, Document operators) {
        Object centre = value;
        Object least = operators.get("$minDistance");
        Object most = operators.get("$maxDistance");
        boolean json = false;
        if (value instanceof Document document) {
            if (document.get("$geometry") instanceof Document geometry) {
                for (String name : document.keySet()) {
                    if (!Set.of("$geometry", "$minDistance", "$maxDistance").contains(name)) {
                        throw new QueryError(2, "invalid argument in geo near query: " + name);
                    }
                }
                centre = geometry;
                json = true;
                least = document.get("$minDistance");
                most = document.get("$maxDistance");
            } else if ("Point".equals(document.get("type"))) {
                json = true;
            }
        }
        boolean sphere = json || operator.equals("$nearSphere");
        return new Nearness(centre(centre), sphere, json ? EARTH_METRES : 1, limit(least, 0),
                limit(most, Double.MAX_VALUE));
    }

    private static double limit(@Nullable Object value, double otherwise) {
        if (value == null) {
            return otherwise;
        }
        if (!Types.isNumber(value)) {
            throw new QueryError(2, "distance must be a number");
        }
        if (Numbers.dbl(value) < 0) {
            throw new QueryError(2, "distance must be non-negative");
        }
        return Numbers.dbl(value);
    }

    @SuppressWarnings("RefactorSwitch")
    static Region region(@Nullable Object value) {
        if (!(value instanceof Document document) || document.isEmpty()) {
            throw new QueryError(2, "geometry must be an object");
        }
        String name = document.nameAt(0);
        Object given = document.valueAt(0);
        switch (name) {
            case "$geometry" -> {
                Shape shape = geometry(document);
                if (shape.polygons().isEmpty()) {
                    throw new QueryError(2, "$geoWithin not supported with provided geometry: " + document);
                }
                return other -> {
                    List<Point> corners = other.corners();
                    return !corners.isEmpty() && corners.stream().allMatch(
                            corner -> shape.polygons().stream().anyMatch(polygon -> inside(polygon, corner)));
                };
            }
            case "$box" -> {
                List<Point> corners = points(given);
                if (corners.size() != 2) {
                    throw new QueryError(2, "Box must have two points");
                }
                Point a = corners.get(0);
                Point b = corners.get(1);
                return plane(point -> point.x() >= Math.min(a.x(), b.x()) && point.x() <= Math.max(a.x(), b.x())
                        && point.y() >= Math.min(a.y(), b.y()) && point.y() <= Math.max(a.y(), b.y()));
            }
            case "$polygon" -> {
                List<Point> ring = new ArrayList<>(points(given));
                if (ring.size() < 3) {
                    throw new QueryError(2, "Polygon must have at least 3 points");
                }
                ring.add(ring.get(0));
                return plane(point -> inside(List.of(ring), point));
            }
            case "$center", "$centerSphere" -> {
                if (!(given instanceof List<?> list) || list.size() != 2 || !Types.isNumber(list.get(1))
                        || !(list.get(1) instanceof Number radius)) {
                    throw new QueryError(2, "radius must be a non-negative number");
                }
                Point centre = centre(list.get(0));
                double most = Numbers.dbl(radius);
                if (most < 0) {
                    throw new QueryError(2, "radius must be a non-negative number");
                }
                return plane(point -> name.equals("$center")
                        ? Math.hypot(point.x() - centre.x(), point.y() - centre.y()) <= most
                        : angle(centre, point) <= most);
            }
            default -> throw new QueryError(2, "unknown geo specifier: " + name + ": " + given);
        }
    }

    /** Whether a point lies in a region. */
    private interface Inside {
        boolean test(Point point);
    }

    private static Region plane(Inside inside) {
        return shape -> {
            List<Point> corners = shape.corners();
            return !corners.isEmpty() && corners.stream().allMatch(inside::test);
        };
    }

    static Shape geometry(@Nullable Object value) {
        if (!(value instanceof Document document) || !(document.get("$geometry") instanceof Document geometry)) {
            throw new QueryError(2, "geometry is required: " + value);
        }
        Shape shape = shape(geometry);
        if (shape == null) {
            throw new QueryError(2, "unknown GeoJSON type: " + geometry);
        }
        return shape;
    }

    /** The geometry that a value is, as GeoJSON or as a pair of coordinates; null if it is none. */
    static @Nullable Shape shape(@Nullable Object value) {
        if (value instanceof Document document && document.get("type") instanceof String type) {
            return json(type, document);
        }
        Point point = point(value);
        if (point != null) {
            return new Shape(List.of(point), List.of(), List.of());
        }
        if (value instanceof List<?> list && !list.isEmpty()) {
            // Several legacy points in an array.
            List<Point> points = new ArrayList<>();
            for (Object element : list) {
                Point one = point(element);
                if (one != null) {
                    points.add(one);
                }
            }
            return points.isEmpty() ? null : new Shape(points, List.of(), List.of());
        }
        return null;
    }

    private static @Nullable Shape json(String type, Document document) {
        Object coordinates = document.get("coordinates");
        List<Point> points = new ArrayList<>();
        List<List<Point>> lines = new ArrayList<>();
        List<List<List<Point>>> polygons = new ArrayList<>();
        switch (type) {
            case "Point" -> {
                Point point = point(coordinates);
                if (point == null) {
                    throw new QueryError(2, "Point must only contain numeric elements");
                }
                if (Math.abs(point.x()) > 180 || Math.abs(point.y()) > 90) {
                    throw new QueryError(2, "longitude/latitude is out of bounds, lng: " + point.x() + " lat: "
                            + point.y());
                }
                points.add(point);
            }
            case "MultiPoint" -> points.addAll(points(coordinates));
            case "LineString" -> lines.add(points(coordinates));
            case "MultiLineString" -> lists(coordinates).forEach(line -> lines.add(points(line)));
            case "Polygon" -> polygons.add(rings(coordinates));
            case "MultiPolygon" -> lists(coordinates).forEach(polygon -> polygons.add(rings(polygon)));
            case "GeometryCollection" -> lists(document.get("geometries")).forEach(inner -> {
                Shape shape = shape(inner);
                if (shape != null) {
                    points.addAll(shape.points());
                    lines.addAll(shape.lines());
                    polygons.addAll(shape.polygons());
                }
            });
            default -> {
                return null;
            }
        }
        return new Shape(points, lines, polygons);
    }

    private static List<?> lists(@Nullable Object value) {
        if (value instanceof List<?> list) {
            return list;
        }
        throw new QueryError(2, "GeoJSON coordinates must be an array");
    }

    private static List<List<Point>> rings(@Nullable Object value) {
        List<List<Point>> result = new ArrayList<>();
        for (Object ring : lists(value)) {
            List<Point> points = points(ring);
            if (points.size() < 4 || !points.get(0).equals(points.get(points.size() - 1))) {
                throw new QueryError(2, "Loop is not closed: " + ring);
            }
            result.add(points);
        }
        return result;
    }

    private static List<Point> points(@Nullable Object value) {
        List<Point> result = new ArrayList<>();
        Iterable<?> all = value instanceof Document document ? document.values() : lists(value);
        for (Object element : all) {
            Point point = point(element);
            if (point == null) {
                throw new QueryError(2, "Point must be an array or object");
            }
            result.add(point);
        }
        return result;
    }

    private static @Nullable Point point(@Nullable Object value) {
        List<?> parts = value instanceof List<?> list
                ? list
                : value instanceof Document document ? new ArrayList<>(document.values()) : List.of();
        return parts.size() >= 2 && Types.isNumber(parts.get(0)) && Types.isNumber(parts.get(1))
                && parts.get(0) instanceof Number x && parts.get(1) instanceof Number y
                        ? new Point(Numbers.dbl(x), Numbers.dbl(y))
                        : null;
    }

    /** In the outer ring and in none of the holes; the border belongs to it. */
    private static boolean inside(List<List<Point>> rings, Point point) {
        if (on(rings.get(0), point)) {
            return true;
        }
        for (int i = 0; i < rings.size(); i++) {
            if (within(rings.get(i), point) != (i == 0)) {
                return false;
            }
        }
        return true;
    }

    private static boolean within(List<Point> ring, Point point) {
        boolean inside = false;
        for (int i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
            Point a = ring.get(i);
            Point b = ring.get(j);
            if (a.y() > point.y() != b.y() > point.y()
                    && point.x() < (b.x() - a.x()) * (point.y() - a.y()) / (b.y() - a.y()) + a.x()) {
                inside = !inside;
            }
        }
        return inside;
    }

    private static boolean on(List<Point> line, Point point) {
        for (int i = 1; i < line.size(); i++) {
            Point a = line.get(i - 1);
            Point b = line.get(i);
            if (turn(a, b, point) == 0 && point.x() >= Math.min(a.x(), b.x()) && point.x() <= Math.max(a.x(), b.x())
                    && point.y() >= Math.min(a.y(), b.y()) && point.y() <= Math.max(a.y(), b.y())) {
                return true;
            }
        }
        return false;
    }

    private static double turn(Point a, Point b, Point c) {
        return Math.signum((b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x()));
    }

    private static boolean cross(List<Point> one, List<Point> other) {
        for (int i = 1; i < one.size(); i++) {
            for (int j = 1; j < other.size(); j++) {
                Point a = one.get(i - 1);
                Point b = one.get(i);
                Point c = other.get(j - 1);
                Point d = other.get(j);
                if (turn(a, b, c) != turn(a, b, d) && turn(c, d, a) != turn(c, d, b)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static double angle(Point a, Point b) {
        double latitude = Math.toRadians(b.y() - a.y());
        double longitude = Math.toRadians(b.x() - a.x());
        double h = Math.pow(Math.sin(latitude / 2), 2) + Math.cos(Math.toRadians(a.y()))
                * Math.cos(Math.toRadians(b.y())) * Math.pow(Math.sin(longitude / 2), 2);
        return 2 * Math.asin(Math.min(1, Math.sqrt(h)));
    }
}
