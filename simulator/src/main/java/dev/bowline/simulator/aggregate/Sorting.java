package dev.bowline.simulator.aggregate;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Order;
import dev.bowline.simulator.bson.ScoredDocument;
import dev.bowline.simulator.expression.ExpressionParser;
import dev.bowline.simulator.expression.QueryError;
import dev.bowline.simulator.expression.SortPattern;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code $sort}. */
public final class Sorting {
    /** The name under which an order finds a document's text score among its fields. */
    public static final String TEXT_SCORE = ExpressionParser.TEXT_SCORE;

    private Sorting() {}

    private record Sorted(@Nullable Object[] keys, Document document) {}

    static Stage sort(@Nullable Object spec, ExpressionParser expressions) {
        if (!(spec instanceof Document document)) {
            throw new QueryError(15973, "the $sort key specification must be an object");
        }
        if (document.isEmpty()) {
            throw new QueryError(15976, "$sort stage must have at least one sort key");
        }
        SortPattern pattern = pattern(document, expressions);
        return (input, run) -> Iterators.lazy(() -> sorted(Iterators.toList(input, run), pattern,
                run.evaluation().order(), run).iterator());
    }

    /** Reads a sort order, with or without the score of a text search in it. */
    public static SortPattern pattern(Document document, ExpressionParser expressions) {
        Document plain = new Document();
        for (int i = 0; i < document.size(); i++) {
            Object value = document.valueAt(i);
            if (value instanceof Document meta) {
                if (meta.size() != 1 || !meta.containsKey("$meta")) {
                    throw new QueryError(17312, "$meta is the only expression supported by $sort right now");
                }
                expressions.checkMeta(meta.get("$meta"));
                plain.put(TEXT_SCORE, -1);
            } else {
                String name = document.nameAt(i);
                if (name.startsWith("$") && !name.equals("$natural")) {
                    throw new QueryError(16410, "FieldPath field names may not start with '$'. Consider using "
                            + "$getField or $setField.");
                }
                plain.put(name, value);
            }
        }
        return SortPattern.parse(plain, 15974);
    }

    private static List<Document> sorted(List<Document> documents, SortPattern pattern, Order order, Run run) {
        List<Sorted> all = new ArrayList<>(documents.size());
        for (Document document : documents) {
            all.add(new Sorted(pattern.keys(withScore(document), order), document));
        }
        all.sort((a, b) -> {
            run.step();
            return pattern.compare(a.keys(), b.keys(), order);
        });
        List<Document> result = new ArrayList<>(all.size());
        all.forEach(one -> result.add(one.document()));
        return result;
    }

    /** The document as the order sees it: its text score, if it has one, is one of its fields. */
    public static Document withScore(Document document) {
        return document instanceof ScoredDocument scored
                ? document.clone().append(TEXT_SCORE, scored.score())
                : document;
    }

    static Iterator<Document> sorted(Iterator<Document> input, SortPattern pattern, Run run) {
        return sorted(Iterators.toList(input, run), pattern, run.evaluation().order(), run).iterator();
    }

}
