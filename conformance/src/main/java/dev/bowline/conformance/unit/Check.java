package dev.bowline.conformance.unit;

import dev.bowline.conformance.format.InvalidTestFileException;
import dev.bowline.conformance.match.MismatchException;
import java.util.Collection;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** Comparisons whose failure says what was compared. */
final class Check {
    private Check() {}

    static void equal(@Nullable Object expected, @Nullable Object actual, String what) {
        if (!Objects.equals(expected, actual)) {
            throw new MismatchException(what + ": expected " + expected + ", was " + actual);
        }
    }

    static void sameSet(Collection<String> expected, Collection<String> actual, String what) {
        equal(new TreeSet<>(expected), new TreeSet<>(actual), what);
    }

    static void that(boolean holds, String what) {
        if (!holds) {
            throw new MismatchException(what);
        }
    }

    /** A key that a runner does not know may be an assertion that it does not make. */
    static void knownKeys(BsonDocument document, Set<String> known, String what) {
        for (String key : document.keySet()) {
            if (!known.contains(key)) {
                throw new InvalidTestFileException(what + " has the unknown key \"" + key + "\"");
            }
        }
    }
}
