package dev.bowline.simulator.aggregate;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Numbers;
import dev.bowline.simulator.bson.Types;
import dev.bowline.simulator.expression.QueryError;
import dev.bowline.simulator.query.FieldPath;
import dev.bowline.simulator.query.Filter;
import dev.bowline.simulator.query.FilterParser;
import dev.bowline.simulator.query.Geo;
import dev.bowline.simulator.query.Matching;
import dev.bowline.simulator.query.Truth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code $geoNear}. */
final class GeoNear {
    private GeoNear() {}

    private record Found(double distance, Document document) {}

    static Stage parse(@Nullable Object spec, PipelineParser parser, @Nullable String collection) {
        if (!(spec instanceof Document document)) {
            throw new QueryError(10065, "the $geoNear stage specification must be an object");
        }
        for (String name : document.keySet()) {
            if (!Set.of("near", "distanceField", "spherical", "maxDistance", "minDistance", "query",
                    "distanceMultiplier", "includeLocs", "key", "limit", "num", "uniqueDocs").contains(name)) {
                throw new QueryError(50858, "Unknown argument to $geoNear: " + name);
            }
        }
        Object near = document.get("near");
        if (near == null) {
            throw new QueryError(5860400, "$geoNear requires a 'near' argument");
        }
        if (!(document.get("distanceField") instanceof String distanceField)) {
            throw new QueryError(16606, "$geoNear requires that the 'distanceField' option is a String");
        }
        Filter filter = document.get("query") instanceof Document query
                ? new FilterParser(parser.expressions()).parse(query)
                : new Filter.Constant(true);
        double least = number(document.get("minDistance"), 0);
        double most = number(document.get("maxDistance"), Double.MAX_VALUE);
        double factor = number(document.get("distanceMultiplier"), 1);
        boolean spherical = Truth.of(document.get("spherical"));
        Setter distance = new Setter(distanceField);
        Setter locations = document.get("includeLocs") instanceof String field ? new Setter(field) : null;
        return (input, run) -> Iterators.lazy(() -> {
            String key = document.get("key") instanceof String given ? given : indexed(run, collection);
            FieldPath path = FieldPath.parse(key);
            Matching matching = new Matching(run.scope());
            List<Found> found = new ArrayList<>();
            while (input.hasNext()) {
                Document next = input.next();
                if (!matching.test(filter, next)) {
                    continue;
                }
                for (Object value : path.values(next)) {
                    double metres = Geo.distance(near, value, spherical);
                    if (metres >= least && metres <= most) {
                        Document measured = distance.set(next, metres * factor);
                        found.add(new Found(metres, locations == null ? measured : locations.set(measured, value)));
                        break;
                    }
                }
            }
            found.sort(Comparator.comparingDouble(Found::distance));
            return found.stream().map(Found::document).iterator();
        });
    }

    private static double number(@Nullable Object value, double otherwise) {
        return value != null && Types.isNumber(value) ? Numbers.dbl(value) : otherwise;
    }

    private static String indexed(Run run, @Nullable String collection) {
        List<String> fields = collection == null
                ? List.of()
                : new ArrayList<>(run.snapshot().indexed(collection, "2dsphere"));
        if (fields.isEmpty() && collection != null) {
            fields = run.snapshot().indexed(collection, "2d");
        }
        if (fields.isEmpty()) {
            throw new QueryError(27, "$geoNear requires a 2d or 2dsphere index, but none were found");
        }
        return fields.get(0);
    }
}
