package dev.bowline.simulator.server;

import dev.bowline.simulator.aggregate.Snapshot;
import dev.bowline.simulator.aggregate.Sorting;
import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Missing;
import dev.bowline.simulator.bson.Order;
import dev.bowline.simulator.bson.ScoredDocument;
import dev.bowline.simulator.expression.ExpressionParser;
import dev.bowline.simulator.expression.QueryError;
import dev.bowline.simulator.expression.Scope;
import dev.bowline.simulator.expression.SortPattern;
import dev.bowline.simulator.query.FieldPath;
import dev.bowline.simulator.query.Filter;
import dev.bowline.simulator.query.Matching;
import dev.bowline.simulator.query.Projection;
import dev.bowline.simulator.query.ProjectionParser;
import dev.bowline.simulator.query.TextSearch;
import dev.bowline.simulator.store.StoredCollection;
import dev.bowline.simulator.store.StoredCollection.Stored;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * A query by filter, order and projection: parsed before the data is looked at, then begun while the data lock is held,
 * and run after it is released, over the documents as they were.
 */
final class FindPlan {
    private final Queries queries;
    private final Document given;
    private final Filter filter;
    private final @Nullable Document sort;
    private final @Nullable SortPattern pattern;
    private final @Nullable Projection projection;
    private final @Nullable Object hint;
    private final @Nullable Document min;
    private final @Nullable Document max;
    private final boolean showRecordId;

    /** What a rehearsal has found, by document. */
    private @Nullable IdentityHashMap<Document, Boolean> verdicts;

    // What is known once it has begun.
    private List<Stored> candidates = List.of();
    private Scope scope;
    private Matching matching;
    private @Nullable Document hinted;
    private List<String> textFields = List.of();

    FindPlan(Queries queries, Document given, @Nullable Document sort, @Nullable Document projection,
            @Nullable Object hint, Document body) {
        this.queries = queries;
        this.given = given;
        this.filter = queries.filters().parse(given);
        this.sort = sort == null || sort.isEmpty() ? null : sort;
        this.pattern = this.sort == null || this.sort.containsKey("$natural")
                ? null
                : pattern(this.sort, scored(queries.expressions()));
        this.projection = ProjectionParser.find(projection, scored(queries.expressions()));
        this.hint = hint;
        this.min = body.get("min") instanceof Document bound && !bound.isEmpty() ? bound : null;
        this.max = body.get("max") instanceof Document bound && !bound.isEmpty() ? bound : null;
        this.showRecordId = Values.isTrue(body.get("showRecordId"));
        this.scope = queries.scope(null);
        this.matching = new Matching(scope);
    }

    private ExpressionParser scored(ExpressionParser expressions) {
        return Filter.textSearch(filter) == null ? expressions : expressions.with(ExpressionParser.TEXT_SCORE);
    }

    /** The stored document, with its score if the query searches for text. */
    private Document scored(Document document) {
        TextSearch search = Filter.textSearch(filter);
        return search == null ? document : new ScoredDocument(document, search.score(document, textFields));
    }

    /** Find's own words for what $sort says otherwise. */
    private static SortPattern pattern(Document sort, ExpressionParser expressions) {
        try {
            return Sorting.pattern(sort, expressions);
        } catch (QueryError e) {
            throw e.code() == 15974 ? new QueryError(15974, "Illegal key in $sort specification: " + sort) : e;
        }
    }

    Queries queries() {
        return queries;
    }

    Filter filter() {
        return filter;
    }

    Scope scope() {
        return scope;
    }

    Matching matching() {
        return matching;
    }

    /** Takes what it needs of a collection, inside the data lock. */
    FindPlan begin(StoredCollection collection) {
        collection.checkHint(hint);
        hinted = collection.hinted(hint);
        checkBounds();
        scope = queries.scope(collection);
        textFields = Snapshot.indexedFields(collection.indexSpecs(), "text");
        if (Filter.textSearch(filter) != null && textFields.isEmpty()) {
            throw new QueryError(27, "text index required for $text query");
        }
        Filter.Near near = Filter.near(filter);
        if (near != null && Snapshot.indexedFields(collection.indexSpecs(), "2d").isEmpty()
                && (!near.nearness().sphere()
                        || Snapshot.indexedFields(collection.indexSpecs(), "2dsphere").isEmpty())) {
            throw new QueryError(291, "error processing query: planner returned error :: caused by :: unable to find "
                    + "index for $geoNear query");
        }
        matching = new Matching(scope, textFields);
        candidates = collection.candidates(given, queries.sameCollation(collection));
        return this;
    }

    private void checkBounds() {
        for (Document bound : new Document[]{min, max}) {
            if (bound == null) {
                continue;
            }
            Document key = hinted != null && hinted.get("key") instanceof Document found ? found : null;
            if (key == null || !List.copyOf(bound.keySet()).equals(List.copyOf(key.keySet()))) {
                throw new QueryError(51174,
                        "The index specified by 'hint' cannot be used with the given min() or max() "
                                + "value(s)");
            }
        }
        if (min != null && max != null && hinted != null && hinted.get("key") instanceof Document key
                && compareBounds(min, max, key) >= 0) {
            throw new QueryError(51175, "max() must be greater than min()");
        }
    }

