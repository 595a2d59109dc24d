package dev.bowline.conformance.match;

import dev.bowline.conformance.format.Documents;
import java.util.List;
import org.bson.BsonDocument;

/** Compares trees of spans: names, the attributes that a test names, and what is nested. */
public final class SpanMatcher {
    private final ValueMatcher values;

    public SpanMatcher(ValueMatcher values) {
        this.values = values;
    }

    /**
     * Compares observed spans with the expected ones.
     *
     * @param ignoreExtra whether spans that the test does not name may stand between and after those that it does
     */
    public void match(List<BsonDocument> expected, List<ObservedSpan> actual, boolean ignoreExtra, String at) {
        int next = 0;
        for (int i = 0; i < expected.size(); i++) {
            String here = at + "[" + i + "]";
            MismatchException first = null;
            boolean found = false;
            while (next < actual.size() && !found) {
                try {
                    match(expected.get(i), actual.get(next), ignoreExtra, here);
                    found = true;
                } catch (MismatchException e) {
                    first = first == null ? e : first;
                    if (!ignoreExtra) {
                        throw e;
                    }
                }
                next++;
            }
            if (!found) {
                throw first != null
                        ? first
                        : new MismatchException(here + ": expected " + expected.get(i).getString("name").getValue()
                                + ", but only " + actual.size() + " spans were seen: " + names(actual));
            }
        }
        if (!ignoreExtra && next < actual.size()) {
            throw new MismatchException(at + ": expected " + expected.size() + " spans, were " + actual.size() + ": "
                    + names(actual));
        }
    }

    private void match(BsonDocument expected, ObservedSpan actual, boolean ignoreExtra, String at) {
        String name = expected.getString("name").getValue();
        if (!name.equals(actual.name())) {
            throw new MismatchException(at + ".name: expected " + name + ", was " + actual.name());
        }
        values.matchRoot(expected.getDocument("attributes"), actual.attributes(), at + ".attributes");
        match(Documents.list(expected, "nested").toList(), actual.nested(), ignoreExtra, at + ".nested");
    }

    private static List<String> names(List<ObservedSpan> spans) {
        return spans.stream().map(ObservedSpan::name).toList();
    }
}