    private static int compareBounds(Document a, Document b, Document key) {
        for (int i = 0; i < key.size(); i++) {
            int order = Order.BINARY.compare(a.valueAt(i), b.valueAt(i));
            if (order != 0) {
                return key.valueAt(i) instanceof Number n && n.intValue() < 0 ? -order : order;
            }
        }
        return 0;
    }

    private boolean inBounds(Document document) {
        if ((min == null && max == null) || hinted == null || !(hinted.get("key") instanceof Document key)) {
            return true;
        }
        Document values = new Document();
        for (String name : key.keySet()) {
            Object value = FieldPath.parse(name).keys(document).get(0);
            values.put(name, Missing.is(value) ? null : value);
        }
        return (min == null || compareBounds(values, min, key) >= 0)
                && (max == null || compareBounds(values, max, key) < 0);
    }

    private boolean backwards() {
        Object natural = sort != null
                ? sort.get("$natural")
                : hint instanceof Document order ? order.get("$natural") : null;
        return natural instanceof Number direction && direction.intValue() < 0;
    }

    /**
     * Evaluates the filter outside the data lock. Documents are never changed in place, so that what is found here holds
     * for each of them whenever the plan begins again.
     *
     * @param one whether the first match is enough
     */
    void rehearse(boolean one) {
        IdentityHashMap<Document, Boolean> found = new IdentityHashMap<>();
        for (Stored candidate : candidates) {
            boolean matches = isMatch(candidate.document());
            found.put(candidate.document(), matches);
            if (matches && one) {
                break;
            }
        }
        verdicts = found;
    }

    private boolean isMatch(Document document) {
        Boolean known = verdicts == null ? null : verdicts.get(document);
        return known != null ? known : matching.test(filter, document) && inBounds(document);
    }

    /** The matching documents in order, as they are stored. */
    Iterator<Stored> matches() {
        List<Stored> source = candidates;
        if (backwards()) {
            source = new ArrayList<>(source);
            Collections.reverse(source);
        }
        Iterator<Stored> all = source.iterator();
        Iterator<Stored> matching = new Iterator<>() {
            private @Nullable Stored next;

            @Override
            public boolean hasNext() {
                while (next == null && all.hasNext()) {
                    Stored candidate = all.next();
                    if (isMatch(candidate.document())) {
                        next = candidate;
                    }
                }
                return next != null;
            }

            @Override
            public Stored next() {
                Stored result = hasNext() ? next : null;
                next = null;
                if (result == null) {
                    throw new NoSuchElementException();
                }
                return result;
            }
        };
        return ordered(matching);
    }

    private record Keyed(@Nullable Object[] keys, Stored stored) {}

    private Iterator<Stored> ordered(Iterator<Stored> input) {
        Filter.Near near = Filter.near(filter);
        SortPattern by = pattern;
        if (by == null && hinted != null && sort == null && hinted.get("key") instanceof Document key
                && key.values().stream().allMatch(Number.class::isInstance)) {
            // A query that goes through an index comes in its order.
            Document directions = new Document();
            key.forEach((name, value) -> directions.put(name, ((Number) value).intValue() < 0 ? -1 : 1));
            by = SortPattern.parse(directions, 2);
        }
        if (by == null && near == null) {
            return input;
        }
        Order order = scope.evaluation().order();
        List<Keyed> all = new ArrayList<>();
        while (input.hasNext()) {
            Stored stored = input.next();
            @Nullable
            Object[] keys;
            if (by == null && near != null) {
                keys = new Object[]{distance(near, stored.document())};
            } else {
                keys = by == null ? new Object[0] : by.keys(Sorting.withScore(scored(stored.document())), order);
            }
            all.add(new Keyed(keys, stored));
        }
        SortPattern chosen = by == null ? SortPattern.parse(1, 2) : by;
        all.sort((a, b) -> {
            scope.evaluation().budget().step();
            return chosen.compare(a.keys(), b.keys(), order);
        });
        return all.stream().map(Keyed::stored).iterator();
    }

    private static double distance(Filter.Near near, Document document) {
        double best = Double.MAX_VALUE;
        for (Object value : near.path().values(document)) {
            double distance = near.nearness().distance(value);
            best = Double.isNaN(distance) ? best : Math.min(best, distance);
        }
        return best;
    }

    /** The documents as the client sees them. */
    Iterator<Document> results(long skip, long limit) {
        Iterator<Stored> source = matches();
        return new Iterator<>() {
            private long toSkip = skip;
            private long left = limit <= 0 ? Long.MAX_VALUE : limit;

            @Override
            public boolean hasNext() {
                while (toSkip > 0 && source.hasNext()) {
                    toSkip--;
                    source.next();
                }
                return left > 0 && source.hasNext();
            }

            @Override
            public Document next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                left--;
                return projected(source.next());
            }
        };
    }

    Document projected(Stored stored) {
        Document document = stored.document();
        if (projection != null) {
            // The order may have come in between: the position of the match is that of this document.
            matching.test(filter, document);
            document = projection.apply(scored(document), scope, matching);
        }
        return showRecordId ? document.clone().append("$recordId", stored.recordId()) : document;
    }

    /** What projection and filter make of a document that was not found by this query. */
    @Nullable
    Document shown(@Nullable Document document) {
        if (document == null || projection == null) {
            return document;
        }
        matching.test(filter, document);
        return projection.apply(document, scope, matching);
    }
}
